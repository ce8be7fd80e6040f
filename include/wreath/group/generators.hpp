// SPDX-License-Identifier: MIT
//
// Generators of permutation groups, from families and files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/run.hpp"

namespace wreath::group {

using Point = std::uint32_t;
/// A permutation of 0..size-1 as the list of its images.
using Permutation = std::vector<Point>;

/// The most points that permutations have.
inline constexpr std::uint64_t kMostPoints = 0xFFFFFFFE;

struct Generators {
  std::uint64_t degree = 0;
  std::vector<Permutation> images = {};   // each of `degree` points
  std::vector<std::string> names = {};    // one per generator
  std::vector<std::string> sources = {};  // the inputs that they are from, for messages; may be missing
};

/// What a list of inputs stands for, together: families, files, permutations in GAP's cycles such as "(1,2,3)(4,5)", or "-" for
/// standard input. A file is an array (.npy) that is a permutation or has one per row, GAP text, whose points start at 1, or a
/// coset table, whose letters act on the cosets. Matrices act on the vectors. Permutations from text fix the points that they do
/// not name. Throws InputError that names the input, LimitReached if the run is stopped first, ResourceError if the memory of the
/// run is too small for them.
[[nodiscard]] Generators open_generators(const std::vector<std::string>& inputs, RunControl* run = nullptr);
/// One permutation, as a file or as text, of `degree` points at least: text fixes those that it does not name. Throws InputError.
[[nodiscard]] Permutation open_permutation(const std::string& input, std::uint64_t degree, RunControl* run = nullptr);

/// Throws InputError that names the generator and the point if one is not a permutation of `degree` points.
void require_permutations(const Generators& generators, const Machine& machine = {}, RunControl* run = nullptr);

/// "symmetric:N" and its like, which open_generators takes besides the families of Cayley graphs.
[[nodiscard]] bool is_family_name(std::string_view name);
/// Throws InputError that lists the families if there is none of that name, LimitReached if the run is stopped first,
/// ResourceError if its memory is too small.
[[nodiscard]] Generators make_family(std::string_view name, RunControl* run = nullptr);
/// Names, arguments and meaning of these families, one line each.
[[nodiscard]] std::string family_help();
/// The names alone, with a colon where arguments follow.
[[nodiscard]] std::vector<std::string> family_names();

/// The permutation in cycles, with points from 1: "(1,2,3)(4,5)"; "()" is the identity.
[[nodiscard]] std::string cycles_of(std::span<const Point> permutation);

}  // namespace wreath::group

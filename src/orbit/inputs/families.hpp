// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

/// Whether the text is the name of a family, with its arguments; "builtin:" may precede it.
bool is_family_name(std::string_view text);

/// Adds a permutation generator.
void add_permutation(Generators& generators, std::string name, const Permutation& images);

/// The numbers after the colon of a name.
using FamilyArguments = std::vector<std::uint32_t>;

struct Family {
  FamilyInfo info;
  Generators (*make)(const FamilyArguments& arguments);
  unsigned least_arguments = 0;
  unsigned most_arguments = 0;
  std::uint32_t least = 0;  // of the first argument
  std::uint32_t most = 0;
};

std::span<const Family> word_families();
/// Matrices, and puzzles whose moves are not always possible.
std::span<const Family> matrix_families();
/// Presentations under Andrews-Curtis moves.
std::span<const Family> presentation_families();
/// Turning puzzles, by the geometry of their pieces.
std::span<const Family> puzzle_families();
Generators make_cube_faces(std::string_view arguments);  // of the 3x3x3 cube: "U,R", "U2,M"

/// Generators without names get some.
void name_generators(Generators& generators);
/// What a checkpoint or an oracle shows of the generators that it belongs to.
std::string images_hash(const Generators& generators);

/// Permutations and arrangements are numbered by the element e of the group that leads to them: the search starts at the
/// identity. From the permutation x, e leads to x*e; from the arrangement x, whose places it permutes, to e^-1*x.
bool has_elements(const Start& start);
Start origin_of(const Start& start);
State element_of(const State& state, const Start& start);
State state_of(const State& element, const Start& start);

/// Adds inverses and powers as the options say; `has_inverses`: what automatic stands for is that none are missing.
void complete_generators(Generators& generators, const InputOptions& options, bool has_inverses);

/// Rows of generators: a first, then b.
std::vector<std::uint32_t> times(const Generators& generators, const std::vector<std::uint32_t>& a,
                                 const std::vector<std::uint32_t>& b);
/// The generators that undo the given ones, in their order.
Generators undoing(const Generators& generators);

}  // namespace wreath::orbit

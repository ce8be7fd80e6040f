// SPDX-License-Identifier: MIT
//
// Generators of transformation semigroups: as numbers, by the names of families, and in files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// A point of the set that is acted on.
using Point = std::uint32_t;
/// A generator, by its number.
using Letter = std::uint16_t;
using Word = std::vector<Letter>;

/// Generators of a transformation semigroup: the images of 0, 1, 2, ... under each, one row after another.
struct Generators {
  std::uint64_t degree = 0;
  std::vector<Point> images = {};
  /// Whether the identity belongs to what they generate, as the product of no generators.
  bool monoid = false;

  std::size_t count() const { return degree == 0 ? 0 : images.size() / degree; }
  std::span<const Point> row(std::size_t generator) const { return std::span(images).subspan(generator * degree, degree); }
};

/// Throws InputError, which names the defect, if there is no point, no generator (but in a monoid), or an image that is not a
/// point.
void require_valid(const Generators& generators);
/// The images as points, in rows of `degree`. Throws InputError that names the first image that is not a point: of generators if
/// `is_map` is false, otherwise of one map.
std::vector<Point> require_points(std::span<const std::int64_t> images, std::uint64_t degree, bool is_map = false);

/// A built-in family such as "bihecke:5" or "full:8". Throws InputError that lists the families if there is none of that name.
Generators make_family(std::string_view name);

/// A family of monoids, NAME:n.
struct FamilyInfo {
  std::string_view name;
  std::string_view description;  // one line
};
std::span<const FamilyInfo> families();
/// Names, arguments and meaning of the families, one line each.
std::string family_help();

/// What a family's name, a file, or '-' for standard input stands for. Files are plain text, GAP's [Transformation([2,1,3]),
/// ...], whose points start at 1, or a 2-D array (.npy). Families and GAP's Monoid(...) are monoids, other files are not, unless
/// `monoid` says otherwise. Throws InputError that names the place.
Generators open_generators(const std::string& input, std::optional<bool> monoid = {});
/// Generators as text: GAP's, or their number, degree, and one row of 0-based images per generator. In the latter, lines that
/// start with '#' are comments, and so is a first line that does not start with a number. Throws InputError, with the place as
/// `name:line`.
Generators parse_generators(std::string_view text, std::string_view name);

/// Generators as text that can be read back: their number, degree, and one row of 0-based images per generator, or, with `gap`,
/// GAP's Semigroup([Transformation([2,1,3]), ...]) or Monoid(...), whose points start at 1. A monoid is marked by a comment.
std::string print_generators(const Generators& generators, bool gap = false);

/// One map: its images as text, 1,0,2 or GAP's Transformation([2,1,3]), or a file of either or of a 1-D array (.npy).
/// What GAP writes fixes the points that it leaves out, up to `degree`.
std::vector<Point> open_map(const std::string& input, std::uint64_t degree = 0);
/// One map as text: GAP's, or images separated by commas or white space.
std::vector<Point> parse_map(std::string_view text, std::string_view name, std::uint64_t degree = 0);

}  // namespace wreath::semigroup

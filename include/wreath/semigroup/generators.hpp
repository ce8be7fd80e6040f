// SPDX-License-Identifier: MIT
//
// Generators of semigroups: as numbers, by the names of families, and in files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/semigroup/kinds.hpp"

namespace wreath::semigroup {

/// A generator, by its number.
using Letter = std::uint16_t;
using Word = std::vector<Letter>;

/// Generators of a semigroup, one row after another. Of a transformation semigroup: the images of 0, 1, 2, ... under each; of
/// another kind: the numbers of its elements (kinds.hpp).
struct Generators {
  std::uint64_t degree = 0;  // numbers of a row
  std::vector<Point> images = {};
  /// Whether the identity belongs to what they generate, as the product of no generators.
  bool monoid = false;
  /// Of the elements. The size of a kind other than transformations must agree with `degree`.
  ElementKind kind = {};

  /// The number of generators.
  std::size_t count() const { return degree == 0 ? 0 : images.size() / degree; }
  /// The row of a generator, which is not checked to be one.
  std::span<const Point> row(std::size_t generator) const { return std::span(images).subspan(generator * degree, degree); }
};

/// Throws InputError, which names the defect, if there is no point, no generator (but in a monoid), or an image that is not a
/// point.
void require_valid(const Generators& generators);
/// A sentence that proves that they generate infinitely many elements, or nothing if none was found: by an element of max-plus or
/// min-plus matrices, among the first few hundred, that has infinitely many powers.
[[nodiscard]] std::string why_infinite(const Generators& generators);
/// The images as points, in rows of `degree`. Throws InputError that names the first image that is not a point: of generators if
/// `is_map` is false, otherwise of one map.
std::vector<Point> require_points(std::span<const std::int64_t> images, std::uint64_t degree, bool is_map = false);

/// A built-in family such as "bihecke:5" or "full:8". Throws InputError that lists the families if there is none of that name,
/// LimitReached if the run is stopped first.
[[nodiscard]] Generators make_family(std::string_view name, RunControl* run = nullptr);

/// A family of monoids, NAME:n.
struct FamilyInfo {
  std::string_view name;
  std::string_view description;  // one line
};
/// The families that make_family knows, in the order of family_help().
std::span<const FamilyInfo> families();
/// Names, arguments and meaning of the families, one line each.
std::string family_help();

/// What a family's name, a file, or '-' for standard input stands for. Files are plain text, GAP's [Transformation([2,1,3]),
/// ...], whose points start at 1, or a 2-D array (.npy). Families and GAP's Monoid(...) are monoids, other files are not, unless
/// `monoid` says otherwise. Throws InputError that names the place.
///
/// A text that names a kind of elements (`kind boolean` as its first line, or GAP's PartialPerm, Bipartition, Matrix) has
/// generators of that kind, whose size takes the degree's place. `kind` is that of an array, 2-D or with a matrix per generator,
/// or of a text that names none; an array has -1 for undefined.
[[nodiscard]] Generators open_generators(const std::string& input, std::optional<bool> monoid = {},
                                         std::optional<ElementKind> kind = {}, RunControl* run = nullptr);
/// Generators as text: GAP's, or their number, degree, and one row of 0-based images per generator. In the latter, what
/// follows a '#' in a line is a comment. Throws InputError, with the place as `name:line`.
[[nodiscard]] Generators parse_generators(std::string_view text, std::string_view name, RunControl* run = nullptr);

/// Generators as text that can be read back: their number, degree, and one row of 0-based images per generator, or, with `gap`,
/// GAP's Semigroup([Transformation([2,1,3]), ...]) or Monoid(...), whose points start at 1. A monoid is marked by a comment.
[[nodiscard]] std::string print_generators(const Generators& generators, bool gap = false, RunControl* run = nullptr);

/// One map: its images as text, 1,0,2 or GAP's Transformation([2,1,3]), or a file of either or of a 1-D array (.npy).
/// What GAP writes fixes the points that it leaves out, up to `degree`.
[[nodiscard]] std::vector<Point> open_map(const std::string& input, std::uint64_t degree = 0);
/// One element of a kind: text, GAP's or our own, or a file of it or of an array (.npy).
[[nodiscard]] std::vector<Point> open_element(const std::string& input, const ElementKind& kind);
/// One map as text: GAP's, or images separated by commas or white space.
[[nodiscard]] std::vector<Point> parse_map(std::string_view text, std::string_view name, std::uint64_t degree = 0);

}  // namespace wreath::semigroup

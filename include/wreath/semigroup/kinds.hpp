// SPDX-License-Identifier: MIT
//
// Kinds of elements that semigroups are made of.
//
// An element is a row of numbers, one after another: the images of the points, the blocks of a bipartition's 2n points, or the
// entries of a matrix, row after row. Numbers are 32-bit integers; where they can be negative they are stored in two's
// complement, and three values stand for what is not a number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// A point of the set that is acted on, or another number of an element.
using Point = std::uint32_t;

/// The image of a point at which a partial map is not defined: -1.
inline constexpr Point kUndefined = 0xFFFFFFFFU;
/// The zeros of the max-plus and min-plus semirings.
inline constexpr Point kMinusInfinity = 0x80000000U;
inline constexpr Point kPlusInfinity = 0x7FFFFFFFU;

enum class KindName {
  transformation,
  partial_transformation,  // the images of n points, kUndefined where there is none
  partial_permutation,     // the same, injective
  permutation,
  bipartition,  // the block of each of 2n points: n above, then n below; blocks are numbered as they are met first
  boolean,      // n x n matrices over {0, 1} with 1 + 1 = 1, up to 64 x 64
  field,        // over the field with `order` elements: a prime, or a power of 2 (the bits are the coefficients), up to 256
  max_plus,     // entries -infinity and integers; with a threshold t: -infinity, 0..t, and sums above t are t
  min_plus,     // entries +infinity and integers; likewise
  natural,      // 0..t+p-1 with t + p = t
};

struct ElementKind {
  KindName name = KindName::transformation;
  std::uint64_t size = 0;       // points, or rows of a matrix
  std::uint32_t order = 0;      // of the field
  std::uint32_t threshold = 0;  // t of max_plus, min_plus (0: none) and natural
  std::uint32_t period = 0;     // p of natural

  bool operator==(const ElementKind&) const = default;
  /// Whether elements are transformations, which map every point to a point.
  bool is_transformation() const noexcept { return name == KindName::transformation; }
  /// Whether an element is a row of images: transformations, partial ones, partial permutations and permutations.
  bool is_map() const noexcept { return name <= KindName::permutation; }
  /// Whether an element is a square matrix, over any of the semirings.
  bool is_matrix() const noexcept { return name >= KindName::boolean && name <= KindName::natural; }
};

/// How many numbers an element has.
[[nodiscard]] std::uint64_t row_length(const ElementKind& kind) noexcept;
/// The size that rows of this length belong to. Throws InputError if there is none.
[[nodiscard]] std::uint64_t size_of_row(KindName name, std::uint64_t length);

/// A kind without its size, as text: "boolean", "partial-permutation", "field:5", "max-plus", "max-plus:3", "natural:2,1".
std::string to_string(const ElementKind& kind);
/// The kind that such a text names, for elements of this size, which is not checked. Throws InputError that lists the kinds, or
/// names the nearest, if there is none of that name, or if a parameter is missing or out of range.
[[nodiscard]] ElementKind parse_kind(std::string_view text, std::uint64_t size = 0);
/// The names with their parameters and meaning, one line each.
std::string kind_help();

/// Throws InputError if there is no such kind: its size or a parameter is out of range.
void require_valid(const ElementKind& kind);
/// Throws InputError that names the first number of the row that is wrong. `who` is the subject of the sentence: "generator 0".
void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who);
/// Numbers the blocks of a bipartition as they are met first; other kinds have one form only.
void normalise(const ElementKind& kind, std::span<Point> row);

/// The element that every other is unchanged by in products: the identity map, bipartition or matrix.
[[nodiscard]] std::vector<Point> identity_of(const ElementKind& kind);
/// The product x*y: x first. Throws InputError if x or y is not an element of the kind.
[[nodiscard]] std::vector<Point> multiply(const ElementKind& kind, std::span<const Point> x, std::span<const Point> y);
/// Of maps and permutations the number of images, of bipartitions the number of blocks with points above and below, of
/// matrices over a field the rank, of Boolean matrices the number of rows that are not unions of others (the row rank), of
/// other matrices the number of distinct rows that are not zero.
[[nodiscard]] std::uint64_t rank_of(const ElementKind& kind, std::span<const Point> row);

/// An element as text: numbers with spaces between, '-' for undefined, '-inf' and 'inf'; or as GAP's package Semigroups has it:
/// PartialPerm([1,3],[2,1]), Bipartition([[1,-1],[2,-2]]), Matrix(IsBooleanMat, [[1,0],[0,1]]), with points from 1.
[[nodiscard]] std::string print_element(const ElementKind& kind, std::span<const Point> row, bool gap = false);

}  // namespace wreath::semigroup

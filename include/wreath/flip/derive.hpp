// SPDX-License-Identifier: MIT
//
// Schemes from schemes: starts for a search of another shape.
//
// The tensor of n x m x p is that of closed walks i -> j -> k -> i, so (a, b, c) -> (b, c, a) turns a scheme of n x m x p into
// one of m x p x n, and (a, b, c) -> (b', a', c'), with ' for the transpose, into one of p x m x n. A part of the index sets is a
// scheme of the smaller shape, two shapes that agree in two sides join along the third, and the products of entries, at pairs of
// indices, are a scheme of the product of the shapes. A scheme also multiplies matrices of blocks, each of its products then
// being computed by a scheme of its own. All of this holds over any ring. Only derive() verifies the result.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

/// Where a longer side has its new indices: in the middle, or in pairs at both ends, and an odd one in the middle.
enum class NewIndices { middle, ends };
/// To a shape with no smaller side, with standard products for the new indices; of a tensor of a family to a larger one, such as
/// gt:4 to gt:5. A mirror (symmetry.hpp) that the scheme has stays
/// one; with new pairs at the ends of a side it may swap these too, so that it makes one swap more there. Throws InputError.
[[nodiscard]] RationalScheme extend(const RationalScheme& scheme, const Shape& shape, NewIndices where = NewIndices::middle);
/// To a shape with no larger side: deletes indices one by one, each time one that leaves the fewest summands. Throws
/// InputError.
[[nodiscard]] RationalScheme project(const RationalScheme& scheme, const Shape& shape);
/// Along n, m or p; the other two sides must agree. Throws InputError.
[[nodiscard]] RationalScheme merge(const RationalScheme& first, const RationalScheme& second, char side);
/// The Kronecker product. Throws InputError if its factors have more than 64 entries, or a coefficient does not fit in 64 bits.
[[nodiscard]] RationalScheme product(const RationalScheme& first, const RationalScheme& second);
/// `outer` on matrices of blocks: the sides of `shape` are cut into as many parts as `outer` has indices there, as equal as
/// possible, and each product of blocks is computed by the one of `schemes` for its shape, in any order of the sides, that has
/// the lowest rank, or else by the standard one. A part's indices lie in pairs about the middle of the side, beside those of the
/// other parts: if the schemes have the mirror (symmetry.hpp) of one swap per side, and no part is a single index, the whole has
/// the one of as many swaps as there are parts. Throws InputError if `shape` has a smaller side than `outer`, has more than 64
/// entries in a factor, or a coefficient does not fit in 64 bits.
[[nodiscard]] RationalScheme blocks(const RationalScheme& outer, const Shape& shape, std::span<const RationalScheme> schemes);

/// The products of one shape that this takes.
struct BlockProducts {
  Shape shape;  // with its sides in order
  std::size_t count = 0;
  std::size_t rank = 0;
  std::optional<std::size_t> scheme;  // none: the standard one
};
/// The products of blocks that blocks() computes for the same arguments, one entry per shape, in the order of shapes.
[[nodiscard]] std::vector<BlockProducts> block_products(const RationalScheme& outer, const Shape& shape,
                                                        std::span<const RationalScheme> schemes);
/// The sides in another order: "mpn" turns an n x m x p scheme into one of m x p x n. Throws InputError if it is not an order of
/// n, m, p.
[[nodiscard]] RationalScheme permute(const RationalScheme& scheme, std::string_view order);

/// One of the operations above.
enum class Derivation { extend, project, merge, product, blocks, permute };
/// The name of the operation: "extend", "project", "merge", "product", "blocks" or "permute".
std::string_view to_string(Derivation derivation) noexcept;
/// The operation of this name; throws InputError for anything else.
[[nodiscard]] Derivation parse_derivation(std::string_view name);

struct DeriveOptions {
  std::optional<Shape> shape = {};  // extend, project, blocks: the new one
  bool outer = false;               // extend: new indices at both ends of a side
  std::string along = {};           // merge: the side that grows, "n", "m" or "p"
  std::string sides = {};           // permute: the sides in their new order
  bool reduce = false;              // then reduce by linear dependences over F2 while there are any
};
struct DerivedScheme {
  RationalScheme scheme;
  Ring ring = Ring::f2;
  std::size_t rank_before_reduction = 0;
  std::vector<BlockProducts> products = {};  // of blocks; `scheme` counts the inputs after the outer one
};
/// Derives from two schemes (merge, product), from an outer one and any number of others (blocks), or from one, and verifies the
/// result. The ring is F2 if a scheme that is used is valid only there, or if the result is reduced. Throws InputError if an
/// option is missing or is for another operation, or if a scheme cannot be taken modulo 2; LimitReached if the run is stopped
/// first.
[[nodiscard]] DerivedScheme derive(Derivation how, const std::vector<KnownScheme>& inputs, const DeriveOptions& options = {},
                                   RunControl* run = nullptr);

}  // namespace wreath::flip

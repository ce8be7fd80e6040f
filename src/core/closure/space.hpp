// SPDX-License-Identifier: MIT
//
// One way to close a set under generators.
//
// To enumerate a semigroup, an orbit or the words of a monoid is one loop: multiply the elements, in the order of their numbers,
// by every generator; look each product up; number those that are not found. Two things are asked of it:
//
//   a Space       what an element is: how it lies in memory (its code), what a generator makes of it, when two are equal
//   a Numbering   which elements are known, and their numbers: in a hash table or an array of all codes (hash_numbering.hpp,
//                 array_numbering.hpp), in files, on a GPU, or shared out among ranks
//
// All Numberings do the same to a batch of candidates (candidates.hpp):
//
//   form      each product's code and hash
//   claim     each is found, or claims a place; of equal ones the first candidate wins, in whatever order threads come
//   number    the winners, in the order of the candidates
//   append    their codes
//
// So the number of an element depends on the generators alone, not on threads or machines: it is its place in the ShortLex order
// of words if candidates come in theirs.
//
// A kind of element is written once, as a Space, and works with every Numbering; a machine once, as a Numbering of any Space.
#pragma once

#include <concepts>

#include "core/closure/candidates.hpp"
#include "core/closure/row_hash.hpp"

namespace wreath::closure {

/// An element's code is cells() words of the type Cell, and codes are equal exactly if their elements are.
template <class S>
concept Space = requires(const S& space, const typename S::Cell* x, typename S::Cell* z, Letter letter) {
  { space.cells() } -> std::convertible_to<std::size_t>;
  // z = x * letter, from any thread; false if it cannot be written down: then the closure ends with an InputError, kOutOfRange.
  { space.act(x, letter, z) } -> std::same_as<bool>;
  { space.hash(x) } -> std::same_as<std::uint64_t>;
  { space.equal(x, x) } -> std::same_as<bool>;
};

/// A space whose elements are rows of numbers to the world outside.
template <class S>
concept RowSpace = Space<S> &&
    requires(const S& space, std::span<const Number> in, std::span<Number> out, const typename S::Cell* x, typename S::Cell* z) {
  space.code(in, z);
  space.read(x, out);
  { space.columns() } -> std::convertible_to<std::size_t>;
};

/// A space whose codes of one word have a rank, so that an array can have a place for each: the code itself if it has few bits,
/// or a number without gaps (sparse()).
template <class S>
concept RankedSpace = RowSpace<S> && requires(const S& space, typename S::Cell code) {
  { space.sparse() } -> std::same_as<bool>;
  { space.rank(code) } -> std::same_as<std::size_t>;
  { space.ranks() } -> std::convertible_to<std::uint64_t>;  // 0: too many for 32 bits
};

/// Equality and hash of codes that need no more than their bytes.
template <class Cell>
std::uint64_t hash_cells(const Cell* x, std::size_t cells) {
  if (sizeof(Cell) == 8 && cells == 1) return mix64(static_cast<std::uint64_t>(*x));
  return hash_row<Cell>({x, cells});
}
template <class Cell>
bool equal_cells(const Cell* x, const Cell* y, std::size_t cells) {
  if (cells == 1) return *x == *y;
  return same_row<Cell>({x, cells}, {y, cells});
}

}  // namespace wreath::closure

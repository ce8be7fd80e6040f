// SPDX-License-Identifier: MIT
//
// What an enumeration asks of the machine: the seam between the engine and cpu/, cuda/, disk/ and mpi/.
//
// A backend is a Numbering (core/closure/numbering.hpp) of the elements found so far, whose rows are the images of the tracked
// points (all points, or a certified base), or the numbers of an element of another kind. Elements are numbered in ShortLex order
// of their words; number 0 is the empty word, whose row is the tracked points themselves, or the identity. In a semigroup without
// identity it is not an element: it is never found by a look-up, and a product that equals it is a new element.
#pragma once

#include <memory>

#include "core/closure/numbering.hpp"
#include "wreath/semigroup/enumeration.hpp"

namespace wreath::semigroup {

using closure::Batch;
using closure::Candidates;
using closure::Expansion;
using closure::Index;
using closure::kNoIndex;
using closure::Product;
using closure::SentWord;

class Backend : public closure::Numbering {
 public:
  /// How many of elements first..last-1 are idempotent; needs all points tracked.
  virtual std::uint64_t count_idempotents(Index first, Index last) const = 0;

  /// Takes a longer list of generators, which begins with those it has, from the next call on. False if it cannot, and then
  /// nothing has changed.
  virtual bool add_letters(const Generators& /*larger*/) { return false; }
  /// A backend that has taken over all elements because it is faster by now; this one is of no use then. Null: none.
  virtual std::unique_ptr<Backend> successor() { return nullptr; }

  // --- Elements that were found by fewer generators (more_generators.cpp).
  /// Whether they are being numbered again.
  virtual bool is_grown() const { return false; }
  /// Whether the element is there, with a number or without.
  virtual bool holds(std::span<const Point> row) const { return find(row).has_value(); }
  /// Whether nearly all products of the elements first..last-1 are known and need not be formed.
  virtual bool knows_nearly_all(Index /*first*/, Index /*last*/) const { return false; }
  /// The products in `formed` of the elements first..last-1, and all that are known. The span holds until the next call.
  virtual std::span<const Product> with_known(Index /*first*/, Index /*last*/, std::span<const Product> formed) { return formed; }
  /// All elements have their numbers: a backend that has them in that order. Null if there is none.
  virtual std::unique_ptr<Backend> settle() { return nullptr; }
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Starts from schemes of smaller shapes.
//
// From the standard scheme of a larger shape, few walks on a CPU come near the best ranks in a minute: most flips lead nowhere.
// Two schemes whose shapes join to the new one are a start a few ranks above the best, and each may be taken in any basis of the
// sides that they share, so that a pair gives as many starts as one likes. A part with a side of 1 is a standard scheme: then the
// start is an extension. A scheme of blocks (derive.hpp) is another.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/run/rng.hpp"
#include "wreath/flip/search.hpp"

namespace wreath::flip {

/// With its sides in that order, which must be an order of the scheme's.
Scheme in_shape(const Scheme& scheme, const Shape& shape);

/// A scheme for any shape that is smaller than one of the given ones: the best of those of this shape, or a merge of others.
class PartSchemes {
 public:
  /// Of these, sides in any order; the least rank counts.
  explicit PartSchemes(const std::vector<Scheme>& schemes);

  std::size_t rank(const Shape& shape);
  Scheme scheme(const Shape& shape);

 private:
  struct Known {
    std::size_t rank = 0;
    const Scheme* scheme = nullptr;  // null: the standard one, or a merge
    unsigned side = 0;               // of the merge
    unsigned at = 0;                 // 0: none
  };
  const Known& known(const Shape& shape);

  std::map<Shape, const Scheme*> best_;  // sides in order
  std::map<Shape, Known> known_;
};

struct DerivedStarts {
  std::vector<Scheme> schemes;
  std::vector<std::string> names;  // of each, such as "2x4x4:26 + 2x4x1:8"

  void add(Scheme scheme, std::string name);
  /// Each name once.
  std::vector<DerivedStart> summary() const;
};
/// Merges of two parts, and blocks, of ranks up to `above` more than the least of them: `copies` of each, the first in the basis
/// in which the schemes are given. Empty if the shape has no parts.
DerivedStarts derived_starts(const Shape& shape, PartSchemes& parts, std::size_t above, std::size_t copies, RandomStream& random);

/// What a search on the CPU without a symmetry takes if it is given no starts and a side is 5 or longer: derived from the
/// built-in schemes of smaller shapes. Beside merges and blocks these are schemes with a mirror, from short walks that keep it:
/// 3x4x5 of rank 48 is soon found in many ways, but 47 is found from schemes of 48 with mirrors.
class AutomaticStarts {
 public:
  /// Nothing if the search does not take them.
  static std::optional<AutomaticStarts> of(const Shape& shape, const SearchOptions& options, bool gpu);

  /// Those that it begins with. Ends early if the run is stopped.
  DerivedStarts first(const SearchOptions& options, RunControl& run);
  /// Another merge, in random bases.
  Scheme draw(RandomStream& random);

 private:
  explicit AutomaticStarts(const Shape& shape);

  Shape shape_;
  PartSchemes parts_;
};

}  // namespace wreath::flip

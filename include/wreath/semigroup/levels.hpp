// SPDX-License-Identifier: MIT
//
// The number of elements of each length, without the elements: a bit for each element that is possible.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/run.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

struct LevelOptions {
  Machine machine = {};
};

struct LevelCount {
  bool complete = false;
  std::vector<std::uint64_t> levels = {};  // from length 0 in a monoid, 1 in a semigroup; the complete ones
  std::uint64_t size = 0;                  // their sum
  std::uint64_t memory = 0;                // bytes of the bitmaps
};

/// Counts the elements of each length: those of Enumeration::levels(). An element is given by the images of a few points (all,
/// for transformations; the unit vectors, for matrices), each of which has one of the images that the semigroup can give to it:
/// there is one bit for each choice of these, in three bitmaps; on a GPU one bitmap, and the elements of two levels.
/// Bipartitions, and matrices that act on more than 65536 vectors, are not counted in this way. Throws InputError if the
/// generators are not valid, and ResourceError if the bitmaps do not fit the memory. A run that is stopped gives the levels that
/// are complete.
[[nodiscard]] LevelCount count_levels(const Generators& generators, const LevelOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Schreier vectors from the cycles of one generator: they follow the cycles, and lead from one cycle to the next at points whose
// images joined the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wreath::perm {

/// An image that joined two cycles: the joints of an orbit are the edges of a tree of its cycles.
struct CycleJoint {
  std::uint64_t point;
  std::uint64_t image;
  std::uint64_t cycles[2];  // those of both
  std::size_t generator;
};
/// Where a cycle is entered, and by which generator: the value of the Schreier vector at that point.
struct CycleEntry {
  std::uint64_t point;
  std::int8_t value;
};

/// One entry for each cycle that is not an orbit's first, in the order of points. `is_reached` has the first ones, by number.
std::vector<CycleEntry> entries_of(std::vector<bool> is_reached, const std::vector<CycleJoint>& joints);

}  // namespace wreath::perm

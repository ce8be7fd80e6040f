// SPDX-License-Identifier: MIT
//
// Schreier vectors from the cycles of one generator: they follow the cycles, and lead from one cycle to the next at points whose
// images joined the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
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

/// Goes from the cycles in `reached` to all those that joints lead to. Joint k has two ends: its point is end 2k, and the image
/// end 2k + 1; cycle_at(end) is the cycle of an end. The ends at each cycle become a list: `first`, zeros, has a place for each
/// cycle, and `next` one for each end. claim(cycle) is true when a cycle is reached for the first time; enter(end) receives
/// where. look() is called now and then.
template <class Cycle, class CycleAt, class Claim, class Enter, class Look>
void follow_joints(std::vector<Cycle> reached, std::span<std::uint64_t> first, std::span<std::uint64_t> next,
                   const CycleAt& cycle_at, const Claim& claim, const Enter& enter, const Look& look) {
  constexpr std::uint64_t kBetweenLooks = std::uint64_t{1} << 16;
  for (std::uint64_t end = 0; end < next.size(); ++end) {
    if (end % kBetweenLooks == 0) look();
    next[end] = std::exchange(first[cycle_at(end)], end + 1);  // 1 + an end, 0 for none
  }
  for (std::uint64_t turn = 1; !reached.empty(); ++turn) {
    if (turn % kBetweenLooks == 0) look();
    const Cycle cycle = reached.back();
    reached.pop_back();
    for (std::uint64_t end = first[cycle]; end != 0; end = next[end - 1]) {
      const std::uint64_t entry = (end - 1) ^ 1U;
      const auto other = static_cast<Cycle>(cycle_at(entry));
      if (!claim(other)) continue;
      enter(entry);
      reached.push_back(other);
    }
  }
}

/// The value of a Schreier vector at an end that is entered: by the generator from the point to the image, or by its inverse.
inline std::int8_t value_at_end(std::uint64_t end, std::size_t generator) {
  const auto g = static_cast<std::int8_t>(generator + 1);
  return end % 2 == 1 ? g : static_cast<std::int8_t>(-g);
}

/// One entry for each cycle that is not an orbit's first, in the order of points. `is_reached` has the first ones, by number.
std::vector<CycleEntry> entries_of(std::vector<bool> is_reached, const std::vector<CycleJoint>& joints);

}  // namespace wreath::perm

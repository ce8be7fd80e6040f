// SPDX-License-Identifier: MIT
#include "perm/cycle_joints.hpp"

#include <algorithm>
#include <utility>

namespace wreath::perm {

std::vector<CycleEntry> entries_of(std::vector<bool> is_reached, const std::vector<CycleJoint>& joints) {
  std::vector<std::uint64_t> first(is_reached.size());
  std::vector<std::uint64_t> next(2 * joints.size());
  std::vector<std::uint64_t> reached;
  for (std::uint64_t cycle = 0; cycle < is_reached.size(); ++cycle) {
    if (is_reached[cycle]) reached.push_back(cycle);
  }
  std::vector<CycleEntry> entries;
  entries.reserve(joints.size());
  follow_joints(
      std::move(reached), first, next, [&](std::uint64_t end) { return joints[end / 2].cycles[end % 2]; },
      [&](std::uint64_t cycle) {
        if (is_reached[cycle]) return false;
        is_reached[cycle] = true;
        return true;
      },
      [&](std::uint64_t end) {
        const CycleJoint& joint = joints[end / 2];
        entries.push_back({end % 2 == 0 ? joint.point : joint.image, value_at_end(end, joint.generator)});
      },
      [] {});
  std::ranges::sort(entries, {}, &CycleEntry::point);
  return entries;
}

}  // namespace wreath::perm

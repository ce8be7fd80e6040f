// SPDX-License-Identifier: MIT
#include "perm/cycle_joints.hpp"

#include <algorithm>
#include <utility>

namespace wreath::perm {

std::vector<CycleEntry> entries_of(std::vector<bool> is_reached, const std::vector<CycleJoint>& joints) {
  std::vector<std::uint64_t> first(is_reached.size());  // the joints at each cycle as a list of ends: 1 + an end, 0 for none
  std::vector<std::uint64_t> next(2 * joints.size());
  for (std::uint64_t end = 0; end < next.size(); ++end)
    next[end] = std::exchange(first[joints[end / 2].cycles[end % 2]], end + 1);
  std::vector<std::uint64_t> reached;
  for (std::uint64_t cycle = 0; cycle < is_reached.size(); ++cycle) {
    if (is_reached[cycle] && first[cycle] != 0) reached.push_back(cycle);
  }
  std::vector<CycleEntry> entries;
  entries.reserve(joints.size());
  while (!reached.empty()) {
    const std::uint64_t cycle = reached.back();
    reached.pop_back();
    for (std::uint64_t end = first[cycle]; end != 0; end = next[end - 1]) {
      const CycleJoint& joint = joints[(end - 1) / 2];
      const bool to_image = (end - 1) % 2 == 0;
      const std::uint64_t other = joint.cycles[to_image ? 1 : 0];
      if (is_reached[other]) continue;
      is_reached[other] = true;
      reached.push_back(other);
      const auto g = static_cast<std::int8_t>(joint.generator + 1);
      entries.push_back({to_image ? joint.image : joint.point, to_image ? g : static_cast<std::int8_t>(-g)});
    }
  }
  std::ranges::sort(entries, {}, &CycleEntry::point);
  return entries;
}

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
#include "semigroup/green/orbit_components.hpp"

#include "semigroup/components.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::uint64_t kStepsPerEdge = 4;  // a cache miss, often
}

OrbitComponents find_components(std::span<const Index> edges, std::size_t nodes, std::size_t letters, StopCheck check) {
  const Components strong = strong_components(nodes, letters, [&](std::size_t node, std::size_t letter) {
    check.spend(kStepsPerEdge);
    return edges[node * letters + letter];
  });
  OrbitComponents found;
  std::vector<Index> number(strong.count, kNoIndex);
  found.of.resize(nodes);
  found.starts.push_back(0);
  for (std::size_t node = 0; node < nodes; ++node) {
    check.spend(kStepsPerEdge);
    Index& here = number[strong.of[node]];
    if (here == kNoIndex) {
      here = static_cast<Index>(found.count());
      found.starts.push_back(0);
    }
    found.of[node] = here;
    ++found.starts[here + 1];
  }
  for (std::size_t i = 1; i < found.starts.size(); ++i) found.starts[i] += found.starts[i - 1];
  GrowingArray<Index> next;
  next.append(found.starts.span());
  found.members.resize(nodes);
  for (std::size_t node = 0; node < nodes; ++node) {
    check.spend(kStepsPerEdge);
    found.members[next[found.of[node]]++] = static_cast<Index>(node);
  }
  return found;
}

}  // namespace wreath::semigroup

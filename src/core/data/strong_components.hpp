// SPDX-License-Identifier: MIT
//
// Strongly connected components of a directed graph (Tarjan 1972), without recursion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/data/huge_array.hpp"

namespace wreath {

/// The component of each node of a graph with `nodes` nodes; node n has degree(n) edges, and edge(n, k) is where the k-th leads.
/// A component that can be reached from another has the smaller number (Tarjan's order).
struct Components {
  std::vector<std::uint32_t> of;
  std::uint32_t count = 0;
};

template <class Degree, class Edge>
Components strong_components(std::size_t nodes, const Degree& degree, const Edge& edge) {
  constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
  Components components;
  components.of.reserve(nodes);
  advise_huge_pages(components.of.data(), nodes * sizeof(std::uint32_t));
  components.of.resize(nodes, kUnseen);
  HugeArray<std::uint32_t> low(nodes);  // Tarjan's low link; kUnseen before the visit
  std::fill(low.begin(), low.end(), kUnseen);
  GrowingArray<std::uint32_t> stack;
  struct Visit {
    std::uint32_t node;
    std::uint32_t next_edge;
    std::uint32_t order;
  };
  GrowingArray<Visit> path;
  std::uint32_t visited = 0;
  for (std::size_t root = 0; root < nodes; ++root) {
    if (low[root] != kUnseen) continue;
    path.push_back({static_cast<std::uint32_t>(root), 0, visited});
    low[root] = visited++;
    stack.push_back(static_cast<std::uint32_t>(root));
    while (!path.empty()) {
      Visit& here = path.back();
      if (here.next_edge < degree(here.node)) {
        const auto to = static_cast<std::uint32_t>(edge(here.node, here.next_edge++));
        if (low[to] == kUnseen) {
          low[to] = visited;
          stack.push_back(to);
          path.push_back({to, 0, visited++});
        } else if (components.of[to] == kUnseen) {
          low[here.node] = std::min(low[here.node], low[to]);
        }
        continue;
      }
      const Visit done = here;
      path.resize(path.size() - 1);
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[done.node]);
      if (low[done.node] != done.order) continue;
      std::uint32_t node = kUnseen;
      do {
        node = stack.back();
        stack.resize(stack.size() - 1);
        components.of[node] = components.count;
      } while (node != done.node);
      ++components.count;
    }
  }
  return components;
}

}  // namespace wreath

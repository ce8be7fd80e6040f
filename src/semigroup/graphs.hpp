// SPDX-License-Identifier: MIT
//
// Components of graphs, and the least pairs of an order.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/data/strong_components.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// wreath::strong_components where each node has as many edges.
template <class Edge>
Components strong_components(std::size_t nodes, std::size_t degree, const Edge& edge) {
  return wreath::strong_components(
      nodes, [degree](std::size_t) { return degree; }, edge);
}

/// The components of the action on points that no other leads to, each with its points in ascending order.
struct Sources {
  std::vector<std::vector<Point>> components;
  bool acyclic = false;  // every component of the action is one point
};
/// `images` has the images of each point under all generators together: images[p * generators + g].
Sources source_components(std::span<const Point> images, std::size_t generators);

/// The strongly connected components of an orbit, with their nodes. They are numbered by their first nodes, which represent them.
struct OrbitComponents {
  GrowingArray<Index> of;       // node -> component
  GrowingArray<Index> members;  // component after component, ascending in each
  GrowingArray<Index> starts;   // of a component in members, and the end

  std::size_t count() const { return starts.size() - 1; }
  std::span<const Index> nodes(Index component) const {
    return members.span().subspan(starts[component], starts[component + 1] - starts[component]);
  }
  Index representative(Index component) const { return members[starts[component]]; }
  std::size_t size(Index component) const { return starts[component + 1] - starts[component]; }
};

/// edges[node * letters + letter] is where the letter leads. Throws Stopped if the run stops.
OrbitComponents find_components(std::span<const Index> edges, std::size_t nodes, std::size_t letters, StopCheck check = {});

/// Above and below.
using Cover = std::pair<std::uint64_t, std::uint64_t>;
/// Of an acyclic relation on 0..count-1, the pairs that the others do not imply, in order.
std::vector<Cover> covers_of(std::size_t count, std::vector<Cover> pairs);

}  // namespace wreath::semigroup

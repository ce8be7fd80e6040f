// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/data/strong_components.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// The same where each node has as many edges.
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

}  // namespace wreath::semigroup

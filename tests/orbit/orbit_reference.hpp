// SPDX-License-Identifier: MIT
//
// Breadth-first search by the definition: a set of states.
#pragma once

#include <set>
#include <vector>

#include "core/data/rng.hpp"
#include "wreath/orbit.hpp"

namespace wreath::orbit::test {

/// The states of each level.
inline std::vector<std::set<State>> search_reference(const Generators& generators, const Start& start) {
  std::set<State> seen{start.state};
  std::vector<std::set<State>> levels{{start.state}};
  while (true) {
    std::set<State> next;
    for (const State& state : levels.back()) {
      for (std::size_t g = 0; g < generators.count(); ++g) {
        State moved = apply(state, g, generators, start);
        if (seen.insert(moved).second) next.insert(std::move(moved));
      }
    }
    if (next.empty()) return levels;
    levels.push_back(std::move(next));
  }
}

inline std::vector<std::uint64_t> sizes_of(const std::vector<std::set<State>>& levels) {
  std::vector<std::uint64_t> sizes;
  for (const auto& level : levels) sizes.push_back(level.size());
  return sizes;
}

inline std::vector<std::uint32_t> random_permutation(std::uint32_t degree, RandomStream& random) {
  std::vector<std::uint32_t> images(degree);
  for (std::uint32_t i = 0; i < degree; ++i) images[i] = i;
  for (std::uint32_t i = degree; i > 1; --i) std::swap(images[i - 1], images[random.below(i)]);
  return images;
}

/// One to three permutations of random shape, with or without inverses; some move a few points only.
inline Generators random_generators(std::uint32_t degree, RandomStream& random) {
  Generators generators{.degree = degree};
  const std::uint32_t count = 1 + random.below(3);
  for (std::uint32_t g = 0; g < count; ++g) {
    std::vector<std::uint32_t> images = random_permutation(1 + random.below(degree), random);
    for (auto i = static_cast<std::uint32_t>(images.size()); i < degree; ++i) images.push_back(i);
    generators.images.insert(generators.images.end(), images.begin(), images.end());
    if (random.below(2) == 0) continue;
    std::vector<std::uint32_t> back(degree);
    for (std::uint32_t i = 0; i < degree; ++i) back[images[i]] = i;
    generators.images.insert(generators.images.end(), back.begin(), back.end());
  }
  return generators;
}

}  // namespace wreath::orbit::test

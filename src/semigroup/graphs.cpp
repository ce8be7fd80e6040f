// SPDX-License-Identifier: MIT
#include "semigroup/graphs.hpp"

#include <algorithm>

namespace wreath::semigroup {

Sources source_components(std::span<const Point> images, std::size_t generators) {
  const std::size_t degree = images.size() / generators;
  const Components components =
      strong_components(degree, generators, [&](std::size_t p, std::uint32_t g) { return images[p * generators + g]; });
  std::vector<bool> led_to(components.count, false);
  for (std::size_t k = 0; k < images.size(); ++k) {
    const std::uint32_t to = components.of[images[k]];
    if (to != components.of[k / generators]) led_to[to] = true;
  }
  Sources result;
  result.acyclic = components.count == degree;
  std::vector<std::vector<Point>>& sources = result.components;
  std::vector<std::uint32_t> number(components.count, ~std::uint32_t{0});
  for (std::size_t p = 0; p < degree; ++p) {
    const std::uint32_t component = components.of[p];
    if (led_to[component]) continue;
    if (number[component] == ~std::uint32_t{0}) {
      number[component] = static_cast<std::uint32_t>(sources.size());
      sources.emplace_back();
    }
    sources[number[component]].push_back(static_cast<Point>(p));
  }
  return result;
}

OrbitComponents find_components(std::span<const Index> edges, std::size_t nodes, std::size_t letters, StopCheck check) {
  constexpr std::uint64_t kStepsPerEdge = 4;  // a cache miss, often
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

std::vector<Cover> covers_of(std::size_t count, std::vector<Cover> pairs) {
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  std::vector<std::vector<std::uint64_t>> below(count);
  std::vector<std::size_t> waiting(count);  // pairs into a class that are not dealt with
  for (const auto& [a, b] : pairs) {
    below[a].push_back(b);
    ++waiting[b];
  }
  std::vector<std::size_t> order;  // above before below
  for (std::size_t i = 0; i < count; ++i) {
    if (waiting[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::uint64_t b : below[order[i]]) {
      if (--waiting[b] == 0) order.push_back(b);
    }
  }
  std::vector<std::size_t> position(count);
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  const std::size_t words = (count + 63) / 64;
  std::vector<std::uint64_t> reach(count * words);  // what lies below, each itself included
  std::vector<Cover> covers;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t a = order[i];
    std::uint64_t* mine = reach.data() + a * words;
    // Those nearest above in the order first: whatever is reached from one of these is not directly below.
    std::ranges::sort(below[a], {}, [&](std::uint64_t b) { return position[b]; });
    for (const std::uint64_t b : below[a]) {
      if ((mine[b / 64] >> (b % 64) & 1) != 0) continue;
      covers.emplace_back(a, b);
      for (std::size_t w = 0; w < words; ++w) mine[w] |= reach[b * words + w];
    }
    mine[a / 64] |= std::uint64_t{1} << (a % 64);
  }
  std::ranges::sort(covers);
  return covers;
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#include "semigroup/components.hpp"

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

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#include "semigroup/components.hpp"

namespace wreath::semigroup {

std::vector<std::vector<Point>> source_components(const Generators& generators) {
  const std::size_t letters = generators.count();
  const std::size_t degree = generators.degree;
  const Components components =
      strong_components(degree, letters, [&](std::uint32_t p, std::uint32_t g) { return generators.images[g * degree + p]; });
  std::vector<bool> led_to(components.count, false);
  for (std::size_t g = 0; g < letters; ++g) {
    for (std::size_t p = 0; p < degree; ++p) {
      const std::uint32_t to = components.of[generators.images[g * degree + p]];
      if (to != components.of[p]) led_to[to] = true;
    }
  }
  std::vector<std::vector<Point>> sources;
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
  return sources;
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "wreath/perm.hpp"

namespace wreath::perm {

template <class Point>
using Generators = std::vector<std::vector<Point>>;

/// Follows the vector from every point to the least one of its orbit.
template <class Point>
void expect_schreier_vector(const Generators<Point>& generators, const std::vector<Point>& labels,
                            const std::vector<std::int8_t>& vector) {
  std::vector<std::vector<Point>> inverses;
  for (const auto& x : generators) {
    inverses.emplace_back(x.size());
    inverse(x, inverses.back());
  }
  std::vector<std::size_t> distance(labels.size(), ~std::size_t{0});
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::vector<std::size_t> way;
    std::size_t point = i;
    while (vector[point] != 0 && distance[point] == ~std::size_t{0}) {
      if (way.size() > labels.size()) FAIL() << "a circle at " << i;
      way.push_back(point);
      const int g = vector[point];
      if (static_cast<std::size_t>(std::abs(g)) > generators.size()) FAIL() << "generator " << g << " at " << point;
      point = g > 0 ? inverses[static_cast<std::size_t>(g - 1)][point] : generators[static_cast<std::size_t>(-g - 1)][point];
    }
    if (vector[point] == 0) {
      distance[point] = 0;
      if (labels[i] != point) FAIL() << "the root of " << i << " is " << point << ", its label " << labels[i];
    }
    for (std::size_t k = way.size(); k-- > 0;) distance[way[k]] = distance[point] + (way.size() - k);
  }
}

}  // namespace wreath::perm

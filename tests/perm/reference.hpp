// SPDX-License-Identifier: MIT
//
// The slow, obvious twins of the permutation engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/data/rng.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm::test {

template <class Point, class Value>
std::vector<Value> multiply_reference(const std::vector<Point>& x, const std::vector<Value>& y) {
  std::vector<Value> z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = y.at(x[i]);
  return z;
}

/// A map from 0..size-1 into 0..points-1; no bijection.
template <class Point>
std::vector<Point> random_map(std::size_t size, std::size_t points, std::uint64_t seed) {
  std::vector<Point> map(size);
  RandomStream random(seed, 0);
  for (Point& point : map) point = static_cast<Point>(random.below64(points));
  return map;
}

template <class Point>
bool is_permutation_reference(const std::vector<Point>& x) {
  std::vector<char> hit(x.size(), 0);
  for (const Point point : x) {
    if (point >= x.size() || hit[point] != 0) return false;
    hit[point] = 1;
  }
  return true;
}

}  // namespace wreath::perm::test

// SPDX-License-Identifier: MIT
//
// Classes of numbers that are joined two at a time: a forest of parents, in which the root of a class is its least number, and
// paths are halved by every search.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <numeric>
#include <vector>

namespace wreath {

template <std::unsigned_integral Number>
class JoinedClasses {
 public:
  /// Each number below `count` is a class of its own.
  explicit JoinedClasses(std::size_t count = 0) : parents_(count) { std::iota(parents_.begin(), parents_.end(), Number{0}); }

  /// The least number of the class.
  Number find(Number x) noexcept {
    while (parents_[x] != x) x = parents_[x] = parents_[parents_[x]];
    return x;
  }
  /// Whether they were in different classes.
  bool join(Number a, Number b) noexcept {
    a = find(a);
    b = find(b);
    parents_[std::max(a, b)] = std::min(a, b);
    return a != b;
  }

 private:
  std::vector<Number> parents_;
};

}  // namespace wreath

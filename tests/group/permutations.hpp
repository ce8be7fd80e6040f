// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numeric>
#include <random>

#include "wreath/group/generators.hpp"

namespace wreath::group {

inline Permutation identity(std::size_t points) {
  Permutation x(points);
  std::iota(x.begin(), x.end(), 0U);
  return x;
}

inline Permutation times(const Permutation& a, const Permutation& b) {
  Permutation product(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) product[i] = b[a[i]];
  return product;
}

inline Permutation random_permutation(std::size_t points, std::mt19937& random) {
  Permutation x = identity(points);
  std::shuffle(x.begin(), x.end(), random);
  return x;
}

}  // namespace wreath::group

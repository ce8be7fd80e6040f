// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace wreath {

/// Where the least rotation of a word begins (Booth). Linear.
template <class Item>
std::size_t least_rotation(std::span<const Item> word) {
  const std::size_t n = word.size();
  std::size_t i = 0;
  std::size_t j = 1;
  std::size_t k = 0;
  while (i < n && j < n && k < n) {
    const std::size_t a = i + k < n ? i + k : i + k - n;
    const std::size_t b = j + k < n ? j + k : j + k - n;
    if (word[a] == word[b]) {
      ++k;
      continue;
    }
    (word[a] > word[b] ? i : j) += k + 1;
    if (i == j) ++j;
    k = 0;
  }
  return std::min(i, j);
}

}  // namespace wreath

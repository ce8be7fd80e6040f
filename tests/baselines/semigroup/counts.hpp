// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <vector>

#include "semigroup/enumeration_reference.hpp"

namespace wreath::semigroup {

/// Elements and, of the products of each length, those equal to an earlier one of that length: from a dictionary of rows.
struct Counts {
  std::vector<std::uint64_t> fresh;
  std::vector<std::uint64_t> duplicates;
  std::vector<std::uint64_t> products;
};

inline Counts count_reference(const Generators& generators) {
  const Reference reference = enumerate_reference(generators);
  Counts counts;
  std::vector<std::vector<Point>> level(1, std::vector<Point>(generators.degree));
  std::iota(level[0].begin(), level[0].end(), Point{0});
  std::map<std::vector<Point>, bool> known;
  if (generators.monoid) known[level[0]] = true;
  while (!level.empty()) {
    std::map<std::vector<Point>, bool> products;
    std::vector<std::vector<Point>> next;
    for (const auto& x : level) {
      for (std::size_t g = 0; g < generators.count(); ++g) {
        const std::vector<Point> product = compose(x, generators.row(g));
        products[product] = true;
        if (known.emplace(product, true).second) next.push_back(product);
      }
    }
    counts.products.push_back(level.size() * generators.count());
    counts.duplicates.push_back(counts.products.back() - products.size());
    counts.fresh.push_back(next.size());
    level = std::move(next);
  }
  EXPECT_EQ(known.size(), reference.rows.size());
  return counts;
}

}  // namespace wreath::semigroup

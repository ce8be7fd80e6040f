// SPDX-License-Identifier: MIT
#include "core/algebra/group_name.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

namespace wreath {
namespace {

using Map = std::vector<std::uint32_t>;

/// x*y: x first.
Map product(const Map& x, const Map& y) {
  Map z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = y[x[i]];
  return z;
}

/// The group that permutations generate, its elements in a random order after the identity.
std::string name_of(const std::vector<Map>& permutations, unsigned seed = 0) {
  Map identity(permutations[0].size());
  std::iota(identity.begin(), identity.end(), 0U);
  std::vector<Map> elements{identity};
  std::map<Map, std::uint32_t> numbers{{identity, 0}};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (const Map& by : permutations) {
      const Map next = product(elements[i], by);
      if (numbers.try_emplace(next, elements.size()).second) elements.push_back(next);
    }
  }
  std::shuffle(elements.begin() + 1, elements.end(), std::mt19937(seed));
  for (std::size_t i = 0; i < elements.size(); ++i) numbers[elements[i]] = static_cast<std::uint32_t>(i);
  std::vector<Map> generators;
  for (const Map& by : permutations) {
    generators.emplace_back();
    for (const Map& x : elements) generators.back().push_back(numbers.at(product(x, by)));
  }
  return group_name(static_cast<std::uint32_t>(elements.size()), generators);
}

/// A permutation of n points by its cycles.
Map cycles(std::uint32_t n, const std::vector<Map>& all) {
  Map x(n);
  std::iota(x.begin(), x.end(), 0U);
  for (const Map& cycle : all) {
    for (std::size_t i = 0; i < cycle.size(); ++i) x[cycle[i]] = cycle[(i + 1) % cycle.size()];
  }
  return x;
}

TEST(GroupName, OfKnownGroups) {
  EXPECT_EQ(group_name(1, {}), "C1");
  EXPECT_EQ(name_of({cycles(6, {{0, 1, 2}, {3, 4}})}), "C6");
  EXPECT_EQ(name_of({cycles(4, {{0, 1}}), cycles(4, {{2, 3}})}), "C2 x C2");
  EXPECT_EQ(name_of({cycles(9, {{0, 1, 2, 3}}), cycles(9, {{4, 5}}), cycles(9, {{6, 7, 8}})}), "C2 x C12");
  EXPECT_EQ(name_of({cycles(3, {{0, 1, 2}}), cycles(3, {{0, 1}})}), "S3");
  EXPECT_EQ(name_of({cycles(4, {{0, 1, 2, 3}}), cycles(4, {{0, 2}})}), "D4");
  EXPECT_EQ(name_of({cycles(7, {{0, 1, 2, 3, 4, 5, 6}}), cycles(7, {{1, 6}, {2, 5}, {3, 4}})}), "D7");
  EXPECT_EQ(name_of({cycles(4, {{0, 1, 2}}), cycles(4, {{1, 2, 3}})}), "A4");
  EXPECT_EQ(name_of({cycles(4, {{0, 1, 2, 3}}), cycles(4, {{0, 1}})}), "S4");
  EXPECT_EQ(name_of({cycles(5, {{0, 1, 2, 3, 4}}), cycles(5, {{0, 1, 2}})}), "A5");
  EXPECT_EQ(name_of({cycles(5, {{0, 1, 2, 3, 4}}), cycles(5, {{0, 1}})}), "S5");
  // The quaternions i and j on themselves.
  EXPECT_EQ(name_of({cycles(8, {{0, 1, 2, 3}, {4, 5, 6, 7}}), cycles(8, {{0, 4, 2, 6}, {1, 7, 3, 5}})}), "Q8");
  EXPECT_EQ(name_of({cycles(7, {{0, 1, 2}}), cycles(7, {{0, 1}, {3, 4, 5, 6}})}), "Dic3");
}

TEST(GroupName, OfProducts) {
  EXPECT_EQ(name_of({cycles(6, {{0, 1, 2, 3}}), cycles(6, {{0, 1}}), cycles(6, {{4, 5}})}), "C2 x S4");
  EXPECT_EQ(name_of({cycles(6, {{0, 1, 2}}), cycles(6, {{0, 1}}), cycles(6, {{3, 4, 5}})}), "C3 x S3");
  EXPECT_EQ(name_of({cycles(6, {{0, 1, 2}}), cycles(6, {{0, 1}}), cycles(6, {{3, 4, 5}}), cycles(6, {{3, 4}})}), "S3 x S3");
  EXPECT_EQ(name_of({cycles(5, {{0, 1, 2}}), cycles(5, {{0, 1}}), cycles(5, {{3, 4}})}), "D6");  // S3 x C2
}

TEST(GroupName, EmptyForOthers) {
  // The affine group of the field with 5 elements has 20 elements, and is not a product.
  EXPECT_EQ(name_of({cycles(5, {{0, 1, 2, 3, 4}}), cycles(5, {{1, 2, 4, 3}})}), "");
  // The group of order 21.
  EXPECT_EQ(name_of({cycles(7, {{0, 1, 2, 3, 4, 5, 6}}), cycles(7, {{1, 2, 4}, {3, 6, 5}})}), "");
}

TEST(GroupName, DependsOnTheGroupAlone) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(name_of({cycles(6, {{0, 1, 2, 3}}), cycles(6, {{0, 1}}), cycles(6, {{4, 5}})}, seed), "C2 x S4") << seed;
    EXPECT_EQ(name_of({cycles(4, {{0, 1, 2, 3}}), cycles(4, {{0, 2}})}, seed), "D4") << seed;
  }
}

}  // namespace
}  // namespace wreath

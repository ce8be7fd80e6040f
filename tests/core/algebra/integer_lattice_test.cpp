// SPDX-License-Identifier: MIT
#include "core/algebra/integer_lattice.hpp"

#include <gtest/gtest.h>

#include <random>

namespace wreath {
namespace {

using Row = IntegerLattice::Row;

TEST(IntegerLattice, Orders) {
  IntegerLattice lattice(3);
  EXPECT_EQ(lattice.order_of({0, 0, 0}), 1U);
  EXPECT_EQ(lattice.order_of({1, 0, 0}), 0U);
  lattice.add({4, 2, 0});
  lattice.add({6, 0, 0});  // so 6x = 0 and 2y = -4x
  EXPECT_EQ(lattice.order_of({1, 0, 0}), 6U);
  EXPECT_EQ(lattice.order_of({0, 1, 0}), 6U);
  EXPECT_EQ(lattice.order_of({0, 2, 0}), 3U);
  EXPECT_EQ(lattice.order_of({2, 1, 0}), 2U);
  EXPECT_EQ(lattice.order_of({0, 0, 1}), 0U);
  EXPECT_EQ(lattice.order_of({-4, -2, 0}), 1U);
  lattice.add({0, 0, -1});
  EXPECT_EQ(lattice.order_of({0, 0, 5}), 1U);
}

TEST(IntegerLattice, AgreesWithAllSums) {
  constexpr unsigned kSeed = 11;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  const auto entry = [&](int most) { return static_cast<std::int64_t>(random() % (2 * most + 1)) - most; };
  for (int round = 0; round < 300; ++round) {
    // Two rows of rank 2 in the plane: a vector is a sum of them if Cramer's rule gives integers.
    const Row a{entry(6), entry(6)};
    const Row b{entry(6), entry(6)};
    const std::int64_t determinant = a[0] * b[1] - a[1] * b[0];
    if (determinant == 0) continue;
    IntegerLattice lattice(2);
    lattice.add(a);
    lattice.add(b);
    const Row v{entry(9), entry(9)};
    std::uint64_t order = 0;
    for (std::int64_t k = 1; order == 0; ++k) {
      const bool is_sum =
          k * (v[0] * b[1] - v[1] * b[0]) % determinant == 0 && k * (a[0] * v[1] - a[1] * v[0]) % determinant == 0;
      if (is_sum) order = static_cast<std::uint64_t>(k);
    }
    EXPECT_EQ(lattice.order_of(v), order) << a[0] << ' ' << a[1] << ", " << b[0] << ' ' << b[1] << ": " << v[0] << ' ' << v[1];
  }
}

TEST(IntegerLattice, ClaimsNothingBeyond64Bits) {
  constexpr std::int64_t kLarge = std::int64_t{1} << 62;
  IntegerLattice lattice(2);
  lattice.add({3, kLarge});
  lattice.add({5, -kLarge});
  EXPECT_EQ(lattice.order_of({1, 0}), std::nullopt);
  IntegerLattice one(2);
  one.add({3, 1});
  EXPECT_EQ(one.order_of({1, kLarge}), std::nullopt);
}

}  // namespace
}  // namespace wreath

// SPDX-License-Identifier: MIT
#include "flip/symmetry.hpp"

#include <gtest/gtest.h>

#include "core/run/rng.hpp"

namespace wreath::flip {
namespace {

void expect_valid(const SymmetricScheme& scheme) {
  EXPECT_NO_THROW(require_valid(expand(scheme), "expanded"));
  EXPECT_EQ(expand(scheme).rank(), scheme.rank());
}

Factor matrix_below(RandomStream& random, unsigned n) {
  const Factor word = Factor{random.next()} << 32 | random.next();
  return n == 8 ? word : word & ((Factor{1} << (n * n)) - 1);
}

TEST(Symmetry, StartsFromSplitsAreValid) {
  const std::vector<std::vector<unsigned>> splits = {
      {2},    {1, 1},          {2, 1},       {3},       {1, 1, 1}, {4}, {2, 2}, {3, 1}, {2, 2, 1}, {5},
      {4, 1}, {1, 1, 1, 1, 1}, {2, 1, 1, 1}, {2, 2, 2}, {3, 2, 1}, {6}, {1},    {4, 4}, {7, 1}};
  for (const auto& split : splits) {
    unsigned n = 0;
    for (const unsigned part : split) n += part;
    const SymmetricScheme scheme = symmetric_start(n, split);
    EXPECT_EQ(scheme.orbits.size(), (n * n * n - n) / 3 + n - split.size());
    EXPECT_EQ(scheme.cubes.size(), split.size());
    expect_valid(scheme);
  }
}

TEST(Symmetry, StartsFromRandomCubesAreValid) {
  for (unsigned n = 2; n <= 6; ++n) {
    RandomStream random(5, n);
    for (unsigned count = 1; count <= 6; ++count) {
      std::vector<Factor> cubes;
      Factor rest = 0;
      for (unsigned i = 0; i < n; ++i) rest |= Factor{1} << (i * n + i);
      for (unsigned k = 1; k < count; ++k) {
        cubes.push_back(matrix_below(random, n) | 1);
        rest ^= cubes.back();
      }
      if (rest != 0) cubes.push_back(rest);
      expect_valid(symmetric_start(n, cubes));
    }
  }
}

TEST(Symmetry, MirroredStartsAreValid) {
  const std::vector<std::vector<unsigned>> splits = {{1},       {2},       {1, 1}, {3},       {1, 1, 1}, {4},    {2, 2},
                                                     {1, 2, 1}, {2, 1, 2}, {5},    {1, 3, 1}, {2, 2, 2}, {3, 3}, {1, 4, 1},
                                                     {6},       {3, 1, 3}, {7},    {4, 4},    {3, 2, 3}, {8}};
  for (const auto& split : splits) {
    unsigned n = 0;
    for (const unsigned part : split) n += part;
    const SymmetricScheme scheme = symmetric_start(n, split, Symmetry::c6);
    expect_valid(scheme);
    const SymmetricScheme again = split_into_orbits(expand(scheme), Symmetry::c6);
    EXPECT_EQ(again.orbits.size(), scheme.orbits.size());
    EXPECT_EQ(again.cubes.size(), scheme.cubes.size());
    EXPECT_EQ(sorted(expand(again)), sorted(expand(scheme)));
  }
  EXPECT_EQ(symmetric_start(6, std::vector<unsigned>{2, 2, 2}, Symmetry::c6).rank(), 6 * 37 + 3u);
  EXPECT_THROW(symmetric_start(6, std::vector<unsigned>{3, 2, 1}, Symmetry::c6), InputError);
}

TEST(Symmetry, MirrorImages) {
  for (unsigned n = 1; n <= 8; ++n) {
    RandomStream random(9, n);
    const unsigned half = n <= 4 ? 8 : n == 5 ? 16 : 32;
    for (int k = 0; k < 100; ++k) {
      const Factor factor = matrix_below(random, n);
      const Factor image = mirrored(factor, n);
      EXPECT_EQ(mirrored(image, n), factor);
      for (unsigned i = 0; i < n; ++i) {
        for (unsigned j = 0; j < n; ++j) EXPECT_EQ(image >> ((n - 1 - i) * n + n - 1 - j) & 1, factor >> (i * n + j) & 1);
      }
      const std::uint64_t word = to_halves(factor, n, half);
      EXPECT_EQ(from_halves(word, n, half), factor);
      const std::uint64_t low = (std::uint64_t{1} << half) - 1;
      EXPECT_EQ(to_halves(image, n, half), word >> half | (word & low) << half);
    }
  }
}

/// Half orbits become whole ones, and the sum stays.
TEST(Symmetry, HalfOrbitsAreMadeWhole) {
  for (unsigned n = 2; n <= 5; ++n) {
    RandomStream random(13, n);
    for (int k = 0; k < 20; ++k) {
      Scheme scheme = expand(symmetric_start(n, std::vector<unsigned>(n, 1), Symmetry::c6));
      Summand own;
      for (Factor& factor : own.factor) {
        do {
          factor = matrix_below(random, n);
          factor ^= mirrored(factor, n);
          if (n % 2 == 1 && (random.next() & 1) != 0) factor ^= Factor{1} << (n * n / 2);
        } while (factor == 0);
      }
      const auto [a, b, c] = own.factor;
      if (a == b && b == c) continue;
      // a half orbit twice is nothing; once as it is, once as whole orbits
      Scheme half{scheme.shape, {{{a, b, c}}, {{b, c, a}}, {{c, a, b}}}};
      const SymmetricScheme whole = split_into_orbits(half, Symmetry::c6);
      for (const Summand& summand : half.summands) scheme.summands.push_back(summand);
      for (const Summand& summand : expand(whole).summands) scheme.summands.push_back(summand);
      EXPECT_NO_THROW(require_valid(scheme, "sum"));
    }
  }
}

TEST(Symmetry, ASchemeWithoutMirrorImagesIsRefused) {
  EXPECT_THROW(split_into_orbits(expand(symmetric_start(3, std::vector<unsigned>{2, 1})), Symmetry::c6), InputError);
  Scheme scheme = standard_scheme({3, 3, 3});
  EXPECT_NO_THROW(split_into_orbits(scheme, Symmetry::c6));
  scheme = expand(symmetric_start(4, std::vector<unsigned>{1, 1, 1, 1}));
  EXPECT_NO_THROW(split_into_orbits(scheme, Symmetry::c6));
  scheme.summands.push_back({{1, 2, 4}});
  scheme.summands.push_back({{2, 4, 1}});
  scheme.summands.push_back({{4, 1, 2}});
  EXPECT_THROW(split_into_orbits(scheme, Symmetry::c6), InputError);
}

TEST(Symmetry, BadStartsAreRefused) {
  EXPECT_THROW(symmetric_start(4, std::vector<unsigned>{2, 1}), InputError);
  EXPECT_THROW(symmetric_start(3, std::vector<unsigned>{3, 0}), InputError);
  EXPECT_THROW(symmetric_start(2, std::vector<Factor>{0b1000}), InputError);
  EXPECT_THROW(symmetric_start(2, std::vector<Factor>{0b1001, 0}), InputError);
}

TEST(Symmetry, SplittingUndoesExpanding) {
  for (unsigned n = 2; n <= 6; ++n) {
    const SymmetricScheme scheme = symmetric_start(n, std::vector<unsigned>{n - 1, 1});
    Scheme expanded = expand(scheme);
    const SymmetricScheme again = split_into_orbits(expanded);
    EXPECT_EQ(again.n, n);
    EXPECT_EQ(again.orbits, scheme.orbits);
    EXPECT_EQ(again.cubes, scheme.cubes);
    // in any order, with an orbit twice
    for (const Summand& summand : {expanded.summands[0], expanded.summands[1], expanded.summands[2]}) {
      expanded.summands.insert(expanded.summands.begin(), summand);
    }
    expanded = sorted(expanded);
    EXPECT_EQ(sorted(expand(split_into_orbits(expanded))), expanded);
    std::erase(expanded.summands, scheme.orbits[0]);
    EXPECT_THROW(split_into_orbits(expanded), InputError);
  }
  EXPECT_THROW(split_into_orbits(standard_scheme({2, 2, 3})), InputError);
}

TEST(Symmetry, TradesKeepTheTensorAndLowerTheRank) {
  for (unsigned n = 2; n <= 6; ++n) {
    const std::vector<unsigned> split{n - 1, 1};
    SymmetricScheme scheme = symmetric_start(n, split);
    // an orbit (a, a, a) and the cube of a are nothing
    const Factor a = 0b11;
    scheme.orbits.push_back({{a, a, a}});
    scheme.cubes.push_back(a);
    expect_valid(scheme);
    const std::size_t before = scheme.rank();
    trade_with_cubes(scheme);
    EXPECT_LE(scheme.rank() + 4, before);
    expect_valid(scheme);

    // u^3 + v^3 + w^3 + orb(u, v, w) = 0 with w = u + v
    const Factor u = 0b1;
    const Factor v = 0b110;
    scheme = symmetric_start(n, std::vector<unsigned>(n, 1));
    scheme.orbits.push_back({{v, u ^ v, u}});
    for (const Factor cube : {u, v, u ^ v}) scheme.cubes.push_back(cube);
    expect_valid(scheme);
    trade_with_cubes(scheme);
    EXPECT_EQ(scheme.rank(), std::size_t{n} * n * n);
    expect_valid(scheme);
  }
}

/// Where one of the three cubes is there, three and one become two.
TEST(Symmetry, AnOrbitTradesForTheOtherCubes) {
  SymmetricScheme scheme = symmetric_start(2, std::vector<unsigned>{2});
  EXPECT_EQ(scheme.rank(), 3 * 3 + 1u);
  trade_with_cubes(scheme);  // e11 + e22 and orb(e11, e11 + e22, e22)
  EXPECT_EQ(scheme.orbits.size(), 2u);
  EXPECT_EQ(scheme.cubes.size(), 2u);
  expect_valid(scheme);
}

TEST(Symmetry, CubesAreMerged) {
  for (unsigned n = 2; n <= 5; ++n) {
    for (std::size_t count = 1; count <= n; ++count) {
      SymmetricScheme scheme = symmetric_start(n, std::vector<unsigned>(n, 1));
      merge_cubes(scheme, count);
      EXPECT_EQ(scheme.cubes.size(), count);
      EXPECT_EQ(scheme.rank(), n * n * n + 2 * (n - count));
      expect_valid(scheme);
    }
  }
}

}  // namespace
}  // namespace wreath::flip

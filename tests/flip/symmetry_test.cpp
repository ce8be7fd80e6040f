// SPDX-License-Identifier: MIT
#include "flip/scheme/symmetry.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"

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
  const std::pair<std::vector<unsigned>, unsigned> partial[] = {{{4}, 1}, {{1, 2, 1}, 1}, {{5}, 1},          {{1, 3, 1}, 1},
                                                                {{6}, 2}, {{6}, 1},       {{1, 2, 2, 1}, 1}, {{2, 3, 2}, 2}};
  for (const auto& [split, swaps] : partial) {
    unsigned n = 0;
    for (const unsigned part : split) n += part;
    const SymmetryGroup group(Symmetry::c6, {swaps, swaps, swaps});
    const SymmetricScheme scheme = symmetric_start(n, split, group);
    expect_valid(scheme);
    EXPECT_EQ(sorted(expand(split_into_orbits(expand(scheme), group))), sorted(expand(scheme)));
  }
  EXPECT_EQ(symmetric_start(6, std::vector<unsigned>{2, 2, 2}, Symmetry::c6).rank(), 6 * 37 + 3u);
  EXPECT_THROW(symmetric_start(6, std::vector<unsigned>{2, 2, 2}, {Symmetry::c6, {1, 1, 1}}), InputError);
  EXPECT_THROW(symmetric_start(6, std::vector<unsigned>{3, 2, 1}, Symmetry::c6), InputError);
}

/// A summand that is its own image is half an orbit, and an orbit with two such factors is one: the sum stays.
TEST(Symmetry, HalfOrbits) {
  const std::pair<Shape, SymmetryGroup> kinds[] = {{{2, 2, 2}, Symmetry::c6},
                                                   {{3, 3, 3}, Symmetry::c6},
                                                   {{5, 5, 5}, Symmetry::c6},
                                                   {{5, 5, 5}, {Symmetry::c6, {1, 1, 1}}},
                                                   {{2, 3, 4}, Symmetry::c2},
                                                   {{3, 3, 5}, Symmetry::c2},
                                                   {{4, 4, 5}, {Symmetry::c2, {1, 1, 2}}},
                                                   {{8, 1, 8}, Symmetry::c2}};
  for (const auto& [shape, group] : kinds) {
    const Reflection mirror(shape, group.swaps);
    const unsigned whole_size = orbit_size(group.kind);
    RandomStream random(13, shape.n);
    for (int k = 0; k < 20; ++k) {
      Summand own;
      for (unsigned p = 0; p < 3; ++p) {
        const std::uint64_t kept = random.next64() & ((std::uint64_t{1} << mirror.shift()) - 1);
        own.factor[p] =
            mirror.to_factor(kept, p) | (mirror.first(p) & 1) | mirror.image(mirror.first(p) & 1, p) | (mirror.staying(p) & 1);
      }
      ASSERT_TRUE(mirror.keeps(own));
      if (own.factor[0] == own.factor[1] && own.factor[1] == own.factor[2]) continue;  // a cube, thrice
      const SymmetricScheme half{shape, {own}, {}, group};
      EXPECT_EQ(half.rank(), whole_size / 2);
      EXPECT_EQ(split_into_orbits(expand(half), group).orbits, half.orbits);
      Summand two = own;
      two.factor[k % 3] ^= mirror.first(k % 3) & 1;
      if (mirror.keeps(two)) continue;  // where there is one entry
      const SymmetricScheme whole{shape, {two}, {}, group};
      EXPECT_EQ(whole.rank(), whole_size);
      const SymmetricScheme folded = split_into_orbits(expand(whole), group);
      EXPECT_EQ(folded.rank(), whole_size / 2);
      Scheme both = standard_scheme(shape);  // and what was folded, twice
      for (const auto& scheme : {whole, folded}) {
        for (const Summand& summand : expand(scheme).summands) both.summands.push_back(summand);
      }
      EXPECT_NO_THROW(require_valid(both, "sum"));
    }
  }
}

/// If half orbits are not allowed they become whole ones, and the sum stays.
TEST(Symmetry, HalfOrbitsAreMadeWhole) {
  const SymmetryGroup whole_only(Symmetry::c6, kAllSwaps, false);
  for (unsigned n = 2; n <= 5; ++n) {
    const Shape shape{n, n, n};
    const Reflection mirror(shape);
    RandomStream random(13, n);
    for (int k = 0; k < 20; ++k) {
      Summand own;
      for (Factor& factor : own.factor) {
        do {
          factor = mirror.to_factor(random.next64() & ((std::uint64_t{1} << mirror.shift()) - 1), 0);
        } while (factor == 0);
      }
      const auto [a, b, c] = own.factor;
      if (a == b && b == c) continue;
      // a half orbit twice is nothing; once as it is, once as whole orbits
      const Scheme half{shape, {{{a, b, c}}, {{b, c, a}}, {{c, a, b}}}};
      const SymmetricScheme whole = split_into_orbits(half, whole_only);
      for (const Summand& orbit : whole.orbits) EXPECT_FALSE(mirror.keeps(orbit));
      Scheme scheme = standard_scheme(shape);
      for (const Summand& summand : half.summands) scheme.summands.push_back(summand);
      for (const Summand& summand : expand(whole).summands) scheme.summands.push_back(summand);
      EXPECT_NO_THROW(require_valid(scheme, "sum"));
    }
  }
}

/// Where a cube's image is another, entries that stay are in both.
TEST(Symmetry, CubesMayShareWhatStays) {
  const auto entry = [](unsigned i) { return Factor{1} << (5 * i); };
  const std::vector<Factor> cubes{entry(1) | entry(2) | entry(3), entry(0) | entry(1) | entry(2), entry(1), entry(2)};
  expect_valid(symmetric_start(4, cubes, {Symmetry::c6, {1, 1, 1}}));
}

TEST(Symmetry, EveryStandardSchemeHasAMirror) {
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{2, 3, 4}, Shape{3, 3, 3}, Shape{4, 5, 5}, Shape{1, 8, 2}, Shape{5, 3, 7}}) {
    const Scheme standard = standard_scheme(shape);
    for (const Swaps& swaps : {Swaps{1, 1, 1}, Swaps{1, 2, 1}, kAllSwaps}) {
      const SymmetricScheme split = split_into_orbits(standard, {Symmetry::c2, swaps});
      EXPECT_EQ(split.rank(), standard.rank());
      EXPECT_GE(split.orbits.size(), (standard.rank() + 1) / 2);
      EXPECT_EQ(sorted(expand(split)), sorted(standard));
    }
    EXPECT_EQ(split_into_orbits(standard, Symmetry::c2).orbits.size(), (standard.rank() + 1) / 2);
  }
  Scheme scheme = standard_scheme({2, 3, 4});
  scheme.summands.push_back({{1, 2, 4}});
  EXPECT_THROW(split_into_orbits(scheme, Symmetry::c2), InputError);
}

TEST(Symmetry, AreFound) {
  const auto names = [](const Scheme& scheme) {
    std::vector<std::pair<Symmetry, Swaps>> found;
    for (const SymmetryGroup& group : symmetries_of(scheme)) found.emplace_back(group.kind, group.swaps);
    return found;
  };
  // the standard scheme has all: 2 * 2 * 3 - 1 mirrors of 2x3x4, no turns; 7 mirrors, turns and both of 3x3x3
  EXPECT_EQ(names(standard_scheme({2, 3, 4})).size(), 11u);
  EXPECT_EQ(names(standard_scheme({3, 3, 3})).size(), 9u);
  const std::vector<unsigned> split{2, 1};
  const Scheme turning = expand(symmetric_start(3, split));
  EXPECT_EQ(names(turning), (std::vector<std::pair<Symmetry, Swaps>>{{Symmetry::c3, kAllSwaps}}));
  Scheme neither = turning;
  std::swap(neither.summands[0].factor[0], neither.summands[0].factor[1]);
  EXPECT_TRUE(names(neither).empty());
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
    EXPECT_EQ(again.shape.n, n);
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

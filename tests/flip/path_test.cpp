// SPDX-License-Identifier: MIT
#include "wreath/flip/path.hpp"

#include <gtest/gtest.h>

#include "flip/known_schemes.hpp"
#include "flip/path/steps.hpp"
#include "flip/random_walk.hpp"
#include "wreath/flip/derive.hpp"

namespace wreath::flip {
namespace {

/// A path there that the checker accepts, step by step.
Path checked(const Scheme& from, const Scheme& to) {
  const Path path = find_path(from, to);
  const Path seen = verify_path(from, to, path.moves, "path");
  EXPECT_EQ(seen.greatest_rank, path.greatest_rank);
  EXPECT_EQ(parse_path(print_path(path), "text"), path.moves);
  return path;
}

Scheme strassen_bits() {
  return reduce_modulo_2(strassen(), "");
}

TEST(Paths, StandardToStrassenAndBack) {
  const Scheme standard = standard_scheme({2, 2, 2});
  const Path there = checked(standard, strassen_bits());
  const Path back = checked(strassen_bits(), standard);
  EXPECT_LE(there.moves.size(), 60u);
  EXPECT_LE(back.moves.size(), 60u);
  EXPECT_LE(there.greatest_rank, 20u);
  EXPECT_TRUE(checked(standard, standard).moves.empty());
}

TEST(Paths, AStoppedRunFindsNone) {
  const Scheme standard = standard_scheme({2, 2, 2});
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  EXPECT_THROW((void)find_path(standard, strassen_bits(), &stopped), LimitReached);
  const Path path = find_path(standard, strassen_bits());
  EXPECT_THROW(verify_path(standard, strassen_bits(), path.moves, "path", &stopped), LimitReached);
}

TEST(Paths, BetweenUnrelatedSchemesOfRank23) {
  const Scheme one = walk_down({3, 3, 3}, 23, 1);
  const Scheme two = walk_down({3, 3, 3}, 23, 2);
  ASSERT_EQ(one.rank(), 23u);
  ASSERT_EQ(two.rank(), 23u);
  const Path path = checked(one, two);
  EXPECT_LE(path.greatest_rank, 150u);
  checked(two, standard_scheme({3, 3, 3}));
  checked(standard_scheme({3, 3, 3}), one);
}

TEST(Paths, BetweenWalksOfOtherShapes) {
  for (const Shape shape : {Shape{2, 3, 4}, Shape{1, 2, 3}, Shape{3, 1, 2}, Shape{4, 3, 2}, Shape{2, 2, 5}}) {
    const std::uint64_t seed = 3;
    RandomStream random(seed, shape.n * 100 + shape.m * 10 + shape.p);
    Scheme scheme = standard_scheme(shape);
    walk_at_random(scheme, random, 3000, 20);
    SCOPED_TRACE(to_string(shape));
    checked(scheme, standard_scheme(shape));
    checked(standard_scheme(shape), scheme);
  }
}

/// Pairs of equal summands are there to be made and to vanish.
TEST(Paths, ToASchemeWithEqualSummands) {
  const Scheme standard = standard_scheme({2, 2, 2});
  Scheme twice = standard;
  const Summand extra{{0b1011, 0b0110, 0b1111}};
  twice.summands.insert(twice.summands.end(), {extra, extra});
  checked(standard, twice);
  checked(twice, standard);
  twice = standard;
  twice.summands.insert(twice.summands.end(), {standard.summands[0], standard.summands[0]});
  checked(standard, twice);
}

TEST(Paths, WhatTheyShareStays) {
  const Scheme one = reduce_modulo_2(extend(strassen(), {2, 2, 3}), "");
  const Path path = checked(standard_scheme({2, 2, 3}), one);
  EXPECT_LE(path.moves.size(), checked(standard_scheme({2, 2, 2}), strassen_bits()).moves.size());
}

TEST(Paths, WrongOnesAreRefused) {
  const Scheme standard = standard_scheme({2, 2, 2});
  EXPECT_THROW((void)find_path(standard, standard_scheme({2, 2, 3})), InputError);
  const Path path = find_path(standard, strassen_bits());
  EXPECT_THROW(verify_path(standard, standard, path.moves, "p"), InputError);
  EXPECT_THROW(verify_path(strassen_bits(), standard, path.moves, "p"), InputError);
  for (const char* bad : {"flop a 1 2", "flip d 1 2", "flip a 0 2", "flip a 1", "plus b 1 99999", "flip a 1 x"}) {
    EXPECT_THROW((void)parse_path(bad, "p"), InputError) << bad;
  }
}

}  // namespace
}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// Orbits on disk, in blocks of 4096 points, against those in memory.
#include "wreath/perm/orbits.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "perm/algebra_reference.hpp"
#include "perm/disk/disk_fixture.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

class DiskOrbitsTest : public DiskTest {
 protected:
  FileOptions options() { return how(2); }

  std::vector<Map> saved(const std::vector<Values>& generators, unsigned width, char kind) {
    std::vector<Map> maps;
    for (std::size_t g = 0; g < generators.size(); ++g)
      maps.push_back(open(save("x" + std::to_string(g) + ".npy", generators[g], width, kind)));
    return maps;
  }

  /// By the images of each point, followed to the least one.
  static void expect_schreier(const std::vector<Values>& generators, const Values& labels, const Values& vector) {
    std::vector<Values> inverses(generators.size(), Values(labels.size()));
    for (std::size_t g = 0; g < generators.size(); ++g) inverse(generators[g], inverses[g]);
    std::vector<std::uint64_t> steps(labels.size());  // to the least point, for those that were followed
    for (std::uint64_t i = 0; i < labels.size(); ++i) {
      std::vector<std::uint64_t> way;
      std::uint64_t point = i;
      while (vector[point] != 0 && steps[point] == 0) {
        ASSERT_LE(way.size(), labels.size()) << "a circle at " << i;
        way.push_back(point);
        const auto g = static_cast<std::int8_t>(vector[point]);
        const auto number = static_cast<std::size_t>(std::abs(g)) - 1;
        ASSERT_LT(number, generators.size());
        point = g > 0 ? inverses[number][point] : generators[number][point];
      }
      ASSERT_EQ(labels[point], labels[i]);
      if (vector[point] == 0) {
        ASSERT_EQ(labels[i], point);
      }
      for (std::size_t k = way.size(); k-- > 0;) steps[way[k]] = steps[point] + (way.size() - k);
    }
  }

  void agrees(const std::vector<Values>& generators, unsigned width = 4, char kind = 'u') {
    const std::string what = std::to_string(generators.front().size()) + " points, " + std::to_string(generators.size());
    Values expected(generators.front().size());
    const std::vector<std::span<const std::uint64_t>> spans(generators.begin(), generators.end());
    const std::uint64_t count = orbits<std::uint64_t>(spans, expected, {});
    const std::vector<Map> maps = saved(generators, width, kind);
    const std::string vector = folder_.file("vector.npy");
    EXPECT_EQ(orbits_of_files(maps, out_, vector, options(), &run_).orbits, count) << what;
    EXPECT_EQ(load(out_), expected) << what;
    expect_schreier(generators, expected, load(vector));
    EXPECT_EQ(orbits_of_files(maps, {}, {}, options(), &run_).orbits, count) << what;
    most_generators_ = std::max(most_generators_, generators.size());
    EXPECT_EQ(folder_.entries(), most_generators_ + 2) << what;  // nothing else is left
  }

  std::size_t most_generators_ = 0;  // of which there are files
};

TEST_F(DiskOrbitsTest, RandomPermutations) {
  for (const std::size_t points : {1U, 2U, 4095U, 4096U, 4097U, 30000U}) {
    agrees({permutation(points, points)});
    agrees({permutation(points, 1), permutation(points, 2)});
  }
  agrees({permutation(20000, 3), permutation(20000, 4), permutation(20000, 5)}, 5);
  agrees({permutation(20000, 6), permutation(20000, 7)}, 8);
  agrees({permutation(20000, 8), permutation(20000, 9)}, 4, 'i');
}

TEST_F(DiskOrbitsTest, ManyCyclesAndManyOrbits) {
  constexpr std::uint64_t kPoints = 20000;
  Values identity(kPoints);
  std::iota(identity.begin(), identity.end(), std::uint64_t{0});
  Values swapped(kPoints);
  Values shifted(kPoints);
  for (std::uint64_t i = 0; i < kPoints; ++i) {
    swapped[i] = i ^ 1;
    shifted[i] = (i + 4) % kPoints;
  }
  agrees({identity});
  agrees({identity, swapped});
  agrees({swapped, shifted});
  agrees({shifted, swapped, identity});
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    std::vector<std::size_t> lengths;
    for (std::size_t length = 1; length < 150; ++length) lengths.push_back(length);
    const auto mixed = test::with_cycles<std::uint64_t>(lengths, seed);
    Values few(mixed.size());  // a few transpositions
    std::iota(few.begin(), few.end(), std::uint64_t{0});
    for (std::size_t i = 0; i < 40; ++i) std::swap(few[i * seed * 7 % few.size()], few[i * 61 * seed % few.size()]);
    agrees({Values(mixed.begin(), mixed.end()), few});
  }
}

TEST_F(DiskOrbitsTest, WhatIsNotAPermutation) {
  Values wrong = permutation(20000, 7);
  wrong[11] = wrong[12];
  for (const bool first : {true, false}) {
    std::vector<Values> generators{permutation(20000, 8), permutation(20000, 9)};
    generators[first ? 0 : 1] = wrong;
    const std::vector<Map> maps = saved(generators, 4, 'u');
    EXPECT_NE(message_of<InputError>([&] { orbits_of_files(maps, out_, {}, options(), &run_); }).find("not a permutation"),
              std::string::npos);
  }
}

TEST_F(DiskOrbitsTest, ThatAreStopped) {
  const std::vector<Map> maps = saved({permutation(20000, 8), permutation(20000, 9)}, 4, 'u');
  run_.request_stop(StopReason::interrupted);
  EXPECT_THROW(orbits_of_files(maps, out_, {}, options(), &run_), LimitReached);
  EXPECT_EQ(folder_.entries(), 2U);
}

}  // namespace
}  // namespace wreath::perm

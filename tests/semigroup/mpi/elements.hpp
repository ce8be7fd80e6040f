// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <optional>
#include <random>

#include "core/mpi/thread_ranks.hpp"
#include "wreath/semigroup.hpp"
#include "wreath/semigroup/cluster.hpp"

namespace wreath::semigroup::test {

inline Generators random_maps(std::uint64_t degree, std::size_t count, std::uint64_t moved, bool monoid, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Generators generators{.degree = degree, .images = {}, .monoid = monoid};
  for (std::size_t g = 0; g < count; ++g) {
    for (std::uint64_t p = 0; p < degree; ++p) generators.images.push_back(static_cast<Point>(p < moved ? random() % moved : p));
  }
  return generators;
}

/// All that is known of an enumeration.
struct Elements {
  std::vector<std::uint64_t> levels;
  std::vector<Word> words;
  std::vector<Point> rows;
  std::vector<std::optional<std::uint64_t>> found;
  std::uint64_t idempotents = 0;
  std::vector<bool> idempotent;
  std::vector<std::uint32_t> right;
  std::vector<std::uint32_t> left;
  std::vector<Rule> rules;
  bool operator==(const Elements&) const = default;
};

inline Elements all_of(Enumeration& found) {
  Elements all;
  EXPECT_TRUE(found.run());
  all.levels = found.levels();
  all.rows.resize(found.size() * found.generators().degree);
  found.read_images(0, found.size(), all.rows);
  for (std::uint64_t e = 0; e < found.size(); ++e) all.words.push_back(found.word(e));
  for (std::uint64_t e = 0; e < found.size(); e += 1 + found.size() / 50) all.found.push_back(found.find(found.images(e)));
  std::vector<Point> constant(found.generators().degree, 0);
  all.found.push_back(found.find(constant));
  all.idempotents = found.count_idempotents();
  all.idempotent = found.idempotents();
  if (!found.has_graphs()) return all;
  all.right.assign(found.right_graph().begin(), found.right_graph().end());
  all.left.assign(found.left_graph().begin(), found.left_graph().end());
  all.rules = found.rules();
  return all;
}

/// body(options) on the first of some ranks.
inline void lead(int ranks, const Options& options, const std::function<void(const Options&)>& body,
                 const mpi::test::RankSetup& setup = {.message_limit = 10'000}) {
  std::atomic<int> led = 0;
  mpi::test::run_ranks(ranks, setup, [&](mpi::Communicator& rank) {
    Options mine = options;
    mine.machine.cluster = Cluster(rank);
    const bool leads = with_ranks(mine, body);
    EXPECT_EQ(leads, rank.rank() == 0);
    if (leads) ++led;
  });
  EXPECT_EQ(led, 1);
}

/// What some ranks find is what one process finds on the CPU; check(enumeration, run) sees theirs.
inline void expect_same(int ranks, const Generators& generators, const Options& options,
                        const std::function<void(Enumeration&, RunControl&)>& check,
                        const mpi::test::RankSetup& setup = {.message_limit = 10'000}) {
  Options one = options;
  one.machine.backend = BackendChoice::cpu;
  Enumeration alone(generators, one);
  const Elements expected = all_of(alone);
  lead(
      ranks, options,
      [&](const Options& shared) {
        Enumeration found(generators, shared);
        RunControl run;
        EXPECT_TRUE(found.run(&run));
        EXPECT_TRUE(all_of(found) == expected);
        check(found, run);
      },
      setup);
}

}  // namespace wreath::semigroup::test

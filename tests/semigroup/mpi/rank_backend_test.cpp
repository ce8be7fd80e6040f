// SPDX-License-Identifier: MIT
//
// Enumerations by several ranks: the same numbers, words, rows and graphs as by one process, errors that all ranks have, and
// memory that adds up.
#include "semigroup/mpi/rank_backend.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>

#include "core/mpi/thread_ranks.hpp"
#include "semigroup/enumeration_reference.hpp"
#include "semigroup/mpi/elements.hpp"
#include "semigroup/random_kinds.hpp"
#include "semigroup/stop_at.hpp"
#include "temporary_folder.hpp"
#include "wreath/gpu.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

using mpi::Communicator;
using mpi::test::run_ranks;
using test::all_of;
using test::Elements;
using test::random_maps;
using wreath::test::message_of;

class RankBackendTest : public testing::TestWithParam<int> {
 protected:
  void lead(const Options& options, const std::function<void(const Options&)>& body) const {
    test::lead(GetParam(), options, body);
  }
  void expect_same(const Generators& generators, const Options& options) const {
    test::expect_same(GetParam(), generators, options, [](const Enumeration& found, const RunControl&) {
      if (GetParam() > 1) {
        EXPECT_GT(found.memory(), 0U);
      }
    });
  }
};

TEST_P(RankBackendTest, RandomSemigroupsAreTheSame) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Generators generators = random_maps(seed % 4 + 2, seed % 3 + 1, seed % 4 + 2, seed % 2 == 0, seed);
    for (const Method method : {Method::automatic, Method::rows, Method::compressed}) {
      expect_same(generators,
                  {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = method, .graphs = seed % 5 < 2});
    }
  }
}

TEST_P(RankBackendTest, KnownSemigroupsAreTheSameInEveryForm) {
  expect_same(make_family("bihecke:4"), {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::compressed});
  expect_same(make_family("bihecke:4"),
              {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = Method::rows, .graphs = true});
  // Has more than a thousand kernels.
  expect_same(make_family("bihecke:5"), {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::compressed});
  expect_same(make_family("renner:4"), {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = Method::base});
  expect_same(make_family("full:5"), {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .graphs = true});
  expect_same(make_family("brauer:4"), {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
  expect_same(make_family("motzkin:4"), {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .graphs = true});
}

// Elements that do not act on few points: as rows of numbers.
TEST_P(RankBackendTest, OtherKindsAreTheSame) {
  expect_same(make_family("jones:8"), {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .graphs = true});
  for (const auto& [name, size] : {std::pair("bipartition", 9),
                                   {"field:5", 8},
                                   {"max-plus", 3},
                                   {"min-plus", 3},
                                   {"boolean", 17},
                                   {"natural:3,2", 9},
                                   {"bipartition", 3},
                                   {"boolean", 3},
                                   {"field:3", 2},
                                   {"field:4", 2},
                                   {"max-plus:2", 2},
                                   {"min-plus:3", 2},
                                   {"natural:2,2", 2}}) {
    const ElementKind kind = parse_kind(name, static_cast<std::uint64_t>(size));
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; compared < 3; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " " << size << ", seed " << seed);
      ASSERT_LT(seed, 1000U);
      Random random(seed);
      const Generators generators = random_generators_of(kind, 1 + seed % 3, seed % 2 == 0, random, 2);
      if (enumerate_reference(generators, 300).rows.size() > 300) continue;
      ++compared;
      expect_same(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .graphs = seed % 2 == 0});
    }
  }
}

TEST_P(RankBackendTest, PiecesFollowOneAnother) {
  // Rows of 280 kB, of which a rank takes 64 at once; candidates of one length are more than that.
  const Generators generators = random_maps(70'000, 20, 4, true, 7);
  const Options options{.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = Method::rows};
  Enumeration alone(generators, options);
  ASSERT_TRUE(alone.run());
  ASSERT_GT(alone.size(), 100U);
  lead(options, [&](const Options& shared) {
    Enumeration found(generators, shared);
    ASSERT_TRUE(found.run());
    ASSERT_EQ(found.levels(), alone.levels());
    for (std::uint64_t e = 0; e < found.size(); ++e) {
      EXPECT_EQ(found.word(e), alone.word(e));
      EXPECT_EQ(found.images(e), alone.images(e));
    }
  });
}

TEST_P(RankBackendTest, CheckpointsContinueOnAnyNumberOfRanks) {
  const Generators generators = make_family("bihecke:4");
  for (const bool graphs : {false, true}) {
    const Options options{.machine = {.backend = BackendChoice::cpu, .threads = 1}, .graphs = graphs};
    Enumeration alone(generators, options);
    alone.run_until(200);
    const std::vector<std::byte> saved = alone.save();
    const Elements expected = all_of(alone);
    std::vector<std::byte> saved_by_ranks;
    lead(options, [&](const Options& shared) {
      Enumeration found(generators, shared);
      found.run_until(200);
      saved_by_ranks = found.save();
      found.restore(saved);
      EXPECT_TRUE(all_of(found) == expected);
    });
    EXPECT_EQ(saved_by_ranks, saved);
  }
}

TEST_P(RankBackendTest, EnumerationsSideBySide) {
  lead({.machine = {.threads = 1}}, [&](const Options& shared) {
    Enumeration one(make_family("full:4"), shared);
    Enumeration two(make_family("bihecke:3"), shared);
    one.run_until(50);
    two.run();
    one.run();
    EXPECT_EQ(one.size(), 256U);
    EXPECT_EQ(two.size(), 23U);
    EXPECT_EQ(two.images(22).size(), 6U);
  });
}

TEST_P(RankBackendTest, AnErrorOfTheFirstRankIsTheErrorOfAll) {
  run_ranks(GetParam(), {}, [&](Communicator& ranks) {
    Options options{.machine = {.threads = 1}};
    options.machine.cluster = Cluster(ranks);
    EXPECT_EQ(message_of<InputError>([&] {
                with_ranks(options, [&](const Options& shared) {
                  Enumeration found(make_family("full:4"), shared);
                  found.run_until(50);
                  throw InputError("line 7 is wrong");
                });
              }),
              "line 7 is wrong");
    EXPECT_TRUE(ranks.failed_together());
  });
}

TEST_P(RankBackendTest, StructureIsCountedAlong) {
  const auto numbers = [](const StructureCount& count) {
    return std::tuple(count.complete, count.size, count.r_classes, count.l_classes, count.h_classes, count.d_classes,
                      count.regular_d_classes, count.idempotents, count.kernels, count.images);
  };
  std::vector<Generators> all{make_family("bihecke:4"),
                              make_family("bihecke:5"),
                              make_family("full:6"),
                              make_family("order:5"),
                              make_family("partition:3"),
                              make_family("boolean:3"),
                              make_family("symmetric-inverse:4")};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) all.push_back(random_maps(seed % 5 + 3, 3, seed % 5 + 3, seed % 2 == 0, seed));
  for (const Generators& generators : all) {
    StructureOptions how{.machine = {.threads = 2}, .classes = true, .method = CountMethod::orbits};
    const StructureCount expected = count_structure(generators, how);
    lead({.machine = {.threads = 2}}, [&](const Options& shared) {
      how.machine.cluster = shared.machine.cluster;
      const StructureCount found = count_structure(generators, how);
      EXPECT_EQ(numbers(found), numbers(expected));
      ASSERT_EQ(found.classes.size(), expected.classes.size());
      for (std::size_t i = 0; i < found.classes.size(); ++i)
        EXPECT_EQ(found.classes[i].idempotents, expected.classes[i].idempotents);
    });
  }
}

TEST_P(RankBackendTest, AStopWhileCountingKeepsWhatIsKnown) {
  for (int looks = 1; looks < 60; looks += 7) {
    lead({.machine = {.threads = 1}}, [&](const Options& shared) {
      StopAt stop(looks);
      StructureOptions how{.machine = {.threads = 1}, .method = CountMethod::orbits};
      how.machine.cluster = shared.machine.cluster;
      const StructureCount found = count_structure(make_family("bihecke:4"), how, &stop.run());
      EXPECT_TRUE(stop.stopped() || found.complete);
      EXPECT_TRUE(count_structure(make_family("full:4"), how).complete);
    });
  }
}

class SeveralRanksTest : public RankBackendTest {};

TEST_P(SeveralRanksTest, WhatRanksCannotDoIsRefused) {
  run_ranks(GetParam(), {}, [&](Communicator& ranks) {
    Options options{.machine = {.threads = 1}, .method = Method::words};
    options.machine.cluster = Cluster(ranks);
    const std::string message = message_of<InputError>(
        [&] { with_ranks(options, [&](const Options& shared) { Enumeration(make_family("full:4"), shared).run(); }); });
    EXPECT_NE(message.find("words is for a single process"), std::string::npos) << message;
    if (has_gpu()) return;
    options.machine.backend = BackendChoice::cuda;
    options.method = Method::automatic;
    EXPECT_NE(message_of<ResourceError>([&] { with_ranks(options, [](const Options&) {}); }).find("rank 0 on host0: "),
              std::string::npos);
  });
}

TEST_P(SeveralRanksTest, ARankWithoutMemoryEndsTheEnumerationWithAReason) {
  run_ranks(GetParam(), {}, [&](Communicator& ranks) {
    RunControl run;  // of a rank that has memory at first, and then no more
    run.limit_memory(1000);
    run.measure_memory([looks = 0]() mutable { return std::uint64_t{looks++ == 0 ? 0U : 990U}; });
    Options options{.machine = {.threads = 1}};
    options.machine.cluster = Cluster(ranks);
    with_ranks(
        options,
        [&](const Options& shared) {
          Enumeration found(make_family("full:5"), shared);
          RunControl own;
          found.run_until(100, &own);
          EXPECT_EQ(own.stop_reason(), StopReason::memory);
          EXPECT_FALSE(found.complete());
          for (const Choice& choice : own.choices()) {
            if (choice.what == "stop") {
              EXPECT_NE(choice.why.find("rank 1 on host1: only "), std::string::npos) << choice.why;
            }
          }
          EXPECT_EQ(found.images(0), (std::vector<Point>{0, 1, 2, 3, 4}));  // from its word
        },
        ranks.rank() == 1 ? &run : nullptr);
  });
}

TEST_P(RankBackendTest, AStopKeepsWhatIsKnown) {
  for (int looks = 1; looks < 40; looks += 3) {
    lead({.machine = {.threads = 1}}, [&](const Options& shared) {
      Enumeration found(make_family("full:5"), shared);
      StopAt stop(looks);
      found.run(&stop.run());
      EXPECT_TRUE(stop.stopped() || found.complete());
      found.run();
      EXPECT_EQ(found.size(), 3125U);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, RankBackendTest, testing::Values(1, 2, 3, 5));
INSTANTIATE_TEST_SUITE_P(Ranks, SeveralRanksTest, testing::Values(2, 3));

}  // namespace
}  // namespace wreath::semigroup

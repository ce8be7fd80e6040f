// SPDX-License-Identifier: MIT
//
// Ranks that share a GPU: the same numbers, words, rows and graphs as by one process on the CPU.
#include "core/features.hpp"
#if WREATH_HAVE_MPI
#include <gtest/gtest.h>

#include "core/mpi/thread_ranks.hpp"
#include "semigroup/cuda/backend.hpp"
#include "semigroup/mpi/elements.hpp"
#include "wreath/gpu.hpp"
#include "wreath/semigroup/cluster.hpp"

namespace wreath::semigroup {
namespace {

using mpi::Communicator;
using mpi::test::run_ranks;
using test::all_of;
using test::Elements;
using test::random_maps;

class CudaRanks : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
  static void expect_same(const Generators& generators, Keep keep, bool graphs) {
    Options options{.backend = BackendChoice::cpu, .threads = 1, .keep = keep, .graphs = graphs};
    Enumeration alone(generators, options);
    const Elements expected = all_of(alone);
    options.backend = BackendChoice::cuda;
    run_ranks(GetParam(), {.message_limit = 100'000}, [&](Communicator& ranks) {
      Options mine = options;
      mine.cluster = &ranks;
      with_ranks(mine, [&](const Options& shared) {
        Enumeration found(generators, shared);
        RunControl run;
        EXPECT_TRUE(found.run(&run));
        EXPECT_EQ(run.choice("backend"), "cuda");
        const Elements all = all_of(found);
        EXPECT_EQ(all.levels, expected.levels);
        EXPECT_TRUE(all.words == expected.words);
        EXPECT_TRUE(all.rows == expected.rows);
        EXPECT_TRUE(all.found == expected.found);
        EXPECT_TRUE(all == expected);
      });
    });
  }
};

TEST_P(CudaRanks, RandomSemigroupsAreTheSame) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_same(random_maps(seed % 4 + 2, seed % 3 + 1, seed % 4 + 2, seed % 2 == 0, seed), Keep::automatic, seed % 5 < 2);
  }
}

TEST_P(CudaRanks, EveryWidthOfPointsIsTheSame) {
  for (const bool monoid : {true, false}) {
    for (const std::uint64_t degree : {40U, 300U, 70'000U}) {
      SCOPED_TRACE(testing::Message() << "degree " << degree << (monoid ? ", monoid" : ""));
      expect_same(random_maps(degree, 3, 4, monoid, degree), Keep::rows, degree == 300);
    }
  }
}

TEST_P(CudaRanks, KnownSemigroupsAreTheSame) {
  expect_same(make_family("bihecke:4"), Keep::rows, true);
  expect_same(make_family("bihecke:5"), Keep::rows, false);
  expect_same(make_family("renner:4"), Keep::base, false);
  expect_same(make_family("full:5"), Keep::automatic, true);
  expect_same(make_family("brauer:4"), Keep::automatic, false);
}

TEST_P(CudaRanks, AShareFindsWhatItClaimed) {
  const Generators generators = make_family("full:4");
  std::vector<Point> all(4);
  for (Point p = 0; p < 4; ++p) all[p] = p;
  const auto elements = make_cuda_elements(generators, all, {});
  const std::vector<Product> products{{0, 0}, {0, 1}, {0, 0}};
  const DeviceElements::Formed formed = elements->form(products);
  EXPECT_EQ(formed.hashes[0], formed.hashes[2]);
  const std::vector<std::uint32_t> rows(formed.rows.begin(), formed.rows.end());
  const auto fresh = elements->claim(rows);
  EXPECT_EQ(std::vector<std::uint32_t>(fresh.begin(), fresh.end()), (std::vector<std::uint32_t>{0, 1}));
  elements->keep_claimed();
  const auto claimed = elements->claimed();
  EXPECT_EQ(std::vector<Index>(claimed.begin(), claimed.end()), (std::vector<Index>{1, 2, 1}));
  EXPECT_EQ(elements->backend().find(all), std::nullopt);
  elements->find_first();
  EXPECT_EQ(elements->backend().find(all), Index{0});
}

INSTANTIATE_TEST_SUITE_P(Ranks, CudaRanks, testing::Values(2, 3, 4));

}  // namespace
}  // namespace wreath::semigroup
#endif

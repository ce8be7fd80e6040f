// SPDX-License-Identifier: MIT
//
// Ranks that share a GPU: the same numbers, words, rows and graphs as by one process on the CPU, whether rows travel through
// pinned memory or stay on the GPU.
#include "core/features.hpp"
#if WREATH_HAVE_MPI
#include <gtest/gtest.h>

#include "core/cuda/any_memory.hpp"
#include "semigroup/cuda/backend.hpp"
#include "semigroup/mpi/elements.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {
namespace {

using test::random_maps;

class CudaRanks : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
  static void expect_same(const Generators& generators, Method method, bool graphs) {
    const Options options{.machine = {.backend = BackendChoice::cuda, .threads = 1}, .method = method, .graphs = graphs};
    for (const bool on_gpu : {false, true}) {
      SCOPED_TRACE(on_gpu ? "rows stay on the GPU" : "pinned memory");
      test::expect_same(GetParam(), generators, options,
                        [](const Enumeration&, const RunControl& run) { EXPECT_EQ(run.choice("backend"), "cuda"); },
                        {.message_limit = 10'000, .copy = on_gpu ? wreath::test::copy_any_memory : nullptr});
    }
  }
};

TEST_P(CudaRanks, RandomSemigroupsAreTheSame) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_same(random_maps(seed % 4 + 2, seed % 3 + 1, seed % 4 + 2, seed % 2 == 0, seed), Method::automatic, seed % 5 < 2);
  }
}

TEST_P(CudaRanks, EveryWidthOfPointsIsTheSame) {
  for (const bool monoid : {true, false}) {
    for (const std::uint64_t degree : {40U, 300U, 70'000U}) {
      SCOPED_TRACE(testing::Message() << "degree " << degree << (monoid ? ", monoid" : ""));
      expect_same(random_maps(degree, 3, 4, monoid, degree), Method::rows, degree == 300);
    }
  }
}

TEST_P(CudaRanks, KnownSemigroupsAreTheSame) {
  expect_same(make_family("bihecke:4"), Method::rows, true);
  expect_same(make_family("bihecke:5"), Method::rows, false);
  expect_same(make_family("renner:4"), Method::base, false);
  expect_same(make_family("full:5"), Method::automatic, true);
  expect_same(make_family("brauer:4"), Method::automatic, false);
}

TEST_P(CudaRanks, AShareFindsWhatItClaimed) {
  const Generators generators = make_family("full:4");
  std::vector<Point> all(4);
  for (Point p = 0; p < 4; ++p) all[p] = p;
  const auto elements = make_cuda_elements(generators, all, {});
  const std::vector<Product> products{{0, 0}, {0, 1}, {0, 0}};
  const DeviceElements::Formed formed = elements->form(products, true);
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

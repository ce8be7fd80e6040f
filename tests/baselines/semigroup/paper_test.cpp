// SPDX-License-Identifier: MIT
//
// The paper's algorithm: sizes and levels.
#include "bench/baselines/semigroup/paper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "baselines/semigroup/counts.hpp"
#include "core/features.hpp"

namespace wreath::semigroup {
namespace {

void expect_counts(const PaperReport& report, const Counts& counts) {
  ASSERT_EQ(report.levels.size(), counts.fresh.size());
  for (std::size_t k = 0; k < counts.fresh.size(); ++k) {
    EXPECT_EQ(report.levels[k].products, counts.products[k]) << k;
    EXPECT_EQ(report.levels[k].duplicates, 0U) << k;
    EXPECT_EQ(report.levels[k].fresh, counts.fresh[k]) << k;
  }
  EXPECT_TRUE(report.complete);
}

class ComparisonTest : public testing::TestWithParam<std::tuple<std::string, bool>> {
 protected:
  Generators generators() const {
    Generators family = make_family(std::get<0>(GetParam()));
    family.monoid = std::get<1>(GetParam());
    return family;
  }
};

TEST_P(ComparisonTest, ThePapersAlgorithmFindsAll) {
  const Counts counts = count_reference(generators());
  for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{0x3F}}) {
    RunControl run;
    const PaperReport report = enumerate_paper(generators(), PaperVariant::cpu, run, mask);
    expect_counts(report, counts);
    EXPECT_EQ(report.size, enumerate_reference(generators()).rows.size());
    // A product that is known already has met its equal.
    const auto sum = [](const auto& numbers) { return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}); };
    EXPECT_GE(report.equality_tests, sum(counts.products) - sum(counts.fresh));
    EXPECT_GE(report.total, report.compose + report.hash + report.equality);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, ComparisonTest,
                         testing::Combine(testing::Values("bihecke:3", "bihecke:4", "renner:4", "full:4", "symmetric:5",
                                                          "cyclic:7", "order:5"),
                                          testing::Bool()),
                         [](const auto& one) {
                           std::string name = std::get<0>(one.param) + (std::get<1>(one.param) ? "_monoid" : "");
                           std::ranges::replace(name, ':', '_');
                           return name;
                         });

const std::vector<std::uint64_t> kBiHecke5 = {8,    36,   126,  356,  860, 1764, 3054, 4594, 5714,
                                              5778, 4118, 2678, 1358, 486, 136,  28,   8,    0};

TEST(PaperTest, BiHecke5) {
  RunControl run;
  const PaperReport report = enumerate_paper(make_family("bihecke:5"), PaperVariant::cpu, run);
  EXPECT_EQ(report.size, 31103U);
  std::vector<std::uint64_t> fresh;
  for (const PaperLevel& level : report.levels) fresh.push_back(level.fresh);
  EXPECT_EQ(fresh, kBiHecke5);
  EXPECT_EQ(run.choice("method"), "paper cpu");
}

TEST(PaperTest, StopsWhenAsked) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const PaperReport report = enumerate_paper(make_family("bihecke:5"), PaperVariant::cpu, run);
  EXPECT_FALSE(report.complete);
}

#if !WREATH_HAVE_CUDA
TEST(PaperTest, SaysWhereAGpuIsMissing) {
  RunControl run;
  EXPECT_THROW(enumerate_paper(make_family("bihecke:3"), PaperVariant::gpu, run), ResourceError);
}
#endif

}  // namespace
}  // namespace wreath::semigroup

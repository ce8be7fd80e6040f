// SPDX-License-Identifier: MIT
//
// The paper's algorithm and the unfused pipeline: sizes, levels, and duplicates counted in an obvious way.
#include "core/features.hpp"
#include "semigroup/paper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "semigroup/enumeration_reference.hpp"
#include "semigroup/profile.hpp"

namespace wreath::semigroup {
namespace {

/// Elements and, of the products of each length, those equal to an earlier one of that length: from a dictionary of rows.
struct Counts {
  std::vector<std::uint64_t> fresh;
  std::vector<std::uint64_t> duplicates;
  std::vector<std::uint64_t> products;
};

Counts count_reference(const Generators& generators) {
  const Reference reference = enumerate_reference(generators);
  Counts counts;
  std::vector<std::vector<Point>> level(1, std::vector<Point>(generators.degree));
  std::iota(level[0].begin(), level[0].end(), Point{0});
  std::map<std::vector<Point>, bool> known;
  if (generators.monoid) known[level[0]] = true;
  while (!level.empty()) {
    std::map<std::vector<Point>, bool> products;
    std::vector<std::vector<Point>> next;
    for (const auto& x : level) {
      for (std::size_t g = 0; g < generators.count(); ++g) {
        const std::vector<Point> product = compose(x, generators.row(g));
        products[product] = true;
        if (known.emplace(product, true).second) next.push_back(product);
      }
    }
    counts.products.push_back(level.size() * generators.count());
    counts.duplicates.push_back(counts.products.back() - products.size());
    counts.fresh.push_back(next.size());
    level = std::move(next);
  }
  EXPECT_EQ(known.size(), reference.rows.size());
  return counts;
}

template <class Report>
void expect_counts(const Report& report, const Counts& counts, bool eliminated) {
  ASSERT_EQ(report.levels.size(), counts.fresh.size());
  for (std::size_t k = 0; k < counts.fresh.size(); ++k) {
    EXPECT_EQ(report.levels[k].products, counts.products[k]) << k;
    EXPECT_EQ(report.levels[k].duplicates, eliminated ? counts.duplicates[k] : 0) << k;
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
    expect_counts(report, counts, false);
    EXPECT_EQ(report.size, enumerate_reference(generators()).rows.size());
    // A product that is known already has met its equal.
    const auto sum = [](const auto& numbers) { return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}); };
    EXPECT_GE(report.equality_tests, sum(counts.products) - sum(counts.fresh));
    EXPECT_GE(report.total, report.compose + report.hash + report.equality);
  }
}

TEST_P(ComparisonTest, TheProfileFindsAll) {
  const Counts counts = count_reference(generators());
  for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{0x3F}}) {
    RunControl run;
    const ProfileReport report = profile(generators(), run, mask);
    expect_counts(report, counts, true);
    EXPECT_EQ(report.size, enumerate_reference(generators()).rows.size());
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
  EXPECT_EQ(run.choice("algorithm"), "paper cpu");
}

TEST(ProfileTest, BiHecke5AndTheShareOfDuplicatesInThePapersTable4) {
  RunControl run;
  const ProfileReport report = profile(make_family("bihecke:5"), run);
  EXPECT_EQ(report.size, 31103U);
  std::vector<std::uint64_t> fresh;
  std::uint64_t products = 0;
  std::uint64_t duplicates = 0;
  for (const ProfileLevel& level : report.levels) {
    fresh.push_back(level.fresh);
    products += level.products;
    duplicates += level.duplicates;
  }
  EXPECT_EQ(fresh, kBiHecke5);
  EXPECT_EQ(products, 31103U * 8);
  EXPECT_EQ((duplicates * 200 + products) / (2 * products), 64U);  // per cent
}

TEST(PaperTest, StopsWhenAsked) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const PaperReport report = enumerate_paper(make_family("bihecke:5"), PaperVariant::cpu, run);
  EXPECT_FALSE(report.complete);
  EXPECT_FALSE(profile(make_family("bihecke:5"), run).complete);
}

#if !WREATH_HAVE_CUDA
TEST(PaperTest, SaysWhereAGpuIsMissing) {
  RunControl run;
  EXPECT_THROW(enumerate_paper(make_family("bihecke:3"), PaperVariant::gpu, run), ResourceError);
}
#endif

}  // namespace
}  // namespace wreath::semigroup

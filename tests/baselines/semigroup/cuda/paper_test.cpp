// SPDX-License-Identifier: MIT
//
// The paper's variants on the GPU: the counts of the CPU variant, and duplicates counted in an obvious way.
#include "bench/baselines/semigroup/paper.hpp"

#include <gtest/gtest.h>

#include "baselines/semigroup/counts.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {
namespace {

class CudaPaper : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
};

TEST_P(CudaPaper, VariantsFindTheSame) {
  const Generators generators = make_family(GetParam());
  RunControl run;
  const PaperReport expected = enumerate_paper(generators, PaperVariant::cpu, run);
  const Counts counted = count_reference(generators);
  for (const PaperVariant variant : {PaperVariant::gpu, PaperVariant::gpu_plus}) {
    SCOPED_TRACE(to_string(variant));
    const PaperReport report = enumerate_paper(generators, variant, run);
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.size, expected.size);
    ASSERT_EQ(report.levels.size(), expected.levels.size());
    for (std::size_t k = 0; k < expected.levels.size(); ++k) {
      EXPECT_EQ(report.levels[k].products, expected.levels[k].products) << k;
      EXPECT_EQ(report.levels[k].fresh, expected.levels[k].fresh) << k;
      EXPECT_EQ(report.levels[k].duplicates, variant == PaperVariant::gpu_plus ? counted.duplicates[k] : 0) << k;
    }
  }
}

TEST_P(CudaPaper, CollidingHashesAreTold) {
  const Generators generators = make_family(GetParam());
  RunControl run;
  const PaperReport expected = enumerate_paper(generators, PaperVariant::cpu, run);
  EXPECT_EQ(enumerate_paper(generators, PaperVariant::gpu, run, 0x3FF).size, expected.size);
}

INSTANTIATE_TEST_SUITE_P(Families, CudaPaper, testing::Values("bihecke:3", "bihecke:4", "renner:4", "full:4"),
                         [](const auto& one) {
                           std::string name = one.param;
                           name[name.find(':')] = '_';
                           return name;
                         });

}  // namespace
}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/baselines/perm/disk_model.hpp"
#include "temporary_folder.hpp"

namespace wreath::perm {
namespace {

// Table 8's column "Optimal" for 32 million points from Table 6's bandwidths.
TEST(Model, GivesThePapersPredictions) {
  const MemoryParameters paper{8, 5859e6, 3850e6, 0, 302e-9};
  const std::size_t points = 32'000'000;
  EXPECT_NEAR(predict_implicit(Operation::multiply, points, 4, paper), 0.25, 0.03);
  EXPECT_NEAR(predict_implicit(Operation::inverse, points, 4, paper), 0.18, 0.02);
  EXPECT_NEAR(predict_implicit(Operation::divide, points, 4, paper), 0.20, 0.02);
  EXPECT_NEAR(predict_traditional(Operation::multiply, points, 4, paper), 0.39, 0.03);
  EXPECT_NEAR(predict_traditional(Operation::inverse, points, 4, paper), 0.53, 0.04);
}

// The paper's Tables 1 and 2, column "Disk": 10 GB arrays of 8-byte elements, buckets of 2 MB.
TEST(DiskModelTest, GivesThePapersEstimates) {
  constexpr double kMega = 1 << 20;
  constexpr double kGiga = 1 << 30;
  const DiskParameters disk{{85 * kMega, 82 * kMega, 0.010}, 233e-9, 2 * kMega};
  const auto near = [](double value, double paper) { EXPECT_NEAR(value, paper, 0.005 * paper); };
  near(predict_on_disk(Operation::multiply, 10 * kGiga, 8, disk), 1388);
  near(predict_on_disk(Operation::inverse, 10 * kGiga, 8, disk), 1149);
  near(predict_on_disk(Operation::divide, 10 * kGiga, 8, disk), 1269);
  near(predict_on_disk(Operation::multiply, 20 * kGiga, 8, disk), 2776);
}

TEST(DiskModelTest, MeasuresADisk) {
  const wreath::test::TestFolder folder;
  const DiskSpeed disk = measure_disk(folder.path(), 1 << 20, true);
  for (const double measured : {disk.read, disk.write, disk.latency}) {
    EXPECT_GT(measured, 0);
    EXPECT_TRUE(std::isfinite(measured));
  }
  EXPECT_EQ(folder.entries(), 0U);  // nothing is left behind
}

}  // namespace
}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
#include "perm/disk/disk_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "temporary_folder.hpp"

namespace wreath::perm {
namespace {

// The paper's Tables 1 and 2, column "Disk": 10 GB arrays of 8-byte elements, buckets of 2 MB.
TEST(DiskModelTest, GivesThePapersEstimates) {
  constexpr double kMega = 1 << 20;
  constexpr double kGiga = 1 << 30;
  const DiskParameters disk{{85 * kMega, 82 * kMega, 0.010}, 233e-9, 2 * kMega};
  const auto near = [](double value, double paper) { EXPECT_NEAR(value, paper, 0.005 * paper); };
  near(predict_on_disk(Operation::gather, 10 * kGiga, 8, disk), 1388);
  near(predict_on_disk(Operation::inverse, 10 * kGiga, 8, disk), 1149);
  near(predict_on_disk(Operation::scatter, 10 * kGiga, 8, disk), 1269);
  near(predict_on_disk(Operation::gather, 20 * kGiga, 8, disk), 2776);
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

// SPDX-License-Identifier: MIT
//
// The baselines on files against the definition: sort, buckets, and the loops through memory maps.
#include "bench/baselines/perm/on_disk.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "bench/baselines/perm/mapped.hpp"
#include "core/data/rng.hpp"
#include "perm/disk/disk_fixture.hpp"
#include "perm/reference.hpp"

namespace wreath::perm {
namespace {

using disk::Baseline;
using wreath::test::message_of;

class BaselineTest : public DiskTest, public testing::WithParamInterface<Baseline> {
 protected:
  FileReport run(Operation operation, const std::string& x, const std::string& y, RunControl& run, unsigned threads = 3) {
    const MapSource x_map = MapSource::from_file(x);
    const MapSource y_map = MapSource::from_file(y);
    const DiskPlan small{.block_bits = 12, .chunk_words = 4096, .slice_points = 4096};
    return disk::run_baseline(GetParam(), operation, x_map, operation == Operation::inverse ? nullptr : &y_map, out_,
                              how(threads), run, &small);
  }
};
INSTANTIATE_TEST_SUITE_P(Both, BaselineTest, testing::Values(Baseline::sort, Baseline::buckets));

TEST_P(BaselineTest, AgreesWithTheDefinition) {
  struct Case {
    unsigned point_bytes;
    unsigned value_bytes;
    std::size_t points;
  };
  for (const Case& c : {Case{4, 4, 0}, {4, 4, 1}, {4, 4, 4096}, {4, 2, 4097}, {4, 8, 50000}, {5, 5, 50000}, {8, 4, 50000}}) {
    if (c.value_bytes == 2 && GetParam() == Baseline::sort) continue;  // it sorts larger values only
    const Values x = permutation(c.points, c.points);
    Values y = permutation(c.points, c.points + 1);
    if (c.value_bytes == 2) {
      for (std::uint64_t& value : y) value &= 0xFFFF;
    }
    const std::string x_path = save("x.npy", x, c.point_bytes);
    const std::string y_path = save("y.npy", y, c.value_bytes);
    Values inverse(c.points);
    Values quotient(c.points);
    for (std::size_t i = 0; i < c.points; ++i) {
      inverse[x[i]] = i;
      quotient[x[i]] = y[i];
    }
    EXPECT_EQ(run(Operation::multiply, x_path, y_path, run_).done, c.points);
    EXPECT_EQ(load(out_), test::multiply_reference(x, y)) << c.points;
    run(Operation::inverse, x_path, y_path, run_);
    EXPECT_EQ(load(out_), inverse) << c.points;
    run(Operation::divide, x_path, y_path, run_);
    EXPECT_EQ(load(out_), quotient) << c.points;
    EXPECT_EQ(folder_.entries(), 3U);
  }
}

TEST_P(BaselineTest, ProductsTakeAnyMap) {
  for (const std::uint64_t range : {1, 3000, 60000}) {
    Values x(100000);
    RandomStream random(7, range);
    for (std::uint64_t& value : x) value = random.below64(range);
    const Values y = permutation(60000, 3);
    run(Operation::multiply, save("x.npy", x, 4, 'i'), save("y.npy", y, 8), run_);
    EXPECT_EQ(load(out_), test::multiply_reference(x, y)) << "range " << range;
  }
}

TEST_P(BaselineTest, PlansFitTheMemory) {
  const std::string path = save("x.npy", permutation(100000, 4), 4);
  RunControl tight;
  tight.measure_memory([] { return std::uint64_t{0}; });
  tight.limit_memory(std::uint64_t{64} << 20);
  const MapSource x = MapSource::from_file(path);
  EXPECT_EQ(disk::run_baseline(GetParam(), Operation::multiply, x, &x, out_, {}, tight).done, 100000U);
}

TEST_P(BaselineTest, BadPointsAreRefused) {
  const std::string y = save("y.npy", permutation(30000, 5), 4);
  for (const bool repeated : {false, true}) {
    Values values = permutation(30000, 4);
    values[20000] = repeated ? values[7] : 30000;
    const std::string x = save("x.npy", values, 4);
    EXPECT_THROW(run(Operation::inverse, x, y, run_), InputError);
    EXPECT_THROW(run(Operation::divide, x, y, run_), InputError);
    if (!repeated) {
      EXPECT_THROW(run(Operation::multiply, x, y, run_), InputError);
    }
    EXPECT_EQ(folder_.entries(), 2U);
  }
}

TEST_P(BaselineTest, EveryPhaseCanBeStopped) {
  const std::string x = save("x.npy", permutation(200000, 1), 4);
  const std::vector<const char*> phases =
      GetParam() == Baseline::sort ? std::vector{"sort", "join", "merge"} : std::vector{"bucketize", "permute", "scatter"};
  for (const char* phase : phases) {
    RunControl stopped;
    stopped.listen([&](const Progress& progress) {
      if (progress.phase == phase) stopped.request_stop(StopReason::interrupted);
    });
    const FileReport report = run(Operation::multiply, x, x, stopped, 1);
    EXPECT_LT(report.done, report.points) << phase;
    EXPECT_EQ(folder_.entries(), 1U) << phase;
  }
}

TEST_F(DiskTest, LoopsThroughMapsAgreeWithTheDefinition) {
  const auto x = test::random_map<std::uint32_t>(5000, 500, 1);
  const auto y = test::random_map<std::uint16_t>(500, 60000, 2);
  const std::string x_path = save("x.npy", {x.begin(), x.end()}, 4);
  const std::string y_path = save("y.npy", {y.begin(), y.end()}, 2);
  const std::string bad = save("bad.npy", {1, 500}, 4);
  const auto product = test::multiply_reference(x, y);
  for (const FileLoop loop : {FileLoop::mapped, FileLoop::buffered}) {
    EXPECT_EQ(multiply_through_map(loop, MapSource::from_file(x_path), MapSource::from_file(y_path), out_, 2, run_).done, 5000U);
    EXPECT_EQ(load(out_), Values(product.begin(), product.end()));
    std::filesystem::remove(out_);
    const std::string message = message_of<InputError>(
        [&] { multiply_through_map(loop, MapSource::from_file(bad), MapSource::from_file(y_path), out_, 2, run_); });
    EXPECT_NE(message.find("value 500 at index 1"), std::string::npos) << message;
    EXPECT_FALSE(std::filesystem::exists(out_));
  }
}

}  // namespace
}  // namespace wreath::perm

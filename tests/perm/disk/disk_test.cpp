// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <filesystem>

#include "core/data/rng.hpp"
#include "core/io/scratch_folders.hpp"
#include "disk_fixture.hpp"
#include "kept_run.hpp"
#include "core/arrays/widths.hpp"
#include "perm/reference.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

struct Case {
  unsigned point_bytes;
  unsigned value_bytes;
  std::size_t points;
  unsigned threads;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << "width " << c.point_bytes << "/" << c.value_bytes << " points " << c.points << " threads " << c.threads;
}

class DiskCases : public DiskTest, public testing::WithParamInterface<Case> {};

TEST_P(DiskCases, AgreeWithTheDefinition) {
  const Case& c = GetParam();
  const Values x = permutation(c.points, c.points);
  Values y = permutation(c.points, c.points + 1);
  const std::uint64_t high = c.value_bytes == 5 ? std::uint64_t{200} << 32 : c.value_bytes == 8 ? std::uint64_t{1} << 63 : 0;
  for (std::uint64_t& value : y) value += high;  // y's values are only moved
  if (c.value_bytes < 4) {
    for (std::uint64_t& value : y) value &= (std::uint64_t{1} << 8 * c.value_bytes) - 1;
  }
  const std::string x_path = save("x.npy", x, c.point_bytes, 'u', c.threads % 2 == 0);
  const std::string y_path = save("y.npy", y, c.value_bytes, 'u', c.threads % 2 == 1);
  FileOptions options = how(c.threads);
  if (c.points == 400000) options.verify = Verify::sample;  // thousands of small reads: once is enough
  EXPECT_EQ(multiply_files(open(x_path), open(y_path), out_, options, &run_).done, c.points);
  EXPECT_EQ(load(out_), test::multiply_reference(x, y));
  Values inverse(c.points);
  Values quotient(c.points);
  for (std::size_t i = 0; i < c.points; ++i) {
    inverse[x[i]] = i;
    quotient[x[i]] = y[i];
  }
  inverse_file(open(x_path), out_, options, &run_);
  EXPECT_EQ(load(out_), inverse);
  divide_files(open(x_path), open(y_path), out_, options, &run_);
  EXPECT_EQ(load(out_), quotient);
  EXPECT_EQ(folder_.entries(), 3U);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const unsigned point : {4U, 5U, 8U}) {
    for (const unsigned value : {4U, 5U, 8U}) all.push_back({point, value, 50000, point % 3 + 1});
  }
  for (const std::size_t points : {0, 1, 2, 4095, 4096, 4097, 8192, 20000}) all.push_back({4, 4, points, 2});
  all.push_back({4, 2, 30000, 3});
  all.push_back({4, 1, 30000, 1});
  all.push_back({4, 4, 400000, 2});
  return all;
}
INSTANTIATE_TEST_SUITE_P(All, DiskCases, testing::ValuesIn(cases()));

TEST_F(DiskTest, ProductsTakeAnyMap) {
  for (const std::uint64_t range : {1, 3000, 60000}) {
    Values x(100000);
    RandomStream random(7, range);
    for (std::uint64_t& value : x) value = random.below64(range);
    const Values y = permutation(60000, 3);
    multiply_files(open(save("x.npy", x, 4, 'i')), open(save("y.npy", y, 8)), out_, how(), &run_);
    EXPECT_EQ(load(out_), test::multiply_reference(x, y)) << "range " << range;
  }
}

TEST_F(DiskTest, IdentityReversedAndStridedInverses) {
  const std::size_t n = 65536;
  for (const std::uint64_t step : {1ULL, 65535ULL, 4097ULL, 257ULL, 32769ULL}) {
    Values x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = i * step % n;
    Values inverse(n);
    for (std::size_t i = 0; i < n; ++i) inverse[x[i]] = i;
    inverse_file(open(save("x.npy", x, 4)), out_, how(), &run_);
    EXPECT_EQ(load(out_), inverse) << "step " << step;
  }
}

TEST_F(DiskTest, WideBlocksLeaveFewBitsForDistances) {
  layout_.block_bits = 28;
  const Values x = permutation(50000, 4);
  Values inverse(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
  FileOptions options = how(1);
  inverse_file(open(save("x.npy", x, 4)), out_, options, &run_);
  EXPECT_EQ(load(out_), inverse);
}

TEST_F(DiskTest, ResidentArraysGiveTheSame) {
  layout_ = kOnDisk;
  for (const unsigned width : {4U, 5U, 8U}) {
    const Values x = permutation(30000, 4);
    const Values y = permutation(30000, 5);
    const std::string x_path = save("x.npy", x, width);
    const std::string y_path = save("y.npy", y, width);
    Values inverse(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
    multiply_files(open(x_path), open(y_path), out_, how(), &run_);
    EXPECT_EQ(run_.choice("method"), "resident");
    EXPECT_EQ(load(out_), test::multiply_reference(x, y));
    inverse_file(open(x_path), out_, how(), &run_);
    EXPECT_EQ(load(out_), inverse);
    divide_files(open(x_path), open(y_path), out_, how(), &run_);
    EXPECT_EQ(load(out_), test::multiply_reference(inverse, y));
  }
}

TEST_F(DiskTest, BadPointsAreNamed) {
  Values x = permutation(30000, 4);
  x[20000] = 30000;
  x[25000] = 40000;
  const std::string x_path = save("x.npy", x, 4);
  const std::string y_path = save("y.npy", permutation(30000, 5), 4);
  const FileOptions options = how(3);
  EXPECT_EQ(message_of<InputError>([&] { multiply_files(open(x_path), open(y_path), out_, options, &run_); }),
            x_path + ": value 30000 at index 20000 is not a point of " + y_path + ", which has 30000 points (0..29999)");
  const std::string complaint =
      x_path + ": this is not a permutation: value 30000 at index 20000 is not a point: there are 30000 points (0..29999)";
  EXPECT_EQ(message_of<InputError>([&] { inverse_file(open(x_path), out_, options, &run_); }), complaint);
  EXPECT_EQ(message_of<InputError>([&] { divide_files(open(x_path), open(y_path), out_, options, &run_); }), complaint);
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_F(DiskTest, RepeatedPointsAreNamed) {
  for (const bool constant : {false, true}) {
    Values x = permutation(60000, 4);
    x[50001] = x[777];
    if (constant) std::fill(x.begin(), x.end(), 5);
    const std::string path = save("x.npy", x, 4);
    const std::string expected = constant ? "value 5 at index 1 already appears at index 0"
                                          : "value " + std::to_string(x[777]) + " at index 50001 already appears at index 777";
    EXPECT_EQ(message_of<InputError>([&] { inverse_file(open(path), out_, how(), &run_); }),
              path + ": this is not a permutation: " + expected);
  }
}

// A block of z is filled with this value first, so it must differ from points that were missed.
TEST_F(DiskTest, QuotientsMayHaveValuesWithAllBitsSet) {
  const Values x = permutation(30000, 4);
  for (const unsigned width : {1U, 2U, 4U, 5U, 8U}) {
    const std::uint64_t all = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * width) - 1;
    Values y(x.size(), all);
    for (std::size_t i = 0; i < y.size(); i += 3) y[i] = i & all;
    Values quotient(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) quotient[x[i]] = y[i];
    const std::string y_path = save("y.npy", y, width);
    divide_files(open(save("x.npy", x, 4)), open(y_path), out_, how(), &run_);
    EXPECT_EQ(load(out_), quotient) << width;
    Values twice = x;
    twice[20001] = twice[100];
    const std::string path = save("x.npy", twice, 4);
    EXPECT_EQ(
        message_of<InputError>([&] { divide_files(open(path), open(y_path), out_, how(), &run_); }),
        path + ": this is not a permutation: value " + std::to_string(x[100]) + " at index 20001 already appears at index 100");
  }
}

TEST_F(DiskTest, NegativeValuesAreNoPoints) {
  Values x = permutation(30000, 4);
  x[12345] = 0xFFFFFFFF;
  const std::string path = save("x.npy", x, 4, 'i');
  EXPECT_EQ(message_of<InputError>([&] { multiply_files(open(path), open(path), out_, how(), &run_); }),
            path + ": value -1 at index 12345 is negative; points are 0, 1, 2, ...");
}

TEST_F(DiskTest, ScratchMayBeSpreadOverFolders) {
  const Values x = permutation(100000, 4);
  const std::string path = save("x.npy", x, 4);
  std::filesystem::create_directory(folder_.file("a"));
  std::filesystem::create_directory(folder_.file("b"));
  FileOptions options = how();
  options.machine.scratch = {folder_.file("a"), folder_.file("b")};
  multiply_files(open(path), open(path), out_, options, &run_);
  EXPECT_EQ(load(out_), test::multiply_reference(x, x));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.file("a")));
}

TEST_F(DiskTest, AFolderInUseIsRefused) {
  const std::string path = save("x.npy", permutation(1000, 4), 4);
  const ScratchFolders held({folder_.path()}, "");
  EXPECT_NE(message_of<InputError>([&] {
              inverse_file(open(path), out_, how(), &run_);
            }).find("another run has its scratch files there"),
            std::string::npos);
}

TEST_F(DiskTest, TheFolderOfTheResultMayHaveAComma) {
  std::filesystem::create_directory(folder_.file("a,b"));
  const ScratchFolders folders({}, folder_.file("a,b"));
  EXPECT_TRUE(std::filesystem::exists(folder_.file("a,b/.wreath-scratch.lock")));
}

TEST_F(DiskTest, RandomIsTheSameAsInMemory) {
  layout_ = kOnDisk;
  for (const std::size_t points : {0, 1, 1000, 100000, 500000}) {
    std::vector<std::uint32_t> x(points);
    random(std::span<std::uint32_t>(x), 9);
    RunControl tight;
    tight.measure_memory([] { return std::uint64_t{0}; });
    tight.limit_memory(std::uint64_t{2} << 20);  // a quarter of it for points: several rounds
    for (const unsigned width : {4U, 5U, 8U}) {
      random_file(points, width, 9, out_, how(), &(points > 1000 ? tight : run_));
      EXPECT_EQ(load(out_), Values(x.begin(), x.end())) << points << " " << width;
    }
  }
}

TEST_F(DiskTest, ChecksPermutations) {
  RunControl tight;  // so little memory that the points are checked in several ranges
  tight.measure_memory([] { return std::uint64_t{0}; });
  tight.limit_memory(100);
  Values x = permutation(3000000, 4);
  EXPECT_FALSE(check_file(open(save("x.npy", x, 5)), how(), &tight).value());
  x[2500000] = x[11];
  x[2900000] = x[7];
  Defect defect = check_file(open(save("x.npy", x, 4)), how(), &tight).value();
  EXPECT_EQ(defect.index, 2500000U);
  EXPECT_EQ(defect.earlier, 11U);
  x[100] = 3000000;
  defect = check_file(open(save("x.npy", x, 8)), how(), &tight).value();
  EXPECT_EQ(defect.kind, Defect::Kind::out_of_range);
  EXPECT_EQ(defect.index, 100U);
}

TEST_F(DiskTest, BigEndianArraysAreWorkedOn) {
  const Values x = permutation(20000, 1);
  Values inverse(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
  order_ = ">";
  for (const unsigned width : {4U, 8U}) {
    const std::string path = save("x.npy", x, width);
    inverse_file(open(path), out_, how(), &run_);
    EXPECT_EQ(load(out_), inverse);
    multiply_files(open(path), open(out_), out_, how(), &run_);
    EXPECT_EQ(load(out_).at(777), 777U);
    EXPECT_FALSE(check_file(open(path), how(), &run_).value());
  }
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_F(DiskTest, ConvertsFromAndToFiveBytes) {
  const Values x{1, std::uint64_t{1} << 39, 77};
  convert_file(open(save("x.npy", x, 8)), 5, out_, how(), &run_);
  EXPECT_EQ(load(out_), x);
  EXPECT_EQ(NpyFile::of_points(out_).header().type(), "|V5");
  const std::string back = folder_.file("back.npy");
  convert_file(open(out_), 8, back, how(), &run_);
  EXPECT_EQ(load(back), x);
  EXPECT_NE(message_of<InputError>([&] { convert_file(open(out_), 4, back, how(), &run_); }).find("does not fit in 4 bytes"),
            std::string::npos);
}

/// Stops a run after each phase, and resumes it.
class DiskResumeTest : public DiskTest {
 protected:
  template <class Operation>
  void stop_and_go_on(const Values& expected, const std::vector<std::string>& phases, const Operation& operation) {
    for (const std::string& stop_in : phases) {
      std::filesystem::remove(out_);
      FileOptions options = how(1);  // of several threads the one that reports may come too late
      wreath::test::KeptRun run({.checkpoint = folder_.file("run.ck")});
      run.listen([&](const Progress& progress) {
        if (progress.phase == stop_in) run.request_stop(StopReason::interrupted);
      });
      const FileReport stopped = operation(options, run);
      EXPECT_LT(stopped.done, stopped.points) << stop_in;
      EXPECT_FALSE(std::filesystem::exists(out_));
      options.machine.threads = 0;
      wreath::test::KeptRun again({.resume = folder_.file("run.ck")});
      const FileReport report = operation(options, again);
      EXPECT_EQ(report.done, report.points);
      EXPECT_EQ(load(out_), expected) << stop_in;
      EXPECT_FALSE(std::filesystem::exists(folder_.file("run.ck")));
      for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
        EXPECT_EQ(entry.path().extension(), ".npy") << entry.path();
    }
  }
};

TEST_F(DiskResumeTest, GoesOnFromTheLastPhase) {
  for (const unsigned width : {4U, 5U}) {
    const Values x = permutation(100000, 1);
    const Values y = permutation(100000, 2);
    const std::string x_path = save("x.npy", x, width);
    const std::string y_path = save("y.npy", y, width);
    Values inverse(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
    stop_and_go_on(test::multiply_reference(x, y), {"bucketize", "permute", "combine"},
                   [&](const FileOptions& o, RunControl& r) { return multiply_files(open(x_path), open(y_path), out_, o, &r); });
    stop_and_go_on(inverse, {"bucketize"},
                   [&](const FileOptions& o, RunControl& r) { return inverse_file(open(x_path), out_, o, &r); });
    stop_and_go_on(test::multiply_reference(inverse, y), {"bucketize"},
                   [&](const FileOptions& o, RunControl& r) { return divide_files(open(x_path), open(y_path), out_, o, &r); });
  }
}

// Without any time, a resumed run comes to the end of a phase.
TEST_F(DiskResumeTest, ShortRunsGetFurther) {
  const Values x = permutation(100000, 1);
  const Values y = permutation(100000, 2);
  const std::string x_path = save("x.npy", x, 4);
  const std::string y_path = save("y.npy", y, 4);
  const FileOptions options = how(1);
  RunFiles kept{.checkpoint = folder_.file("run.ck")};
  std::uint64_t done = 0;
  for (unsigned runs = 0; done < x.size(); ++runs) {
    wreath::test::KeptRun run(kept);
    run.limit_time(0);
    done = multiply_files(open(x_path), open(y_path), out_, options, &run).done;
    ASSERT_EQ(done, runs == 3 ? x.size() : x.size() / 3 * runs);
    kept = {.resume = folder_.file("run.ck")};
  }
  EXPECT_EQ(load(out_), test::multiply_reference(x, y));
}

TEST_F(DiskTest, LayoutsThatNoDiskCanHaveAreRefused) {
  const std::string path = save("x.npy", permutation(1000, 1), 4);
  for (const DiskLayout& layout : {DiskLayout{.always = true, .block_bits = 12},
                                   DiskLayout{.always = true, .block_bits = 11, .chunk_words = 4096, .slice_points = 4096},
                                   DiskLayout{.always = true, .block_bits = 12, .chunk_words = 4097, .slice_points = 4096}}) {
    layout_ = layout;
    EXPECT_THROW(inverse_file(open(path), out_, how()), InputError);
  }
}

TEST_F(DiskTest, PlansStayWithinTheirMemory) {
  for (const std::uint64_t memory : {std::uint64_t{64} << 20, std::uint64_t{1} << 30, std::uint64_t{16} << 30}) {
    for (const std::uint64_t points : {std::uint64_t{100000}, std::uint64_t{1250000000}, std::uint64_t{10000000000}}) {
      for (const Work work : {Work::multiply, Work::divide}) {
        const Task task{.work = work, .source = points, .target = points, .point_bytes = 5, .value_bytes = 5};
        try {
          const DiskPlan plan = cut_for_memory(task, {.threads = 16, .word_bytes = work == Work::multiply ? 4U : 9U}, memory);
          EXPECT_LE(disk_memory(task, plan), memory);
        } catch (const ResourceError& error) {
          EXPECT_LT(memory, std::uint64_t{1} << 30) << error.what();
        }
      }
    }
  }
}

}  // namespace
}  // namespace wreath::perm

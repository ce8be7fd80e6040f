// SPDX-License-Identifier: MIT
//
// Cycles and powers on disk, in blocks of 4096 points, against those in memory.
#include <gtest/gtest.h>

#include "perm/algebra_reference.hpp"
#include "perm/disk/disk_fixture.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

class DiskCyclesTest : public DiskTest {
 protected:
  FileOptions options() { return how(2); }

  static Values representatives(const Values& x) {
    Values z(x.size());
    cycle_representatives(x, z);
    return z;
  }
  static Values power_of(const Values& x, std::string_view exponent) {
    Values z(x.size());
    power(x, exponent, z);
    return z;
  }

  void agrees(const Values& x, unsigned width, const std::vector<const char*>& exponents, char kind = 'u', bool page = true) {
    const std::string path = save("x.npy", x, width, kind, page);
    EXPECT_EQ(cycles_of_file(open(path), options(), &run_), test::cycle_type_reference(x)) << x.size() << " points of " << width;
    cycle_representatives_of_file(open(path), out_, options(), &run_);
    EXPECT_EQ(load(out_), representatives(x)) << x.size() << " points of " << width;
    for (const char* exponent : exponents) {
      const FileReport report = power_file(open(path), std::string_view(exponent), out_, options(), &run_);
      EXPECT_EQ(report.done, x.size());
      EXPECT_EQ(load(out_), power_of(x, exponent)) << x.size() << " points of " << width << ", exponent " << exponent;
      EXPECT_EQ(NpyFile::of_points(out_).header().kind, width == 5 ? 'V' : kind);
    }
    EXPECT_EQ(folder_.entries(), 2U);  // x and z, and nothing else
  }
};

// Around a block, and of several.
TEST_F(DiskCyclesTest, RandomPermutations) {
  for (const std::size_t points : {0U, 1U, 2U, 4095U, 4096U, 4097U, 8192U, 30000U})
    agrees(permutation(points, points), 4, {"-1000000000000000000000000", "255"});
  agrees(permutation(20000, 1), 5, {"1000000007", "-1"});
  agrees(permutation(20000, 2), 8, {"1000000007"});
  agrees(permutation(20000, 3), 4, {"1000000007"}, 'i', false);
  EXPECT_EQ(run_.choice("storage"), "disk");
}

TEST_F(DiskCyclesTest, SmallExponents) {
  agrees(permutation(10000, 5), 4, {"0", "1", "-1", "2", "3", "-2", "5"});
}

// Cycles of all lengths; those that stay in a block, that alternate between two, and that go through all of them in order.
TEST_F(DiskCyclesTest, RegularPermutations) {
  constexpr std::uint64_t kPoints = 20000;
  for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4096}, kPoints / 2, kPoints - 1}) {
    Values x(kPoints);
    for (std::uint64_t i = 0; i < kPoints; ++i) x[i] = (i + step) % kPoints;
    agrees(x, 4, {"100000000000"});
  }
  Values reversed(kPoints);
  for (std::uint64_t i = 0; i < kPoints; ++i) reversed[i] = kPoints - 1 - i;
  agrees(reversed, 4, {"1000000000001"});
  std::vector<std::size_t> lengths{1, 1, 2, 15000};
  for (std::size_t length = 1; length < 120; ++length) lengths.push_back(length);
  const auto mixed = test::with_cycles<std::uint64_t>(lengths, 3);
  agrees(Values(mixed.begin(), mixed.end()), 4, {"10000000000000000000000"});
}

TEST_F(DiskCyclesTest, WhatIsNotAPermutation) {
  Values x = permutation(20000, 7);
  const std::uint64_t repeated = x[19000];
  for (const std::size_t at : {0U, 9000U, 19999U}) {
    Values wrong = x;
    wrong[at] = repeated;
    const std::string path = save("x.npy", wrong, 4);
    const std::string says = message_of<InputError>([&] { cycles_of_file(open(path), options(), &run_); });
    EXPECT_NE(says.find("x.npy: this is not a permutation: value " + std::to_string(repeated)), std::string::npos) << says;
    EXPECT_THROW(cycle_representatives_of_file(open(path), out_, options(), &run_), InputError);
    EXPECT_THROW(power_file(open(path), "-37", out_, options(), &run_), InputError);
    EXPECT_EQ(folder_.entries(), 1U);
    power_file(open(path), "37", out_, options(), &run_);  // a map has powers, too
    EXPECT_EQ(load(out_), power_of(wrong, "37"));
    std::filesystem::remove(out_);
  }
  x[5] = 20000;
  const std::string path = save("x.npy", x, 4);
  EXPECT_NE(message_of<InputError>([&] { cycles_of_file(open(path), options(), &run_); }).find("value 20000 at index 5"),
            std::string::npos);
  EXPECT_THROW(power_file(open(path), "1000000", out_, options(), &run_), InputError);
}

TEST_F(DiskCyclesTest, StopsWhenAsked) {
  const std::string path = save("x.npy", permutation(20000, 1), 4);
  run_.request_stop(StopReason::interrupted);
  EXPECT_THROW(cycles_of_file(open(path), options(), &run_), LimitReached);
  EXPECT_EQ(power_file(open(path), "1000000", out_, options(), &run_).done, 0U);
  EXPECT_EQ(cycle_representatives_of_file(open(path), out_, options(), &run_).done, 0U);
  EXPECT_EQ(folder_.entries(), 1U);
}

// Rows of any size, each way: a byte, whole values, odd ones, more than a cache line, and longer than a chunk.
TEST_F(DiskCyclesTest, RowsOnDiskAgreeWithRowsInMemory) {
  const Values x = permutation(3000, 1);
  const std::string x_path = save("x.npy", x, 4);
  for (const std::uint64_t bytes : {1U, 8U, 13U, 100U, 5000U}) {
    std::string rows(x.size() * bytes, '\0');
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<char>(i * 2654435761U >> 20);
    std::string header = "{'descr': '|S" + std::to_string(bytes) + "', 'fortran_order': False, 'shape': (3000,), }";
    header.append(118 - header.size() - 1, ' ');
    header += '\n';
    std::string expected;
    for (const std::uint64_t point : x) expected += rows.substr(point * bytes, bytes);
    wreath::test::write_text(folder_.file("y.npy"), std::string("\x93NUMPY\x01\0\x76\0", 10) + header + rows);
    EXPECT_TRUE(is_array_of_rows(folder_.file("y.npy")));
    for (const DiskLayout& layout : {DiskLayout{}, kOnDisk}) {
      layout_ = layout;
      RunControl run;
      run.limit_memory(std::uint64_t{64} << 20);
      run.measure_memory([] { return std::uint64_t{0}; });
      multiply_rows(open(x_path), folder_.file("y.npy"), out_, how(2), &run);
      const MappedFile file(out_);
      const std::string_view all(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
      EXPECT_TRUE(all.ends_with(expected)) << bytes << " bytes";
      EXPECT_NE(all.find("'descr': '|S" + std::to_string(bytes) + "', 'fortran_order': False, 'shape': (3000,)"),
                std::string::npos);
    }
  }
}

}  // namespace
}  // namespace wreath::perm

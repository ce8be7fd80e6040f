// SPDX-License-Identifier: MIT
//
// Arrays on disk by way of a GPU's memory: the same files as in memory, for all widths.

#include <filesystem>

#include "perm/disk/disk_fixture.hpp"
#include "perm/reference.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

class CudaDisk : public DiskTest {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
    options_ = how();
    options_.machine.backend = BackendChoice::cuda;
  }

  FileOptions options_;
};

TEST_F(CudaDisk, AgreesWithTheDefinition) {
  for (const unsigned width : {4U, 5U, 8U}) {
    for (const unsigned value_width : {1U, 2U, 4U, 5U, 8U}) {
      const Values x = permutation(100001, 1);
      Values y = permutation(100001, 2);
      if (value_width < 4) {
        for (std::uint64_t& value : y) value %= std::uint64_t{1} << 8 * value_width;
      }
      const std::string x_path = save("x.npy", x, width);
      const std::string y_path = save("y.npy", y, value_width);
      Values inverse(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) inverse[x[i]] = i;
      multiply_files(open(x_path), open(y_path), out_, options_, &run_);
      EXPECT_EQ(run_.choice("method"), "device");
      EXPECT_EQ(run_.choice("backend"), "cuda");
      EXPECT_EQ(load(out_), test::multiply_reference(x, y)) << width << " " << value_width;
      inverse_file(open(x_path), out_, options_, &run_);
      EXPECT_EQ(load(out_), inverse) << width;
      divide_files(open(x_path), open(y_path), out_, options_, &run_);
      EXPECT_EQ(load(out_), test::multiply_reference(inverse, y)) << width << " " << value_width;
    }
  }
}

// Slices that go through pinned memory, and more than one of them.
TEST_F(CudaDisk, AgreesForLargeSlices) {
  options_.disk = {.always = true, .block_bits = 22, .chunk_words = std::size_t{1} << 16, .slice_points = std::size_t{1} << 24};
  const Values x = permutation(20000000, 1);
  const std::string x_path = save("x.npy", x, 4);
  inverse_file(open(x_path), out_, options_, &run_);
  const Values inverse = load(out_);
  ASSERT_EQ(inverse.size(), x.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i) wrong += inverse[x[i]] != i ? 1 : 0;
  EXPECT_EQ(wrong, 0U);
  const std::string identity = folder_.file("identity.npy");
  multiply_files(open(x_path), open(out_), identity, options_, &run_);
  const Values product = load(identity);
  for (std::size_t i = 0; i < x.size(); ++i) wrong += product[i] != i ? 1 : 0;
  EXPECT_EQ(wrong, 0U);
}

TEST_F(CudaDisk, ProductsTakeAnyMap) {
  const Values x = test::random_map<std::uint64_t>(50000, 70, 1);
  const Values y = test::random_map<std::uint64_t>(70, std::uint64_t{1} << 40, 2);
  multiply_files(open(save("x.npy", x, 4)), open(save("y.npy", y, 5)), out_, options_, &run_);
  EXPECT_EQ(load(out_), test::multiply_reference(x, y));
  multiply_files(open(save("x.npy", {}, 4)), open(save("y.npy", y, 5)), out_, options_, &run_);
  EXPECT_EQ(load(out_), Values());
}

TEST_F(CudaDisk, NamesWhatIsNoPermutation) {
  Values x = permutation(30000, 4);
  const std::string y_path = save("y.npy", permutation(30000, 5), 4);
  x[20000] = 30000;
  x[25000] = 40000;
  const std::string path = save("x.npy", x, 4);
  EXPECT_EQ(message_of<InputError>([&] { multiply_files(open(path), open(y_path), out_, options_, &run_); }),
            path + ": value 30000 at index 20000 is not a point of " + y_path + ", which has 30000 points (0..29999)");
  EXPECT_EQ(message_of<InputError>([&] { inverse_file(open(path), out_, options_, &run_); }),
            path + ": this is not a permutation: value 30000 at index 20000 is not a point: there are 30000 points (0..29999)");
  x = permutation(30000, 4);
  x[25000] = x[3];
  EXPECT_EQ(message_of<InputError>([&] { divide_files(open(save("x.npy", x, 4)), open(y_path), out_, options_, &run_); }),
            path + ": this is not a permutation: value " + std::to_string(x[3]) + " at index 25000 already appears at index 3");
}

// The GPU is taken without being asked for; not where the CPU was, and not where opening it would take all of the memory.
TEST_F(CudaDisk, IsChosenWhereOnlyTheGpuHasRoom) {
  options_.disk = {};
  const std::string path = save("x.npy", {0}, 4);
  std::string header = wreath::test::read_text(path).substr(0, 4096);
  const std::string points = std::to_string(std::uint64_t{1} << 29);
  header.replace(header.find("(1,)"), 4, "(" + points + ",)");
  header.erase(header.size() - points.size(), points.size() - 1);  // of the spaces before the end of the line
  wreath::test::write_text(path, header);
  std::filesystem::resize_file(path, 4096 + (std::uint64_t{4} << 29));  // a hole: only its size matters
  const Map x = open(path);
  const Task task{.work = Work::inverse, .source = x.size(), .target = x.size(), .in_file = true, .x = x.name()};
  const auto way = [&](BackendChoice backend, std::uint64_t memory) {
    options_.machine.backend = backend;
    return plan_disk(task, options_, memory).way;
  };
  EXPECT_EQ(way(BackendChoice::automatic, std::uint64_t{4} << 30), DiskWay::resident);
  EXPECT_EQ(way(BackendChoice::automatic, std::uint64_t{1} << 30), DiskWay::device);
  EXPECT_EQ(way(BackendChoice::automatic, std::uint64_t{128} << 20), DiskWay::implicit);
  EXPECT_EQ(way(BackendChoice::cpu, std::uint64_t{1} << 30), DiskWay::implicit);
  EXPECT_EQ(way(BackendChoice::cuda, std::uint64_t{4} << 30), DiskWay::device);
}

TEST_F(CudaDisk, RefusesWhatAGpuCannotDo) {
  const std::string path = save("x.npy", permutation(3000, 4), 4);
  run_.keep_in({.checkpoint = folder_.file("run.ck")});
  EXPECT_THROW(inverse_file(open(path), out_, options_, &run_), InputError);
}

}  // namespace
}  // namespace wreath::perm

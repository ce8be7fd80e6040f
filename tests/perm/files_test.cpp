// SPDX-License-Identifier: MIT
#include "wreath/perm/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/io/npy.hpp"
#include "kept_run.hpp"
#include "perm/reference.hpp"
#include "temporary_folder.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;
using wreath::test::read_text;
using wreath::test::write_text;

class FilesTest : public testing::Test {
 protected:
  template <class T>
  std::string save(const std::string& name, const std::vector<T>& values, char kind = 'u') {
    const std::array<std::uint64_t, 1> shape{values.size()};
    write_text(folder_.file(name), make_npy_header(kind, sizeof(T), shape) +
                                       std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
    return folder_.file(name);
  }
  static Map open(const std::string& path) { return Map::from_file(path); }
  template <class T>
  std::vector<T> load(const std::string& path) {
    const NpyFile file(path, 1);
    const auto data = file.data<T>();
    return {data.begin(), data.end()};
  }

  wreath::test::TestFolder folder_;
  std::string out_ = folder_.file("z.npy");
};

TEST_F(FilesTest, MultipliesFilesOfDifferentTypes) {
  const auto x = test::random_map<std::uint16_t>(30000, 500, 1);
  const auto y = test::random_map<std::uint64_t>(500, 1U << 30, 2);
  RunControl run;
  const auto report = multiply_files(open(save("x.npy", x)), open(save("y.npy", y, 'i')), out_, {}, &run);
  EXPECT_EQ(report.done, 30000U);
  EXPECT_EQ(load<std::uint64_t>(out_), test::multiply_reference(x, y));
  EXPECT_EQ(NpyFile(out_, 1).header().type(), "<i8");
  EXPECT_EQ(folder_.entries(), 3U);
}

TEST_F(FilesTest, WrongArgumentsAreRefused) {
  EXPECT_THROW(random_file(10, 3, 1, folder_.file("x.npy")), InputError);
  const std::vector<std::uint32_t> x{1, 0};
  EXPECT_THROW(multiply_values(std::span<const std::uint32_t>(x), x.data(), 2, nullptr, 0), InputError);
}

TEST_F(FilesTest, NamesFileIndexAndValue) {
  const std::string x = save<std::int32_t>("x.npy", {0, 1, 2}, 'i');
  const std::string y = save<std::uint32_t>("y.npy", {5, 6});
  RunControl run;
  EXPECT_EQ(message_of<InputError>([&] { multiply_files(open(x), open(y), out_, {}, &run); }),
            x + ": value 2 at index 2 is not a point of " + y + ", which has 2 points (0..1)");
  EXPECT_FALSE(std::filesystem::exists(out_));
}

// As an unsigned byte, -1 would be 255, which y has.
TEST_F(FilesTest, NegativeValuesAreNoPoints) {
  const std::string x = save<std::int8_t>("x.npy", {0, -1, 5}, 'i');
  const std::string y = save("y.npy", std::vector<std::uint16_t>(300));
  RunControl run;
  EXPECT_EQ(message_of<InputError>([&] { multiply_files(open(x), open(y), out_, {}, &run); }),
            x + ": value -1 at index 1 is negative; points are 0, 1, 2, ...");
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(FilesTest, KeepsWithinItsMemory) {
  const std::string x = save("x.npy", test::random_map<std::uint32_t>(1000, 1000, 1));
  RunControl run;
  run.limit_memory(100);
  const FileOptions options{.machine = {.threads = 2}};
  const std::string text = message_of<ResourceError>([&] { multiply_files(open(x), open(x), out_, options, &run); });
  const std::string before = "give at least memory ";
  ASSERT_NE(text.find(before), std::string::npos) << text;
  EXPECT_EQ(folder_.entries(), 1U);
  // What the message names is enough.
  RunControl enough;
  enough.limit_memory(std::stoull(text.substr(text.find(before) + before.size())) << 20);
  multiply_files(open(x), open(x), out_, options, &enough);
  EXPECT_EQ(folder_.entries(), 2U);
}

class ResumeTest : public FilesTest {
 protected:
  void SetUp() override {
    x_ = test::random_map<std::uint32_t>(10000, 10000, 1);
    y_ = test::random_map<std::uint32_t>(10000, 10000, 2);
    x_path_ = save("x.npy", x_);
    y_path_ = save("y.npy", y_);
    options_.slice_points = 1000;
    kept_.checkpoint = folder_.file("run.ck");
  }
  /// Runs until about `points` are done, as a user who presses Ctrl-C.
  FileReport run_until(std::uint64_t points) {
    wreath::test::KeptRun run(kept_);
    run.listen([&](const Progress& progress) {
      if (progress.done >= points) run.request_stop(StopReason::interrupted);
    });
    return multiply_files(open(x_path_), open(y_path_), out_, options_, &run);
  }
  std::string partial() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      if (entry.path().extension() == ".partial") return entry.path().string();
    }
    return {};
  }
  void resume_from(const std::string& checkpoint) { kept_ = {.resume = checkpoint}; }

  std::vector<std::uint32_t> x_;
  std::vector<std::uint32_t> y_;
  std::string x_path_;
  std::string y_path_;
  FileOptions options_;
  RunFiles kept_;
};

TEST_F(ResumeTest, GoesOnWhereItStopped) {
  EXPECT_EQ(run_until(3000).done, 3000U);
  EXPECT_FALSE(std::filesystem::exists(out_));
  EXPECT_TRUE(std::filesystem::exists(partial()));
  resume_from(kept_.checkpoint);
  EXPECT_EQ(run_until(7000).done, 7000U);  // stopped again: the same checkpoint is kept up to date
  const auto report = run_until(~std::uint64_t{0});
  EXPECT_EQ(report.resumed_at, 7000U);
  EXPECT_EQ(report.done, 10000U);
  EXPECT_EQ(load<std::uint32_t>(out_), test::multiply_reference(x_, y_));
  EXPECT_EQ(folder_.entries(), 3U);  // neither the checkpoint nor the partial file is left
}

// Without any time, a resumed run does a slice.
TEST_F(ResumeTest, ShortRunsGetFurther) {
  std::uint64_t done = 0;
  for (int runs = 0; done < 10000; ++runs) {
    wreath::test::KeptRun run(kept_);
    run.limit_time(0);
    done = multiply_files(open(x_path_), open(y_path_), out_, options_, &run).done;
    ASSERT_EQ(done, 1000U * static_cast<unsigned>(runs));
    if (runs == 0) resume_from(kept_.checkpoint);
  }
  EXPECT_EQ(load<std::uint32_t>(out_), test::multiply_reference(x_, y_));
}

TEST_F(ResumeTest, WithoutACheckpointNothingIsLeft) {
  kept_ = {};
  EXPECT_EQ(run_until(3000).done, 3000U);
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_F(ResumeTest, RefusesInputsThatChanged) {
  run_until(3000);
  resume_from(kept_.checkpoint);
  save("y.npy", test::random_map<std::uint32_t>(10000, 10000, 3));  // of the same size
  EXPECT_NE(message_of<InputError>([&] { run_until(~std::uint64_t{0}); }).find("another run: the y time of change is different"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(kept_.resume));
}

TEST_F(ResumeTest, RefusesWhenThePartialFileIsGone) {
  run_until(3000);
  resume_from(kept_.checkpoint);
  std::filesystem::remove(partial());
  EXPECT_NE(message_of<InputError>([&] { run_until(~std::uint64_t{0}); }).find(".partial: cannot reopen"), std::string::npos);
}

// A second run to the same output must not touch what the first one left.
TEST_F(ResumeTest, RunsKeepTheirPartialFilesApart) {
  run_until(3000);
  const std::string first = kept_.checkpoint;
  kept_.checkpoint = folder_.file("second.ck");
  run_until(1000);
  resume_from(first);
  run_until(~std::uint64_t{0});
  EXPECT_EQ(load<std::uint32_t>(out_), test::multiply_reference(x_, y_));
}

TEST_F(ResumeTest, RefusesAPartialFileThatWasCut) {
  run_until(3000);
  std::filesystem::resize_file(partial(), 1000);
  resume_from(kept_.checkpoint);
  EXPECT_NE(message_of<InputError>([&] { run_until(~std::uint64_t{0}); }).find("not the unfinished product"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(ResumeTest, NeverOverwritesAFileThatIsNoCheckpoint) {
  kept_.checkpoint = save("precious.npy", y_);
  EXPECT_NE(message_of<InputError>([&] { run_until(3000); }).find("is not a checkpoint"), std::string::npos);
  EXPECT_EQ(load<std::uint32_t>(kept_.checkpoint), y_);
  EXPECT_EQ(folder_.entries(), 3U);
  for (const std::string& taken : {x_path_, y_path_, out_}) {
    kept_.checkpoint = taken;
    EXPECT_NE(message_of<InputError>([&] { run_until(3000); }).find("are the same file"), std::string::npos);
  }
}

// To delete the checkpoint is to delete the link: what it leads to is the last state before the end.
TEST_F(ResumeTest, ARunKilledAtItsVeryEndIsFinished) {
  const std::string last = folder_.file("last.ck");
  std::filesystem::create_symlink("last.ck", kept_.checkpoint);
  run_until(~std::uint64_t{0});
  ASSERT_TRUE(std::filesystem::exists(last));
  resume_from(last);
  const auto report = run_until(~std::uint64_t{0});
  EXPECT_EQ(report.done, 10000U);
  EXPECT_EQ(report.resumed_at, 10000U);
  EXPECT_EQ(load<std::uint32_t>(out_), test::multiply_reference(x_, y_));
  EXPECT_EQ(folder_.entries(), 3U);
}

TEST_F(ResumeTest, ABadInputLeavesNothing) {
  x_path_ = save<std::uint32_t>("x.npy", {0, 99999});
  EXPECT_THROW(run_until(~std::uint64_t{0}), InputError);
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_F(FilesTest, InvertsDividesAndRaises) {
  std::vector<std::uint32_t> x(5000);
  random(std::span<std::uint32_t>(x), 1);
  const auto y = test::random_map<std::uint16_t>(5000, 9999, 2);
  const std::string x_path = save("x.npy", x);
  const std::string y_path = save("y.npy", y);
  FileOptions options;
  RunControl run;
  for (const Verify verify : {Verify::none, Verify::sample, Verify::all}) {
    options.verify = verify;
    inverse_file(open(x_path), out_, options, &run);
    const auto inverse = load<std::uint32_t>(out_);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(inverse[x[i]], i);
    divide_files(open(x_path), open(y_path), out_, options, &run);
    EXPECT_EQ(load<std::uint16_t>(out_), test::multiply_reference(inverse, y));
  }
  power_file(open(x_path), 3, out_, options, &run);
  EXPECT_EQ(load<std::uint32_t>(out_), test::multiply_reference(x, test::multiply_reference(x, x)));
}

TEST_F(FilesTest, WantsPermutationsWhereItNeedsThem) {
  const std::string x = save<std::uint32_t>("x.npy", {2, 0, 2});
  RunControl run;
  const std::string complaint = message_of<InputError>([&] { inverse_file(open(x), out_, {}, &run); });
  EXPECT_EQ(complaint, x + ": this is not a permutation: value 2 at index 2 already appears at index 0");
  EXPECT_THROW(divide_files(open(x), open(x), out_, {}, &run), InputError);
  EXPECT_THROW(power_file(open(x), -1, out_, {}, &run), InputError);
  EXPECT_THROW(cycles_of_file(open(x), {}, &run), InputError);
  EXPECT_TRUE(check_file(open(x), {}, &run).value());
  EXPECT_FALSE(std::filesystem::exists(out_));
}

// A stop while x is checked is like one a moment later.
TEST_F(FilesTest, APowerThatIsStoppedInItsCheckReportsHowFarItIs) {
  std::vector<std::uint32_t> x(40000);
  random(std::span<std::uint32_t>(x), 1);
  const std::string path = save("x.npy", x);
  RunControl run;
  int looks = 0;  // since x was read: the first is before the check, the second is in it
  run.limit_memory(std::uint64_t{1} << 40);
  run.measure_memory([&] {
    const bool was_read = std::ranges::any_of(run.phases(), [](const Phase& phase) { return phase.name == "read"; });
    if (was_read && ++looks == 2) run.request_stop(StopReason::interrupted);
    return std::uint64_t{0};
  });
  const FileReport report = power_file(open(path), -1, out_, {.machine = {.backend = BackendChoice::cpu, .threads = 1}}, &run);
  EXPECT_EQ(run.stop_reason(), StopReason::interrupted);
  EXPECT_EQ(report.points, x.size());
  EXPECT_EQ(report.done, 0U);
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(FilesTest, ConvertsWidthsAndRefusesWhatDoesNotFit) {
  const std::string x = save<std::uint32_t>("x.npy", {300, 1});
  RunControl run;
  convert_file(open(x), 8, out_, {}, &run);
  EXPECT_EQ(load<std::uint64_t>(out_), (std::vector<std::uint64_t>{300, 1}));
  EXPECT_NE(message_of<InputError>([&] {
              convert_file(open(x), 1, out_, {}, &run);
            }).find("value 300 at index 0 does not fit in 1 byte"),
            std::string::npos);
}

// Nobody need listen, and a permutation that came as text fixes the points that it does not name.
TEST_F(FilesTest, TextIsReadAndWritten) {
  write_text(folder_.file("x.g"), "x := (1,2,3);");
  const std::string y = save<std::uint32_t>("y.npy", {10, 11, 12, 13, 14});
  EXPECT_EQ(Map::open(folder_.file("x.g")).size(), 3U);
  EXPECT_EQ(multiply_files(Map::open(folder_.file("x.g")), Map::open(y), out_).done, 5U);
  EXPECT_EQ(load<std::uint32_t>(out_), (std::vector<std::uint32_t>{11, 12, 10, 13, 14}));
  EXPECT_EQ(inverse_file(Map::read("stdin", "[2,3,1]"), out_).done, 3U);
  EXPECT_EQ(load<std::uint32_t>(out_), (std::vector<std::uint32_t>{2, 0, 1}));
  convert_file(Map::open(out_), 0, folder_.file("w.g"));
  EXPECT_EQ(read_text(folder_.file("w.g")), "w := PermList([3,1,2]);\n");
  EXPECT_NE(message_of<InputError>([&] { convert_file(Map::open(y), 0, folder_.file("w.g")); }).find("only permutations"),
            std::string::npos);
}

// GAP counts points from 1, and so does what is said about its text.
TEST_F(FilesTest, TextIsSpokenOfAsItIs) {
  write_text(folder_.file("x.g"), "[2,2,1]");
  const Map x = Map::open(folder_.file("x.g"));
  EXPECT_EQ(message_of<InputError>([&] { inverse_file(x, out_); }),
            x.name() + ": this is not a permutation: value 2 at position 2 already appears at position 1");
  const std::string y = save<std::uint32_t>("y.npy", {0});
  EXPECT_EQ(message_of<InputError>([&] { multiply_files(x, open(y), out_); }),
            x.name() + ": value 2 at position 1 is not a point of " + y + ", which has 1 point (1..1)");
  EXPECT_EQ(Map::read("stdin", "[1,4]").sentence({Defect::Kind::out_of_range, 1, 3, 0}),
            "value 4 at position 2 is not a point: there are 2 points (1..2)");
}

// A negative value is an answer to the question whether it is a permutation.
TEST_F(FilesTest, NegativeValuesAreNamedAsTheyAre) {
  const Map x = open(save<std::int32_t>("x.npy", {0, -4, 1}, 'i'));
  EXPECT_EQ(x.sentence(check_file(x).value()), "value -4 at index 1 is negative; points are 0, 1, 2, ...");
}

TEST_F(FilesTest, BigEndianArraysAreRead) {
  const std::array<std::uint64_t, 1> shape{3};
  std::string text = make_npy_header('i', 4, shape) + std::string("\0\0\0\2\0\0\0\0\0\0\0\1", 12);
  text.replace(text.find('<'), 1, ">");
  write_text(folder_.file("x.npy"), text);
  EXPECT_EQ(inverse_file(open(folder_.file("x.npy")), out_).done, 3U);
  EXPECT_EQ(NpyFile::of_points(out_).header().type(), "<i4");
  EXPECT_EQ(load<std::uint32_t>(out_), (std::vector<std::uint32_t>{1, 2, 0}));
  EXPECT_EQ(inverse_file(Map::read("stdin", text), out_).done, 3U);
  EXPECT_EQ(load<std::uint32_t>(out_), (std::vector<std::uint32_t>{1, 2, 0}));
}

TEST_F(FilesTest, ResultsAreNpyFilesOrPipes) {
  const std::string x = save<std::uint32_t>("x.npy", {1, 0});
  for (const char* name : {"z", "z.dat", "z.g", "z.npy.gz"}) {
    const std::string message = message_of<InputError>([&] { inverse_file(open(x), folder_.file(name)); });
    EXPECT_NE(message.find("the result is an .npy file"), std::string::npos) << message;
  }
  EXPECT_THROW(convert_file(open(x), 0, folder_.file("z.dat")), InputError);
  EXPECT_THROW(random_file(3, 0, 1, folder_.file("z.dat")), InputError);
  EXPECT_EQ(folder_.entries(), 1U);
  EXPECT_NO_THROW(inverse_file(open(x), "/dev/null"));
}

TEST_F(FilesTest, ChoicesHaveNames) {
  for (const Verify verify : {Verify::none, Verify::sample, Verify::all}) EXPECT_EQ(parse_verify(to_string(verify)), verify);
  for (const Exchange way : {Exchange::automatic, Exchange::shared, Exchange::messages, Exchange::files})
    EXPECT_EQ(parse_exchange(to_string(way)), way);
  EXPECT_EQ(parse_file_method("messages").exchange, Exchange::messages);
  EXPECT_EQ(parse_file_method("loop").method, Method::loop);
  EXPECT_THROW((void)parse_method("implicit"), InputError);
  EXPECT_EQ(parse_point_type("uint40"), 5U);
  EXPECT_NE(message_of<InputError>([] { (void)parse_exchange("mail"); }).find("auto, shared, messages, files"),
            std::string::npos);
}

template <class X, class Y>
concept Comparable = requires(const X& x, const Y& y) {
  equal(x, y);
};
template <class X, class Y>
concept Conjugable = requires(const X& x, const Y& y, X& z) {
  conjugate(x, y, z);
  commutator(x, y, z);
};
using Narrow = std::vector<std::uint32_t>;
using Wide = std::vector<std::uint64_t>;
static_assert(Comparable<Narrow, Narrow> && !Comparable<Narrow, Wide>);
static_assert(Conjugable<Narrow, Narrow> && !Conjugable<Narrow, Wide>);

TEST_F(FilesTest, RandomFilesAreReadableAndNarrowWhereAsked) {
  RunControl run;
  random_file(1000, 0, 3, out_, {}, &run);
  EXPECT_EQ(NpyFile(out_, 1).header().type(), "<u4");
  const auto wide = load<std::uint32_t>(out_);
  EXPECT_TRUE(test::is_permutation_reference(wide));
  random_file(1000, 2, 3, out_, {}, &run);
  const auto narrow = load<std::uint16_t>(out_);
  EXPECT_TRUE(std::equal(narrow.begin(), narrow.end(), wide.begin(), wide.end()));
  EXPECT_THROW(random_file(257, 1, 3, folder_.file("small.npy"), {}, &run), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("small.npy")));
}

}  // namespace
}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
#include "core/run/checkpoint.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "core/io/output_file.hpp"
#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath {
namespace {

using test::message_of;
using test::read_text;
using test::TestFolder;
using test::write_text;

class CheckpointTest : public testing::Test {
 protected:
  void SetUp() override { write_checkpoint(path_, "demo 1", problem_, bytes_of("the state")); }
  std::string complaint(const std::string& kind, const Json& problem) {
    return message_of<InputError>([&] { read_checkpoint(path_, kind, problem); });
  }

  TestFolder folder_;
  std::string path_ = folder_.file("run.ck");
  Json problem_{{"size", 12}, {"input", "a.npy"}};
};

TEST_F(CheckpointTest, GivesBackWhatWasWritten) {
  const auto payload = read_checkpoint(path_, "demo 1", problem_);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(payload.data()), payload.size()), "the state");
  write_checkpoint(path_, "demo 1", problem_, {});
  EXPECT_TRUE(read_checkpoint(path_, "demo 1", problem_).empty());
}

TEST_F(CheckpointTest, RefusesAnotherRunAndNamesTheDifference) {
  EXPECT_EQ(complaint("tour 1", problem_), path_ + ": this is a checkpoint of 'demo', not of 'tour'");
  EXPECT_EQ(
      complaint("demo 2", problem_),
      fmt::format("{}: this checkpoint was written by another version of wreath ({}), and this one cannot read it; resume it "
                  "with that version, or start again",
                  path_, version()));
  const auto difference = [&](const Json& before, const Json& now) {
    write_checkpoint(path_, "demo 1", before, {});
    const std::string text = complaint("demo 1", now);
    const std::string front = path_ + ": this is a checkpoint of another run: ";
    const std::string back = ". Give the input and the options of that run, or leave out resume";
    EXPECT_TRUE(text.starts_with(front) && text.ends_with(back)) << text;
    return text.substr(front.size(), text.size() - front.size() - back.size());
  };
  EXPECT_EQ(difference({{"size", 12}}, {{"size", 13}}), "its size is 12, this run's is 13");
  EXPECT_EQ(difference({{"generators", 3}}, {{"generators", 4}}), "it has 3 generators, this run has 4");
  EXPECT_EQ(difference({{"size", 12}}, {{"size", 12}, {"depth", 1}}), "it does not record its depth");
  EXPECT_EQ(difference({{"input", "a b"}}, {{"input", "c"}}), "its input is a b, this run's is c");
  EXPECT_EQ(difference({{"letters", Json::array({"a", "A"})}}, {{"letters", Json::array({"b"})}}),
            "its letters are a, A, this run's are b");
  EXPECT_EQ(difference({{"graphs", false}}, {{"graphs", true}}), "it was made without graphs, and this run is with graphs");
  EXPECT_EQ(difference({{"images", "0123456789abcdef"}}, {{"images", "f123456789abcdef"}}), "the images are different");
  EXPECT_EQ(difference({{"x", {{"time", std::uint64_t{1} << 60}}}}, {{"x", {{"time", std::uint64_t{1} << 61}}}}),
            "the x time is different");
  EXPECT_EQ(difference({{"x", {{"hash", 12}}}}, {{"x", {{"hash", 13}}}}), "the x hash is different");
  EXPECT_EQ(difference({{"seed", 1}}, {{"seed", 9007199254740993}}), "its seed is 1, this run's is 9007199254740993");
}

TEST(CheckpointTimerTest, TheFirstComesSoonAndTheOthersAtTheInterval) {
  using std::chrono::seconds;
  const CheckpointTimer::Clock::time_point start{};
  for (const auto& [given, interval] : {std::pair(0.0, 60), std::pair(600.0, 600)}) {
    CheckpointTimer timer(given, start);
    EXPECT_FALSE(timer.is_due(start + seconds(1)));
    EXPECT_TRUE(timer.is_due(start + seconds(2)));
    timer.restart(start + seconds(5));
    EXPECT_FALSE(timer.is_due(start + seconds(5 + interval - 1)));
    EXPECT_TRUE(timer.is_due(start + seconds(5 + interval)));
  }
  EXPECT_TRUE(CheckpointTimer(1, start).is_due(start + seconds(1)));
  EXPECT_FALSE(CheckpointTimer(1e300, start).is_due(start + seconds(1)));
  for (const double wrong : {-1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(message_of<InputError>([&] { CheckpointTimer timer(wrong); }).find("checkpoint-every"), std::string::npos);
}

TEST_F(CheckpointTest, RefusesEveryDamage) {
  const std::string whole = read_text(path_);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_text(path_, whole.substr(0, length));
    EXPECT_THROW(read_checkpoint(path_, "demo 1", problem_), InputError) << "cut to " << length;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    write_text(path_, damaged);
    EXPECT_THROW(read_checkpoint(path_, "demo 1", problem_), InputError) << "byte " << at;
  }
  write_text(path_, whole + "x");
  EXPECT_THROW(read_checkpoint(path_, "demo 1", problem_), InputError);
}

TEST_F(CheckpointTest, RefusesForeignFiles) {
  write_text(path_, "{\"a\": 1}");
  EXPECT_EQ(complaint("demo 1", problem_), path_ + ": this is not a wreath checkpoint");
  write_text(path_, "");
  EXPECT_EQ(complaint("demo 1", problem_), path_ + ": this file is empty: it is not a checkpoint");
  EXPECT_THROW(read_checkpoint(folder_.file("none"), "demo 1", problem_), InputError);
}

}  // namespace
}  // namespace wreath

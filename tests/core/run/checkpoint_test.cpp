// SPDX-License-Identifier: MIT
#include "core/run/checkpoint.hpp"

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
  EXPECT_EQ(complaint("demo 2", problem_), path_ + ": this is a checkpoint of 'demo 1', not of 'demo 2'");
  EXPECT_EQ(complaint("demo 1", {{"size", 13}, {"input", "a.npy"}}),
            path_ + ": this is a checkpoint of another run: its size is 12, this run's is 13");
  write_checkpoint(path_, "demo 1", {{"generators", 3}}, {});
  EXPECT_EQ(complaint("demo 1", {{"generators", 4}}),
            path_ + ": this is a checkpoint of another run: it has 3 generators, this run has 4");
  write_checkpoint(path_, "demo 1", problem_, {});
  EXPECT_NE(complaint("demo 1", {{"size", 12}, {"depth", 1}}).find("it does not record its depth"), std::string::npos);
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

// SPDX-License-Identifier: MIT
//
// drive() with a small computation: it counts up to a number.
#include "core/run/drive.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/run/stop_check.hpp"
#include "kept_run.hpp"
#include "temporary_folder.hpp"

namespace wreath {
namespace {

using test::KeptRun;

class Counter : public Resumable {
 public:
  explicit Counter(std::uint64_t end) : end_(end) {}

  std::string kind() const override { return "demo count 1"; }
  Json problem() const override { return {{"end", end_}}; }
  bool done() const override { return reached_ == end_; }
  void step(RunControl& run) override {
    if (reached_ == stop_at_) run.request_stop(StopReason::interrupted);
    StopCheck(run).look();
    saw_files_ = saw_files_ || !run.files().empty();
    ++reached_;
  }
  void save(ByteWriter& into) const override { into.put(reached_); }
  void restore(ByteReader& from, RunControl& run) override {
    StopCheck(run).look();
    reached_ = from.number();
  }
  bool worth_saving() const override { return reached_ >= least_; }

  std::uint64_t end_;
  std::uint64_t reached_ = 0;
  std::uint64_t stop_at_ = ~std::uint64_t{0};
  std::uint64_t least_ = 0;
  bool saw_files_ = false;
};

class DriveTest : public ::testing::Test {
 protected:
  std::uint64_t saved(const std::string& file) const {
    const auto payload = peek_checkpoint(file, "demo count 1");
    return payload ? ByteReader(*payload).number() : ~std::uint64_t{0};
  }

  test::TestFolder folder_;
  std::string file_ = folder_.file("run.ck");
};

TEST_F(DriveTest, RunsWithoutFiles) {
  Counter job(5);
  RunControl run;
  drive(job, run);
  EXPECT_TRUE(job.done());
  EXPECT_EQ(folder_.entries(), 0U);
}

TEST_F(DriveTest, KeepsTheStateAtAStopAndContinues) {
  Counter job(9);
  job.stop_at_ = 4;
  KeptRun run({.checkpoint = file_});
  drive(job, run);
  EXPECT_EQ(saved(file_), 4U);
  EXPECT_FALSE(job.saw_files_);  // what it calls keeps none
  EXPECT_EQ(run.files().checkpoint, file_);
  Counter again(9);
  KeptRun later({.resume = file_});
  drive(again, later);
  EXPECT_TRUE(again.done());
  EXPECT_EQ(saved(file_), 9U);
  EXPECT_TRUE(later.resumes());
  EXPECT_TRUE(later.files().resume.empty());  // it is not resumed again
  Counter other(8);
  KeptRun wrong({.resume = file_});
  EXPECT_THROW(drive(other, wrong), InputError);
}

TEST_F(DriveTest, AStopWhileACheckpointIsOpenedKeepsIt) {
  Counter job(9);
  job.stop_at_ = 4;
  KeptRun run({.checkpoint = file_});
  drive(job, run);
  Counter again(9);
  KeptRun later({.resume = file_});
  later.request_stop(StopReason::interrupted);
  EXPECT_THROW(drive(again, later), LimitReached);
  EXPECT_EQ(saved(file_), 4U);
  EXPECT_EQ(later.files().checkpoint, file_);
}

TEST_F(DriveTest, AResumedRunMakesAStepWhateverItsTime) {
  Counter first(3);
  KeptRun begun({.checkpoint = file_});
  begun.limit_time(0);
  drive(first, begun);
  EXPECT_EQ(saved(file_), 0U);
  for (std::uint64_t runs = 1; runs <= 3; ++runs) {
    Counter job(3);
    KeptRun run({.resume = file_});
    run.limit_time(0);
    drive(job, run);
    EXPECT_EQ(saved(file_), runs);
    EXPECT_EQ(run.should_stop(), runs < 3);  // what follows a computation that is done is not timed
  }
}

TEST_F(DriveTest, AnotherFileIsWrittenAndTheFirstKept) {
  Counter job(9);
  job.stop_at_ = 4;
  KeptRun run({.checkpoint = file_});
  drive(job, run);
  Counter again(9);
  KeptRun later({.checkpoint = folder_.file("other.ck"), .resume = file_});
  drive(again, later);
  EXPECT_EQ(saved(file_), 4U);
  EXPECT_EQ(saved(folder_.file("other.ck")), 9U);
}

TEST_F(DriveTest, AFileThatIsWorthMoreIsKept) {
  Counter job(9);
  job.stop_at_ = 6;
  KeptRun run({.checkpoint = file_});
  drive(job, run);
  Counter again(9);
  again.least_ = 8;
  again.stop_at_ = 7;
  KeptRun later({.resume = file_});
  drive(again, later);
  EXPECT_EQ(again.reached_, 7U);
  EXPECT_EQ(saved(file_), 6U);
}

TEST_F(DriveTest, ChecksTheFileBeforeTheWork) {
  test::write_text(file_, "a letter");
  Counter job(9);
  KeptRun run({.checkpoint = file_});
  EXPECT_THROW(drive(job, run), InputError);
  EXPECT_EQ(job.reached_, 0U);
}

}  // namespace
}  // namespace wreath

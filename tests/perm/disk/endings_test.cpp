// SPDX-License-Identifier: MIT
//
// Runs on disk that do not come to their end: asked to stop, a full disk, a file that another program cuts.
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <filesystem>

#include "core/run/checkpoint.hpp"
#include "disk_fixture.hpp"
#include "kept_run.hpp"
#include "perm/reference.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;

class DiskEndings : public DiskTest {
 protected:
  /// Calls `act` once, when this phase reports. The first thread reports, after its own work: to be sure that it has some, and
  /// that some is left, it must be alone.
  void when(const std::string& phase, std::function<void()> act) {
    run_.listen([this, phase, act = std::move(act)](const Progress& progress) {
      if (progress.phase != phase || acted_) return;
      acted_ = true;
      act();
    });
  }
  void stop_in(const std::string& phase) {
    when(phase, [this] { run_.request_stop(StopReason::interrupted); });
  }

  bool acted_ = false;
};

TEST_F(DiskEndings, EveryPhaseCanBeStopped) {
  const std::string x = save("x.npy", permutation(200000, 1), 4);
  for (const char* phase : {"bucketize", "permute", "combine"}) {
    RunControl run;
    run.listen([&](const Progress& progress) {
      if (progress.phase == phase) run.request_stop(StopReason::interrupted);
    });
    const FileReport report = multiply_files(open(x), open(x), out_, how(1), &run);
    EXPECT_LT(report.done, report.points) << phase;
    EXPECT_EQ(run.stop_reason(), StopReason::interrupted) << phase;
    EXPECT_EQ(folder_.entries(), 1U) << phase;
  }
}

TEST_F(DiskEndings, ACheckCanBeStopped) {
  const std::string x = save("x.npy", permutation(1000000, 1), 4);
  stop_in("check");
  EXPECT_FALSE(check_file(open(x), how(), &run_).has_value());
}

// What is known is said: the search for the first value that shows it takes as long as the run.
TEST_F(DiskEndings, ABadInputIsNoResultAlsoWhereTheSearchForItIsStopped) {
  Values values = permutation(1000000, 1);
  values[999999] = values[5];
  const std::string x = save("x.npy", values, 4);
  stop_in("check");
  EXPECT_EQ(message_of<InputError>([&] { inverse_file(open(x), out_, how(), &run_); }), x + ": this is not a permutation");
  EXPECT_EQ(folder_.entries(), 1U);
}

// Another program cuts x between the first pass over it and the second.
TEST_F(DiskEndings, AReadThatFailsNamesTheFileAndTheByte) {
  const std::string x = save("x.npy", permutation(200000, 1), 4);
  const std::string y = save("y.npy", permutation(200000, 2), 4);
  when("permute", [&] { std::filesystem::resize_file(x, 100000); });
  const std::string message = message_of<ResourceError>([&] { multiply_files(open(x), open(y), out_, how(1), &run_); });
  EXPECT_NE(message.find(x + ": cannot read at byte 100000: the file ends there"), std::string::npos) << message;
  EXPECT_EQ(folder_.entries(), 2U);
}

/// The largest file that may be written, until it goes out of scope.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

// The space is taken, and then writing fails all the same; with a checkpoint what is there stays, and the run can be resumed.
TEST_F(DiskEndings, AWriteThatFailsLeavesNothingOrWhatTheCheckpointKnows) {
  const Values values = permutation(200000, 1);
  const std::string x = save("x.npy", values, 4);
  for (const bool keeps : {false, true}) {
    const FileOptions options = how(1);
    if (keeps) run_.keep_in({.checkpoint = folder_.file("run.ck")});
    std::optional<FileSizeLimit> limit;
    acted_ = false;
    when("scatter", [&] { limit.emplace(100000); });
    const std::string message = message_of<ResourceError>([&] { inverse_file(open(x), out_, options, &run_); });
    limit.reset();
    EXPECT_NE(message.find("z.npy: cannot write at byte "), std::string::npos) << message;
    if (!keeps) {
      EXPECT_EQ(folder_.entries(), 1U);
      continue;
    }
    EXPECT_NE(message.find("; continue with resume " + folder_.file("run.ck")), std::string::npos) << message;
    wreath::test::KeptRun again({.resume = folder_.file("run.ck")});
    inverse_file(open(x), out_, options, &again);
    Values inverse(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) inverse[values[i]] = i;
    EXPECT_EQ(load(out_), inverse);
    EXPECT_EQ(folder_.entries(), 2U);
  }
}

/// The number of a checkpoint's run, as the names of its files have it.
std::string run_number(const std::string& checkpoint, const std::string& kind) {
  const auto payload = peek_checkpoint(checkpoint, kind);
  if (!payload || payload->size() < 8) return "no checkpoint";
  std::uint64_t number = 0;
  std::memcpy(&number, payload->data(), sizeof number);
  return fmt::format("{:016x}", number);
}

// A run that deletes its checkpoint deletes the link, and leaves what it leads to: the last state before the end.
TEST_F(DiskEndings, ARunKilledAtItsVeryEndIsFinished) {
  const std::string x = save("x.npy", permutation(200000, 1), 4);
  const std::string last = folder_.file("last.ck");
  const std::string kind = "perm inverse on disk 3";
  for (const bool renamed : {true, false}) {
    const FileOptions options = how(1);
    run_.keep_in({.checkpoint = folder_.file("run.ck")});
    std::filesystem::create_symlink("last.ck", folder_.file("run.ck"));
    inverse_file(open(x), out_, options, &run_);
    const Values expected = load(out_);
    ASSERT_TRUE(std::filesystem::exists(last));
    const std::string number = run_number(last, kind);
    if (!renamed) {
      std::filesystem::rename(out_, out_ + "." + number + ".partial");
      wreath::test::write_text(folder_.file("wreath-" + number + "-0.scratch"), "left");
      wreath::test::write_text(folder_.file("wreath-" + number + ".owner"), last + "\n" + out_ + "." + number + ".partial\n");
    }
    run_.keep_in({.resume = last});
    const FileReport report = inverse_file(open(x), out_, options, &run_);
    EXPECT_EQ(report.done, 200000U);
    EXPECT_EQ(report.resumed_at, 200000U);
    EXPECT_EQ(load(out_), expected);
    EXPECT_EQ(folder_.entries(), 2U) << renamed;  // x and z
  }
}

TEST_F(DiskEndings, AFinishedResultThatIsGoneIsSaidToBe) {
  const std::string x = save("x.npy", permutation(200000, 1), 4);
  const FileOptions options = how(1);
  run_.keep_in({.checkpoint = folder_.file("run.ck")});
  std::filesystem::create_symlink("last.ck", folder_.file("run.ck"));
  inverse_file(open(x), out_, options, &run_);
  std::filesystem::copy_file(out_, folder_.file("copy"));
  std::filesystem::rename(folder_.file("copy"), out_);  // another file of that name
  run_.keep_in({.resume = folder_.file("last.ck")});
  const std::string message = message_of<InputError>([&] { inverse_file(open(x), out_, options, &run_); });
  EXPECT_NE(message.find("its result no longer exists"), std::string::npos) << message;
}

TEST_F(DiskEndings, WhatNothingCanResumeIsRemovedByTheNextRun) {
  const std::string x = save("x.npy", permutation(200000, 1), 4);
  const FileOptions options = how(1);
  run_.keep_in({.checkpoint = folder_.file("run.ck")});
  stop_in("scatter");
  EXPECT_LT(inverse_file(open(x), out_, options, &run_).done, 200000U);
  EXPECT_EQ(folder_.entries(), 5U);  // x, the checkpoint, the unfinished result, the scratch file and its note
  RunControl other;
  const std::string w = folder_.file("w.npy");
  inverse_file(open(x), w, how(1), &other);
  EXPECT_EQ(folder_.entries(), 6U);  // it can be resumed
  std::filesystem::remove(folder_.file("run.ck"));
  inverse_file(open(x), w, how(1), &other);
  EXPECT_EQ(folder_.entries(), 2U);
}

TEST_F(DiskEndings, SpaceThatCannotBeHadLeavesNothing) {
  const std::string x = save("x.npy", permutation(200000, 1), 4);
  const FileOptions options = how(1);
  run_.keep_in({.checkpoint = folder_.file("run.ck")});
  for (const rlim_t bytes : {rlim_t{100000}, rlim_t{810000}}) {  // too little for the result, or for the scratch file
    const FileSizeLimit limit(bytes);
    EXPECT_NE(message_of<ResourceError>([&] { inverse_file(open(x), out_, options, &run_); }).find("cannot reserve space"),
              std::string::npos);
    EXPECT_EQ(folder_.entries(), 1U) << bytes;
  }
}

TEST_F(DiskEndings, AScratchFolderThatIsNotThereIsRefusedAlsoWhereNoneIsNeeded) {
  layout_ = {};
  const std::string x = save("x.npy", permutation(100, 1), 4);
  FileOptions options = how(1);
  options.machine.scratch = {folder_.file("nowhere")};
  EXPECT_NE(message_of<InputError>([&] { inverse_file(open(x), out_, options, &run_); }).find("no such folder"),
            std::string::npos);
}

// A disk of one mebibyte in memory, where the user may make one.
TEST_F(DiskEndings, AFullDiskIsToldBeforeTheWork) {
  const std::string small = folder_.file("small");
  std::filesystem::create_directory(small);
  if (mount("none", small.c_str(), "tmpfs", 0, "size=1m") != 0) GTEST_SKIP() << "only root can make a small disk";
  const std::string x = save("x.npy", permutation(300000, 1), 4);
  FileOptions options = how();
  options.machine.scratch = {small};
  const std::string scratch = message_of<ResourceError>([&] { inverse_file(open(x), out_, options, &run_); });
  const std::string result = message_of<ResourceError>([&] { inverse_file(open(x), small + "/z.npy", how(), &run_); });
  const bool empty = std::filesystem::is_empty(small);
  umount(small.c_str());
  EXPECT_NE(scratch.find("of scratch space in " + small + ", which has 1.0 MiB free"), std::string::npos) << scratch;
  EXPECT_NE(result.find("of disk space in " + small + ", which has 1.0 MiB free"), std::string::npos) << result;
  EXPECT_TRUE(empty);
  EXPECT_EQ(folder_.entries(), 2U);
}

}  // namespace
}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
#include "core/run/program_end.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <thread>

#include "core/run/gpu_start.hpp"

namespace wreath {
namespace {

struct Ended {
  std::string printed;
  int code = -1;
};

/// What a process printed that ran `work` and then end_program(3); 4 if that returned.
template <class Work>
Ended end_after(const Work& work) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    std::printf("printed");
    work();
    end_program(3);
    std::fflush(stdout);
    _exit(4);
  }
  close(ends[1]);
  Ended ended;
  std::array<char, 64> bytes{};
  for (ssize_t count = 0; (count = read(ends[0], bytes.data(), bytes.size())) > 0;)
    ended.printed.append(bytes.data(), static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

TEST(ProgramEnd, ReturnsIfThereIsNothingToWaitFor) {
  const Ended ended = end_after([] {});
  EXPECT_EQ(ended.code, 4);
  EXPECT_EQ(ended.printed, "printed");
}

TEST(ProgramEnd, DoesNotWaitForThreadsThatWereLeft) {
  const Ended ended = end_after([] {
    promise_end_program();
    leave_thread(std::thread([] { pause(); }));
  });
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.printed, "printed");
}

TEST(ProgramEnd, WaitsForThreadsOfALibrary) {
  bool is_over = false;
  leave_thread(std::thread([&] { is_over = true; }));
  EXPECT_TRUE(is_over);
}

TEST(ProgramEnd, TheStartOfAGpuDoesNotOutlastWhoBeganIt) {
  {
    GpuStart start;
    start.begin();
  }
  EXPECT_TRUE(gpu_start_is_over());
}

// The reader of the output sees its end, and the code arrives: the child that closes the GPU's files holds neither up.
TEST(ProgramEnd, LeavesTheGpuToAChild) {
  const Ended ended = end_after([] { note_gpu_is_open(); });
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.printed, "printed");
}

}  // namespace
}  // namespace wreath

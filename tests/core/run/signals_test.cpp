// SPDX-License-Identifier: MIT
#include "core/run/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace wreath {
namespace {

TEST(SignalGuard, FirstSignalAsksAndTheSecondWouldKill) {
  RunControl run;
  {
    const SignalGuard guard(run);
    EXPECT_FALSE(run.should_stop());
    std::raise(SIGINT);
    EXPECT_EQ(run.stop_reason(), StopReason::interrupted);
    struct sigaction action {};
    sigaction(SIGINT, nullptr, &action);
    EXPECT_EQ(action.sa_handler, SIG_DFL);
  }
  struct sigaction action {};
  sigaction(SIGTERM, nullptr, &action);
  EXPECT_EQ(action.sa_handler, SIG_DFL);
}

TEST(SignalGuard, LeavesIgnoredSignalsIgnored) {
  std::signal(SIGHUP, SIG_IGN);  // as nohup does
  RunControl run;
  {
    const SignalGuard guard(run);
    std::raise(SIGHUP);
    EXPECT_FALSE(run.should_stop());
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}

}  // namespace
}  // namespace wreath

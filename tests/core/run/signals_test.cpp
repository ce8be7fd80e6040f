// SPDX-License-Identifier: MIT
#include "core/run/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

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

/// In a process of its own, since a signal that came early stays known.
TEST(SignalGuardDeathTest, AnEarlySignalStopsTheRunThatBeginsLater) {
  const auto begin = [] {
    keep_early_signals();
    std::raise(SIGTERM);
    RunControl run;
    const SignalGuard guard(run);
    struct sigaction action {};
    sigaction(SIGINT, nullptr, &action);
    std::_Exit(run.stop_reason() == StopReason::interrupted && action.sa_handler == SIG_DFL ? 0 : 1);
  };
  EXPECT_EXIT(begin(), testing::ExitedWithCode(0), "");
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

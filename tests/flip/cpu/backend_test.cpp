// SPDX-License-Identifier: MIT
#include "flip/backend.hpp"

#include <gtest/gtest.h>

#include "flip/scheme/symmetry.hpp"

namespace wreath::flip {
namespace {

const Schedule kSchedule{.plus_after = 2000, .margin = 2};

std::unique_ptr<Backend> started(const Scheme& start, Symmetry symmetry, unsigned threads, std::uint64_t walks) {
  SearchOptions options;
  options.machine.threads = threads;
  options.walks = walks;
  options.symmetry = symmetry;
  options.seed = 3;
  auto backend = make_cpu_backend(start.shape, options, kSchedule, start.rank());
  std::vector<Placement> placements;
  for (std::uint32_t walk = 0; walk < backend->walks(); ++walk) placements.push_back({walk, &start});
  backend->place(placements);
  return backend;
}

const std::vector<std::pair<Scheme, Symmetry>> kStarts = {
    {standard_scheme({3, 3, 3}), Symmetry::none},
    {standard_scheme({2, 4, 3}), Symmetry::none},
    {standard_scheme({2, 4, 3}), Symmetry::c2},
    {expand(symmetric_start(4, std::vector<unsigned>{4})), Symmetry::c3},
    {expand(symmetric_start(4, std::vector<unsigned>{2, 2}, Symmetry::c6)), Symmetry::c6},
};

TEST(CpuBackend, ThreadsDoNotMatter) {
  for (const auto& [start, symmetry] : kStarts) {
    std::vector<std::byte> one;
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      const auto backend = started(start, symmetry, threads, 5);
      backend->run(5000);
      backend->run(3000);
      if (threads == 1) one = backend->save();
      EXPECT_EQ(backend->save(), one) << threads;
    }
  }
}

TEST(CpuBackend, StatusesAndBests) {
  for (const auto& [start, symmetry] : kStarts) {
    const auto backend = started(start, symmetry, 2, 6);
    EXPECT_EQ(backend->walks(), 6u);
    for (const WalkStatus& status : backend->statuses()) {
      EXPECT_EQ(status.rank, start.rank());
      EXPECT_EQ(status.best, start.rank());
      EXPECT_EQ(status.idle, 0u);
      EXPECT_EQ(status.flips, 0u);
    }
    backend->run(20000);
    const std::vector<WalkStatus> after(backend->statuses().begin(), backend->statuses().end());
    const std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5};
    const auto bests = backend->bests(all);
    ASSERT_EQ(bests.size(), 6u);
    for (std::size_t walk = 0; walk < 6; ++walk) {
      EXPECT_EQ(bests[walk].rank(), after[walk].best);
      EXPECT_LE(after[walk].best, start.rank());
      EXPECT_GE(after[walk].rank, after[walk].best);
      EXPECT_GT(after[walk].flips, 10000u);
      EXPECT_LE(after[walk].flips, 20000u);
      EXPECT_NO_THROW(require_valid(bests[walk], "best"));
    }
    // a walk that is placed again restarts, and its stream continues
    const std::vector<Placement> placements = {{2, &start}};
    backend->place(placements);
    EXPECT_EQ(backend->statuses()[2].best, start.rank());
    EXPECT_EQ(backend->statuses()[2].idle, 0u);
    EXPECT_EQ(backend->statuses()[2].flips, after[2].flips);
    EXPECT_EQ(backend->statuses()[3].best, after[3].best);
  }
}

TEST(CpuBackend, GoesOnFromWhatItSaved) {
  for (const auto& [start, symmetry] : kStarts) {
    const auto backend = started(start, symmetry, 2, 4);
    backend->run(7000);
    const std::vector<std::byte> middle = backend->save();
    backend->run(9000);
    const auto again = started(start, symmetry, 1, 4);
    again->restore(middle);
    EXPECT_EQ(again->save(), middle);
    again->run(9000);
    EXPECT_EQ(again->save(), backend->save());

    EXPECT_THROW(again->restore(std::span(middle).first(middle.size() - 1)), InputError);
    EXPECT_THROW(started(start, symmetry, 1, 5)->restore(middle), InputError);
  }
}

TEST(CpuBackend, WhatDoesNotFitIsRefused) {
  SearchOptions options;
  EXPECT_THROW(make_cpu_backend({4, 4, 4}, options, kSchedule, 5000), ResourceError);
  options.symmetry = Symmetry::c3;
  EXPECT_THROW(make_cpu_backend({8, 8, 8}, options, kSchedule, 300), ResourceError);
}

}  // namespace
}  // namespace wreath::flip

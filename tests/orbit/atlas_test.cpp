// SPDX-License-Identifier: MIT
//
// The atlas: what stops one of its searches leaves the others and the rows that are known alone.
#include "wreath/orbit/atlas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "temporary_folder.hpp"

namespace wreath::orbit {
namespace {

TEST(OrbitAtlas, ALackOfMemoryEndsOneSearchAlone) {
  const wreath::test::TestFolder folder;
  Atlas atlas(
      folder.path(),
      {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .most_states = 5'000'000, .families = {"hanoi-3", "hanoi-4"}});
  RunControl run;
  run.limit_memory(std::uint64_t{12} << 20);
  run.measure_memory([] { return std::uint64_t{0}; });
  EXPECT_FALSE(atlas.run(&run));
  EXPECT_EQ(run.stop_reason(), StopReason::none);
  const Report report = atlas.report();
  EXPECT_GE(
      std::ranges::count_if(report.lines(), [](const auto& line) { return line.text.find("left out:") != std::string::npos; }),
      2);
}

TEST(OrbitAtlas, ARowIsKeptIfTheRunIsStoppedBeforeTheSecondMethod) {
  const wreath::test::TestFolder folder;
  Atlas atlas(folder.path(), {.machine = {.backend = BackendChoice::cpu}, .most_states = 30, .families = {"lrx"}});
  RunControl run;
  run.listen([&](const Progress& progress) {
    if (progress.phase == "search" && progress.total != 0 && progress.done == progress.total)
      run.request_stop(StopReason::interrupted);
  });
  EXPECT_TRUE(atlas.run(&run));
  EXPECT_EQ(run.stop_reason(), StopReason::interrupted);
  EXPECT_TRUE(std::filesystem::exists(folder.file("lrx.json")));
}

TEST(OrbitAtlas, BeyondThePublishedTables) {
  const wreath::test::TestFolder folder;
  Atlas atlas(folder.path(), {.machine = {.backend = BackendChoice::cpu},
                              .most_states = 4'000'000,
                              .families = {"lrx", "hanoi-3", "block-interchange"},
                              .beyond = true});
  EXPECT_TRUE(atlas.run());
  EXPECT_FALSE(std::filesystem::exists(folder.file("lrx.json")));
  EXPECT_FALSE(std::filesystem::exists(folder.file("hanoi-3.json")));
  EXPECT_TRUE(std::filesystem::exists(folder.file("block-interchange.json")));
}

}  // namespace
}  // namespace wreath::orbit

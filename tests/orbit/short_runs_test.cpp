// SPDX-License-Identifier: MIT
//
// Searches without any time: those that are resumed get further all the same, and so they come to an end.
#include <gtest/gtest.h>

#include <string>

#include "kept_run.hpp"
#include "temporary_folder.hpp"
#include "wreath/orbit.hpp"

namespace wreath::orbit {
namespace {

using wreath::test::KeptRun;

TEST(ShortSearches, ComeToAnEnd) {
  for (const Method method : {Method::cells, Method::chain, Method::keys, Method::automatic}) {
    SCOPED_TRACE(to_string(method));
    const wreath::test::TestFolder folder;
    const std::string file = folder.file("search.ck");
    const Generators generators = make_family("lrx:7");
    const Start start = parse_start("", generators);
    Search whole(generators, start, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    ASSERT_TRUE(whole.run());
    std::size_t runs = 0;
    for (bool complete = false; !complete; ++runs) {
      ASSERT_LE(runs, whole.levels().size()) << "no progress";
      Search search(generators, start, {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = method});
      KeptRun run(runs == 0 ? RunFiles{.checkpoint = file} : RunFiles{.resume = file});
      run.limit_time(0);
      complete = search.run(&run);
      EXPECT_EQ(search.levels().size(), std::min(runs + 1, whole.levels().size()));  // a level each, after the first run
      if (!complete) {
        EXPECT_EQ(run.stop_reason(), StopReason::time);
      } else {
        EXPECT_EQ(search.levels(), whole.levels());
      }
    }
    EXPECT_GT(runs, 10U);
  }
}

TEST(ShortSearches, StopAtTheDepthThatWasAskedFor) {
  const wreath::test::TestFolder folder;
  const std::string file = folder.file("search.ck");
  const Generators generators = make_family("lrx:7");
  const Start start = parse_start("", generators);
  for (const std::string& resume : {std::string(), file, file}) {
    Search search(generators, start, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    EXPECT_FALSE(search.run_to(3, KeptRun({.checkpoint = file, .resume = resume})));
    EXPECT_EQ(search.levels().size(), 4U);
  }
}

}  // namespace
}  // namespace wreath::orbit

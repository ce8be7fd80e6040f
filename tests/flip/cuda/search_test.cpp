// SPDX-License-Identifier: MIT
//
// Whole searches on a GPU: they find what is known, repeat exactly, and resume from a saved state.
#include <gtest/gtest.h>

#include "flip/backend.hpp"
#include "flip/scheme/symmetry.hpp"
#include "wreath/flip.hpp"
#include "wreath/gpu.hpp"

namespace wreath::flip {
namespace {

class CudaSearch : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU";
  }
};

SearchOptions options_for(Symmetry symmetry, Method method) {
  SearchOptions options;
  options.machine.backend = BackendChoice::cuda;
  options.symmetry = symmetry;
  options.method = method;
  options.walks = 1024;
  options.restart_after = 30'000;
  return options;
}

SearchResult run_to_end(Search& search, RunControl& run) {
  while (search.advance(&run)) {
  }
  return search.result();
}

TEST_F(CudaSearch, FindsKnownRanks) {
  const struct {
    Shape shape;
    Symmetry symmetry;
    Method method;
    std::uint64_t rank;
  } cases[] = {{{2, 2, 2}, Symmetry::none, Method::thread, 7},   {{3, 3, 3}, Symmetry::none, Method::thread, 23},
               {{3, 3, 3}, Symmetry::none, Method::warp, 23},    {{2, 3, 4}, Symmetry::none, Method::automatic, 20},
               {{3, 3, 3}, Symmetry::c2, Method::automatic, 23}, {{2, 3, 4}, Symmetry::c2, Method::automatic, 20},
               {{3, 3, 3}, Symmetry::c3, Method::automatic, 23}};
  for (const auto& [shape, symmetry, method, rank] : cases) {
    SearchOptions options = options_for(symmetry, method);
    options.target = rank;
    options.steps = 20'000'000;
    RunControl run;
    Search search(shape, options, &run);
    const SearchResult result = run_to_end(search, run);
    EXPECT_TRUE(result.reached) << to_string(shape) << " " << to_string(method);
    EXPECT_FALSE(first_wrong_entry(result.bests.back().scheme));
  }
}

TEST_F(CudaSearch, RepeatsAndGoesOn) {
  for (const Symmetry symmetry : {Symmetry::none, Symmetry::c2, Symmetry::c3, Symmetry::c6}) {
    SearchOptions options = options_for(symmetry, Method::automatic);
    options.steps = 120'000;
    RunControl run;
    Search whole({4, 4, 4}, options, &run);
    const SearchResult expected = run_to_end(whole, run);
    EXPECT_GT(expected.restarts, 0u);
    Search begun({4, 4, 4}, options, &run);
    Search resumed({4, 4, 4}, options, &run);
    for (int batch = 0; batch < 6; ++batch) {  // with a batch under way each time, and walks that are about to restart
      begun.advance(&run);
      resumed.restore(begun.save(), &run);
    }
    for (Search* search : {&resumed, &begun}) {
      const SearchResult result = run_to_end(*search, run);
      EXPECT_EQ(result.steps, expected.steps);
      EXPECT_EQ(result.flips, expected.flips);
      EXPECT_EQ(result.restarts, expected.restarts);
      EXPECT_EQ(result.bests.back().scheme, expected.bests.back().scheme);
      EXPECT_EQ(search->kept(3), whole.kept(3));
    }
  }
}

}  // namespace
}  // namespace wreath::flip

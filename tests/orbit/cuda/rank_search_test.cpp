// SPDX-License-Identifier: MIT
//
// Searches by several ranks that share one GPU.
#include <gtest/gtest.h>

#include "core/features.hpp"
#include "core/mpi/thread_ranks.hpp"
#include "wreath/gpu.hpp"
#include "wreath/orbit.hpp"

#if WREATH_HAVE_MPI
namespace wreath::orbit {
namespace {

TEST(CudaRankSearch, LevelsAreThoseOfOneProcess) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (const char* name : {"lrx:8", "lrx:9", "lx:8", "topspin:9,4", "pancake:8", "cyclic-coxeter:10"}) {
    const Generators generators = make_family(name);
    Search alone(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    alone.run();
    for (const int count : {2, 3, 5}) {
      std::vector<std::vector<std::uint64_t>> levels(static_cast<std::size_t>(count));
      mpi::test::run_ranks(count, {.message_limit = 1000}, [&](mpi::Communicator& ranks) {
        Search search(generators, parse_start("", generators),
                      {.machine = {.backend = BackendChoice::cuda, .threads = 1, .cluster = Cluster(ranks)}});
        EXPECT_TRUE(search.run());
        levels[static_cast<std::size_t>(ranks.rank())] = search.levels();
      });
      for (const auto& found : levels) EXPECT_EQ(found, alone.levels()) << name << " by " << count << " ranks";
    }
  }
}

}  // namespace
}  // namespace wreath::orbit
#endif

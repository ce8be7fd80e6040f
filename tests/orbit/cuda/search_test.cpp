// SPDX-License-Identifier: MIT
//
// Searches on a GPU against the same ones on the CPU.
#include <gtest/gtest.h>

#include "core/run/rng.hpp"
#include "orbit/orbit_reference.hpp"
#include "wreath/gpu.hpp"

namespace wreath::orbit {
namespace {

class CudaSearch : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
};

Search search_on(BackendChoice backend, const Generators& generators, bool keep_last = false) {
  return Search(generators, parse_start("", generators), {.backend = backend, .form = Form::cells, .keep_last = keep_last});
}

TEST_P(CudaSearch, AgreesWithTheCpu) {
  const Generators generators = make_family(GetParam());
  Search cpu = search_on(BackendChoice::cpu, generators);
  Search gpu = search_on(BackendChoice::cuda, generators);
  ASSERT_TRUE(cpu.run());
  ASSERT_TRUE(gpu.run());
  EXPECT_EQ(gpu.levels(), cpu.levels());
}

TEST_P(CudaSearch, ListsTheLastLevel) {
  const Generators generators = make_family(GetParam());
  Search cpu = search_on(BackendChoice::cpu, generators, true);
  Search gpu = search_on(BackendChoice::cuda, generators, true);
  cpu.run();
  gpu.run();
  EXPECT_EQ(gpu.last_level(~std::uint64_t{0}), cpu.last_level(~std::uint64_t{0}));
}

TEST_P(CudaSearch, CheckpointsAreTheCpus) {
  const Generators generators = make_family(GetParam());
  Search whole = search_on(BackendChoice::cpu, generators);
  whole.run();
  Search cpu = search_on(BackendChoice::cpu, generators);
  Search gpu = search_on(BackendChoice::cuda, generators);
  cpu.run_to(4);
  gpu.run_to(4);
  Search cpu_from_gpu = search_on(BackendChoice::cpu, generators);
  Search gpu_from_cpu = search_on(BackendChoice::cuda, generators);
  cpu_from_gpu.restore(gpu.save());
  gpu_from_cpu.restore(cpu.save());
  cpu_from_gpu.run();
  gpu_from_cpu.run();
  EXPECT_EQ(cpu_from_gpu.levels(), whole.levels());
  EXPECT_EQ(gpu_from_cpu.levels(), whole.levels());
}

// Graded, alternating and other graphs; few and many generators; more bit permutations than shared memory holds.
INSTANTIATE_TEST_SUITE_P(Families, CudaSearch,
                         testing::Values("lrx:6", "lrx:7", "lrx:9", "lrx:10", "lx:9", "topspin:7,4", "topspin:9,4",
                                         "topspin:10,4", "pancake:10", "star:9", "cyclic-coxeter:10", "transpositions:9",
                                         "reversals:9", "block-moves:9", "k-cycles:7,3", "k-cycles:7,4", "rapaport-m1:9"));

TEST(CudaSearchRandom, GeneratorsOfTheSymmetricGroup) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomStream random(seed, 9);
    Generators generators = test::random_generators(7 + random.below(2), random);
    Search cpu = search_on(BackendChoice::cpu, generators);
    try {
      cpu.run();
    } catch (const InputError&) {
      continue;  // another group
    }
    Search gpu = search_on(BackendChoice::cuda, generators);
    gpu.run();
    EXPECT_EQ(gpu.levels(), cpu.levels()) << "seed " << seed;
  }
}

TEST(CudaSearchRandom, OtherFormsAreRefused) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  const Generators generators = make_family("mathieu:12");
  Search search(generators, parse_start("", generators), {.backend = BackendChoice::cuda});
  EXPECT_THROW(search.run(), InputError);
}

}  // namespace
}  // namespace wreath::orbit

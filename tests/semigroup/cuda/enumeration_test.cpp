// SPDX-License-Identifier: MIT
//
// The engine on a GPU against the slow, obvious enumeration.
#include <gtest/gtest.h>

#include "core/run/rng.hpp"
#include "semigroup/enumeration_reference.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {
namespace {

class CudaEngine : public testing::TestWithParam<std::tuple<Keep, bool>> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
  static Options options() {
    const auto [keep, graphs] = GetParam();
    return {.backend = BackendChoice::cuda, .threads = 0, .keep = keep, .graphs = graphs, .scratch = {}};
  }

  static void expect_agreement(const Generators& generators) {
    const Reference reference = enumerate_reference(generators);
    Enumeration found(generators, options());
    RunControl run;
    ASSERT_TRUE(found.run(&run));
    ASSERT_EQ(found.size(), reference.rows.size());
    EXPECT_EQ(run.choice("backend"), "cuda");
    EXPECT_EQ(found.count_idempotents(&run), reference.idempotents);
    for (std::size_t e = 0; e < reference.rows.size(); ++e) {
      ASSERT_EQ(found.word(e), reference.words[e]) << "element " << e;
      if (e % 7 != 0) continue;
      ASSERT_EQ(found.images(e), reference.rows[e]) << "element " << e;
      ASSERT_EQ(found.find(reference.rows[e]), e);
    }
    if (!options().graphs) return;
    const auto right = found.right_graph();
    const auto left = found.left_graph();
    const std::size_t letters = generators.count();
    for (std::size_t e = 0; e < reference.rows.size(); ++e) {
      for (std::size_t g = 0; g < letters; ++g) {
        ASSERT_EQ(right[e * letters + g], reference.right[e][g]) << e << " * " << g;
        ASSERT_EQ(left[e * letters + g], reference.left[e][g]) << g << " * " << e;
      }
    }
  }
};

TEST_P(CudaEngine, FamiliesAgreeWithTheReference) {
  for (const char* name : {"bihecke:4", "renner:4", "full:4", "partial:3", "symmetric:5", "order:5", "cyclic:7", "boolean:3",
                           "matrices:2,4", "brauer:4", "partition:3", "motzkin:4"}) {
    SCOPED_TRACE(name);
    Generators generators = make_family(name);
    for (const bool monoid : {true, false}) {
      generators.monoid = monoid;
      expect_agreement(generators);
    }
  }
}

TEST_P(CudaEngine, RandomSemigroupsAgreeWithTheReference) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::uint64_t degree = seed % 2 == 0 ? 4 + seed % 3 : 40 * seed;
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", degree " << degree);
    RandomStream random(seed, 0);
    Generators generators{.degree = degree, .images = {}, .monoid = seed % 3 == 0};
    for (std::size_t g = 0; g < 1 + seed % 3; ++g) {  // few points are moved, so that there are few elements
      std::vector<Point> row(degree);
      std::iota(row.begin(), row.end(), Point{0});
      for (int k = 0; k < 4; ++k) row[random.below(4)] = random.below(4);
      generators.images.insert(generators.images.end(), row.begin(), row.end());
    }
    expect_agreement(generators);
  }
}

TEST_P(CudaEngine, GoesOnFromACheckpoint) {
  const Generators generators = make_family("bihecke:4");
  RunControl run;
  Enumeration first(generators, options());
  first.run_until(100, &run);
  Enumeration second(generators, options());
  second.restore(first.save(), &run);
  EXPECT_TRUE(second.run(&run));
  EXPECT_EQ(second.size(), 477U);
}

INSTANTIATE_TEST_SUITE_P(Forms, CudaEngine, testing::Combine(testing::Values(Keep::automatic, Keep::rows), testing::Bool()));

}  // namespace
}  // namespace wreath::semigroup

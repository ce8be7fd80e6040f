// SPDX-License-Identifier: MIT
//
// The engine on a GPU against the slow, obvious enumeration.
#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "semigroup/enumeration_reference.hpp"
#include "semigroup/random_kinds.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {
namespace {

class CudaEngine : public testing::TestWithParam<std::tuple<Method, bool>> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  }
  static Options options() {
    const auto [method, graphs] = GetParam();
    return {.machine = {.backend = BackendChoice::cuda}, .method = method, .graphs = graphs};
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

// As they are, in up to 64 bytes.
TEST_P(CudaEngine, RandomElementsOfOtherKindsAgreeWithTheReference) {
  constexpr std::size_t kMost = 400;
  for (const auto& [name, size] : {std::pair("bipartition", 3),
                                   {"bipartition", 8},
                                   {"bipartition", 9},
                                   {"bipartition", 16},
                                   {"bipartition", 17},
                                   {"bipartition", 32},
                                   {"field:5", 8},
                                   {"field:256", 3},
                                   {"natural:3,2", 8},
                                   {"natural:0,1", 3},
                                   {"max-plus:3", 8},
                                   {"max-plus", 2},
                                   {"max-plus", 4},
                                   {"min-plus", 3}}) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; compared < 12; ++seed) {
      ASSERT_LT(seed, 3000U);
      SCOPED_TRACE(testing::Message() << name << " " << size << ", seed " << seed);
      Random random(seed);
      const ElementKind kind = parse_kind(name, static_cast<std::uint64_t>(size));
      const std::uint64_t part = std::min<std::uint64_t>(kind.size, kind.is_matrix() ? 2 : 3);
      const Generators generators = random_generators_of(kind, 1 + seed % 3, seed % 2 == 0, random, part);
      if (enumerate_reference(generators, kMost).rows.size() > kMost) continue;
      ++compared;
      expect_agreement(generators);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(CudaEngine, LargeDiagramsAreThoseOfTheCpu) {
  for (const char* name : {"brauer:8", "motzkin:8", "jones:12", "partition:5"}) {
    SCOPED_TRACE(name);
    Enumeration found(make_family(name), options());
    Options on_cpu = options();
    on_cpu.machine.backend = BackendChoice::cpu;
    Enumeration whole(make_family(name), on_cpu);
    ASSERT_TRUE(found.run() && whole.run());
    ASSERT_EQ(found.levels(), whole.levels());
    EXPECT_EQ(found.count_idempotents(), whole.count_idempotents());
    for (std::uint64_t e = 0; e < whole.size(); e += 1 + whole.size() / 500) {  // each is a launch
      ASSERT_EQ(found.word(e), whole.word(e));
      ASSERT_EQ(found.images(e), whole.images(e));
      ASSERT_EQ(found.find(whole.images(e)), e);
    }
    if (!options().graphs) continue;
    EXPECT_TRUE(std::ranges::equal(found.right_graph(), whole.right_graph()));
  }
}

TEST_P(CudaEngine, EntriesBeyondTheRangeAreAnError) {
  Enumeration found({.degree = 1, .images = {1U << 29}, .monoid = false, .kind = parse_kind("max-plus", 1)}, options());
  EXPECT_THROW(found.run(), InputError);
  EXPECT_THROW(found.run(), InputError);
}

TEST_P(CudaEngine, MoreGeneratorsStartAgain) {
  const Generators all = make_family("brauer:8");
  Generators few = all;
  few.images.resize(all.images.size() - all.degree);
  Enumeration found(few, options());
  found.run();
  found.add_generators(all.row(all.count() - 1));
  ASSERT_TRUE(found.run());
  EXPECT_EQ(found.size(), 2027025U);
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

INSTANTIATE_TEST_SUITE_P(Forms, CudaEngine, testing::Combine(testing::Values(Method::automatic, Method::rows), testing::Bool()));

}  // namespace
}  // namespace wreath::semigroup

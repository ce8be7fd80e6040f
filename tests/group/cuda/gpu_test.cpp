// SPDX-License-Identifier: MIT
//
// Chains that are made on a GPU are those of the host.
#include <gtest/gtest.h>

#include <numeric>

#include "core/data/rng.hpp"
#include "group/chain.hpp"
#include "group/gpu.hpp"
#include "wreath/gpu.hpp"
#include "wreath/group.hpp"

namespace wreath::group {
namespace {

class GroupGpuParts : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "there is no GPU";
  }
};
class GroupOnGpu : public GroupGpuParts, public testing::WithParamInterface<const char*> {};

Group group_of(const char* name, BackendChoice backend) {
  Options options{.proof = Proof::none};
  options.machine.backend = backend;
  return Group(open_generators({name}), options);
}

TEST_P(GroupOnGpu, HasTheChainOfTheHost) {
  Group here = group_of(GetParam(), BackendChoice::cpu);
  Group there = group_of(GetParam(), BackendChoice::cuda);
  ASSERT_TRUE(here.run());
  RunControl run;
  ASSERT_TRUE(there.run(&run));
  EXPECT_EQ(there.size().order, here.size().order);
  const auto expected = here.levels();
  const auto levels = there.levels();
  ASSERT_EQ(levels.size(), expected.size());
  for (std::size_t i = 0; i < levels.size(); ++i) {
    EXPECT_EQ(levels[i].base, expected[i].base);
    EXPECT_EQ(levels[i].orbit, expected[i].orbit);
    EXPECT_EQ(levels[i].depth, expected[i].depth);
    EXPECT_EQ(levels[i].generators, expected[i].generators);
  }
  if (here.giant() != Giant::none) return;
  const Permutation& first = there.generators().images.front();
  EXPECT_EQ(there.contains(first), true);
  EXPECT_EQ(evaluate(*there.factor(first), there.generators()), first);
}

INSTANTIATE_TEST_SUITE_P(Families, GroupOnGpu,
                         testing::Values("mathieu:24", "rubik333", "psl:2,1009", "sl:4,3", "dihedral:100", "cyclic:7",
                                         "symmetric:12", "psl:2,300007"));

TEST_F(GroupGpuParts, TheFirstMovedPoint) {
  for (const std::size_t n : {1U, 2U, 31U, 255U, 256U, 257U, 100000U}) {
    Images identity(n);
    std::iota(identity.span().begin(), identity.span().end(), Point{0});
    EXPECT_EQ(moved_point_on_gpu(identity, n / 2), std::nullopt) << n;
    if (n == 1) continue;
    RandomStream random(7, n);
    for (int turn = 0; turn < 20; ++turn) {
      Images x(n);
      std::iota(x.span().begin(), x.span().end(), Point{0});
      std::swap(x.span()[random.below64(n)], x.span()[random.below64(n)]);
      const std::uint64_t from = random.below64(2 * n);
      const std::optional<Point> expected = moved_point(std::as_const(x).span(), from, 1);
      EXPECT_EQ(moved_point_on_gpu(x, from), expected) << n << " from " << from;
    }
  }
}

TEST_F(GroupGpuParts, ImagesAreFetchedWhereTheyAreAskedFor) {
  Products products({}, nullptr, true);
  const Generators generators = open_generators({"psl:2,300007"});
  const Images x(generators.images[0]);
  const Images y(generators.images[1]);
  Images z = products.room(x.size());
  products.multiply(x, y, z);
  EXPECT_EQ(z[17], y[x[17]]);
  products.multiply_by(z, x);
  const std::span<const Point> all = std::as_const(z).span();
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], x[y[x[i]]]) << i;
  z.span()[5] = 6;  // what is written on the host counts
  EXPECT_EQ(z[5], 6U);
  EXPECT_EQ(perm::device::Span<const Point>(z.gpu()).size, x.size());
  products.multiply_by(z, y);
  EXPECT_EQ(z[5], y[6]);
}

}  // namespace
}  // namespace wreath::group

// SPDX-License-Identifier: MIT
//
// HLT and sparse on the GPU define the same cosets as on the CPU.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "coset/strategies/enumerator.hpp"
#include "coset/random_problem.hpp"
#include "coset/reference.hpp"
#include "wreath/gpu.hpp"

namespace wreath::coset {
namespace {

struct FoundCosets {
  std::uint64_t total = 0;
  std::uint64_t maximum = 0;
  std::uint64_t steps = 0;
  std::vector<std::uint32_t> rows;
  bool operator==(const FoundCosets&) const = default;
};

FoundCosets enumerate_bulk(const Problem& problem, bool gpu, std::size_t batch_share, Method method = Method::hlt,
                           unsigned threads = 2) {
  const System system = prepare(problem, false);
  Enumerator enumerator(system, method, 20'000'000, threads, {.batch_share = batch_share, .device_cosets = gpu ? 1 : ~0ULL});
  enumerator.require_device();
  RunControl run;
  EXPECT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::complete) << problem.group.name;
  EXPECT_EQ(enumerator.where(), gpu ? "cuda" : "cpu");
  EXPECT_EQ(enumerator.first_fault(run), "") << problem.group.name;
  enumerator.copy_home();
  CosetTable& table = enumerator.table();
  FoundCosets found{table.total(), table.maximum(), enumerator.steps(), {}};
  table.standardise();
  for (const Row d : table.saved_rows()) found.rows.push_back(d - 1);
  return found;
}

class CosetCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "there is no GPU";
  }
};

TEST_F(CosetCuda, RandomPresentationsGiveTheTableOfTheCpu) {
  const char* given = std::getenv("WREATH_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
  std::mt19937 draw(seed);
  const char* count = std::getenv("WREATH_ROUNDS");  // fewer under a checker
  const int wanted = count != nullptr ? std::atoi(count) : 200;
  for (int finite = 0; finite < wanted;) {
    const Problem problem = random_problem(draw);
    const auto expected = ReferenceEnumerator(problem).run(60);
    if (!expected) continue;
    ++finite;
    const std::string where = "WREATH_SEED=" + std::to_string(seed) + ": " + problem.group.name;
    const std::size_t share = finite % 2 == 0 ? 64 : 2;
    for (const Method method : {Method::hlt, Method::sparse}) {
      const FoundCosets on_gpu = enumerate_bulk(problem, true, share, method);
      EXPECT_EQ(on_gpu.rows, *expected) << where;
      for (const unsigned threads : {1U, 2U, 16U}) {
        const FoundCosets on_cpu = enumerate_bulk(problem, false, share, method, threads);
        EXPECT_EQ(on_gpu.rows, on_cpu.rows) << where;
        EXPECT_EQ(on_gpu.total, on_cpu.total) << where;
        EXPECT_EQ(on_gpu.maximum, on_cpu.maximum) << where;
        EXPECT_EQ(on_gpu.steps, on_cpu.steps) << where;
      }
      ASSERT_FALSE(HasFailure()) << where;
    }
  }
}

TEST_F(CosetCuda, CollapsesAndLookaheadGiveTheTableOfTheCpu) {
  const char* const groups[][2] = {{"<a,b | a^2, b^3, (ab)^7, [a,b]^8>", ""},
                                   {"<a,b,c,d,e | abc=d, bcd=e, cde=a, dea=b, eab=c>", ""},
                                   {"<a,b,c | a^11, b^2, c^2, (ab)^3, (ac)^3, (bc)^10, cbcbabcbcA^5>", "a"},
                                   {"<r,s | rs^4=s^5r, sr^4=r^5s>", ""},
                                   {"<s,t | s^31, t^2, (st)^3, (s^2ts^16t)^3>", "s"},
                                   {"<x,y | x^2=(xy)^3, (xy^4xy^6)^2y^11x^6>", ""},
                                   {"<a | a^1000000>", "a^640000"},
                                   {"<a,b,c | a, abaB, bcBC, b^50, c^50>", ""}};
  for (const auto& [group, subgroup] : groups) {
    const Problem problem = open_problem(group, {.subgroup = subgroup});
    for (const Method method : {Method::hlt, Method::sparse})
      EXPECT_EQ(enumerate_bulk(problem, true, 64, method), enumerate_bulk(problem, false, 64, method)) << group;
  }
}

TEST_F(CosetCuda, LimitsAndCheckpoints) {
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>");
  Enumeration whole(problem, {.machine = {.backend = BackendChoice::cpu}, .method = Method::hlt});
  ASSERT_TRUE(whole.run());
  Enumeration limited(problem, {.machine = {.backend = BackendChoice::cuda}, .method = Method::hlt, .max_cosets = 30'000});
  EXPECT_FALSE(limited.run());
  EXPECT_EQ(limited.ending(), Ending::cosets);
  EXPECT_LE(limited.maximum(), 30'000);
  limited.set_max_cosets(500'000);
  EXPECT_TRUE(limited.run());
  EXPECT_EQ(limited.index(), 10752);
  Enumeration begun(problem, {.machine = {.backend = BackendChoice::cuda}, .method = Method::hlt});
  begun.run_steps(1'000'000);
  Enumeration resumed(problem, {.machine = {.backend = BackendChoice::cpu}, .method = Method::hlt});
  resumed.restore(begun.save());
  ASSERT_TRUE(resumed.run());
  ASSERT_TRUE(begun.run());
  const Table expected = whole.take_table();
  EXPECT_TRUE(std::ranges::equal(resumed.take_table().entries(), expected.entries()));
  EXPECT_TRUE(std::ranges::equal(begun.take_table().entries(), expected.entries()));
  EXPECT_TRUE(std::ranges::equal(limited.take_table().entries(), expected.entries()));
  EXPECT_THROW(Enumeration(problem, {.machine = {.backend = BackendChoice::cuda}, .method = Method::felsch}), InputError);
}

}  // namespace
}  // namespace wreath::coset

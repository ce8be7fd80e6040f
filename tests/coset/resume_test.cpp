// SPDX-License-Identifier: MIT
//
// Checkpoints with a changed bit and a valid checksum. A changed table is refused; what cannot be seen says that it was resumed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "core/run/checkpoint.hpp"
#include "core/io/scratch_folders.hpp"
#include "kept_run.hpp"
#include "wreath/coset.hpp"

namespace wreath::coset {
namespace {

struct ResumeCase {
  const char* group;
  const char* subgroup;
  std::uint64_t index;
};
constexpr ResumeCase kResumeCases[] = {{"<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "b", 3584},
                                       {"<x,y | x^2=(xy)^3, (xy^4xy^4)^2y^7x^4>", "", 336},
                                       {"<a,b | a^8, b^7, (ab)^2, (Ab)^3>", "a^2, Ab", 448},
                                       {"fibonacci:2,7", "", 29}};
constexpr Method kResumeStrategies[] = {Method::automatic, Method::hlt, Method::felsch, Method::mixed, Method::sparse};
constexpr std::uint64_t kMostCosets = 400'000;

/// What a resumed run gives: the index, or 0 if it was refused or did not end.
std::uint64_t resumed_index(const Problem& problem, Method method, std::span<const std::byte> saved) {
  Enumeration found(problem, {.machine = {.threads = 1}, .method = method, .max_cosets = kMostCosets});
  try {
    found.restore(saved);
    EXPECT_TRUE(found.resumed());
    return found.run_steps(std::uint64_t{1} << 24) ? found.index() : 0;
  } catch (const InputError&) {
    return 0;
  }
}

TEST(CosetResume, NoChangedBitGivesAnotherIndex) {
  const unsigned seed = 20261118;
  std::mt19937 draw(seed);
  unsigned refused = 0;
  unsigned tries = 0;
  for (const ResumeCase& each : kResumeCases) {
    const Problem problem = open_problem(each.group, {.subgroup = each.subgroup});
    for (const Method method : kResumeStrategies) {
      for (const std::uint64_t steps : {2'000, 20'000}) {
        Enumeration begun(problem, {.machine = {.threads = 1}, .method = method});
        if (begun.run_steps(steps)) continue;
        const std::vector<std::byte> saved = begun.save();
        ASSERT_EQ(resumed_index(problem, method, saved), each.index) << each.group << " by " << to_string(method);
        for (int k = 0; k < 12; ++k, ++tries) {
          std::vector<std::byte> changed = saved;
          const std::size_t place = draw() % changed.size();
          changed[place] ^= std::byte{1} << draw() % 8;
          const std::uint64_t index = resumed_index(problem, method, changed);
          EXPECT_TRUE(index == 0 || index == each.index)
              << each.group << " by " << to_string(method) << ", byte " << place << ", seed " << seed << ": " << index;
          refused += index == 0 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(tries, 200U);
  EXPECT_GT(refused, tries / 2);
}

TEST(CosetResume, FilesWithAValidChecksumAreCheckedAsWell) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/a.ck";
  const Problem problem = open_problem(kResumeCases[0].group, {.subgroup = kResumeCases[0].subgroup});
  const Json letters{{"letters", problem.group.alphabet.names}, {"inverses", problem.group.alphabet.inverses}};
  const Options options{.machine = {.threads = 1}, .method = Method::hlt, .max_cosets = 2'000};
  Enumeration begun(problem, options);
  ASSERT_FALSE(begun.run(wreath::test::KeptRun({.checkpoint = path})));
  const std::vector<std::byte> payload = read_checkpoint(path, "coset enumerate 3", letters);
  std::mt19937 draw(7);
  unsigned answers = 0;
  for (int k = 0; k < 60; ++k) {
    std::vector<std::byte> changed = payload;
    const std::size_t place = draw() % changed.size();
    changed[place] ^= std::byte{1} << draw() % 8;
    write_checkpoint(path, "coset enumerate 3", letters, changed);
    Enumeration found(problem, {.machine = {.threads = 1}, .method = Method::hlt, .max_cosets = kMostCosets});
    try {
      if (!found.run(wreath::test::KeptRun({.resume = path}))) continue;
    } catch (const InputError&) {
      continue;
    }
    ++answers;
    EXPECT_TRUE(found.resumed());
    EXPECT_EQ(found.index(), kResumeCases[0].index) << "byte " << place;
    EXPECT_TRUE(found.take_table().resumed());
  }
  EXPECT_LT(answers, 30U);
}

TEST(CosetResume, TablesRememberThatTheyWereResumed) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/a.coset";
  const Problem problem = open_problem(kResumeCases[0].group);
  Enumeration begun(problem, {.method = Method::hlt});
  ASSERT_FALSE(begun.run_steps(20'000));
  EXPECT_FALSE(begun.resumed());
  for (const bool resumes : {false, true}) {
    Enumeration found(problem, {.method = Method::hlt});
    if (resumes) found.restore(begun.save());
    ASSERT_TRUE(found.run());
    write_table(path, found.take_table());
    EXPECT_EQ(read_table(path).resumed(), resumes);
  }
}

}  // namespace
}  // namespace wreath::coset

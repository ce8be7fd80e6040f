// SPDX-License-Identifier: MIT
//
// Searches over codes on a GPU against the definition, in batches of every size; and the spaces of generators against the CPU.
#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces.hpp"
#include "wreath/gpu.hpp"
#include "wreath/orbit/space.cuh"

namespace wreath::orbit {
namespace {

std::vector<std::uint64_t> sorted_level(const CodeLevels& levels, std::uint64_t level, unsigned words) {
  std::vector<std::uint64_t> codes(levels.size(level) * words);
  levels.read(level, 0, codes);
  sort_codes(codes, words);
  return codes;
}

template <unsigned Words>
void check_on_gpu(std::uint64_t seed, std::uint32_t most) {
  const bool large = most > 100000;
  RandomStream random(seed, 100 + Words);
  const test::Scattered<Words> space{most / 2 + random.below(most / 2), 1 + random.below(5), seed, random.below(3)};
  std::vector<std::uint64_t> tables;
  for (std::uint32_t i = 0; i < space.steps; ++i) tables.push_back(random.below(100000));
  const auto moves = gpu_moves_of(space, tables, space.steps != 0);
  std::vector<std::uint64_t> starts;
  for (std::uint32_t i = 0; i < 1 + random.below(3); ++i) {
    const auto code = space.code_of(random.below(static_cast<std::uint32_t>(space.count)));
    starts.insert(starts.end(), code.words, code.words + Words);
  }
  const std::string what = "seed " + std::to_string(seed) + ", words " + std::to_string(Words);
  RunControl run;
  const auto cpu = make_code_levels(moves, starts, true, 4);
  for (std::uint64_t level = 0; level < 60 && cpu->expand(run) != 0; ++level) {
  }
  for (const std::uint64_t at_once : {std::uint64_t{7}, std::uint64_t{1000}, std::uint64_t{1} << 22}) {
    if (large && at_once < 100000) continue;
    const auto gpu = make_cuda_code_levels(moves, starts, at_once != 1000, at_once);
    std::unique_ptr<CodeLevels> resumed;
    for (std::uint64_t level = 1; level < cpu->count(); ++level) {
      ASSERT_EQ(gpu->expand(run), cpu->size(level)) << what << ", level " << level;
      EXPECT_EQ(sorted_level(*gpu, level, Words), sorted_level(*cpu, level, Words)) << what << ", level " << level;
      if (level == cpu->count() / 2) {  // from one machine to the other
        ByteWriter saved;
        gpu->save(saved);
        const std::vector<std::byte> bytes = saved.take();
        resumed = seed % 2 == 0 ? make_code_levels(moves, starts, at_once != 1000, 2)
                                : make_cuda_code_levels(moves, starts, at_once != 1000, at_once);
        ByteReader reader(bytes);
        resumed->restore(reader);
      } else if (resumed) {
        ASSERT_EQ(resumed->expand(run), cpu->size(level)) << what << ", resumed, level " << level;
      }
    }
    if (at_once == 1000) continue;
    const std::uint64_t last = cpu->count() - 1;
    const std::vector<std::uint64_t> codes = sorted_level(*gpu, last, Words);
    EXPECT_TRUE(gpu->has(last, codes.data())) << what;
    if (last != 0) EXPECT_TRUE(gpu->step_to(last - 1, codes.data(), run)) << what;
  }
}

/// For a sanitizer.
TEST(CudaCodeLevels, SmallGraphs) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  check_on_gpu<1>(3, 100);
  check_on_gpu<2>(4, 100);
  check_on_gpu<4>(5, 100);
}

TEST(CudaCodeLevels, RandomGraphs) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    check_on_gpu<1>(seed, 3000);
    check_on_gpu<2>(seed, 3000);
    check_on_gpu<4>(seed, 3000);
  }
}

TEST(CudaCodeLevels, LargeRandomGraphs) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    check_on_gpu<1>(seed, 2000000);
    check_on_gpu<2>(seed, 2000000);
    check_on_gpu<4>(seed, 2000000);
  }
}

TEST(CudaCodeSearch, ASpaceOfOnesOwn) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU here";
  CodeSearch cpu(moves_of(test::Doubling{1000003}), {1}, {.keep_levels = true});
  CodeSearch gpu(gpu_moves_of(test::Doubling{1000003}), {1}, {.machine = {.backend = BackendChoice::cuda}, .keep_levels = true});
  ASSERT_TRUE(cpu.run());
  ASSERT_TRUE(gpu.run());
  EXPECT_EQ(gpu.levels(), cpu.levels());
  const std::vector<std::uint64_t> target{777777};
  EXPECT_EQ(gpu.distance(target), cpu.distance(target));
  EXPECT_EQ(gpu.path(target)->moves.size(), cpu.path(target)->moves.size());
}

}  // namespace
}  // namespace wreath::orbit

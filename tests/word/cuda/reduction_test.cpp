// SPDX-License-Identifier: MIT
#include "word/reduction/backend.hpp"
#include "word/reduction/reducer.hpp"
#include "word/reduction/reduction_words.hpp"
#include "core/data/rng.hpp"
#include "wreath/gpu.hpp"
#include "wreath/word/subgroup.hpp"

#include <gtest/gtest.h>

namespace wreath::word {
namespace {

class GpuReductionTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_gpu()) GTEST_SKIP() << "no GPU";
  }
};

/// Every word's normal form is the same by the GPU alone (where it does not leave it to the host) and by the CPU.
void expect_same(const Reducer& cpu, DeviceReducer& gpu, const OwnedWords& words, bool all_done = false) {
  Word expected(words.letters.size());
  Word found(words.letters.size());
  std::vector<std::uint64_t> expected_lengths(words.offsets.size() - 1);
  std::vector<std::uint64_t> lengths(words.offsets.size() - 1);
  const WordsRef batch{words.letters, words.offsets};
  cpu.reduce(batch, expected, expected_lengths, {.machine = {.backend = BackendChoice::cpu}});
  ASSERT_EQ(gpu.reduce(batch, found, lengths, nullptr), batch.size());
  std::size_t left = 0;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (lengths[i] == DeviceReducer::kLeftToHost) {
      ++left;
      continue;
    }
    ASSERT_EQ(lengths[i], expected_lengths[i]) << "word " << i;
    const auto begin = static_cast<std::ptrdiff_t>(words.offsets[i]);
    ASSERT_TRUE(std::equal(found.begin() + begin, found.begin() + begin + static_cast<std::ptrdiff_t>(lengths[i]),
                           expected.begin() + begin))
        << "word " << i;
  }
  if (all_done) {
    EXPECT_EQ(left, 0U);
  }
}

std::optional<Word> reduce_one(DeviceReducer& gpu, const Word& word, std::size_t base) {
  Word form(word.size());
  const auto length = gpu.reduce(word, form.data(), base);
  if (!length) return std::nullopt;
  form.resize(*length);
  return form;
}

TEST_P(GpuReductionTest, ManyWords) {
  const AutomaticStructure& structure = build_verified(GetParam());
  const Reducer cpu(structure.view());
  const auto gpu = make_device_reducer(cpu.machine());
  const std::uint64_t seed = 31337;
  SCOPED_TRACE(seed);
  WordMaker maker(structure, seed);
  OwnedWords uniform;
  for (int i = 0; i < 3000; ++i) uniform.add(maker.uniform(maker.number() % (i % 100 == 0 ? 1000 : 60)));
  expect_same(cpu, *gpu, uniform);
  OwnedWords all;
  for (int i = 0; i < 400; ++i) all.add(maker.any(cpu.machine(), maker.number() % 300));
  expect_same(cpu, *gpu, all);
}

TEST_P(GpuReductionTest, BatchesLargerThanTheMemory) {
  const AutomaticStructure& structure = build_verified(GetParam());
  const Reducer cpu(structure.view());
  const auto gpu = make_device_reducer(cpu.machine(), (1U << 20) + 20000);
  WordMaker maker(structure, 8);
  OwnedWords words;
  for (int i = 0; i < 500; ++i) words.add(maker.uniform(maker.number() % 100));
  words.add(maker.uniform(100000));  // alone too much
  words.add(maker.uniform(10));
  expect_same(cpu, *gpu, words);
  // and through the reducer, nothing is left.
  std::vector<std::uint64_t> lengths(words.offsets.size() - 1);
  Word out(words.letters.size());
  const Reducer both(structure.view());
  ASSERT_EQ(both.reduce({words.letters, words.offsets}, out, lengths,
                        {.machine = {.backend = BackendChoice::cuda}, .device_memory = (1U << 20) + 20000}),
            words.offsets.size() - 1);
  EXPECT_EQ(lengths[500], cpu.reduce(Word(words.letters.begin() + static_cast<std::ptrdiff_t>(words.offsets[500]),
                                          words.letters.begin() + static_cast<std::ptrdiff_t>(words.offsets[501])))
                              .size());
}

TEST_P(GpuReductionTest, OneLongWord) {
  const AutomaticStructure& structure = build_verified(GetParam());
  const Reducer cpu(structure.view());
  const auto gpu = make_device_reducer(cpu.machine());
  WordMaker maker(structure, 9);
  for (const std::size_t length : {1, 31, 32, 33, 1000, 20000}) {
    for (int kind = 0; kind < 4; ++kind) {
      const Word word = kind == 0   ? maker.uniform(length)
                        : kind == 1 ? maker.trivial(length)
                        : kind == 2 ? maker.there_and_back(length)
                                    : maker.adversary(cpu.machine(), length);
      const Word expected = cpu.reduce(word, {.machine = {.backend = BackendChoice::cpu}});
      for (const std::size_t base : {0, 5, 64, 1000}) {
        if (const auto form = reduce_one(*gpu, word, base)) {
          EXPECT_EQ(*form, expected) << length << ", kind " << kind << ", base " << base;
        }
        EXPECT_EQ(cpu.reduce(word, {.machine = {.backend = BackendChoice::cuda}, .base_length = base}), expected);
      }
    }
  }
}

TEST(GpuReduction, LeavesNoUniformWordOfAHyperbolicGroupToTheHost) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU";
  for (const char* group : {"surface:2", "triangle:3,3,4", "coxeter:5,3,5"}) {
    const AutomaticStructure& structure = build_verified(group);
    const Reducer cpu(structure.view());
    const auto gpu = make_device_reducer(cpu.machine());
    WordMaker maker(structure, 10);
    OwnedWords words;
    for (int i = 0; i < 2000; ++i) words.add(maker.uniform(500));
    expect_same(cpu, *gpu, words, true);
    const Word word = maker.uniform(300000);
    const auto form = reduce_one(*gpu, word, 0);
    ASSERT_TRUE(form.has_value()) << group;
    EXPECT_EQ(*form, cpu.reduce(word, {.machine = {.backend = BackendChoice::cpu}}));
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, GpuReductionTest, testing::ValuesIn(kReductionGroups),
                         [](const auto& test) { return "Group" + std::to_string(test.index); });

TEST(GpuCosets, AreThoseOfTheCpu) {
  if (!has_gpu()) GTEST_SKIP() << "no GPU";
  const std::pair<const char*, const char*> cases[] = {{"surface:2", "ab,ba^2"}, {"triangle:2,3,7", "a"}, {"symmetric:5", "a,b"}};
  for (const auto& [name, generators] : cases) {
    const Group group = Group::build(name);
    const Subgroup subgroup = Subgroup::build(group, generators);
    ASSERT_TRUE(subgroup.verified());
    Words words;
    RandomStream random(7, 29);
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t length = random.below(i < 2990 ? 300 : 20000);
      for (std::uint32_t j = 0; j < length; ++j)
        words.letters.push_back(static_cast<Letter>(random.below(static_cast<std::uint32_t>(group.alphabet().size()))));
      words.end_word();
    }
    Word cpu(words.letters.size()), gpu(words.letters.size());
    std::vector<std::uint64_t> cpu_lengths(words.size()), gpu_lengths(words.size());
    ASSERT_EQ(subgroup.coset_forms(words.ref(), cpu, cpu_lengths, {.machine = {.backend = BackendChoice::cpu}}), words.size());
    ASSERT_EQ(subgroup.coset_forms(words.ref(), gpu, gpu_lengths, {.machine = {.backend = BackendChoice::cuda}}), words.size());
    ASSERT_EQ(cpu_lengths, gpu_lengths) << name;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto begin = static_cast<std::ptrdiff_t>(words.offsets[i]);
      ASSERT_TRUE(
          std::equal(cpu.begin() + begin, cpu.begin() + begin + static_cast<std::ptrdiff_t>(cpu_lengths[i]), gpu.begin() + begin))
          << name;
    }
  }
}

}  // namespace
}  // namespace wreath::word

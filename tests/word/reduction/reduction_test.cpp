// SPDX-License-Identifier: MIT
#include "word/reduction/block_stack.hpp"
#include "word/reduction/reducer.hpp"
#include "word/reduction/reduction_words.hpp"
#include "word/reduction/shared_stack.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

namespace wreath::word {
namespace {

template <class Stack>
Word reduce_on(const ReductionMachine& machine, const Word& word) {
  Stack stack(machine.ref());
  for (const Letter letter : word) stack.push(letter);
  Word form(stack.size());
  stack.for_each_mark([&](std::size_t i, Mark mark) { form[i] = static_cast<Letter>(machine.ref().letter(mark)); });
  return form;
}

Word reduce_on_blocks(const ReductionMachine& machine, const Word& word) {
  return reduce_on<BlockStack>(machine, word);
}

Word reduce_in_pieces(const ReductionMachine& machine, const Word& word, std::size_t base, unsigned threads) {
  Word form(word.size());
  form.resize(reduce_long_word(machine, word, form.data(), base, threads, nullptr).value());
  return form;
}

std::vector<Word> reduce_all(const Reducer& reducer, const std::vector<Word>& words, const ReduceOptions& options = {}) {
  OwnedWords batch;
  for (const Word& word : words) batch.add(word);
  Word out(batch.letters.size());
  std::vector<std::uint64_t> lengths(words.size());
  EXPECT_EQ(reducer.reduce({batch.letters, batch.offsets}, out, lengths, options), words.size());
  std::vector<Word> forms;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(batch.offsets[i]);
    forms.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(lengths[i]));
  }
  return forms;
}

class ReductionTest : public testing::TestWithParam<const char*> {
 protected:
  ReductionTest() : structure_(build_verified(GetParam())), reducer_(structure_.view()) {}
  const ReductionMachine& machine() const { return reducer_.machine(); }

  const AutomaticStructure& structure_;
  Reducer reducer_;
};

TEST_P(ReductionTest, AgreesWithTheMultiplierReadSlowly) {
  const std::uint64_t seed = 20261115;
  SCOPED_TRACE(seed);
  WordMaker maker(structure_, seed);
  NormalForms reference(structure_.view());
  std::vector<Word> words;
  std::vector<Word> expected;
  for (std::size_t length : {0, 1, 2, 3, 7, 31, 32, 33, 64, 65, 100, 130}) {
    for (int i = 0; i < 5; ++i) {
      words.push_back(maker.any(machine(), length));
      expected.push_back(reference.reduce(words.back()));
    }
  }
  EXPECT_EQ(reduce_all(reducer_, words), expected);
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(reduce_on_blocks(machine(), words[i]), expected[i]);
    EXPECT_EQ(reduce_on<SharedStack>(machine(), words[i]), expected[i]);
    for (const std::size_t base : {1, 3, 16, 1000}) {
      EXPECT_EQ(reduce_in_pieces(machine(), words[i], base, 2), expected[i]) << base;
    }
  }
}

TEST_P(ReductionTest, AllWaysAgreeOnLongWords) {
  const std::uint64_t seed = 4711;
  SCOPED_TRACE(seed);
  WordMaker maker(structure_, seed);
  for (const std::size_t length : {1000, 5000}) {
    for (int kind = 0; kind < 4; ++kind) {
      const Word word = kind == 0   ? maker.uniform(length)
                        : kind == 1 ? maker.trivial(length)
                        : kind == 2 ? maker.there_and_back(length)
                                    : maker.adversary(machine(), length);
      const Word form = reduce_on_blocks(machine(), word);
      EXPECT_EQ(reduce_on<SharedStack>(machine(), word), form);
      if (kind == 1 || kind == 2) {
        EXPECT_TRUE(form.empty());
      }
      EXPECT_TRUE(structure_.acceptor.accepts(std::vector<automata::Symbol>(form.begin(), form.end())));
      EXPECT_EQ(reduce_all(reducer_, {word, word, word, word, word}), std::vector<Word>(5, form));
      for (const std::size_t base : {0, 17, 64, 999}) {
        for (const unsigned threads : {1U, 3U}) {
          EXPECT_EQ(reduce_in_pieces(machine(), word, base, threads), form)
              << "kind " << kind << ", base " << base << ", threads " << threads;
        }
      }
    }
  }
}

TEST_P(ReductionTest, WordsOfMixedLengthsKeepTheirPlaces) {
  WordMaker maker(structure_, 99);
  std::vector<Word> words;
  std::vector<Word> expected;
  for (int i = 0; i < 300; ++i) {
    words.push_back(maker.uniform(maker.number() % (i % 50 == 0 ? 2000 : 30)));
    expected.push_back(reduce_on_blocks(machine(), words.back()));
  }
  EXPECT_EQ(reduce_all(reducer_, words), expected);
}

INSTANTIATE_TEST_SUITE_P(Groups, ReductionTest, testing::ValuesIn(kReductionGroups),
                         [](const auto& test) { return "Group" + std::to_string(test.index); });

/// A second way to equality: images in a group of matrices modulo a prime, where the map is known to be faithful.
struct MatrixImage {
  static constexpr std::uint64_t kPrime = 1'000'000'007;
  using Matrix = std::array<std::uint64_t, 4>;
  static Matrix times(const Matrix& x, const Matrix& y) {
    return {(x[0] * y[0] + x[1] * y[2]) % kPrime, (x[0] * y[1] + x[1] * y[3]) % kPrime, (x[2] * y[0] + x[3] * y[2]) % kPrime,
            (x[2] * y[1] + x[3] * y[3]) % kPrime};
  }
};

TEST(ReductionByMatrices, TheFreeGroupOfSanov) {
  // [[1,2],[0,1]] and [[1,0],[2,1]] generate a free group of integer matrices; entries of short words stay below the prime.
  const AutomaticStructure& structure = build_verified("free:2");
  const Reducer reducer(structure.view());
  using M = MatrixImage::Matrix;
  constexpr std::uint64_t p = MatrixImage::kPrime;
  const std::array<M, 4> image{M{1, 2, 0, 1}, M{1, p - 2, 0, 1}, M{1, 0, 2, 1}, M{1, 0, p - 2, 1}};
  ASSERT_EQ(structure.presentation.alphabet.names, (std::vector<std::string>{"a", "A", "b", "B"}));
  const auto matrix = [&](const Word& word) {
    M product{1, 0, 0, 1};
    for (const Letter letter : word) product = MatrixImage::times(product, image[letter]);
    return product;
  };
  WordMaker maker(structure, 5);
  std::map<Word, M> seen;
  std::map<M, Word> back;
  for (int i = 0; i < 3000; ++i) {
    const Word word = maker.uniform(maker.number() % 14);
    const Word form = reducer.reduce(word);
    EXPECT_EQ(matrix(form), matrix(word));
    const auto [at, fresh] = back.emplace(matrix(word), form);
    EXPECT_EQ(at->second, form);
  }
}

TEST(ReductionByPermutations, TheAlternatingGroupOfDegreeFive) {
  // <a,b | a^2, b^3, (ab)^5>: a = (0 1)(2 3), b = (0 2 4).
  const AutomaticStructure& structure = build_verified("triangle:2,3,5");
  const Reducer reducer(structure.view());
  const Alphabet& alphabet = structure.presentation.alphabet;
  using Permutation = std::array<int, 5>;
  const Permutation a{1, 0, 3, 2, 4};
  const Permutation b{2, 1, 4, 3, 0};
  const Permutation b_inverse{4, 1, 0, 3, 2};
  const auto permutation = [&](const Word& word) {
    Permutation product{0, 1, 2, 3, 4};
    for (const Letter letter : word) {
      const std::string& name = alphabet.names[letter];
      const Permutation& by = name == "a" ? a : name == "b" ? b : b_inverse;
      for (int& point : product) point = by[static_cast<std::size_t>(point)];
    }
    return product;
  };
  WordMaker maker(structure, 6);
  std::map<Permutation, Word> forms;
  for (int i = 0; i < 3000; ++i) {
    const Word word = maker.uniform(maker.number() % 40);
    const Word form = reducer.reduce(word);
    EXPECT_EQ(permutation(form), permutation(word));
    EXPECT_EQ(forms.emplace(permutation(word), form).first->second, form);
  }
  EXPECT_EQ(forms.size(), 60U);
}

TEST(BlockStackTest, IsLinearWhereAPlainStackIsQuadratic) {
  for (const char* group : {"surface:2", "<c,t | c^2, t*c*t^-1*c>"}) {
    const AutomaticStructure& structure = build_verified(group);
    const Reducer reducer(structure.view());
    const auto steps = [&](std::size_t length) {
      WordMaker maker(structure, 7);
      BlockStack stack(reducer.machine().ref());
      for (const Letter letter : maker.adversary(reducer.machine(), length)) stack.push(letter);
      return stack.steps();
    };
    const std::uint64_t few = steps(2000);
    const std::uint64_t many = steps(20000);
    EXPECT_GT(few, 2000U) << "no adversary: " << group;
    EXPECT_LT(many, 15 * few) << group;
  }
}

/// b^n*a^n in the free abelian group: every a is a walk to the bottom, through blocks that were never met.
Word swapped_powers(const AutomaticStructure& structure, std::size_t n) {
  const WordText text(structure.presentation.alphabet);
  return text.read(fmt::format("b^{}*a^{}", n, n));
}

TEST(BlockStackTest, ForgetsBlocksThatAreNotPartOfTheWord) {
  const AutomaticStructure& structure = build_verified("abelian:2");
  const Reducer reducer(structure.view());
  constexpr std::size_t kPower = 5000;  // 5000 * 625 blocks
  BlockStack stack(reducer.machine().ref());
  std::size_t most = 0;
  for (const Letter letter : swapped_powers(structure, kPower)) {
    stack.push(letter);
    most = std::max(most, stack.blocks());
  }
  EXPECT_GT(most, std::size_t{1} << 19);
  EXPECT_LT(most, std::size_t{1} << 21);
  Word form(stack.size());
  stack.for_each_mark([&](std::size_t i, Mark mark) { form[i] = static_cast<Letter>(reducer.machine().ref().letter(mark)); });
  EXPECT_EQ(form, WordText(structure.presentation.alphabet).read(fmt::format("a^{}*b^{}", kPower, kPower)));
}

TEST(ReducerTest, StopsWithinAWord) {
  for (const std::size_t power : {200000U, 1000000U}) {
    SCOPED_TRACE(power);
    const AutomaticStructure& structure = build_verified("abelian:2");
    const Reducer reducer(structure.view());
    const Word word = swapped_powers(structure, power);
    RunControl run;
    run.request_stop(StopReason::time);
    Word out(word.size());
    EXPECT_EQ(reducer.reduce(word, out.data(), {.machine = {.threads = 1}}, &run), std::nullopt);
    EXPECT_THROW(reducer.reduce(word, {}, &run), LimitReached);
  }
}

TEST(ReducerTest, StopsBetweenBatches) {
  const AutomaticStructure& structure = build_verified("free:2");
  const Reducer reducer(structure.view());
  RunControl run;
  run.request_stop(StopReason::time);
  const Word letters(100, 0);
  const std::vector<std::uint64_t> offsets{0, 50, 100};
  Word out(100);
  std::vector<std::uint64_t> lengths(2);
  EXPECT_EQ(reducer.reduce({letters, offsets}, out, lengths, {}, &run), 0U);
}

TEST(ReducerTest, AGroupWithoutLetters) {
  for (const char* group : {"free:0", "< | >"}) {
    const AutomaticStructure& structure = build_verified(group);
    const Reducer reducer(structure.view());
    EXPECT_EQ(reducer.reduce(Word{}), Word{}) << group;
  }
}

TEST(ReducerTest, NoWordsAtAll) {
  const AutomaticStructure& structure = build_verified("free:2");
  const Reducer reducer(structure.view());
  EXPECT_EQ(reducer.reduce(WordsRef{}, {}, {}), 0U);
  EXPECT_EQ(reducer.reduce(Word{}), Word{});
}

}  // namespace
}  // namespace wreath::word

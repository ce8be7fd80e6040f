// SPDX-License-Identifier: MIT
//
// Words whose letters change the whole normal form again and again, each in another way.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>
#include <utility>
#include <vector>

#include "word/reduction/long_walk_stack.hpp"
#include "word/reduction/reducer.hpp"
#include "word/reduction/reduction_words.hpp"

namespace wreath::word {
namespace {

constexpr const char* kFreeTimesIntegers = "<z,a,b | a*z=z*a, b*z=z*b>";
constexpr const char* kFreeTimesFree = "<a,b,c,d | [a,c], [a,d], [b,c], [b,d]>";
constexpr const char* kWalkGroups[] = {
    "abelian:2",        "abelian:3",
    "braid:3",          "baumslag-solitar:2,2",
    kFreeTimesIntegers, kFreeTimesFree,
    "<a,b | a^2*b^-3>", "<a,b,c | a*b=b*a, b*c=c*b>",
    "surface:2",        "<c,t | c^2, t*c*t^-1*c>",
};

template <class Stack>
Word form_of(const Stack& stack, const MachineRef& machine) {
  Word form(stack.size());
  stack.for_each_mark([&](std::size_t i, Mark mark) { form[i] = static_cast<Letter>(machine.letter(mark)); });
  return form;
}

Word reduce_on_shared(const MachineRef& machine, const Word& word) {
  SharedStack stack(machine);
  for (const Letter letter : word) stack.push(letter);
  return form_of(stack, machine);
}

/// Letter by letter on an array, however long its walks.
Word reduce_plainly(const MachineRef& machine, const Word& word) {
  std::vector<Mark> marks(word.size() + 2, 0);
  std::vector<Set> log(word.size() + 1);
  std::uint32_t size = 0;
  for (const Letter g : word) {
    Mark* const top = marks.data() + size;
    const WayBack way = walk_back(machine, top, size, g, log.data());
    const Mark mark = top[-static_cast<std::ptrdiff_t>(way.depth)];
    size += static_cast<std::uint32_t>(walk_forward(machine, top, way.depth, g, log.data(), {machine.mark_state[mark], mark}));
  }
  Word form(size);
  for (std::uint32_t i = 0; i < size; ++i) form[i] = static_cast<Letter>(machine.letter(marks[i + 1]));
  return form;
}

/// u^i*v^j*w^k of short words, which may be such products themselves.
Word repeated(WordMaker& maker, std::size_t length, int depth) {
  Word word;
  for (int factor = 0; factor < 3; ++factor) {
    const Word base = depth == 0 || maker.number() % 2 == 0 ? maker.uniform(1 + maker.number() % 6)
                                                            : repeated(maker, 1 + maker.number() % 60, depth - 1);
    for (std::size_t size = 0; size < length / 3 || size == 0; size += std::max<std::size_t>(base.size(), 1)) {
      word.insert(word.end(), base.begin(), base.end());
    }
  }
  return word;
}

class LongWalks : public testing::TestWithParam<const char*> {
 protected:
  LongWalks() : structure_(build_verified(GetParam())), reducer_(structure_.view()) {}
  const MachineRef& machine() const { return reducer_.machine().ref(); }

  const AutomaticStructure& structure_;
  Reducer reducer_;
};

TEST_P(LongWalks, AgreeWithAPlainStack) {
  const std::uint64_t seed = 20261119;
  SCOPED_TRACE(seed);
  WordMaker maker(structure_, seed);
  std::vector<Word> words;
  for (const std::size_t length : {15, 16, 17, 31, 33, 64, 65, 200, 511, 512, 513, 600, 2000}) {
    for (int kind = 0; kind < 8; ++kind) {
      words.push_back(kind < 6 ? repeated(maker, length, kind % 3) : maker.any(reducer_.machine(), length));
    }
  }
  for (const Word& word : words) {
    const Word expected = reduce_plainly(machine(), word);
    ASSERT_EQ(reduce_on_shared(machine(), word), expected);
    LongWalkStack stack(machine(), word.size());
    for (const Letter letter : word) stack.push(letter);
    ASSERT_EQ(form_of(stack, machine()), expected);
    ASSERT_EQ(reducer_.reduce(word), expected);
    ASSERT_EQ(reducer_.reduce(word, {.base_length = 50}), expected);
  }
}

TEST_P(LongWalks, EndWhereTheyShould) {
  const std::uint64_t seed = 4;
  SCOPED_TRACE(seed);
  WordMaker maker(structure_, seed);
  for (int i = 0; i < 4; ++i) {
    Word word = repeated(maker, 20'000, i % 3);
    const Word form = reducer_.reduce(word);
    EXPECT_EQ(reduce_on_shared(machine(), form), form);
    const Word back = inverse_word(form, structure_.presentation.alphabet);
    word.insert(word.end(), back.begin(), back.end());
    EXPECT_TRUE(reduce_on_shared(machine(), word).empty());
    EXPECT_TRUE(reducer_.reduce(word).empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, LongWalks, testing::ValuesIn(kWalkGroups),
                         [](const auto& test) { return "Group" + std::to_string(test.index); });

/// Factors, each n letters long: ?ab is random letters, ab is a power.
Word factors(const AutomaticStructure& structure, const std::vector<const char*>& parts, std::size_t n) {
  const WordText text(structure.presentation.alphabet);
  std::mt19937_64 random(11);
  Word word;
  for (const std::string part : parts) {
    const bool is_random = part.front() == '?';
    const Word base = text.read(part.substr(is_random ? 1 : 0));
    for (std::size_t i = 0; i < n; ++i) word.push_back(base[is_random ? random() % base.size() : i % base.size()]);
  }
  return word;
}

/// Steps, not seconds: a quadratic number would grow a hundredfold.
TEST(LongWalkStackTest, TenTimesTheLettersTakeAboutTenTimesTheSteps) {
  struct Case {
    const char* group;
    std::vector<const char*> parts;
    std::uint64_t most;  // powers are few groups; of random words, a logarithm squared for each letter
  };
  const std::vector<Case> cases = {
      {"abelian:2", {"b", "a"}, 15},
      {"abelian:2", {"ba", "bA", "Ba"}, 15},
      {"abelian:3", {"c", "b", "a", "B", "C"}, 15},
      {"braid:3", {"ab"}, 15},
      {"braid:3", {"?abAB", "ab"}, 24},
      {"baumslag-solitar:2,2", {"t", "a", "tta", "A"}, 15},
      {kFreeTimesIntegers, {"?aAbB", "z"}, 24},
      {kFreeTimesFree, {"?cd", "?ab"}, 24},
  };
  for (const auto& [group, parts, most] : cases) {
    const AutomaticStructure& structure = build_verified(group);
    const Reducer reducer(structure.view());
    const auto steps = [&](std::size_t n) {
      const Word word = factors(structure, parts, n);
      LongWalkStack stack(reducer.machine().ref(), word.size());
      for (const Letter letter : word) stack.push(letter);
      return stack.steps();
    };
    const std::uint64_t few = steps(2000);
    const std::uint64_t many = steps(20'000);
    EXPECT_LT(many, most * few) << group << " " << parts.front();
  }
}

TEST(SharedStackTest, ForgetsWhatIsNotPartOfTheWord) {
  const AutomaticStructure& structure = build_verified("abelian:2");
  const Reducer reducer(structure.view());
  constexpr std::size_t kPower = 40'000;
  SharedStack stack(reducer.machine().ref());
  std::size_t most = 0;
  std::size_t forgotten = 0;
  std::size_t last = 0;
  for (const Letter letter : factors(structure, {"b", "a"}, kPower)) {
    stack.push(letter);
    forgotten += stack.remembered() < last ? 1 : 0;
    last = stack.remembered();
    most = std::max(most, last);
  }
  EXPECT_GT(forgotten, 0U);
  EXPECT_LT(most, std::size_t{1} << 17);
  EXPECT_EQ(form_of(stack, reducer.machine().ref()),
            WordText(structure.presentation.alphabet).read(fmt::format("a^{}*b^{}", kPower, kPower)));
}

TEST(LongWalkStackTest, StopsWithinAWord) {
  const AutomaticStructure& structure = build_verified(kFreeTimesFree);
  const Reducer reducer(structure.view());
  for (const std::size_t n : {5000U, 50'000U}) {
    const Word word = factors(structure, {"?cd", "?ab", "?aAbB"}, n);
    RunControl run;
    run.request_stop(StopReason::time);
    Word out(word.size());
    EXPECT_EQ(reducer.reduce(word, out.data(), {.machine = {.threads = 1}}, &run), std::nullopt);
    EXPECT_THROW(reducer.reduce(word, {}, &run), LimitReached);
  }
}

}  // namespace
}  // namespace wreath::word

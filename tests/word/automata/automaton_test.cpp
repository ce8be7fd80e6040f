// SPDX-License-Identifier: MIT
#include "wreath/word/automaton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "core/data/rng.hpp"
#include "word/automata/automata_reference.hpp"
#include "word/internals.hpp"

namespace wreath::word {
namespace {

constexpr std::size_t kLongest = 5;  // of the words by which languages are compared
const std::vector<std::string> kLetters{"a", "b"};

std::vector<Word> all_short_words() {
  std::vector<Word> words;
  for (const auto& word : automata::words_up_to(2, kLongest)) words.emplace_back(word.begin(), word.end());
  return words;
}

/// A language by its definition: whether a word of any length belongs to it, worked out from scratch each time.
using Language = std::function<bool(const Word&)>;
using Relation = std::function<bool(const Word&, const Word&)>;

struct Expression {
  std::string text;
  Automaton automaton;
  Language contains;
};
struct PairExpression {
  std::string text;
  Automaton automaton;
  Relation contains;
};

Language concatenated(Language a, Language b) {
  return [a = std::move(a), b = std::move(b)](const Word& word) {
    for (std::size_t i = 0; i <= word.size(); ++i) {
      const auto cut = word.begin() + static_cast<std::ptrdiff_t>(i);
      if (a(Word(word.begin(), cut)) && b(Word(cut, word.end()))) return true;
    }
    return false;
  };
}

Language iterated(Language a) {
  return [a = std::move(a)](const Word& word) {
    std::vector<bool> reaches(word.size() + 1, false);  // whether the first i letters are a product
    reaches[0] = true;
    for (std::size_t i = 0; i < word.size(); ++i) {
      for (std::size_t j = i + 1; reaches[i] && j <= word.size(); ++j) {
        if (a(Word(word.begin() + static_cast<std::ptrdiff_t>(i), word.begin() + static_cast<std::ptrdiff_t>(j))))
          reaches[j] = true;
      }
    }
    return static_cast<bool>(reaches[word.size()]);
  };
}

Expression random_leaf(RandomStream& random) {
  const automata::Dfa dfa = automata::random_dfa(random, 1 + random.below(4), 2, 150 + random.below(100));
  return {"leaf", Automaton(AutomatonParts{.letters = kLetters, .tapes = 1, .dfa = dfa, .labels = {}}),
          [dfa](const Word& word) { return dfa.accepts(automata::SymbolWord(word.begin(), word.end())); }};
}

Expression random_expression(RandomStream& random, int depth) {
  if (depth == 0 || random.below(6) == 0) return random_leaf(random);
  Expression a = random_expression(random, depth - 1);
  switch (random.below(8)) {
    case 0: return {"not(" + a.text + ")", complement(a.automaton), [f = a.contains](const Word& word) { return !f(word); }};
    case 1: return {"star(" + a.text + ")", star(a.automaton), iterated(a.contains)};
    case 2:
      return {"reverse(" + a.text + ")", reverse(a.automaton),
              [f = a.contains](const Word& word) { return f(Word(word.rbegin(), word.rend())); }};
    case 3: return {"minimise(" + a.text + ")", minimise(a.automaton), a.contains};
    default: break;
  }
  Expression b = random_expression(random, depth - 1);
  switch (random.below(4)) {
    case 0:
      return {"and(" + a.text + "," + b.text + ")", intersect(a.automaton, b.automaton),
              [f = a.contains, g = b.contains](const Word& word) { return f(word) && g(word); }};
    case 1:
      return {"or(" + a.text + "," + b.text + ")", unite(a.automaton, b.automaton),
              [f = a.contains, g = b.contains](const Word& word) { return f(word) || g(word); }};
    case 2:
      return {"andnot(" + a.text + "," + b.text + ")", subtract(a.automaton, b.automaton),
              [f = a.contains, g = b.contains](const Word& word) { return f(word) && !g(word); }};
    default:
      return {"concatenate(" + a.text + "," + b.text + ")", concatenate(a.automaton, b.automaton),
              concatenated(a.contains, b.contains)};
  }
}

TEST(AutomatonToolbox, RandomExpressionsAgreeWithTheirDefinitions) {
  const std::vector<Word> words = all_short_words();
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    RandomStream random(seed, 7);
    const Expression e = random_expression(random, 3);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << e.text);
    std::vector<Word> accepted;
    for (const Word& word : words) {
      const bool expected = e.contains(word);
      ASSERT_EQ(e.automaton.accepts(word), expected) << e.automaton.text().print(word);
      if (expected) accepted.push_back(word);
    }
    // Counting and listing see the same words.
    std::vector<Word> listed;
    for (const AutomatonWord& word : e.automaton.words(1000, 0, kLongest)) listed.push_back(word.first);
    ASSERT_EQ(listed, accepted);
    const std::vector<Natural> counts = e.automaton.counts(kLongest);
    for (std::size_t length = 0; length <= kLongest; ++length) {
      const auto number = std::ranges::count_if(accepted, [&](const Word& word) { return word.size() == length; });
      ASSERT_EQ(counts[length], Natural(static_cast<std::uint64_t>(number)));
    }
    const Automaton again = parse_automaton(print_automaton(e.automaton));
    ASSERT_FALSE(first_difference(again, e.automaton));
    ASSERT_EQ(minimise(again).states(), minimise(e.automaton).states());
  }
}

PairExpression random_pair_leaf(RandomStream& random) {
  const automata::Dfa dfa = automata::random_pairs(random, 1 + random.below(4), 2, 130 + random.below(100));
  return {"pairs", Automaton(AutomatonParts{.letters = kLetters, .tapes = 2, .dfa = dfa, .labels = {}}),
          [dfa](const Word& u, const Word& v) {
            return dfa.accepts(automata::pad(automata::SymbolWord(u.begin(), u.end()), automata::SymbolWord(v.begin(), v.end()),
                                             automata::PairSymbols{2}));
          }};
}

PairExpression random_pair_expression(RandomStream& random, int depth) {
  if (depth == 0) return random_pair_leaf(random);
  PairExpression a = random_pair_expression(random, depth - 1);
  PairExpression b = random_pair_expression(random, depth - 1);
  const auto f = a.contains;
  const auto g = b.contains;
  switch (random.below(5)) {
    case 0: return {"not(" + a.text + ")", complement(a.automaton), [f](const Word& u, const Word& v) { return !f(u, v); }};
    case 1: return {"swap(" + a.text + ")", swap(a.automaton), [f](const Word& u, const Word& v) { return f(v, u); }};
    case 2:
      return {"and(" + a.text + "," + b.text + ")", intersect(a.automaton, b.automaton),
              [f, g](const Word& u, const Word& v) { return f(u, v) && g(u, v); }};
    case 3:
      return {"or(" + a.text + "," + b.text + ")", unite(a.automaton, b.automaton),
              [f, g](const Word& u, const Word& v) { return f(u, v) || g(u, v); }};
    default:
      return {"andnot(" + a.text + "," + b.text + ")", subtract(a.automaton, b.automaton),
              [f, g](const Word& u, const Word& v) { return f(u, v) && !g(u, v); }};
  }
}

TEST(AutomatonToolbox, RandomExpressionsOfPairsAgreeWithTheirDefinitions) {
  std::vector<Word> words = all_short_words();
  std::erase_if(words, [](const Word& word) { return word.size() > 3; });
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomStream random(seed, 8);
    const PairExpression e = random_pair_expression(random, 2);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << e.text);
    for (const Word& u : words) {
      for (const Word& v : words) ASSERT_EQ(e.automaton.accepts(u, v), e.contains(u, v));
    }
    ASSERT_FALSE(first_difference(parse_automaton(print_automaton(e.automaton)), e.automaton));
  }
}

/// Projections and composites speak of words of any length, so the relation must have short words only to be searched.
TEST(AutomatonToolbox, ExistsAndComposeAgreeWithASearch) {
  std::vector<Word> words = all_short_words();
  std::erase_if(words, [](const Word& word) { return word.size() > 3; });
  const Automaton short_words = Automaton::of_words(kLetters, words);
  const Automaton short_pairs =
      compose(compose(diagonal(short_words), complement(diagonal(Automaton::of_words(kLetters, {})))), diagonal(short_words));
  EXPECT_EQ(short_pairs.size(), Cardinal(words.size() * words.size()));
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 9);
    const Automaton a = intersect(random_pair_leaf(random).automaton, short_pairs);
    const Automaton b = intersect(random_pair_leaf(random).automaton, short_pairs);
    const Automaton firsts = exists(a, 1);
    const Automaton seconds = exists(a, 2);
    const Automaton both = compose(a, b);
    for (const Word& u : words) {
      EXPECT_EQ(firsts.accepts(u), std::ranges::any_of(words, [&](const Word& v) { return a.accepts(u, v); }));
      EXPECT_EQ(seconds.accepts(u), std::ranges::any_of(words, [&](const Word& v) { return a.accepts(v, u); }));
      for (const Word& w : words) {
        ASSERT_EQ(both.accepts(u, w),
                  std::ranges::any_of(words, [&](const Word& v) { return a.accepts(u, v) && b.accepts(v, w); }));
      }
    }
  }
}

TEST(AutomatonToolbox, ReadsAutomataWithChoices) {
  // All words over a, b whose second letter from the end is a: two choices after an a, and two initial states.
  const Automaton automaton = parse_automaton(
      "_F := rec(isFSA := true, alphabet := rec(type := \"identifiers\", size := 2, format := \"dense\", names := [a,b]),"
      " states := rec(type := \"simple\", size := 3), flags := [\"NFA\"], initial := [1,2], accepting := [3],"
      " table := rec(format := \"sparse\", numTransitions := 5,"
      " transitions := [[[1,1],[1,2],[2,1]],[[1,3],[2,3]],[]]));");
  for (const Word& word : all_short_words()) {
    const bool expected = word.size() == 1 || (word.size() >= 2 && word[word.size() - 2] == 0);
    EXPECT_EQ(automaton.accepts(word), expected);
  }
}

TEST(AutomatonToolbox, KnowsTheAutomataOfAGroup) {
  const Group group = Group::build("surface:2");
  const Automaton acceptor = group_automaton(group, "wa");
  EXPECT_EQ(acceptor.states(), 36U);
  EXPECT_EQ(acceptor.growth_series().text, growth_series(group).text);
  EXPECT_EQ(acceptor.size().text(), "infinite");
  const Automaton multiplier = group_automaton(group, "gm");
  EXPECT_EQ(multiplier.states(), 104U);
  EXPECT_TRUE(multiplier.has_labels());
  // u*a*b = v is what the composite of two multipliers says.
  const Automaton product = compose(group_automaton(group, "gm/a"), group_automaton(group, "gm/b"));
  for (const char* word : {"1", "B", "abAB", "cdCD", "BAba", "dcDC"}) {
    const std::string u = group.reduce(word);
    const std::string v = group.multiply(u, "ab");
    EXPECT_TRUE(product.accepts(group.parse(u), group.parse(v)));
    EXPECT_FALSE(product.accepts(group.parse(u), group.parse(group.multiply(u, "a"))));
  }
  EXPECT_FALSE(first_difference(exists(multiplier, 1), acceptor));
  EXPECT_FALSE(first_difference(group_automaton(group, "gm/1"), diagonal(acceptor)));
  // Normal forms are geodesics, and geodesics have normal forms.
  const Automaton geodesics = group_automaton(group, "geodesics");
  EXPECT_EQ(geodesics.states(), 49U);
  EXPECT_FALSE(first_outside(acceptor, geodesics));
  EXPECT_FALSE(first_difference(exists(group_automaton(group, "geodesic-pairs"), 1), geodesics));
  EXPECT_FALSE(first_difference(exists(group_automaton(group, "geodesic-pairs"), 2), acceptor));
  // The first word that is a geodesic and not a normal form.
  const auto word = first_outside(geodesics, acceptor);
  ASSERT_TRUE(word);
  EXPECT_EQ(group.reduce_letters(word->first).size(), word->first.size());
  EXPECT_NE(group.reduce_letters(word->first), word->first);
  // A file with labels keeps them.
  const Automaton again = parse_automaton(print_automaton(multiplier));
  EXPECT_FALSE(first_difference(with_label(again, group.parse("C")), group_automaton(group, "gm/C")));
  EXPECT_EQ(minimise(again, true).states(), 104U);
}

TEST(AutomatonToolbox, MatchesLettersByName) {
  const std::vector<Word> words{{0, 1, 1}};
  const Automaton ab = Automaton::of_words({"a", "b"}, words);
  const std::vector<Word> same{{1, 0, 0}};
  EXPECT_FALSE(first_difference(ab, Automaton::of_words({"b", "a"}, same)));
  EXPECT_TRUE(first_difference(ab, Automaton::of_words({"b", "a"}, words)));
  EXPECT_THROW((void)unite(ab, Automaton::of_words({"a", "c"}, words)), InputError);
  EXPECT_THROW((void)unite(ab, Automaton::of_words({"a", "b", "c"}, words)), InputError);
  EXPECT_THROW((void)unite(ab, diagonal(ab)), InputError);
  EXPECT_THROW((void)star(diagonal(ab)), InputError);
  EXPECT_THROW((void)exists(ab), InputError);
  EXPECT_THROW((void)Automaton::of_words({"a"}, words), InputError);
}

TEST(AutomatonToolbox, EndsAtItsLimit) {
  // The n-th letter from the end is a: 2^n states, of which far fewer are allowed.
  std::vector<Word> letters{{0}, {1}};
  const Automaton any = Automaton::of_words(kLetters, letters);
  Automaton tail = Automaton::of_words(kLetters, std::vector<Word>{{0}});
  for (int i = 0; i < 15; ++i) tail = concatenate(tail, any);
  EXPECT_THROW((void)concatenate(star(any), tail, {.max_states = 1000}), LimitReached);
  EXPECT_EQ(concatenate(star(any), tail).states(), 1U << 16U);
}

TEST(AutomatonToolbox, DrawsPictures) {
  const std::string dot = automaton_dot(Automaton::of_words(kLetters, std::vector<Word>{{0}, {1}}));
  EXPECT_EQ(dot,
            "digraph automaton {\n  rankdir=LR;\n  start [shape=point];\n  start -> 1;\n  1 [shape=circle, label=\"1\"];\n"
            "  2 [shape=doublecircle, label=\"2\"];\n  1 -> 2 [label=\"a b\"];\n}\n");
}

}  // namespace
}  // namespace wreath::word

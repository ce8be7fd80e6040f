// SPDX-License-Identifier: MIT
#include "word/completion/completion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include "word/automata/operations.hpp"
#include "word/completion/rewriting.hpp"
#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"

namespace wreath::word {
namespace {

Presentation monoid_or_group(const std::string& text) {
  return is_family(text) ? make_family(text, "test") : parse_presentation(text, "test");
}

Word random_word(std::mt19937& random, std::size_t letters, std::size_t longest) {
  Word word(std::uniform_int_distribution<std::size_t>(0, longest)(random));
  for (Letter& x : word) x = static_cast<Letter>(random() % letters);
  return word;
}

bool ends_with(const Word& word, std::size_t end, const Word& part) {
  return part.size() <= end &&
         std::equal(part.begin(), part.end(), word.begin() + static_cast<std::ptrdiff_t>(end - part.size()));
}

// --- the index

/// Adds and drops random words and asks, after each change, what the index says about random words.
TEST(RuleIndex, AgreesWithSearching) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    const std::size_t letters = 1 + seed % 4;
    RuleIndex index(letters);
    std::map<Word, RuleId> rules;
    for (RuleId step = 0; step < 150; ++step) {
      Word word = random_word(random, letters, 6);
      if (word.empty()) continue;
      if (const auto known = rules.find(word); known != rules.end()) {
        index.remove(word);
        rules.erase(known);
      } else {
        index.add(word, step);
        rules[word] = step;
      }
      const Word text = random_word(random, letters, 40);
      auto state = RuleIndex::kStart;
      for (std::size_t end = 1; end <= text.size(); ++end) {
        state = index.next(state, text[end - 1]);
        bool occurs = false;
        for (const auto& [left, rule] : rules) occurs |= ends_with(text, end, left);
        ASSERT_EQ(index.match(state) != kNoRule, occurs) << "step " << step;
        if (occurs) {
          bool named = false;
          for (const auto& [left, rule] : rules) named |= rule == index.match(state) && ends_with(text, end, left);
          ASSERT_TRUE(named) << "step " << step;
        }
      }
    }
    const auto sorted = [](std::vector<RuleId> found) {
      std::ranges::sort(found);
      found.erase(std::unique(found.begin(), found.end()), found.end());
      return found;
    };
    for (const auto& [prefix, unused] : rules) {
      std::vector<RuleId> beginning, ending, containing, begins, ends, contains;
      const auto state = index.state_of(prefix);
      index.rules_beginning(state, 5, beginning);
      index.rules_ending(state, 5, ending);
      index.rules_containing(state, containing);
      for (const auto& [left, rule] : rules) {
        if (left.size() <= 5 && left.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), left.begin()))
          begins.push_back(rule);
        if (left.size() <= 5 && ends_with(left, left.size(), prefix)) ends.push_back(rule);
        if (std::search(left.begin(), left.end(), prefix.begin(), prefix.end()) != left.end()) contains.push_back(rule);
      }
      EXPECT_EQ(sorted(beginning), sorted(begins));
      EXPECT_EQ(sorted(ending), sorted(ends));
      EXPECT_EQ(sorted(containing), sorted(contains));
    }
    while (!rules.empty()) {
      index.remove(rules.begin()->first);
      rules.erase(rules.begin());
    }
    EXPECT_EQ(index.states(), 1U);
  }
}

// --- orders of words

TEST(WordOrder, IsTotalAndRespectsProducts) {
  for (const Ordering ordering : {Ordering::shortlex, Ordering::weighted_lex, Ordering::recursive, Ordering::recursive_from_left,
                                  Ordering::wreath_product}) {
    Presentation presentation = monoid_or_group("monoid<a,b,c>");
    presentation.ordering = ordering;
    presentation.weights = {2, 1, ordering == Ordering::wreath_product ? 2U : 3U};
    const WordOrder order(presentation);
    std::mt19937 random(7);
    for (int i = 0; i < 3000; ++i) {
      const Word u = random_word(random, 3, 5);
      const Word v = random_word(random, 3, 5);
      const Word w = random_word(random, 3, 5);
      ASSERT_EQ(order.compare(u, v) == 0, u == v);
      ASSERT_EQ(order.compare(u, v) < 0, order.compare(v, u) > 0);
      if (order.compare(u, v) < 0 && order.compare(v, w) < 0) {
        ASSERT_TRUE(order.compare(u, w) < 0);
      }
      Word left = w, right = u;
      left.insert(left.end(), u.begin(), u.end());
      Word left_v = w, right_v = v;
      left_v.insert(left_v.end(), v.begin(), v.end());
      right.insert(right.end(), w.begin(), w.end());
      right_v.insert(right_v.end(), w.begin(), w.end());
      ASSERT_EQ(order.compare(left, left_v), order.compare(u, v));
      ASSERT_EQ(order.compare(right, right_v), order.compare(u, v));
      ASSERT_TRUE(order.compare(Word{}, u) <= 0);
    }
  }
}

TEST(WordOrder, IsRecursiveIfAllLevelsDiffer) {
  Presentation presentation = monoid_or_group("monoid<a,b,c>");
  presentation.weights = {1, 2, 3};
  presentation.ordering = Ordering::wreath_product;
  const WordOrder wreath(presentation);
  presentation.ordering = Ordering::recursive;
  const WordOrder recursive(presentation);
  presentation.ordering = Ordering::recursive_from_left;
  const WordOrder from_left(presentation);
  std::mt19937 random(11);
  for (int i = 0; i < 3000; ++i) {
    const Word u = random_word(random, 3, 7);
    const Word v = random_word(random, 3, 7);
    ASSERT_EQ(wreath.compare(u, v), recursive.compare(u, v));
    ASSERT_EQ(from_left.compare(Word(u.rbegin(), u.rend()), Word(v.rbegin(), v.rend())), recursive.compare(u, v));
  }
}

TEST(WordOrder, RefusesWeightsThatAreNone) {
  Presentation presentation = monoid_or_group("<a,b>");
  presentation.ordering = Ordering::weighted_lex;
  presentation.weights = {1, 2};
  EXPECT_THROW(WordOrder{presentation}, InputError);
  presentation.weights = {1, 0, 1, 1};
  EXPECT_THROW(WordOrder{presentation}, InputError);
}

// --- completion

Completion completed(const Presentation& presentation, const CompletionLimits& limits = {}) {
  Completion completion(presentation, limits);
  RunControl run;
  while (completion.advance(1000, run)) {
  }
  return completion;
}

/// The definition: both ways to rewrite each overlap, and each inclusion, end in the same word.
void expect_confluent(Completion& completion) {
  const auto rules = completion.rules();
  for (const auto& [l1, r1] : rules)
    for (const auto& [l2, r2] : rules)
      for (std::size_t shared = 1; shared < std::min(l1.size(), l2.size()); ++shared) {
        if (!std::equal(l1.end() - static_cast<std::ptrdiff_t>(shared), l1.end(), l2.begin())) continue;
        Word one = r1, two(l1.begin(), l1.end() - static_cast<std::ptrdiff_t>(shared));
        one.insert(one.end(), l2.begin() + static_cast<std::ptrdiff_t>(shared), l2.end());
        two.insert(two.end(), r2.begin(), r2.end());
        completion.reduce(one);
        completion.reduce(two);
        ASSERT_EQ(one, two);
      }
  for (const auto& [left, right] : rules) {
    EXPECT_TRUE(completion.system().is_reduced(right));
    EXPECT_TRUE(completion.system().is_reduced(std::span(left).first(left.size() - 1)));
    EXPECT_TRUE(completion.system().is_reduced(std::span(left).subspan(1)));
    EXPECT_TRUE(completion.order().compare(left, right) > 0);
  }
}

struct KnownOrder {
  const char* monoid_or_group;
  std::uint64_t order;  // 0: infinite
};

class CompletionOrder : public testing::TestWithParam<KnownOrder> {};

TEST_P(CompletionOrder, IsKnown) {
  Completion completion = completed(monoid_or_group(GetParam().monoid_or_group));
  ASSERT_TRUE(completion.confluent());
  expect_confluent(completion);
  const auto size = automata::language_size(normal_form_language(completion.system()));
  if (GetParam().order == 0) {
    EXPECT_FALSE(size);
  } else {
    ASSERT_TRUE(size);
    EXPECT_EQ(size->text(), std::to_string(GetParam().order));
  }
}

INSTANTIATE_TEST_SUITE_P(Known, CompletionOrder,
                         testing::Values(KnownOrder{"<a,b | a, b>", 1}, KnownOrder{"<a | a^7>", 7}, KnownOrder{"<a | a^2>", 2},
                                         KnownOrder{"<a,b | a^2, b^2, (a*b)^5>", 10}, KnownOrder{"<a,b | a^2, b^3, (a*b)^5>", 60},
                                         KnownOrder{"<a,b | a^2*b^-2, b*a*b^-1*a>", 8}, KnownOrder{"fibonacci:2,3", 8},
                                         KnownOrder{"fibonacci:2,5", 11}, KnownOrder{"coxeter:3,3,3,3", 720},
                                         KnownOrder{"coxeter:5,3", 120}, KnownOrder{"coxeter:3,4,3", 1152},
                                         KnownOrder{"symmetric:5", 120}, KnownOrder{"free:2", 0}, KnownOrder{"abelian:3", 0},
                                         KnownOrder{"<a,b | a^2, b^3, (a*b)^7, [a,b]^4>", 168},
                                         KnownOrder{"monoid<a,b | ab=ba, a^3=a, b^2=1>", 6}, KnownOrder{"monoid<a,b | ab=1>", 0},
                                         KnownOrder{"monoid<a | a^10=a^3>", 10}));

TEST(Completion, OtherOrders) {
  Presentation heisenberg = monoid_or_group("<z,y,x | x*z=z*x, y*z=z*y, x*y=y*x*z>");  // no finite shortlex system
  heisenberg.ordering = Ordering::recursive;
  Completion completion(heisenberg, {.rules = 500});
  RunControl run;
  for (int i = 0; i < 2000 && completion.advance(100, run); ++i) {
  }
  EXPECT_TRUE(completion.confluent());
  Presentation weighted = monoid_or_group("<a,b | a^2, b^2, (a*b)^4>");
  weighted.ordering = Ordering::weighted_lex;
  weighted.weights = {3, 1};
  Completion other = completed(weighted);
  ASSERT_TRUE(other.confluent());
  expect_confluent(other);
  EXPECT_EQ(automata::language_size(normal_form_language(other.system()))->text(), "8");
}

TEST(Completion, StopsAtLimitsAndGoesOn) {
  Completion completion(monoid_or_group("surface:2"), {.rules = 200});
  RunControl run;
  while (completion.advance(10, run)) {
  }
  EXPECT_FALSE(completion.confluent());
  EXPECT_TRUE(completion.at_limit());
  Completion stopped(monoid_or_group("coxeter:5,3"));
  RunControl stop;
  stop.request_stop(StopReason::interrupted);
  EXPECT_FALSE(stopped.advance(1000, stop));
  EXPECT_FALSE(stopped.confluent());
  while (stopped.advance(1, run)) {
  }
  EXPECT_TRUE(stopped.confluent());
}

TEST(Completion, TakesLongRelators) {
  Completion completion = completed(monoid_or_group("<a | a^1000>"));
  ASSERT_TRUE(completion.confluent());
  EXPECT_EQ(automata::language_size(normal_form_language(completion.system()))->text(), "1000");
  Completion too_long = completed(monoid_or_group("<a,b | a^200000>"));
  EXPECT_FALSE(too_long.confluent());
  EXPECT_TRUE(too_long.set_aside());
}

TEST(Completion, StopsWhileItTakesRelatorsAndGoesOn) {
  const Presentation presentation = monoid_or_group("coxeter:5,3");
  RunControl stop;
  stop.request_stop(StopReason::interrupted);
  Completion completion(presentation, {}, &stop);
  EXPECT_FALSE(completion.advance(1000, stop));
  RunControl run;
  while (completion.advance(1, run)) {
  }
  EXPECT_TRUE(completion.confluent());
  EXPECT_EQ(completion.rules(), completed(presentation).rules());
}

TEST(RewritingSystem, AppendsLetterByLetter) {
  std::mt19937 random(20261116);
  Completion completion = completed(monoid_or_group("coxeter:5,3"));
  const RewritingSystem& system = completion.system();
  Word word;
  system.follow(word);
  Word all;
  for (int i = 0; i < 1000; ++i) {
    all.push_back(static_cast<Letter>(random() % system.letters()));
    system.append(word, all.back());
    Word expected = all;
    RewritingSystem copy = system;
    copy.reduce(expected);
    ASSERT_EQ(word, expected);
  }
}

/// Under this order the words grow for ever; the run's end must be heard in the middle of a word.
TEST(Completion, AStopIsHeardWhereWordsGrow) {
  Presentation heisenberg = monoid_or_group("heisenberg");
  heisenberg.ordering = Ordering::recursive;
  RunControl run;
  run.limit_time(0.1);
  Completion completion(heisenberg);
  while (completion.advance(1U << 16, run)) {
  }
  EXPECT_FALSE(completion.confluent());
  EXPECT_EQ(run.stop_reason(), StopReason::time);
}

TEST(RewritingSystem, StopsInTheMiddleOfAWord) {
  RewritingSystem system(2);
  system.add({1, 0}, {0, 0, 1});  // t*a = a^2*t: t^n*a = a^(2^n)*t^n
  RunControl run;
  Word word(30, 1);
  word.push_back(0);
  EXPECT_FALSE(system.reduce(word, run, 1U << 20));
  EXPECT_GT(word.size(), 31U);
  run.request_stop(StopReason::interrupted);
  EXPECT_FALSE(system.reduce(word, run));
  Word small{1, 1, 1, 0};
  EXPECT_TRUE(system.reduce(small, run));
  EXPECT_EQ(small, (Word{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}));
}

TEST(ConfluentRewriting, DecidesWhatIsNotAutomatic) {
  RunControl run;
  for (const char* name : {"baumslag-solitar:1,2", "baumslag-solitar:2,3", "heisenberg", "symmetric:4", "quaternion"}) {
    SCOPED_TRACE(name);
    const Presentation presentation = monoid_or_group(name);
    const auto system = ConfluentRewriting::find(presentation, {}, run);
    ASSERT_TRUE(system.has_value());
    EXPECT_GT(system->rules(), 0U);
    for (const auto& [u, v] : presentation.equations) EXPECT_EQ(system->equal(u, v, run), true);
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
      const Word u = random_word(random, presentation.alphabet.size(), 6);
      const Word form = system->normal_form(u, run).value();
      EXPECT_EQ(system->equal(u, form, run), true);
      Word trivial = u;
      for (auto x = form.rbegin(); x != form.rend(); ++x) trivial.push_back(presentation.alphabet.inverses[*x]);
      EXPECT_EQ(system->equal(trivial, {}, run), true);
    }
  }
  const Presentation solvable = monoid_or_group("baumslag-solitar:1,2");
  const auto system = ConfluentRewriting::find(solvable, {}, run);
  const auto word = [&](const char* text) { return parse_word(text, solvable.alphabet, "test"); };
  EXPECT_EQ(system->equal(word("t^9*a*t^-9"), word("a^512"), run), true);
  EXPECT_EQ(system->equal(word("t^9*a*t^-9"), word("a^511"), run), false);
  EXPECT_EQ(system->equal(word("a"), word("t"), run), false);
  run.request_stop(StopReason::interrupted);
  EXPECT_EQ(system->equal(word("t^60*a*t^-60"), word("a"), run), std::nullopt);
  EXPECT_FALSE(ConfluentRewriting::find(solvable, {}, run));
}

TEST(ConfluentRewriting, EndsWhereThereIsNone) {
  RunControl run;
  EXPECT_FALSE(ConfluentRewriting::find(monoid_or_group("thompson"), {.rules = 100}, run));
}

TEST(RuleBytes, GoThereAndBack) {
  const std::vector<Equation> rules{{{0, 1, 2}, {}}, {Word(300, 1), {2}}, {{2}, {0}}};
  const std::vector<std::byte> bytes = pack_rules(rules);
  EXPECT_EQ(unpack_rules(bytes, 3, "test"), rules);
  EXPECT_THROW(unpack_rules(bytes, 2, "test"), InputError);  // a letter that is none
  for (std::size_t length = 1; length < 20; ++length) {
    if (length == 11) continue;  // the first rule, whole
    EXPECT_THROW(unpack_rules(std::span(bytes).first(length), 3, "test"), InputError) << length;
  }
}

/// Equations that are too long are set aside: the system must not be called confluent.
TEST(Completion, LongEquationsForbidTheClaim) {
  Completion completion = completed(monoid_or_group("<a,b | a^2, b^2, (a*b)^9>"), {.length = 5});
  EXPECT_FALSE(completion.confluent());
}

}  // namespace
}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// Questions about elements through the library's face: products, inverses, orders and balls, against slow and obvious ways.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "temporary_folder.hpp"
#include "word/automatic/build.hpp"
#include "word/automatic/normal_forms.hpp"
#include "word/internals.hpp"
#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "word/reduction/reducer.hpp"
#include "wreath/word.hpp"

namespace wreath::word {
namespace {

using Kind = ElementOrder::Kind;

AutomaticStructure built(const std::string& group) {
  RunControl run;
  const Presentation presentation = is_family(group) ? make_family(group, "test", {}) : parse_presentation(group, "test");
  return build_structure(presentation, {}, run).structure;
}

TEST(Elements, ProductsInversesAndManyWords) {
  const Group s2 = Group::build("surface:2");
  EXPECT_EQ(s2.reduce("abABcd"), "dc");
  EXPECT_EQ(s2.multiply("abAB", "cd"), "dc");
  EXPECT_EQ(s2.inverse("dc"), "CD");
  EXPECT_EQ(s2.multiply("aBAd", s2.inverse("aBAd")), "1");
  EXPECT_TRUE(s2.equal("abABcdCD", ""));
  EXPECT_THROW(s2.reduce("abx"), InputError);

  const std::vector<std::string> texts{"abABcd", "", "aA", "abABcdCD", "DabA"};
  std::vector<std::uint8_t> letters;
  std::vector<std::uint64_t> offsets{0};
  for (const std::string& text : texts) {
    const auto word = s2.parse(text);
    letters.insert(letters.end(), word.begin(), word.end());
    offsets.push_back(letters.size());
  }
  std::vector<std::uint8_t> out(letters.size());
  std::vector<std::uint64_t> lengths(texts.size());
  EXPECT_EQ(s2.reduce_many(letters, offsets, out, lengths), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(s2.print(std::span(out).subspan(offsets[i], lengths[i])), s2.reduce(texts[i]));
  EXPECT_EQ(s2.print(s2.reduce_letters(s2.parse("abABcd"))), "dc");

  letters[3] = 8;
  EXPECT_THROW(s2.reduce_many(letters, offsets, out, lengths), InputError);
  EXPECT_THROW(s2.reduce_letters(letters), InputError);
  EXPECT_THROW(s2.print(letters), InputError);
  letters[3] = 0;
  EXPECT_THROW(s2.reduce_many(letters, std::vector<std::uint64_t>{0, 5, 3}, out, lengths), InputError);
  EXPECT_THROW(s2.reduce_many(letters, std::vector<std::uint64_t>{0, 5, 99}, out, lengths), InputError);
  EXPECT_THROW(s2.reduce_many(letters, offsets, std::span(out).first(3), lengths), InputError);
  EXPECT_EQ(s2.reduce_many({}, std::vector<std::uint64_t>{0}, {}, {}), 0U);
}

/// Groups whose tables would be too large reduce without any: the same words, and as ready to stop.
TEST(Elements, WithoutTablesAllAnswersAreTheSame) {
  for (const char* text : {"surface:2", "triangle:3,3,4", "coxeter:4,4,4", "<x1,x2 | x1^2, x2^3, (x1*x2)^4>"}) {
    SCOPED_TRACE(text);
    const Group fast = Group::build(text);
    const Group slow = Group::build(text);
    RunControl run;
    slow.prepare({.max_states = 1}, &run);
    EXPECT_FALSE(slow.is_ready());
    EXPECT_EQ(run.choice("method"), "plain");
    std::mt19937 random(7);
    Words words;
    for (std::size_t length : {0, 1, 2, 63, 64, 65, 300}) {
      for (std::size_t i = 0; i < length; ++i) words.letters.push_back(static_cast<Letter>(random() % fast.alphabet().size()));
      words.end_word();
    }
    const Words forms = slow.reduce_words(words.ref());
    const Words expected = fast.reduce_words(words.ref());
    EXPECT_EQ(forms.letters, expected.letters);
    EXPECT_EQ(forms.offsets, expected.offsets);
    const auto longest = words.ref()[words.size() - 1];
    EXPECT_EQ(slow.reduce_letters(longest), fast.reduce_letters(longest));
    EXPECT_THROW(slow.order_of_letters(longest), ResourceError);

    run.request_stop(StopReason::time);
    EXPECT_THROW(slow.reduce_letters(longest, {}, &run), LimitReached);
    std::vector<Letter> out(words.letters.size());
    std::vector<std::uint64_t> lengths(words.size());
    EXPECT_EQ(slow.reduce_words(words.ref(), out, lengths, {}, &run), 1U) << "an empty word takes no time";
    EXPECT_THROW(slow.reduce_words(words.ref(), {}, &run), LimitReached);
  }
}

TEST(Elements, ProductsOfLettersAreThoseOfTexts) {
  const Group group = Group::build("triangle:2,3,7");
  const Word u = group.reduce_letters(group.parse("(ab)^3*(aB)^5*a"));
  const Word v = group.parse("bABa");
  EXPECT_EQ(group.print(group.multiply_letters(u, v)), group.multiply(group.print(u), "bABa"));
  EXPECT_THROW(group.multiply_letters(Word{200}, v), InputError);
}

TEST(Elements, CopiesShareAndUnverifiedOnesAnswerNothing) {
  const Group copy = [] { return Group::build("triangle:3,3,4"); }();
  EXPECT_EQ(copy.reduce("aaa"), "1");
  EXPECT_EQ(copy.ball(1), (std::vector<std::string>{"1", "a", "A", "b", "B"}));
  Options few;
  few.max_rules = 10;
  few.max_states = 100;
  const Group none = Group::build("heisenberg", few);
  EXPECT_THROW(none.reduce("ab"), InputError);
  EXPECT_THROW(none.order_of("ab"), InputError);
  EXPECT_THROW(none.ball(2), InputError);
}

TEST(Elements, KnownOrders) {
  const Group triangle = Group::build("triangle:3,3,4");
  for (const auto& [word, order] : {std::pair{"", 1}, {"a", 3}, {"B", 3}, {"ab", 4}, {"abab", 2}, {"bbabBB", 4}, {"BAbabb", 0}}) {
    const ElementOrder found = triangle.order_of(word);
    EXPECT_EQ(found.kind, order == 0 ? Kind::infinite : Kind::finite) << word << ": " << found.proof;
    EXPECT_EQ(found.order, order) << word;
  }
  EXPECT_EQ(Group::build("surface:2").order_of("abAB").kind, Kind::infinite);
  EXPECT_EQ(Group::build("abelian:2").order_of("ab").kind, Kind::infinite);
  EXPECT_EQ(Group::build("symmetric:5").order_of("abcd").order, 5U);
  // Infinite, but the acceptor cannot tell in a group that is not hyperbolic: what is not proven is not claimed.
  EXPECT_NE(Group::build("<a,b,t | [a,b], t^2, (t*a)^2, (t*b)^2>").order_of("ab").kind, Kind::finite);
}

TEST(Elements, OrdersAgreeWithPowers) {
  for (const char* group : {"triangle:3,3,4", "triangle:2,3,7", "symmetric:4", "coxeter:5,3,5", "fibonacci:2,8"}) {
    SCOPED_TRACE(group);
    const AutomaticStructure structure = built(group);
    ASSERT_TRUE(structure.verified);
    const Reducer reducer(structure.view());
    const Ball ball(Internals::make_group(structure), 3);
    NormalForms normal(structure.view());
    std::size_t unknown = 0;
    for (Ball::Element e = 0; e < std::min<std::size_t>(ball.size(), 120); ++e) {
      const Word word = ball.word(e);
      const ElementOrder found = find_order(structure, reducer, word, 50, {}, nullptr);
      Word power;
      std::uint64_t order = 0;  // if it is at most 12
      for (std::uint64_t k = 1; k <= 12 && order == 0; ++k) {
        for (const Letter x : word) power = normal.times(power, x);
        if (power.empty()) order = k;
      }
      const std::string shown = print_word(word, structure.presentation.alphabet) + ": " + found.proof;
      if (order != 0) {
        EXPECT_EQ(found.kind, Kind::finite) << shown;
        EXPECT_EQ(found.order, order) << shown;
      } else {
        EXPECT_TRUE(found.kind != Kind::finite || found.order > 12) << shown;
      }
      unknown += found.kind == Kind::unknown;
    }
    EXPECT_EQ(unknown, 0U) << "these groups are hyperbolic";
  }
}

TEST(Elements, StraightWordsAreSeen) {
  const AutomaticStructure structure = built("free:2");
  const auto straight = [&](const char* word) {
    return is_straight(structure.acceptor, parse_word(word, structure.presentation.alphabet, "test"));
  };
  EXPECT_TRUE(straight("ab"));
  EXPECT_FALSE(straight("abA"));
  EXPECT_FALSE(straight(""));
}

TEST(Elements, AbelianImages) {
  const auto infinite = [](const char* group, const char* word) {
    const Presentation presentation = is_family(group) ? make_family(group, "test", {}) : parse_presentation(group, "test");
    return has_infinite_abelian_image(presentation, parse_word(word, presentation.alphabet, "test"));
  };
  EXPECT_TRUE(infinite("<a,b | a^2*b^3>", "a"));
  EXPECT_FALSE(infinite("<a,b | a^2*b^3>", "a^2*b^3"));
  EXPECT_FALSE(infinite("<a,b | a^2*b^3>", "a^4*b^6"));
  EXPECT_FALSE(infinite("<a,b | a^2*b^3, a^5*b^7>", "a"));
  EXPECT_FALSE(infinite("<a,b | a*b=b*a*a*a*a>", "a"));
  EXPECT_TRUE(infinite("<a,b | a*b=b*a*a*a*a>", "b"));
  EXPECT_FALSE(infinite("<a,b | a^2>", "a"));
  EXPECT_FALSE(infinite("surface:2", "abAB"));
}

TEST(Elements, BallsAgreeWithTheMultiplier) {
  for (const char* group : {"surface:2", "triangle:3,3,4", "symmetric:4", "abelian:2", "coxeter:4,4,4"}) {
    SCOPED_TRACE(group);
    const Group its = Group::build(group);
    const std::size_t letters = its.alphabet().size();
    for (const std::size_t radius : {0, 1, 3}) {
      const Ball ball(its, radius);
      EXPECT_EQ(Natural(ball.size()), its.balls(radius).back());
      const auto edges = ball.edges();
      NormalForms normal(Internals::structure(its).view());
      for (Ball::Element e = 0; e < ball.size(); ++e) {
        const Word word = ball.word(e);
        EXPECT_EQ(ball.find(word), e);
        for (std::size_t x = 0; x < letters; ++x)
          ASSERT_EQ(edges[e * letters + x], ball.find(normal.times(word, static_cast<Letter>(x)))) << e << " by " << x;
      }
    }
  }
}

TEST(Elements, BallsThatDoNotFitAreRefused) {
  const Group s2 = Group::build("surface:2");
  RunControl run;
  EXPECT_THROW(Ball(s2, 40, &run), ResourceError);
  run.limit_memory(1);
  EXPECT_THROW(Ball(s2, 8, &run), ResourceError);
}

}  // namespace
}  // namespace wreath::word

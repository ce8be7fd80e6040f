// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "word/known/graph_product.hpp"
#include "word/known/twins.hpp"

namespace wreath::word::graph_product_tests {
namespace {

constexpr const char* kGraphProducts[] = {"raag:4:1-2,2-3,3-4",
                                          "raag:5:1-2,2-3,3-4,4-5,5-1",
                                          "raag:4:1-2,3-4",
                                          "free:3",
                                          "abelian:3",
                                          "free-product:2,3",
                                          "coxeter:inf,2,inf",
                                          "coxeter:inf,inf,inf",
                                          "<a,b,c | a^4, b^3, c^6, [a,c]>",
                                          "<a,b,c,d | a^5, b^2, [a,b], [c,d], [b,c]>",
                                          "<a,b | a^1, b^4>"};

/// All words that commutations, cancellations and powers of generators lead to without making the word longer: the least one in
/// ShortLex order. The equations are read as they stand in the presentation.
Word least_word_reference(const Recognised& known, const Word& word) {
  const auto graph = find_commutation_graph(known.presentation);
  std::set<Word> seen{word};
  std::vector<Word> queue{word};
  const auto visit = [&](const Word& next) {
    if (seen.insert(next).second) queue.push_back(next);
  };
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Word now = queue[at];
    for (std::size_t i = 0; i + 1 < now.size(); ++i) {
      if (now[i + 1] == known.inverses()[now[i]]) visit(joined(std::span(now).first(i), std::span(now).subspan(i + 2)));
      if (!graph->commute[graph->generators.of[now[i]]][graph->generators.of[now[i + 1]]]) continue;
      Word next = now;
      std::swap(next[i], next[i + 1]);
      visit(next);
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
      const std::uint64_t order = graph->orders[graph->generators.of[now[i]]];
      for (std::size_t run = 1; order != 0 && i + run <= now.size() && now[i + run - 1] == now[i]; ++run) {
        if (run > order || order - run > run) continue;
        Word next(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(i));
        next.insert(next.end(), order - run, known.inverses()[now[i]]);
        next.insert(next.end(), now.begin() + static_cast<std::ptrdiff_t>(i + run), now.end());
        visit(next);
      }
    }
  }
  return *std::ranges::min_element(queue, [](const Word& u, const Word& v) { return compare_shortlex(u, v) < 0; });
}

TEST(GraphProduct, NormalFormsAreShortLex) {
  for (const char* name : kGraphProducts) {
    const Recognised known(name);
    RunControl run;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " seed " << seed);
      RandomStream random(seed, 0);
      const Word word = random_letters(known, 1 + seed % 9, random);
      ASSERT_EQ(known.group->normal_form(word, run), least_word_reference(known, word)) << known.text.print(word);
    }
  }
}

TEST(GraphProduct, Identities) {
  for (const char* name : kGraphProducts)
    for (std::uint64_t seed = 1; seed <= 4; ++seed) expect_group_identities(Recognised(name), seed, 40, true);
}

/// Elements of the ball that letters conjugate to each other within a larger one are conjugate; others differ in what is the same
/// for all conjugates: here all classes of the ball are found by brute force.
TEST(GraphProduct, ClassesOfABall) {
  for (const char* name : {"raag:4:1-2,2-3,3-4", "<a,b,c | a^4, b^3, c^2, [a,c]>", "coxeter:inf,2,inf", "free:2"}) {
    const Recognised known(name);
    RunControl run;
    std::set<Word> ball{{}};
    for (int radius = 0; radius < 4; ++radius) {
      const std::set<Word> inner = ball;
      for (const Word& word : inner)
        for (Letter x = 0; x < known.inverses().size(); ++x) ball.insert(known.group->normal_form(joined(word, Word{x}), run));
    }
    std::map<Word, std::size_t> class_of;  // by conjugating with letters, within the ball
    std::size_t classes = 0;
    for (const Word& start : ball) {
      if (start.size() > 3 || class_of.contains(start)) continue;
      std::vector<Word> queue{start};
      class_of[start] = classes;
      for (std::size_t at = 0; at < queue.size(); ++at) {
        for (Letter x = 0; x < known.inverses().size(); ++x) {
          const Word next = known.group->normal_form(product_of({{known.inverses()[x]}, queue[at], {x}}), run);
          if (ball.contains(next) && class_of.emplace(next, classes).second) queue.push_back(next);
        }
      }
      ++classes;
    }
    for (const auto& [u, its_class] : class_of) {
      for (const auto& [v, other] : class_of) {
        if (u.size() > 2 || v.size() > 3) continue;
        ASSERT_EQ(known.group->conjugate(u, v, run)->conjugate, its_class == other)
            << name << ": " << known.text.print(u) << " and " << known.text.print(v);
      }
    }
  }
}

TEST(GraphProduct, KnownOrders) {
  const Recognised known("<a,b,c | a^4, b^6, [a,b]>");
  RunControl run;
  const auto order = [&](const char* word) { return known.group->order_of(known(word), run); };
  EXPECT_EQ(order("1").order, 1U);
  EXPECT_EQ(order("ab").order, 12U);
  EXPECT_EQ(order("a^2*b^3").order, 2U);
  EXPECT_EQ(order("C*a*b^2*c").order, 12U);
  EXPECT_EQ(order("c").kind, ElementOrder::Kind::infinite);
  EXPECT_EQ(order("a*c*a*C").kind, ElementOrder::Kind::infinite);
  const Recognised central("<a,b,c | c^2, [a,c], [b,c], a^2, b^2>");  // c before letters that do not commute
  EXPECT_EQ(central.group->order_of(central("c*a*b"), run).kind, ElementOrder::Kind::infinite);
}

TEST(GraphProduct, LongWords) {
  const Recognised known("raag:5:1-2,2-3,3-4,4-5,5-1");
  RunControl run;
  RandomStream random(5, 0);
  const Word u = random_letters(known, 1'000'000, random);
  const Word c = random_letters(known, 1'000, random);
  EXPECT_TRUE(known.group->normal_form(joined(u, inverted(u, known.inverses())), run).empty());
  EXPECT_TRUE(known.group->conjugate(u, product_of({inverted(c, known.inverses()), u, c}), run)->conjugate);
  EXPECT_EQ(known.group->normal_form(Word(1'000'000, 0), run), Word(1'000'000, 0));
  Word square(2'000'000, 0);  // (ab)^10^6 conjugated by its own half
  for (std::size_t i = 1; i < square.size(); i += 2) square[i] = 4;
  EXPECT_TRUE(known.group->conjugate(square, rotated(square, 999'999), run)->conjugate);
  run.request_stop(StopReason::interrupted);
  EXPECT_THROW((void)known.group->normal_form(u, run), LimitReached);
}

TEST(GraphProduct, OthersAreNot) {
  for (const char* name : {"braid:4", "coxeter:3,3", "<a,b | a^2*b^3>", "<a,b,c | [a,b]*c>", "<a,b | [a,b]^2>"})
    EXPECT_EQ(recognise_graph_product(read_presentation(name)), nullptr) << name;
}

}  // namespace
}  // namespace wreath::word::graph_product_tests

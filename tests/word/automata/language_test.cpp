// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "word/automata/operations.hpp"
#include "word/automata/automata_reference.hpp"
#include "wreath/word/growth.hpp"

namespace wreath::word::automata {
namespace {

/// The reduced words of the free group on n generators, letters a,A,b,B,...
Dfa free_group(std::uint32_t generators) {
  Dfa dfa{.symbols = 2 * generators, .table = {}, .labels = std::vector<Label>(2 * generators + 1, 1)};
  for (State state = 0; state <= dfa.symbols; ++state) {
    for (std::uint32_t letter = 0; letter < dfa.symbols; ++letter) {
      if (state == 0 || ((state - 1) ^ 1) != letter) dfa.table.add(static_cast<Symbol>(letter), letter + 1);
    }
    dfa.table.close_row();
  }
  return dfa;
}

TEST(Language, CountingHearsAStop) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const Limits limits{.run = &run};
  EXPECT_THROW(count_by_length(free_group(2), 10, limits), LimitReached);
  EXPECT_THROW(growth_rate(free_group(2), limits), LimitReached);
  EXPECT_THROW(growth_series(free_group(2), limits), LimitReached);
  const std::vector<Natural> spheres{1, 4, 12, 36};
  EXPECT_EQ(count_by_length(free_group(2), 3), spheres);
}

TEST(Language, CountsAndListsLikeTheSetOfWords) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 2);
    const std::uint32_t symbols = 1 + random.below(3);
    const Dfa dfa = random_dfa(random, 1 + random.below(9), symbols, 40 + random.below(200));
    std::vector<SymbolWord> expected;
    std::vector<Natural> counts(8);
    for (const SymbolWord& word : words_up_to(symbols, 7)) {
      if (!dfa.accepts(word)) continue;
      expected.push_back(word);
      counts[word.size()] += 1;
    }
    std::vector<SymbolWord> listed;
    for_each_word(dfa, 0, 7, [&](const SymbolWord& word) {
      listed.push_back(word);
      return true;
    });
    EXPECT_EQ(listed, expected);
    EXPECT_EQ(count_by_length(dfa, 7), counts);
    EXPECT_EQ(is_empty(dfa), count_by_length(dfa, 10) == std::vector<Natural>(11));
    const auto size = language_size(dfa);  // a word as long as the number of states means a cycle
    Natural short_words;
    Natural long_words;
    const auto by_length = count_by_length(dfa, 20);
    for (std::size_t length = 0; length < by_length.size(); ++length)
      (length < 9 ? short_words : long_words) += by_length[length];
    EXPECT_EQ(size.has_value(), long_words.is_zero());
    EXPECT_EQ(size.has_value(), is_finite(dfa));
    EXPECT_EQ(size.value_or(short_words), short_words);
  }
}

TEST(Language, ListsNoMoreThanIsAskedFor) {
  const auto first_words = [](const Dfa& dfa, std::size_t count) {
    std::vector<SymbolWord> words;
    for_each_word(dfa, 0, static_cast<std::size_t>(-1), [&](const SymbolWord& word) {
      words.push_back(word);
      return words.size() < count;
    });
    return words;
  };
  const std::vector<SymbolWord> expected{{}, {0}, {1}, {2}, {3}, {0, 0}, {0, 2}};
  EXPECT_EQ(first_words(free_group(2), 7), expected);
  EXPECT_EQ(first_words(empty_language(2), 7), std::vector<SymbolWord>{});
  EXPECT_EQ(first_words(empty_word(2), 7), std::vector<SymbolWord>{{}});
}

/// Whether the fraction's series begins with these numbers, by long division in 64 bits.
void expect_expands_to(const GrowthSeries& series, const std::vector<Natural>& counts) {
  constexpr std::uint64_t kPrime = 1000000007;
  std::vector<std::uint64_t> known;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::uint64_t term = i < series.numerator.size() ? series.numerator[i].modulo(kPrime) : 0;
    for (std::size_t j = 1; j < series.denominator.size() && j <= i; ++j) {
      term = (term + (kPrime - series.denominator[j].modulo(kPrime)) * known[i - j]) % kPrime;
    }
    known.push_back(term);
    ASSERT_EQ(term, counts[i].modulo(kPrime)) << "at " << i;
  }
}

TEST(Growth, KnownSeries) {
  EXPECT_EQ(growth_series(free_group(2)).text, "(1+x)/(1-3x)");
  EXPECT_EQ(growth_series(free_group(4)).text, "(1+x)/(1-7x)");
  EXPECT_EQ(growth_series(all_words(5)).text, "(1)/(1-5x)");
  EXPECT_EQ(growth_series(empty_language(5)).text, "0");
  EXPECT_EQ(growth_series(empty_word(5)).text, "1");
  EXPECT_EQ(growth_rate(free_group(3)).lower, 5);
  EXPECT_EQ(growth_rate(free_group(3)).upper, 5);
  EXPECT_EQ(growth_rate(empty_word(3)).upper, 0);
}

TEST(Growth, OfAFiniteLanguageIsAPolynomial) {
  Dfa dfa{.symbols = 3, .table = {}, .labels = {1, 0, 1, 1}};
  for (State state = 0; state < 4; ++state) {
    for (Symbol symbol = 0; state < 3 && symbol < 3; ++symbol) dfa.table.add(symbol, state + 1);
    dfa.table.close_row();
  }
  EXPECT_EQ(growth_series(dfa).text, "1+9x^2+27x^3");
}

TEST(Growth, RandomAutomataAgainstTheirCounts) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 3);
    const Dfa dfa = random_dfa(random, 1 + random.below(25), 1 + random.below(4), 60 + random.below(190));
    const GrowthSeries series = growth_series(dfa);
    expect_expands_to(series, count_by_length(dfa, 80));
    const GrowthRate rate = growth_rate(dfa);
    EXPECT_LE(rate.lower, rate.upper);
    const auto counts = count_by_length(dfa, 300);
    double largest = 0;
    for (std::size_t length = 280; length <= 300; ++length)
      largest = std::max(largest, std::pow(std::stod(counts[length].text()), 1.0 / 300));
    EXPECT_NEAR(largest, rate.upper, 0.15 + 0.05 * rate.upper);
  }
}

TEST(Growth, TakesCommonFactorsOut) {  // two disjoint loops of lengths 2 and 3, many states of equal counts
  Dfa dfa{.symbols = 2, .table = {}, .labels = {1, 0, 0, 1, 0, 1}};
  const std::vector<std::vector<std::pair<Symbol, State>>> rows{{{0, 1}, {1, 2}}, {{0, 3}}, {{0, 4}},
                                                                {{0, 1}},         {{0, 5}}, {{1, 2}}};
  for (const auto& row : rows) {
    for (const auto& [symbol, target] : row) dfa.table.add(symbol, target);
    dfa.table.close_row();
  }
  EXPECT_EQ(growth_series(dfa).text, "(1+x+x^2+x^3+x^4)/(1+x-x^3-x^4)");
  EXPECT_NEAR(growth_rate(dfa).upper, 1, 1e-9);
}

}  // namespace
}  // namespace wreath::word::automata

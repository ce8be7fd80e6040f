// SPDX-License-Identifier: MIT
//
// Everything that an enumeration says of its elements, against the reference.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "semigroup/enumeration_reference.hpp"
#include "semigroup/tight_memory.hpp"

namespace wreath::semigroup {

/// The rules by their definition: words that are not least, and all of whose proper factors are, in the order of the words.
inline std::vector<Rule> rules_reference(const Generators& generators, const Reference& reference) {
  std::set<Word> least(reference.words.begin(), reference.words.end());
  least.insert(Word{});
  std::vector<Rule> rules;
  const auto look = [&](Word word, std::uint32_t element) {
    if (reference.words[element] != word && least.contains(Word(word.begin() + 1, word.end())))
      rules.emplace_back(std::move(word), reference.words[element]);
  };
  if (!generators.monoid) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const auto row = generators.row(g);
      look({static_cast<Letter>(g)}, reference.numbers.at({row.begin(), row.end()}));
    }
  }
  for (std::size_t e = 0; e < reference.rows.size(); ++e) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      Word word = reference.words[e];
      word.push_back(static_cast<Letter>(g));
      look(std::move(word), reference.right[e][g]);
    }
  }
  return rules;
}

inline void expect_text(const Enumeration& found, const std::vector<Rule>& rules, RunControl& run) {
  std::string words;
  for (std::uint64_t e = 0; e < found.size(); ++e) words += print_word(found.word(e)) + "\n";
  std::string lines;
  for (const Rule& rule : rules) lines += print_word(rule.first) + " = " + print_word(rule.second) + "\n";
  std::string text;
  const auto take = [&](std::string_view piece) { text += piece; };
  found.print_words(take, &run);
  EXPECT_EQ(text, words);
  text.clear();
  found.print_rules(take, &run);
  EXPECT_EQ(text, lines);
}

/// Of an enumeration that has been begun.
inline void expect_agreement(Enumeration& found, const Reference& reference, RunControl& run) {
  const Generators& generators = found.generators();
  ASSERT_TRUE(found.run(&run));
  ASSERT_EQ(found.size(), reference.rows.size());
  for (std::size_t e = 0; e < reference.rows.size(); ++e) {
    ASSERT_EQ(found.word(e), reference.words[e]) << "element " << e;
    ASSERT_EQ(found.images(e), reference.rows[e]) << "element " << e;
    ASSERT_EQ(found.find(reference.rows[e]), e);
    ASSERT_EQ(found.length(e), reference.words[e].size());
  }
  EXPECT_EQ(found.count_idempotents(&run), reference.idempotents);
  const std::vector<bool> idempotents = found.idempotents(&run);
  ASSERT_EQ(idempotents.size(), reference.rows.size());
  for (std::size_t e = 0; e < reference.rows.size(); ++e) {
    const auto& row = reference.rows[e];
    EXPECT_EQ(idempotents[e], product_reference(generators.kind, row, row) == row) << "element " << e;
  }
  if (!found.has_graphs()) return;
  const auto right = found.right_graph();
  const auto left = found.left_graph();
  const std::size_t letters = generators.count();
  for (std::size_t e = 0; e < reference.rows.size(); ++e) {
    for (std::size_t g = 0; g < letters; ++g) {
      ASSERT_EQ(right[e * letters + g], reference.right[e][g]) << e << " * " << g;
      ASSERT_EQ(left[e * letters + g], reference.left[e][g]) << g << " * " << e;
    }
  }
  const std::vector<Rule> rules = found.rules(&run);
  EXPECT_EQ(rules, rules_reference(generators, reference));
  expect_text(found, rules, run);
}

inline void expect_agreement(const Generators& generators, const Options& options, const Reference& reference) {
  Enumeration found(generators, options);
  RunControl run;
  if (options.method == Method::disk) pretend_memory(run, 600 << 10);  // many partitions, several calls to a level
  expect_agreement(found, reference, run);
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// What tests of recognised groups share: random words, and the identities that hold in every group.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/data/rng.hpp"
#include "core/words/words.hpp"
#include "word/known/known_group.hpp"
#include "word/known/known_words.hpp"

namespace wreath::word {

struct Recognised {
  explicit Recognised(const std::string& source)
      : presentation(read_presentation(source)), text(presentation.alphabet), group(recognise(presentation)) {}

  Word operator()(const char* word) const { return text.read(word); }
  const std::vector<Letter>& inverses() const { return presentation.alphabet.inverses; }

  Presentation presentation;
  WordText text;
  std::unique_ptr<const KnownGroup> group;
};

inline Word random_letters(const Recognised& known, std::size_t length, RandomStream& random) {
  return random_word(known.presentation, length, random);
}

/// The word with relators inserted at random places: another word of the same element.
inline Word disguised(const Recognised& known, Word word, int times, RandomStream& random) {
  for (int i = 0; i < times; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(word.size() + 1)));
    Word piece;
    const auto kinds = static_cast<std::uint32_t>(known.presentation.equations.size());
    const Word x = random_letters(known, 1, random);
    if (kinds == 0 || random.below(3) == 0) {
      piece = joined(x, inverted(x, known.inverses()));
    } else {
      const auto& [u, v] = known.presentation.equations[random.below(kinds)];
      piece = quotient(u, v, known.presentation.alphabet);
      if (random.below(2) == 0) piece = inverted(piece, known.inverses());
    }
    word.insert(word.begin() + at, piece.begin(), piece.end());
  }
  return word;
}

/// Relators are 1; a normal form is a word of its element and its own normal form; inserting relators changes nothing; equal()
/// and normal forms agree; conjugates are found to be conjugate.
inline void expect_group_identities(const Recognised& known, std::uint64_t seed, std::size_t longest, bool decides_conjugacy) {
  SCOPED_TRACE(testing::Message() << known.presentation.name << " seed " << seed);
  ASSERT_NE(known.group, nullptr);
  RunControl run;
  RandomStream random(seed, 0);
  const KnownGroup& group = *known.group;
  for (const auto& [u, v] : known.presentation.equations) ASSERT_TRUE(group.equal(u, v, run));
  for (int round = 0; round < 60; ++round) {
    const Word u = random_letters(known, random.below(static_cast<std::uint32_t>(longest)), random);
    const Word v = disguised(known, u, 6, random);
    const Word w = random_letters(known, random.below(static_cast<std::uint32_t>(longest)), random);
    const Word form = group.normal_form(u, run);
    ASSERT_EQ(form, group.normal_form(v, run)) << known.text.print(u) << " and " << known.text.print(v);
    ASSERT_EQ(form, group.normal_form(form, run));
    ASSERT_TRUE(group.equal(u, form, run));
    ASSERT_EQ(group.equal(u, w, run), form == group.normal_form(w, run));
    ASSERT_TRUE(group.normal_form(product_of({inverted(u, known.inverses()), v}), run).empty());
    const Word conjugate = product_of({inverted(w, known.inverses()), v, w});
    const ElementOrder order = group.order_of(u, run);
    ASSERT_EQ(order.kind, group.order_of(conjugate, run).kind);
    ASSERT_EQ(order.order, group.order_of(conjugate, run).order);
    if (order.kind == ElementOrder::Kind::finite) {
      Word power;
      for (std::uint64_t k = 1; k <= order.order; ++k) {
        power = group.normal_form(product_of({power, u}), run);
        ASSERT_EQ(power.empty(), k == order.order);
      }
    }
    const auto found = group.conjugate(u, conjugate, run);
    ASSERT_EQ(found.has_value(), decides_conjugacy);
    if (!found) continue;
    ASSERT_TRUE(found->conjugate) << known.text.print(u) << " by " << known.text.print(w) << ": " << found->proof;
    ASSERT_TRUE(group.equal(product_of({inverted(found->conjugator, known.inverses()), u, found->conjugator}), conjugate, run));
  }
}

}  // namespace wreath::word

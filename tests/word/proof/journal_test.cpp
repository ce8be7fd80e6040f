// SPDX-License-Identifier: MIT
#include "word/proof/journal.hpp"

#include <gtest/gtest.h>

#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "word/automatic/differences.hpp"
#include "word/completion/completion.hpp"
#include "word/families/families.hpp"

namespace wreath::word {
namespace {

Presentation presentation_of(const std::string& text) {
  return is_family(text) ? make_family(text, "test") : parse_presentation(text, "test");
}

/// Both sides of every lemma, found by using the earlier ones as the journal has it.
std::vector<Equation> replayed(const Journal& journal, const Presentation& presentation) {
  std::vector<Equation> lemmas;
  for (std::size_t x = 0; x < presentation.alphabet.size(); ++x) {
    const Letter inverse = presentation.alphabet.inverses[x];
    if (inverse != kNoLetter) lemmas.emplace_back(Word{static_cast<Letter>(x), inverse}, Word{});
  }
  lemmas.insert(lemmas.end(), presentation.equations.begin(), presentation.equations.end());
  EXPECT_EQ(lemmas.size(), journal.axioms());
  for (auto lemma = static_cast<LemmaId>(journal.axioms()); lemma < journal.size(); ++lemma) {
    const Word start(journal.word(lemma).begin(), journal.word(lemma).end());
    Word word = start;
    for (const Use& use : journal.uses(lemma)) {
      if (use.lemma >= lemmas.size()) throw std::runtime_error("a later lemma is used");
      const auto& [left, right] = lemmas[use.lemma];
      const Word& from = use.is_backwards ? right : left;
      const Word& to = use.is_backwards ? left : right;
      const auto at = word.begin() + use.position;
      if (use.position + from.size() > word.size() || !std::equal(from.begin(), from.end(), at))
        throw std::runtime_error("a lemma does not apply");
      word = joined(joined(Word(word.begin(), at), to), Word(at + static_cast<std::ptrdiff_t>(from.size()), word.end()));
    }
    lemmas.emplace_back(start, word);
  }
  return lemmas;
}

constexpr const char* kGroups[] = {"coxeter:5,3", "surface:2",    "triangle:2,3,7", "<a,b | a^2, b^3, (ab)^5>",
                                   "braid:3",     "fibonacci:2,6"};

TEST(Journal, HasALemmaForEachRuleAndChangesNone) {
  for (const char* text :
       {"coxeter:5,3", "surface:2", "fibonacci:2,6", "<a,b | a^2, b^3, (ab)^5>", "monoid<a,b | aba=b, a^4=a>"}) {
    SCOPED_TRACE(text);
    const Presentation presentation = presentation_of(text);
    Journal journal(presentation);
    RunControl run;
    Completion plain(presentation);
    Completion noted(presentation, {}, nullptr, {}, &journal);
    for (int i = 0; i < 20; ++i) {
      plain.advance(100, run);
      noted.advance(100, run);
    }
    ASSERT_EQ(noted.rules(), plain.rules());
    EXPECT_EQ(noted.work(), plain.work());
    const auto rules = noted.rules();
    const auto lemmas = noted.lemmas();
    const auto equations = replayed(journal, presentation);
    ASSERT_EQ(lemmas.size(), rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) ASSERT_EQ(equations[lemmas[i]], rules[i]);
  }
}

TEST(Journal, HasALemmaForEachEdgeOfDifferences) {
  for (const char* text : kGroups) {
    SCOPED_TRACE(text);
    const Presentation presentation = presentation_of(text);
    Journal journal(presentation);
    RunControl run;
    Completion completion(presentation, {}, nullptr, {}, &journal);
    completion.advance(50, run);  // too few, so that differences coincide
    DifferenceSet set;
    for (const auto& [u, v] : completion.rules()) add_differences(set, u, v, presentation.alphabet, completion.system());
    const DifferenceMachine machine(set, presentation.alphabet, completion);
    const auto lemmas = replayed(journal, presentation);
    const auto pairs = machine.pairs();
    for (Difference d = 0; d < machine.size(); ++d) {
      for (const auto [symbol, e] : machine.edges(d)) {
        Word left = machine[d];
        if (pairs.second(symbol) != pairs.pad()) left.push_back(static_cast<Letter>(pairs.second(symbol)));
        Word right = machine[e];
        if (pairs.first(symbol) != pairs.pad()) right.insert(right.begin(), static_cast<Letter>(pairs.first(symbol)));
        ASSERT_EQ(lemmas[machine.lemma(d, symbol)], Equation(left, right));
      }
    }
  }
}

TEST(Journal, KnowsWhichLemmasAreAssumed) {
  Journal journal(presentation_of("free:2"));
  const LemmaId first = journal.add(Word{0}, {});
  const LemmaId assumed = journal.assume();
  EXPECT_FALSE(journal.is_assumed(first));
  EXPECT_TRUE(journal.is_assumed(assumed));
  EXPECT_EQ(reversed({{1, 2, 0}, {3, 4, 1}}).front().lemma, 3U);
}

}  // namespace
}  // namespace wreath::word

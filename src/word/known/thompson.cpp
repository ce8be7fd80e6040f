// SPDX-License-Identifier: MIT
//
// Thompson's group F (Cannon, Floyd and Parry, "Introductory notes on Richard Thompson's groups").
//
// Words act on forest diagrams from the right, a by moving to the next tree and b by a caret. That is an action of the group,
// because the relators act trivially, and no element but 1 fixes the empty diagram: the stabiliser of all diagrams is a normal
// subgroup with a quotient that is not abelian, and all proper quotients of F are. The normal form undoes a program for the lower
// forest and then makes the upper one; its length is linear in that of the word.
#include "word/known/thompson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/algebra/least_rotation.hpp"
#include "core/words/words.hpp"
#include "word/known/forest_pair.hpp"
#include "word/known/relators.hpp"

namespace wreath::word {

namespace {

class ThompsonGroup final : public KnownGroup {
 public:
  /// a and b: the letters of the presentation of the family.
  ThompsonGroup(const Alphabet& alphabet, Letter a, Letter b) : inverses_(alphabet.inverses), a_(a), b_(b) {}

  std::string_view method() const noexcept override { return "forest diagrams"; }

  Word normal_form(std::span<const Letter> word, RunControl& run) const override {
    ForestPair pair;
    std::uint64_t step = 0;
    for (const Letter x : word) {
      stop_now_and_then(run, ++step);
      act(pair, x);
    }
    const ForestPair::Programs programs = pair.programs(run);
    Word form = inverted(word_of_steps(programs.lower), inverses_);
    const Word upper = word_of_steps(programs.upper);
    form.insert(form.end(), upper.begin(), upper.end());
    reduce_freely(form, inverses_);
    return form;
  }

  ElementOrder order_of(std::span<const Letter> word, RunControl& run) const override {
    if (normal_form(word, run).empty()) return {ElementOrder::Kind::finite, 1, "it is 1: its forest diagram is empty"};
    return {ElementOrder::Kind::infinite, 0, "it is not 1, and Thompson's group F is torsion-free"};
  }

  Hyperbolicity hyperbolicity() const override {
    return answer_with_proof(Answer::no, "Thompson's group F contains Z^2: two commuting elements are in its first relator");
  }

 private:
  void act(ForestPair& pair, Letter x) const {
    if (x == a_) pair.move_left();
    if (x == inverses_[a_]) pair.move_right();
    if (x == b_) pair.remove_caret();
    if (x == inverses_[b_]) pair.add_caret();
  }

  Word word_of_steps(const std::vector<ForestPair::Step>& steps) const {
    Word word;
    for (const ForestPair::Step step : steps)
      word.push_back(step == ForestPair::Step::left ? a_ : step == ForestPair::Step::right ? inverses_[a_] : inverses_[b_]);
    return word;
  }

  std::vector<Letter> inverses_;
  Letter a_;
  Letter b_;
};

/// A relator, up to rotation and inversion.
Word on_a_circle(const Word& word, const std::vector<Letter>& inverses) {
  const auto least = [](const Word& each) { return rotated(each, least_rotation(std::span<const Letter>(each))); };
  return std::min(least(word), least(inverted(word, inverses)));
}

}  // namespace

std::unique_ptr<const KnownGroup> recognise_thompson(const Presentation& presentation) {
  const Generators generators(presentation.alphabet);
  const auto& inverses = generators.inverses;
  if (generators.size() != 2 || generators.is_involution(0) || generators.is_involution(1)) return nullptr;
  std::set<Word> given;
  for (const Word& relator : cyclic_relators(presentation)) {
    if (relator.size() > 14) return nullptr;
    given.insert(on_a_circle(relator, inverses));
  }
  for (int choice = 0; choice < 8; ++choice) {
    const Letter a = generators.letter(static_cast<std::size_t>(choice & 1), (choice & 2) != 0);
    const Letter b = generators.letter(static_cast<std::size_t>(1 - (choice & 1)), (choice & 4) != 0);
    std::set<Word> expected;
    for (const std::size_t power : {1, 2}) {  // [a*b^-1, a^-power*b*a^power]
      const Word u{a, inverses[b]};
      const Word v = conjugated(Word{b}, Word(power, a), inverses);
      Word commutator = joined(joined(inverted(u, inverses), inverted(v, inverses)), joined(u, v));
      reduce_freely(commutator, inverses);
      while (commutator.front() == inverses[commutator.back()]) commutator = Word(commutator.begin() + 1, commutator.end() - 1);
      expected.insert(on_a_circle(commutator, inverses));
    }
    if (expected == given) return std::make_unique<ThompsonGroup>(presentation.alphabet, a, b);
  }
  return nullptr;
}

}  // namespace wreath::word

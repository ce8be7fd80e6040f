// SPDX-License-Identifier: MIT
//
// What a completion writes into its journal (proof/journal.hpp): how each equation follows from earlier ones. Without a journal
// nothing here is called but note() and note_overlap(), which then do nothing.
#include <algorithm>

#include "core/words/words.hpp"
#include "word/completion/completion.hpp"

namespace wreath::word {

/// The rules that were applied last, as uses of their lemmas.
void Completion::append_uses(Chain& chain) const {
  for (const auto& [rule, position] : applied_) chain.push_back({lemmas_[rule], static_cast<std::uint32_t>(position), 0});
  applied_.clear();
}

void Completion::reduce(Word& word, Chain& chain) const {
  if (journal_ == nullptr) return system_.reduce(word);
  system_.reduce(word, nullptr, ~std::uint64_t{0}, applied_);
  append_uses(chain);
}

/// The lemma says a = b, u was reduced from a, and `forward` leads on from b.
LemmaId Completion::note(const Word& u, const Chain& back_from, LemmaId lemma, const Chain& forward) {
  if (journal_ == nullptr) return 0;
  Chain chain = reversed(back_from);
  chain.push_back({lemma, 0, 0});
  append(chain, forward);
  return journal_->add(u, chain);
}

/// The relator is 1: u*v^-1 for an equation u = v, which was then reduced by the left chain.
LemmaId Completion::note_relator(const Equation& equation, std::size_t k, const Word& relator) {
  Chain chain = reversed(left_chain_);
  chain.push_back({journal_->equation(k), 0, 0});
  journal_->cancel_word(chain, equation.second, 0);
  return journal_->add(relator, chain);
}

/// x*w = 1, so w*x = X*x*w*x = X*x = 1.
LemmaId Completion::note_rotation(const Word& relator, LemmaId lemma) {
  const Letter inverse = alphabet_.inverses[relator.front()];
  const Chain chain{journal_->insert(inverse, 0), {lemma, 1, 0}, journal_->cancel(inverse, 0)};
  return journal_->add(rotated(relator, 1), chain);
}

/// The two ways from an overlap, both reduced: back to the overlap on one, forward on the other.
LemmaId Completion::note_overlap(const Overlap& overlap) {
  if (journal_ == nullptr) return 0;
  const std::size_t second_begins = system_[overlap.first].left.size() - overlap.letters;
  Chain chain = reversed(left_chain_);
  chain.push_back({lemmas_[overlap.first], 0, 1});
  chain.push_back({lemmas_[overlap.second], static_cast<std::uint32_t>(second_begins), 0});
  append(chain, right_chain_);
  return journal_->add(left_way_, chain);
}

std::vector<LemmaId> Completion::lemmas() {
  if (order_.is_shortlex()) sweep_right_sides();
  std::vector<std::pair<const Word*, LemmaId>> rules;
  for (RuleId rule = 0; rule < system_.rules().size(); ++rule)
    if (system_[rule].alive) rules.emplace_back(&system_[rule].left, lemmas_[rule]);
  std::ranges::sort(rules, [](const auto& a, const auto& b) { return compare_shortlex(*a.first, *b.first) < 0; });
  std::vector<LemmaId> lemmas;
  for (const auto& [left, lemma] : rules) lemmas.push_back(lemma);
  return lemmas;
}

}  // namespace wreath::word

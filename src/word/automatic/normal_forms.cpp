// SPDX-License-Identifier: MIT
#include "word/automatic/normal_forms.hpp"

#include <algorithm>

namespace wreath::word {

using automata::kNoState;
using automata::PairSymbols;
using automata::State;

/// One more layer: the states after one more letter (or padding) of u, for all letters of v.
void PartnerSearch::expand_layer(std::uint32_t letter) {
  seen_.resize(relation_.states(), 0);
  ++stamp_;
  const std::size_t end = nodes_.size();
  for (std::size_t node = layer_; node < end; ++node) {
    const auto symbols = relation_.table.symbols(nodes_[node].state);
    const auto targets = relation_.table.targets(nodes_[node].state);
    auto at = static_cast<std::size_t>(std::ranges::lower_bound(symbols, pairs_.pair(letter, 0)) - symbols.begin());
    for (; at < symbols.size() && pairs_.first(symbols[at]) == letter; ++at) {
      if (seen_[targets[at]] == stamp_) continue;
      seen_[targets[at]] = stamp_;
      nodes_.push_back({targets[at], static_cast<std::uint32_t>(node), pairs_.second(symbols[at])});
    }
  }
  layer_ = end;
}

void PartnerSearch::read_back(std::size_t node, Word& v) const {
  v.clear();
  for (; node != 0; node = nodes_[node].parent) {
    if (nodes_[node].letter != pairs_.pad()) v.push_back(static_cast<Letter>(nodes_[node].letter));
  }
  std::ranges::reverse(v);
}

bool PartnerSearch::find(State start, std::span<const Letter> u, std::size_t longer, FunctionRef<bool(automata::Label)> accepts,
                         Word& v) {
  nodes_.assign(1, {start, 0, 0});
  layer_ = 0;
  for (const Letter letter : u) expand_layer(letter);
  for (std::size_t more = 0; more <= longer && layer_ < nodes_.size(); ++more) {
    if (more > 0) expand_layer(pairs_.pad());
    for (std::size_t node = layer_; node < nodes_.size(); ++node) {
      if (!accepts(relation_.labels[nodes_[node].state])) continue;
      read_back(node, v);
      return true;
    }
  }
  return false;
}

State NormalForms::state_of(const Word& u) const {
  State state = 0;
  for (const Letter letter : u) {
    state = structure_.acceptor.step(state, letter);
    if (state == kNoState) throw InternalError("a word that is not a normal form was multiplied");
  }
  return state;
}

State NormalForms::state_after(State state, Letter x) const {
  const State end = structure_.acceptor.step(state, x);
  return end != kNoState && structure_.acceptor.labels[end] != 0 ? end : kNoState;
}

Word NormalForms::times(const Word& u, Letter x) {
  if (state_after(state_of(u), x) == kNoState) return shortened_product(u, x);
  Word product = u;
  product.push_back(x);
  return product;
}

bool NormalForms::find_product(State state, std::span<const Letter> rest_of_u, Letter x, Word& rest) {
  const automata::Label wanted = structure_.letter_labels[x];
  return partners_.find(
      state, rest_of_u, 1, [&](automata::Label label) { return label == wanted; }, rest);
}

Word NormalForms::shortened_product(const Word& u, Letter x) {
  Word product;
  if (!find_product(0, u, x, product))
    throw InternalError("a normal form has no product with a generator: the automatic structure is not verified");
  return product;
}

State NormalForms::diagonal_state(std::size_t letters) {
  const PairSymbols pairs{structure_.letters()};
  for (std::size_t i = diagonal_.size() - 1; i < letters; ++i) {
    const State before = diagonal_.back();
    diagonal_.push_back(before == kNoState ? kNoState : structure_.multiplier.step(before, pairs.pair(product_[i], product_[i])));
  }
  return diagonal_[letters];
}

Word NormalForms::reduce(std::span<const Letter> word, RunControl* run) {
  constexpr std::size_t kPerLook = 64;       // letters: each may take some microseconds for every letter before it
  constexpr std::size_t kFirstLetters = 16;  // at the end of u
  product_.clear();
  accepted_.assign(1, 0);
  diagonal_.assign(1, 0);
  Word rest;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i % kPerLook == 0 && run != nullptr && run->should_stop())
      throw LimitReached("the run was stopped before the word was reduced");
    const Letter x = word[i];
    if (const State end = state_after(accepted_.back(), x); end != kNoState) {
      product_.push_back(x);
      accepted_.push_back(end);
      continue;
    }
    std::size_t begin = 0;
    for (std::size_t letters = kFirstLetters;; letters *= 4) {
      begin = letters < product_.size() ? product_.size() - letters : 0;
      const State state = diagonal_state(begin);
      if (state != kNoState && find_product(state, std::span(product_).subspan(begin), x, rest)) break;
      if (begin == 0)
        throw InternalError("a normal form has no product with a generator: the automatic structure is not verified");
    }
    product_.resize(begin);
    accepted_.resize(begin + 1);
    diagonal_.resize(begin + 1);
    for (const Letter y : rest) {
      product_.push_back(y);
      accepted_.push_back(structure_.acceptor.step(accepted_.back(), y));
      if (accepted_.back() == kNoState) throw InternalError("a product of normal forms is not a normal form");
    }
  }
  return product_;
}

}  // namespace wreath::word

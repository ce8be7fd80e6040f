// SPDX-License-Identifier: MIT
#include "word/normal_forms.hpp"

#include <algorithm>

namespace wreath::word {

using automata::kNoState;
using automata::PairSymbols;
using automata::State;
using automata::Symbol;

/// One more layer: the states after one more letter (or padding) of u, for all letters of the product.
void NormalForms::expand_layer(std::uint32_t letter) {
  const automata::Table& table = structure_.multiplier.table;
  const PairSymbols pairs{structure_.letters()};
  seen_.resize(structure_.multiplier.states(), 0);
  ++stamp_;
  const std::size_t end = nodes_.size();
  for (std::size_t node = layer_; node < end; ++node) {
    const auto symbols = table.symbols(nodes_[node].state);
    const auto targets = table.targets(nodes_[node].state);
    auto at = static_cast<std::size_t>(std::ranges::lower_bound(symbols, pairs.pair(letter, 0)) - symbols.begin());
    for (; at < symbols.size() && pairs.first(symbols[at]) == letter; ++at) {
      if (seen_[targets[at]] == stamp_) continue;
      seen_[targets[at]] = stamp_;
      nodes_.push_back({targets[at], static_cast<std::uint32_t>(node), static_cast<Symbol>(pairs.second(symbols[at]))});
    }
  }
  layer_ = end;
}

Word NormalForms::read_back(std::size_t node) const {
  Word word;
  for (; node != 0; node = nodes_[node].parent) {
    if (nodes_[node].letter != structure_.letters()) word.push_back(static_cast<Letter>(nodes_[node].letter));
  }
  std::ranges::reverse(word);
  return word;
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
  nodes_.assign(1, {state, 0, 0});
  layer_ = 0;
  for (const Letter letter : rest_of_u) expand_layer(letter);
  for (int longer = 0; longer < 2; ++longer) {  // the product is at most one letter longer
    for (std::size_t node = layer_; node < nodes_.size(); ++node) {
      if (structure_.multiplier.labels[nodes_[node].state] != structure_.letter_labels[x]) continue;
      rest = read_back(node);
      return true;
    }
    if (longer == 0) expand_layer(structure_.letters());
  }
  return false;
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

Word NormalForms::reduce(std::span<const Letter> word) {
  constexpr std::size_t kFirstLetters = 16;  // at the end of u
  product_.clear();
  accepted_.assign(1, 0);
  diagonal_.assign(1, 0);
  Word rest;
  for (const Letter x : word) {
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

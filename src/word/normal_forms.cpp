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

Word NormalForms::shortened_product(const Word& u, Letter x) {
  nodes_.assign(1, {0, 0, 0});
  layer_ = 0;
  for (const Letter letter : u) expand_layer(letter);
  for (int longer = 0; longer < 2; ++longer) {  // the product is at most one letter longer
    for (std::size_t node = layer_; node < nodes_.size(); ++node) {
      if (structure_.multiplier.labels[nodes_[node].state] == structure_.letter_labels[x]) return read_back(node);
    }
    if (longer == 0) expand_layer(structure_.letters());
  }
  throw InternalError("a normal form has no product with a generator: the automatic structure is not verified");
}

Word NormalForms::reduce(std::span<const Letter> word) {
  Word product;
  State state = 0;
  for (const Letter x : word) {
    if (const State end = state_after(state, x); end != kNoState) {
      product.push_back(x);
      state = end;
    } else {
      product = shortened_product(product, x);
      state = state_of(product);
    }
  }
  return product;
}

}  // namespace wreath::word

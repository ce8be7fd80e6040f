// SPDX-License-Identifier: MIT
#include "word/known/piles.hpp"

#include <functional>
#include <queue>
#include <utility>

namespace wreath::word {

std::int64_t CommutationGraph::normal_exponent(std::uint32_t vertex, std::int64_t exponent) const {
  if (orders[vertex] == 0) return exponent;
  const auto order = static_cast<std::int64_t>(orders[vertex]);
  const std::int64_t rest = ((exponent % order) + order) % order;  // from 0 to order - 1
  const Letter letter = generators.letters[vertex];
  if (generators.is_involution(vertex)) return rest;
  const bool is_negative = 2 * rest > order || (2 * rest == order && generators.inverses[letter] < letter);
  return is_negative ? rest - order : rest;
}

void Piles::Pile::drop_last() {
  if (items.back().is_marker && --items.back().value > 0) return;
  items.pop_back();
  if (!empty()) return;
  items.clear();
  bottom = 0;
}

void Piles::Pile::drop_first() {
  if (items[bottom].is_marker && --items[bottom].value > 0) return;
  if (++bottom < items.size()) return;
  items.clear();
  bottom = 0;
}

void Piles::Pile::add_marker() {
  if (empty() || !items.back().is_marker) items.push_back({0, true});
  ++items.back().value;
}

void Piles::append(Syllable syllable) {
  Pile& pile = piles_[syllable.generator];
  const bool meets = pile.ends_with_syllable();
  const std::int64_t before = meets ? pile.items.back().value : 0;
  const std::int64_t exponent = graph_->normal_exponent(syllable.generator, before + syllable.exponent);
  if (exponent != 0 && meets) {
    pile.items.back().value = exponent;
  } else if (exponent != 0) {
    pile.items.push_back({exponent, false});
    for (const std::uint32_t other : graph_->block[syllable.generator]) piles_[other].add_marker();
  } else if (meets) {
    pile.drop_last();
    for (const std::uint32_t other : graph_->block[syllable.generator]) piles_[other].drop_last();
  }
}

void Piles::append(const std::vector<Syllable>& syllables) {
  for (const Syllable& each : syllables) append(each);
}

Syllable Piles::take_first(std::uint32_t vertex) {
  const Syllable syllable{vertex, piles_[vertex].items[piles_[vertex].bottom].value};
  piles_[vertex].drop_first();
  for (const std::uint32_t other : graph_->block[vertex]) piles_[other].drop_first();
  return syllable;
}

Letter Piles::first_letter(std::uint32_t vertex) const {
  return graph_->generators.letter(vertex, piles_[vertex].items[piles_[vertex].bottom].value < 0);
}

std::vector<Syllable> Piles::take_all() {
  using First = std::pair<Letter, std::uint32_t>;  // each vertex whose pile starts with a syllable, once
  std::priority_queue<First, std::vector<First>, std::greater<>> ready;
  const auto look_at = [&](std::uint32_t vertex) {
    if (piles_[vertex].starts_with_syllable()) ready.emplace(first_letter(vertex), vertex);
  };
  for (std::uint32_t vertex = 0; vertex < piles_.size(); ++vertex) look_at(vertex);
  std::vector<Syllable> all;
  while (!ready.empty()) {
    const std::uint32_t vertex = ready.top().second;
    ready.pop();
    all.push_back(take_first(vertex));
    for (const std::uint32_t other : graph_->block[vertex]) look_at(other);  // their piles had a marker at the bottom
  }
  return all;
}

std::vector<Syllable> Piles::reduce_cyclically(RunControl& run) {
  std::vector<Syllable> conjugator;
  std::vector<std::uint32_t> to_look_at;
  std::vector<bool> is_listed(piles_.size());
  const auto list = [&](std::uint32_t vertex) {
    if (!is_listed[vertex]) to_look_at.push_back(vertex);
    is_listed[vertex] = true;
  };
  for (std::uint32_t vertex = 0; vertex < piles_.size(); ++vertex) list(vertex);
  while (!to_look_at.empty()) {
    const std::uint32_t vertex = to_look_at.back();
    to_look_at.pop_back();
    is_listed[vertex] = false;
    const Pile& pile = piles_[vertex];
    if (pile.items.size() - pile.bottom < 2 || !pile.starts_with_syllable() || !pile.ends_with_syllable()) continue;
    stop_now_and_then(run, conjugator.size());
    conjugator.push_back(take_first(vertex));
    append(conjugator.back());
    list(vertex);
    for (const std::uint32_t other : graph_->block[vertex]) list(other);
  }
  return conjugator;
}

}  // namespace wreath::word

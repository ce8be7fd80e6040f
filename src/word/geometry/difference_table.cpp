// SPDX-License-Identifier: MIT
#include "word/geometry/difference_table.hpp"

#include <cstring>

namespace wreath::word {

namespace {
constexpr std::size_t kLongDifference = 32;  // from here on its prefixes are not worth numbers
}

DifferenceTable::DifferenceTable(const StructureView& structure)
    : alphabet_(structure.alphabet), forms_(structure), products_(structure.letters()), inverse_products_(structure.letters()) {
  number({});
}

std::uint32_t DifferenceTable::number(const Word& normal_form) {
  key_.assign((normal_form.size() + 3) / 4, 0xFFFFFFFFU);  // no letter is 255
  if (!normal_form.empty()) std::memcpy(key_.data(), normal_form.data(), normal_form.size());
  const std::uint32_t number = numbers_.intern(key_);
  if (number == words_.size()) {
    words_.push_back(normal_form);
    states_.push_back(automata::kNoState);
    origins_.emplace_back();
  }
  return number;
}

std::uint32_t DifferenceTable::product_with(std::uint32_t e, Letter y) {
  if (states_[e] == automata::kNoState) states_[e] = forms_.state_of(words_[e]);
  const automata::State end = forms_.state_after(states_[e], y);
  if (end == automata::kNoState) return number(forms_.shortened_product(words_[e], y));
  Word word = words_[e];
  word.push_back(y);
  const std::uint32_t product = number(word);
  states_[product] = end;
  return product;
}

void DifferenceTable::Products::set(std::uint32_t e, Letter x, std::uint32_t product) {
  if (!has_row(e)) {
    if (rows_.size() <= e) rows_.resize(e + 1, kUnknown);
    rows_[e] = static_cast<std::uint32_t>(table_.size() / letters_);
    table_.resize(table_.size() + letters_, kUnknown);
  }
  table_[rows_[e] * letters_ + x] = product;
}

std::uint32_t DifferenceTable::times(std::uint32_t e, Letter y) {
  if (const std::uint32_t known = products_.get(e, y); known != kUnknown) return known;
  if (const auto [from, letter] = origins_[e]; from != kUnknown && alphabet_.inverses[letter] == y) return from;
  const std::uint32_t product = product_with(e, y);
  products_.set(e, y, product);
  if (products_.has_row(product)) {
    products_.set(product, alphabet_.inverses[y], e);
  } else if (origins_[product].from == kUnknown) {
    origins_[product] = {e, y};
  }
  return product;
}

std::uint32_t DifferenceTable::product_of(std::span<const Letter> word) {
  if (word.size() >= kLongDifference) return number(forms_.reduce(word));
  std::uint32_t product = 0;
  for (const Letter x : word) product = times(product, x);
  return product;
}

std::uint32_t DifferenceTable::inverse(std::uint32_t d) {
  return product_of(inverse_word(words_[d], alphabet_));
}

std::uint32_t DifferenceTable::inverse_times(std::uint32_t d, Letter x) {
  if (const std::uint32_t known = inverse_products_.get(d, x); known != kUnknown) return known;
  if (words_[d].size() >= kLongDifference) {
    Word word{alphabet_.inverses[x]};
    word.insert(word.end(), words_[d].begin(), words_[d].end());
    const std::uint32_t product = product_of(word);
    inverse_products_.set(d, x, product);
    return product;
  }
  // Find the longest prefix whose product is known, and continue from there.
  Word prefix = words_[d];
  std::uint32_t at = d;
  while (inverse_products_.get(at, x) == kUnknown && !prefix.empty()) {
    prefix.pop_back();
    at = number(prefix);
  }
  if (prefix.empty() && inverse_products_.get(0, x) == kUnknown) inverse_products_.set(0, x, times(0, alphabet_.inverses[x]));
  std::uint32_t product = inverse_products_.get(at, x);
  const Word word = words_[d];
  for (std::size_t i = prefix.size(); i < word.size(); ++i) {
    prefix.push_back(word[i]);
    product = times(product, word[i]);
    inverse_products_.set(number(prefix), x, product);
  }
  return product;
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#include "word/difference_table.hpp"

namespace wreath::word {

DifferenceTable::DifferenceTable(const StructureView& structure)
    : alphabet_(structure.alphabet), letters_(structure.letters()), forms_(structure) {
  number({});
}

std::uint32_t DifferenceTable::number(const Word& normal_form) {
  key_.assign(normal_form.begin(), normal_form.end());
  const std::uint32_t number = numbers_.intern(key_);
  if (number == words_.size()) {
    words_.push_back(normal_form);
    products_.resize(products_.size() + letters_, kUnknown);
    inverse_products_.resize(inverse_products_.size() + letters_, kUnknown);
  }
  return number;
}

std::uint32_t DifferenceTable::times(std::uint32_t e, Letter y) {
  if (products_[e * letters_ + y] == kUnknown) {
    const std::uint32_t product = number(forms_.times(words_[e], y));
    products_[e * letters_ + y] = product;
    products_[product * letters_ + alphabet_.inverses[y]] = e;
  }
  return products_[e * letters_ + y];
}

std::uint32_t DifferenceTable::inverse(std::uint32_t d) {
  const Word word = words_[d];  // a copy, for the table grows
  std::uint32_t product = 0;
  for (std::size_t i = word.size(); i-- > 0;) product = times(product, alphabet_.inverses[word[i]]);
  return product;
}

std::uint32_t DifferenceTable::inverse_times(std::uint32_t d, Letter x) {
  if (inverse_products_[d * letters_ + x] != kUnknown) return inverse_products_[d * letters_ + x];
  // Find the longest prefix whose product is known, and go on from there.
  Word prefix = words_[d];
  std::uint32_t at = d;
  while (inverse_products_[at * letters_ + x] == kUnknown && !prefix.empty()) {
    prefix.pop_back();
    at = number(prefix);
  }
  if (prefix.empty() && inverse_products_[x] == kUnknown) inverse_products_[x] = times(0, alphabet_.inverses[x]);
  std::uint32_t product = inverse_products_[at * letters_ + x];
  for (std::size_t i = prefix.size(); i < words_[d].size(); ++i) {
    const Letter letter = words_[d][i];
    prefix.push_back(letter);
    product = times(product, letter);
    inverse_products_[number(prefix) * letters_ + x] = product;
  }
  return product;
}

}  // namespace wreath::word

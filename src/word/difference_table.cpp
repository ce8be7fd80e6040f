// SPDX-License-Identifier: MIT
#include "word/difference_table.hpp"

#include <span>

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
    steps_.resize(steps_.size() + std::size_t{letters_} * letters_, kUnknown);
  }
  return number;
}

std::uint32_t DifferenceTable::step(std::uint32_t d, Letter x, Letter y) {
  const std::size_t row = std::size_t{d} * letters_ * letters_ + std::size_t{x} * letters_;
  if (steps_[row + y] == kUnknown) {
    Word left = forms_.reduce(std::span(&alphabet_.inverses[x], 1));
    for (const Letter letter : Word(words_[d])) left = forms_.times(left, letter);
    for (std::uint32_t right = 0; right < letters_; ++right) {
      const std::uint32_t target = number(forms_.times(left, static_cast<Letter>(right)));
      steps_[row + right] = target;
    }
  }
  return steps_[row + y];
}

}  // namespace wreath::word

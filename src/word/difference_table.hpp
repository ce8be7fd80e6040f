// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "word/automata/key_table.hpp"
#include "word/normal_forms.hpp"

namespace wreath::word {

/// Numbers for group elements by their normal forms, the identity 0, with the products x^-1 * d * y computed once each.
class DifferenceTable {
 public:
  explicit DifferenceTable(const StructureView& structure);

  std::size_t size() const noexcept { return words_.size(); }
  const Word& operator[](std::uint32_t number) const { return words_[number]; }
  std::uint32_t number(const Word& normal_form);
  /// The number of x^-1 * d * y.
  std::uint32_t step(std::uint32_t d, Letter x, Letter y);

 private:
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;

  const Alphabet& alphabet_;
  std::uint32_t letters_;
  NormalForms forms_;
  std::vector<Word> words_;
  automata::KeyTable numbers_;
  std::vector<std::uint32_t> steps_;  // letters^2 to an element
  std::vector<std::uint32_t> key_;
};

}  // namespace wreath::word

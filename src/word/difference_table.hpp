// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "word/automata/key_table.hpp"
#include "word/normal_forms.hpp"

namespace wreath::word {

/// Numbers for group elements by their normal forms, the identity 0, and products x^-1 * d * y among them.
///
/// A product e*y is searched for once, and gives that of e*y and y^-1, too. As d = d' * z with a shorter normal form d', a
/// product x^-1 * d is (x^-1 * d') * z: no other searches are needed.
class DifferenceTable {
 public:
  explicit DifferenceTable(const StructureView& structure);

  std::size_t size() const noexcept { return words_.size(); }
  const Word& operator[](std::uint32_t number) const { return words_[number]; }
  std::uint32_t number(const Word& normal_form);
  /// The number of x^-1 * d * y.
  std::uint32_t step(std::uint32_t d, Letter x, Letter y) { return times(inverse_times(d, x), y); }
  /// The number of d * y.
  std::uint32_t times(std::uint32_t d, Letter y);
  /// The number of d^-1.
  std::uint32_t inverse(std::uint32_t d);

 private:
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;

  std::uint32_t inverse_times(std::uint32_t d, Letter x);

  const Alphabet& alphabet_;
  std::size_t letters_;
  NormalForms forms_;
  std::vector<Word> words_;
  automata::KeyTable numbers_;
  std::vector<std::uint32_t> products_;          // e*y, one for each letter of each element
  std::vector<std::uint32_t> inverse_products_;  // x^-1*d, likewise
  std::vector<std::uint32_t> key_;
};

}  // namespace wreath::word

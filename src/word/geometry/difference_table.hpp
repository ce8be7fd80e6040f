// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/automatic/normal_forms.hpp"

namespace wreath::word {

/// Numbers for group elements by their normal forms, the identity 0, and products x^-1 * d * y among them.
///
/// A product e*y is searched for once, and gives that of e*y and y^-1, too. As d = d' * z with a shorter normal form d', a
/// product x^-1 * d is (x^-1 * d') * z: no other searches are needed.
///
/// Memory: most elements are targets only (with k letters there are k^2 for each difference), and these have no products of
/// their own. So an element gets its row of k products when it is first asked for one.
class DifferenceTable {
 public:
  explicit DifferenceTable(const StructureView& structure);

  std::size_t size() const noexcept { return words_.size(); }
  const Word& operator[](std::uint32_t number) const { return words_[number]; }
  std::uint32_t number(const Word& normal_form);
  /// The memory of the products.
  std::size_t bytes() const noexcept { return products_.bytes() + inverse_products_.bytes(); }
  /// The number of x^-1 * d * y.
  std::uint32_t step(std::uint32_t d, Letter x, Letter y) { return times(inverse_times(d, x), y); }
  /// The number of x^-1 * d.
  std::uint32_t inverse_times(std::uint32_t d, Letter x);
  /// The number of d * y.
  std::uint32_t times(std::uint32_t d, Letter y);
  /// The number of any word's element.
  std::uint32_t product_of(std::span<const Letter> word);
  /// The number of d^-1.
  std::uint32_t inverse(std::uint32_t d);

 private:
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;

  /// What is known of each element times each letter, a row at a time.
  class Products {
   public:
    explicit Products(std::size_t letters) : letters_(letters) {}
    bool has_row(std::uint32_t e) const { return e < rows_.size() && rows_[e] != kUnknown; }
    std::uint32_t get(std::uint32_t e, Letter x) const { return has_row(e) ? table_[rows_[e] * letters_ + x] : kUnknown; }
    void set(std::uint32_t e, Letter x, std::uint32_t product);
    std::size_t bytes() const { return (rows_.capacity() + table_.capacity()) * sizeof(std::uint32_t); }

   private:
    std::size_t letters_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> table_;
  };
  /// By which product an element was found.
  struct Origin {
    std::uint32_t from = kUnknown;
    Letter letter = 0;
  };

  const Alphabet& alphabet_;
  NormalForms forms_;
  std::uint32_t product_with(std::uint32_t e, Letter y);

  std::vector<Word> words_;
  std::vector<automata::State> states_;  // of the word acceptor after each of them, if it is known
  automata::KeyTable numbers_;           // of words with four letters in each entry
  std::vector<Origin> origins_;
  Products products_;          // e*y
  Products inverse_products_;  // x^-1*d
  std::vector<std::uint32_t> key_;
};

}  // namespace wreath::word

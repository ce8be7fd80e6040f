// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/data/touch_ahead.hpp"
#include "semigroup/word_tree.hpp"

namespace wreath::semigroup {

/// Which products of an enumeration can be new elements at all (factors.cpp).
class Factors {
 public:
  Factors(const WordTree& tree, std::size_t letters, unsigned threads) : tree_(&tree), letters_(letters), threads_(threads) {}

  /// Of the products of elements first..last-1, which have the same length, those whose words have no proper factor that is not a
  /// least word, in their order. All elements of that length are in the tree. The span holds until the next call.
  std::span<const Product> candidates(Index first, Index last);
  std::uint64_t memory() const { return suffixes_.memory() + children_.memory(); }

 private:
  Range children_of(Index x) const { return {children_[x], children_[x + 1]}; }
  Index child(Index x, Letter letter) const;
  void find_children(std::size_t length);
  void find_suffixes(Index first, Index last, std::vector<std::size_t>* counts);

  const WordTree* tree_;
  std::size_t letters_;
  unsigned threads_;
  GrowingArray<Index> suffixes_;  // of each element the one whose word lacks the first letter
  GrowingArray<Index> children_;  // the first element whose word is longer by a last letter; the others follow
  TouchAhead touch_suffixes_;
  TouchAhead touch_children_;
  GrowingArray<Product> products_;
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/data/touch_ahead.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/word_tree.hpp"

namespace wreath::semigroup {

/// Which products of an enumeration can be new elements at all (factors.cpp).
class Factors {
 public:
  Factors(const WordTree& tree, std::size_t letters, unsigned threads) : tree_(&tree), letters_(letters), threads_(threads) {}

  /// Of the products of elements first..last-1, which have the same length, those whose words have no proper factor that is not a
  /// least word, in their order. All elements of that length are in the tree. The span holds until the next call.
  std::span<const Product> candidates(Index first, Index last);
  /// Once all elements are in the tree: what is still to be found of them. Throws Stopped if the run stops, and continues later.
  void reach_all(StopCheck check);
  /// The element whose word is that of x without its first letter; x is below `last` of a call before.
  Index suffix(Index x) const { return suffixes_[x]; }
  /// visit(x, g) for each word x g that is not a least word and has no proper factor that is not one, in their order. Comes after
  /// reach_all().
  template <class Visit>
  void for_each_minimal(const Visit& visit) const {
    for (Index x = 0; x < suffixes_.size(); ++x) {
      Range own = children_of(x);
      const auto offer = [&](Letter g) {
        if (own.begin < own.end && tree_->last(own.begin) == g) {
          ++own.begin;
        } else {
          visit(x, g);
        }
      };
      if (x == 0) {
        for (std::size_t g = 0; g < letters_; ++g) offer(static_cast<Letter>(g));
        continue;
      }
      // The letters of the children of x are among those of the children of its suffix.
      const Range children = children_of(suffixes_[x]);
      for (std::size_t child = children.begin; child < children.end; ++child) offer(tree_->last(child));
    }
  }
  std::uint64_t memory() const { return suffixes_.memory() + children_.memory(); }

 private:
  Range children_of(Index x) const { return {children_[x], children_[x + 1]}; }
  Index child(Index x, Letter letter) const;
  void reach(Index end, StopCheck& check);
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

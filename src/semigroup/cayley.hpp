// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/data/growing_array.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/factors.hpp"
#include "semigroup/word_tree.hpp"

namespace wreath::semigroup {

/// The Cayley graphs of an enumeration as far as it has come: which element x*g and g*x is. Node 0 is the empty word, whether it
/// is an element or not.
class Cayley {
 public:
  Cayley(const WordTree& tree, std::size_t letters, unsigned threads) : tree_(&tree), letters_(letters), threads_(threads) {}

  Index right(Index x, Letter g) const { return right_[std::size_t{x} * letters_ + g]; }
  std::span<const Index> right() const { return right_.span(); }
  std::span<const Index> left() const { return left_.span(); }

  /// Takes the results of all products of the next elements.
  void add_all(std::span<const Index> results) { right_.append(results); }
  /// Takes the results of some products of elements first..last-1, which have one length: at least those that can be new, which
  /// `factors` has found. Fills in the others. New elements are in the tree; the left graph reaches to the length before theirs.
  void add_deduced(Index first, Index last, const Factors& factors, std::span<const Product> computed,
                   std::span<const Index> results);
  /// Extends the left graph to the elements before `end`, whose products are all known. Throws Stopped if the run stops: then it
  /// reaches less far.
  void extend_left(Index end, StopCheck check = {});

  /// The right graph, for another use.
  GrowingArray<Index> take_right() { return std::move(right_); }
  std::uint64_t memory() const { return right_.memory() + left_.memory() + first_.memory(); }

 private:
  Index left(Index x, Letter g) const { return left_[std::size_t{x} * letters_ + g]; }
  /// Of the word of an element that is at most one letter longer than those of the left graph.
  Letter first_letter(Index x) const {
    const Index prefix = x == 0 ? 0 : tree_->prefix(x);
    return prefix == 0 ? tree_->last(x) : first_[prefix];
  }
  std::size_t left_end() const { return first_.size(); }
  class Stretch;

  const WordTree* tree_;
  std::size_t letters_;
  unsigned threads_;
  GrowingArray<Index> right_;
  GrowingArray<Index> left_;
  GrowingArray<Letter> first_;  // of the words of the elements that the left graph has
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/data/growing_array.hpp"
#include "core/data/touch_ahead.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/enumerate/word_tree.hpp"

namespace wreath::semigroup {

/// Which products of an enumeration can be new elements at all (cayley.cpp).
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

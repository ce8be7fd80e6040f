// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/data/growing_array.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/word_tree.hpp"

namespace wreath::semigroup {

/// The Cayley graphs of an enumeration as far as it has come: which element x*g and g*x is. Node 0 is the empty word, whether it
/// is an element or not.
class Cayley {
 public:
  Cayley(const WordTree& tree, std::size_t letters, unsigned threads) : tree_(&tree), letters_(letters), threads_(threads) {}

  Index right(Index x, Letter g) const { return right_[std::size_t{x} * letters_ + g]; }
  Index left(Index x, Letter g) const { return left_[std::size_t{x} * letters_ + g]; }
  std::span<const Index> right() const { return right_.span(); }
  std::span<const Index> left() const { return left_.span(); }

  /// Of the products of elements first..last-1, those that have to be computed; the others follow from what is known. The left
  /// graph must reach to the level before theirs.
  std::vector<Product> undeduced(Index first, Index last) const {
    return undeduced(first, last, [](Index, Letter) { return false; });
  }
  /// The same and those that are `wanted`, because another way to them is shorter.
  template <class Wanted>
  std::vector<Product> undeduced(Index first, Index last, const Wanted& wanted) const {
    std::vector<Product> products;
    for (Index x = first; x < last; ++x) {
      const Index prefix = tree_->prefix(x);
      const Index s = x == 0 || prefix == 0 ? 0 : right(suffix_[prefix], tree_->last(x));
      for (std::size_t g = 0; g < letters_; ++g) {
        const auto letter = static_cast<Letter>(g);
        if (x == 0 || wanted(x, letter) || is_tree_edge(s, letter)) products.push_back({x, letter});
      }
    }
    return products;
  }
  /// Takes the results of undeduced(first, last) and fills in the rest. New elements are in the tree.
  void add_deduced(Index first, Index last, std::span<const Product> computed, std::span<const Index> results);
  /// Looks at the products of two generators, and remembers those that are lesser words. Returns whether there are enough of them
  /// for the two functions below to pay.
  bool use_pairs(const Generators& generators);
  bool uses_pairs() const { return !pairs_.empty(); }
  /// Of the products of elements first..last-1, those that pairs do not tell. Needs no left graph.
  void untold_by_pairs(Index first, Index last, std::vector<Product>& products) const;
  /// Takes their results and fills in the rest. New elements are in the tree.
  void add_by_pairs(Index first, Index last, std::span<const Product> computed, std::span<const Index> results);
  /// Takes the results of all products of the next elements.
  void add_all(std::span<const Index> results) { right_.append(results); }
  /// Extends the left graph to the elements before `end`, whose products are all known. Throws Stopped as the check says: then it
  /// reaches less far.
  void extend_left(Index end, StopCheck check = {});

  /// The element whose word is that of x without its first letter; x is in the left graph's reach.
  Index suffix(Index x) const { return suffix_[x]; }
  Letter first(Index x) const { return first_[x]; }
  /// Whether the word of x with g behind it is a least word.
  bool is_tree_edge(Index x, Letter g) const {
    const Index y = right(x, g);
    return y != 0 && tree_->prefix(y) == x && tree_->last(y) == g;
  }
  /// visit(x, g, y) for each rule: the words x g and y are equal, x g is not a least word, and all its proper factors are.
  template <class Visit>
  void for_each_rule(const Visit& visit) const {
    for (Index x = 0; x < tree_->size(); ++x) {
      for (std::size_t g = 0; g < letters_; ++g) {
        const auto letter = static_cast<Letter>(g);
        if (is_tree_edge(x, letter)) continue;
        if (x == 0 || is_tree_edge(suffix(x), letter)) visit(x, letter, right(x, letter));
      }
    }
  }
  /// The right graph, for another use.
  GrowingArray<Index> take_right() { return std::move(right_); }
  std::uint64_t memory() const { return right_.memory() + left_.memory() + suffix_.memory() + first_.memory(); }

 private:
  /// The least word of a product b*g of two generators: up to two letters. `told` if it is not b, g itself.
  struct Pair {
    bool told = false;
    std::uint8_t length = 0;
    Letter letters[2] = {0, 0};
  };
  Index told_product(Index prefix, const Pair& pair) const {
    if (pair.length == 0) return prefix;
    const Index one = right(prefix, pair.letters[0]);
    return pair.length == 1 ? one : right(one, pair.letters[1]);
  }

  const WordTree* tree_;
  std::size_t letters_;
  unsigned threads_;
  GrowingArray<Index> right_;
  GrowingArray<Index> left_;
  GrowingArray<Index> suffix_;
  GrowingArray<Letter> first_;
  std::vector<Pair> pairs_;  // [b * letters + g]
};

}  // namespace wreath::semigroup

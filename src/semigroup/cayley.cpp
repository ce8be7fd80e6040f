// SPDX-License-Identifier: MIT
//
// Froidure and Pin's deductions.
//
// Write x = a*s, a the first letter of its word. If the word of s with g behind it is not a least word, then s*g = y is an
// element whose word is ShortLex-before it, and x*g = a*y = (a*p)*b for y = p*b, b its last letter: with z = a*p this is the
// product z*b, whose word comes before that of x with g, so it is known already, or is deduced earlier in the same pass. Only the
// products whose s*g is a least word have to be computed: a tenth of all, often. Among these are all new elements.
//
// The left graph goes level by level: g*x = (g*p)*b for x = p*b.
#include "semigroup/cayley.hpp"

#include "core/parallel/loops.hpp"

namespace wreath::semigroup {

std::vector<Product> Cayley::undeduced(Index first, Index last) const {
  std::vector<Product> products;
  for (Index x = first; x < last; ++x) {
    const Index prefix = tree_->prefix(x);
    const Index s = x == 0 ? 0 : prefix == 0 ? 0 : right(suffix_[prefix], tree_->last(x));
    for (std::size_t g = 0; g < letters_; ++g) {
      if (x == 0 || is_tree_edge(s, static_cast<Letter>(g))) products.push_back({x, static_cast<Letter>(g)});
    }
  }
  return products;
}

void Cayley::add_deduced(Index first, Index last, std::span<const Product> computed, std::span<const Index> results) {
  std::size_t next = 0;
  right_.resize(std::size_t{last} * letters_);
  for (Index x = first; x < last; ++x) {
    const Index prefix = tree_->prefix(x);
    const bool generator = x != 0 && prefix == 0;
    const Index s = x == 0 || generator ? 0 : right(suffix_[prefix], tree_->last(x));
    const Letter a = x == 0 ? Letter{0} : generator ? tree_->last(x) : first_[prefix];
    for (std::size_t g = 0; g < letters_; ++g) {
      Index& result = right_[std::size_t{x} * letters_ + g];
      if (next < computed.size() && computed[next].element == x && computed[next].letter == g) {
        result = results[next++];
        continue;
      }
      const Index y = right(s, static_cast<Letter>(g));
      result = y == 0 ? right(0, a) : right(left(tree_->prefix(y), a), tree_->last(y));
    }
  }
}

void Cayley::extend_left(Index end) {
  const auto begin = static_cast<Index>(suffix_.size());
  left_.resize(std::size_t{end} * letters_);
  suffix_.resize(end);
  first_.resize(end);
  // Elements of one length depend on shorter ones only.
  for (Index level = begin; level < end;) {
    const Index level_end = std::min(end, tree_->level_begin(tree_->length(level) + 1));
    parallel_ranges(level_end - level, level_end - level < 4096 ? 1 : threads_, 1024, [&](Range range, unsigned) {
      for (auto x = static_cast<Index>(level + range.begin); x < level + range.end; ++x) {
        const Index prefix = x == 0 ? 0 : tree_->prefix(x);
        const Letter b = tree_->last(x);
        suffix_[x] = x == 0 || prefix == 0 ? 0 : right(suffix_[prefix], b);
        first_[x] = prefix == 0 ? b : first_[prefix];
        for (std::size_t g = 0; g < letters_; ++g) {
          const auto letter = static_cast<Letter>(g);
          left_[std::size_t{x} * letters_ + g] = x == 0 ? right(0, letter) : right(left(prefix, letter), b);
        }
      }
    });
    level = level_end;
  }
}

}  // namespace wreath::semigroup

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
//
// A cheaper deduction looks at the last two letters only. If x = p*b and the product b*g of two generators has a lesser word,
// such as g*b where they commute, then x*g is p times that word: at most two steps in the right graph, the first of them in a row
// that all x with the prefix p share. It determines fewer products, but needs no left graph, and pays for short rows, too.
#include "semigroup/cayley.hpp"

#include <map>

#include "core/parallel/loops.hpp"

namespace wreath::semigroup {

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

bool Cayley::use_pairs(const Generators& generators) {
  constexpr std::uint64_t kMostWork = std::uint64_t{1} << 22;
  pairs_.clear();
  if (letters_ * letters_ * generators.degree > kMostWork) return false;
  std::map<std::vector<Point>, Pair> least;
  const auto note = [&](std::vector<Point> map, Pair pair) { return least.try_emplace(std::move(map), pair).first->second; };
  std::vector<Point> map(generators.degree);
  if (generators.monoid) {
    for (std::size_t p = 0; p < map.size(); ++p) map[p] = static_cast<Point>(p);
    note(map, {.told = true, .length = 0});
  }
  for (std::size_t b = 0; b < letters_; ++b) {
    const auto row = generators.row(b);
    note({row.begin(), row.end()}, {.told = true, .length = 1, .letters = {static_cast<Letter>(b), 0}});
  }
  std::vector<Pair> pairs;
  std::size_t told = 0;
  for (std::size_t b = 0; b < letters_; ++b) {
    for (std::size_t g = 0; g < letters_; ++g) {
      for (std::size_t p = 0; p < map.size(); ++p) map[p] = generators.row(g)[generators.row(b)[p]];
      const Pair own{.told = true, .length = 2, .letters = {static_cast<Letter>(b), static_cast<Letter>(g)}};
      pairs.push_back(note(map, own));
      Pair& here = pairs.back();
      here.told = here.length != 2 || here.letters[0] != b || here.letters[1] != g;
      told += here.told ? 1 : 0;
    }
  }
  if (told * 4 < pairs.size()) return false;
  pairs_ = std::move(pairs);
  return true;
}

void Cayley::untold_by_pairs(Index first, Index last, std::vector<Product>& products) const {
  products.clear();
  for (Index x = first; x < last; ++x) {
    const Pair* pairs = x == 0 ? nullptr : pairs_.data() + tree_->last(x) * letters_;
    for (std::size_t g = 0; g < letters_; ++g) {
      if (pairs == nullptr || !pairs[g].told) products.push_back({x, static_cast<Letter>(g)});
    }
  }
}

void Cayley::add_by_pairs(Index first, Index last, std::span<const Product> computed, std::span<const Index> results) {
  constexpr Index kAhead = 4;
  right_.resize(std::size_t{last} * letters_);
  const auto prefetch = [&](Index x) {
    const Pair* pairs = pairs_.data() + tree_->last(x) * letters_;
    for (std::size_t g = 0; g < letters_; ++g) {
      if (pairs[g].told && pairs[g].length == 2)
        __builtin_prefetch(&right_[std::size_t{right(tree_->prefix(x), pairs[g].letters[0])} * letters_ + pairs[g].letters[1]]);
    }
  };
  std::size_t next = 0;
  for (Index x = first; x < last; ++x) {
    if (x != 0 && x + kAhead < last) prefetch(x + kAhead);
    Index* row = &right_[std::size_t{x} * letters_];
    const Pair* pairs = x == 0 ? nullptr : pairs_.data() + tree_->last(x) * letters_;
    for (std::size_t g = 0; g < letters_; ++g) {
      row[g] = pairs == nullptr || !pairs[g].told ? results[next++] : told_product(tree_->prefix(x), pairs[g]);
    }
  }
  if (next != computed.size()) throw InternalError("not all products that pairs do not determine were computed");
}

void Cayley::extend_left(Index end, StopCheck check) {
  constexpr Index kAtOnce = Index{1} << 20;
  // Elements of one length depend on shorter ones only.
  for (auto level = static_cast<Index>(suffix_.size()); level < end;) {
    const Index level_end = std::min({end, tree_->level_begin(tree_->length(level) + 1), level + std::min(kAtOnce, end - level)});
    check.spend(8 * letters_ * (level_end - level));
    left_.resize(std::size_t{level_end} * letters_);
    first_.resize(level_end);
    suffix_.resize(level_end);
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

// SPDX-License-Identifier: MIT
//
// Froidure and Pin's deductions.
//
// Write x = a*s, a the first letter of its word. If the word of s with g behind it is not a least word, then s*g = y is an
// element whose word is ShortLex-before it, and x*g = a*y. If y is shorter than x, the left graph has this. Otherwise, with
// y = p*b, b its last letter, and z = a*p, it is the product z*b, whose word comes before that of x with g: so it is known
// already, or is deduced earlier in the same pass. Only the products whose s*g is a least word have to be computed (factors.cpp).
//
// The left graph goes level by level: g*x = (g*p)*b for x = p*b.
//
// Cost: a deduction reads one number in a row, that of s, and one or two anywhere; these do not wait for one another.
#include "semigroup/cayley.hpp"

#include "core/parallel/loops.hpp"

namespace wreath::semigroup {

/// Fills in the products of a stretch of elements, on one of several threads.
class Cayley::Stretch {
 public:
  /// All products of elements before `known` are there; the stretch begins at `own`.
  Stretch(Cayley& graphs, const Factors& factors, Index known, Index own)
      : graphs_(graphs),
        factors_(factors),
        known_(known),
        own_(own),
        left_end_(static_cast<Index>(graphs.left_end())),
        long_(graphs.letters_) {}

  /// The products of the next element of the stretch; those that were computed are in the order of their letters.
  void fill(Index x, std::span<const Product> computed, const Index* results) {
    const std::size_t letters = graphs_.letters_;
    if (x == 0) {  // all were computed
      std::copy_n(results, letters, graphs_.right_.data());
      return;
    }
    const Letter a = graphs_.first_letter(x);
    const Index* of_suffix = graphs_.right_.data() + factors_.suffix(x) * letters;
    const Index* left = graphs_.left_.data() + a;
    Index* row = graphs_.right_.data() + x * letters;
    const Index longest_known = left_end_ - 1;
    // Which of them are as long as x cannot be predicted: they are listed, and filled in after the others.
    std::size_t long_ones = 0;
    for (std::size_t g = 0; g < letters; ++g) {
      const Index y = of_suffix[g];
      row[g] = left[std::min(y, longest_known) * letters];
      long_[long_ones] = static_cast<Letter>(g);
      long_ones += y > longest_known ? 1 : 0;
    }
    for (const Product& product : computed) row[product.letter] = *results++;
    for (std::size_t k = 0; k < long_ones; ++k) row[long_[k]] = deduce(x, a, long_[k], of_suffix[long_[k]]);
  }
  /// Fills in what had to wait for other stretches, once all those before this one are complete.
  void finish() {
    own_ = known_;
    for (const Product& product : waiting_) {
      const Index x = product.element;
      const Index y = graphs_.right(factors_.suffix(x), product.letter);
      graphs_.right_[x * graphs_.letters_ + product.letter] = deduce(x, graphs_.first_letter(x), product.letter, y);
    }
  }

 private:
  /// x*g for y = s*g, which is as long as x; kNoIndex if it has to wait. If x*g was computed, z is x, and it stays as it is.
  Index deduce(Index x, Letter a, Letter g, Index y) {
    const Index z = graphs_.left(graphs_.tree_->prefix(y), a);
    if (z < known_ || z >= own_) {
      const Index product = graphs_.right(z, graphs_.tree_->last(y));
      if (product != kNoIndex) return product;
    }
    waiting_.push_back({x, g});
    return kNoIndex;
  }

  Cayley& graphs_;
  const Factors& factors_;
  Index known_;
  Index own_;
  Index left_end_;
  std::vector<Letter> long_;
  std::vector<Product> waiting_;
};

void Cayley::add_deduced(Index first, Index last, const Factors& factors, std::span<const Product> computed,
                         std::span<const Index> results) {
  constexpr std::size_t kWorthThreads = 4096;
  constexpr std::size_t kStretch = 1024;
  right_.resize(std::size_t{last} * letters_);
  const unsigned threads = last - first < kWorthThreads ? 1 : resolve_threads(threads_);
  const std::size_t length = threads == 1 ? last - first : kStretch;
  std::vector<Stretch> stretches;
  for (std::size_t own = first; own < last; own += length) stretches.emplace_back(*this, factors, first, static_cast<Index>(own));
  parallel_chunks(last - first, length, threads, [&](Range range, std::size_t chunk, unsigned) {
    const auto begin = static_cast<Index>(first + range.begin);
    auto product = std::ranges::lower_bound(computed, begin, {}, &Product::element);
    for (Index x = begin; x < first + range.end; ++x) {
      const auto start = product;
      while (product != computed.end() && product->element == x) ++product;
      stretches[chunk].fill(x, {start, product}, results.data() + (start - computed.begin()));
    }
  });
  for (Stretch& stretch : stretches) stretch.finish();
}

void Cayley::extend_left(Index end, StopCheck check) {
  constexpr Index kAtOnce = Index{1} << 20;
  // Elements of one length depend on shorter ones only.
  for (auto level = static_cast<Index>(first_.size()); level < end;) {
    const Index level_end = std::min({end, tree_->level_begin(tree_->length(level) + 1), level + std::min(kAtOnce, end - level)});
    check.spend(8 * letters_ * (level_end - level));
    left_.resize(std::size_t{level_end} * letters_);
    first_.resize(level_end);
    parallel_ranges(level_end - level, level_end - level < 4096 ? 1 : threads_, 1024, [&](Range range, unsigned) {
      for (auto x = static_cast<Index>(level + range.begin); x < level + range.end; ++x) {
        const Index prefix = x == 0 ? 0 : tree_->prefix(x);
        const Letter b = tree_->last(x);
        first_[x] = first_letter(x);
        const Index* of_prefix = left_.data() + prefix * letters_;
        const Index* column = right_.data() + b;
        Index* row = left_.data() + x * letters_;
        if (x == 0) {
          std::ranges::copy(right_.span().first(letters_), row);
        } else {
          for (std::size_t g = 0; g < letters_; ++g) row[g] = column[of_prefix[g] * letters_];
        }
      }
    });
    level = level_end;
  }
}

}  // namespace wreath::semigroup

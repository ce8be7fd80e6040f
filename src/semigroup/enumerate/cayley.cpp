// SPDX-License-Identifier: MIT
//
// Froidure and Pin's observation, and their deductions.
//
// Every factor of a least word is a least word. Write x = a*s, a the first letter of its word. A product x*g can be new only if
// the word of s with g behind it is a least word, that is, if s has a child g in the tree of words. So the products that have to
// be formed are x times the letters of the children of s, a tenth of all products, often. What the others are follows from the
// Cayley graphs; without graphs nobody asks: they are known elements. Of the products that are formed, those that are not new are
// the rules of the presentation.
//
// The suffix s of x = p*b is the child b of p's suffix. Elements are numbered in the order of their words, so the children of an
// element follow one another, and after them those of the next element: the tree needs one number per element to be walked
// downwards.
//
// Cost: 8 bytes per element, and three accesses to elements of the two lengths before, asked for ahead.
//
// If the word of s with g behind it is not a least word, then s*g = y is an element whose word is ShortLex-before it, and
// x*g = a*y. If y is shorter than x, the left graph has this. Otherwise, with y = p*b, b its last letter, and z = a*p, it is the
// product z*b, whose word comes before that of x with g: so it is known already, or is deduced earlier in the same pass.
//
// The left graph goes level by level: g*x = (g*p)*b for x = p*b.
//
// Cost: a deduction reads one number in a row, that of s, and one or two anywhere; these do not wait for one another.
#include "semigroup/enumerate/cayley.hpp"

#include <array>
#include <numeric>

#include "core/parallel/loops.hpp"

namespace wreath::semigroup {

// --- What can be new.

namespace {
constexpr std::size_t kChunk = 1024;  // elements that a thread takes at once
constexpr std::size_t kGroup = 32;    // elements whose memory is asked for at once
}  // namespace

std::span<const Product> Factors::candidates(Index first, Index last) {
  products_.resize(0);
  StopCheck never;
  reach(first, never);
  find_children(tree_->length(first));
  std::vector<std::size_t> starts((last - first) / kChunk + 2, 0);
  find_suffixes(first, last, &starts);
  std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), std::size_t{0});
  products_.resize(starts.back());
  parallel_chunks(last - first, kChunk, threads_, [&](Range range, std::size_t chunk, unsigned) {
    Product* out = products_.data() + starts[chunk];
    for (auto x = static_cast<Index>(first + range.begin); x < first + range.end; ++x) {
      if (x == 0) {
        for (std::size_t g = 0; g < letters_; ++g) *out++ = {x, static_cast<Letter>(g)};
        continue;
      }
      const Range children = children_of(suffixes_[x]);
      for (std::size_t child = children.begin; child < children.end; ++child) *out++ = {x, tree_->last(child)};
    }
  });
  return products_.span();
}

/// The suffixes of all elements before `end`: after a checkpoint or a change of form there is more to catch up with than the last
/// level.
void Factors::reach(Index end, StopCheck& check) {
  constexpr Index kAtOnce = Index{1} << 20;
  while (suffixes_.size() < end) {
    const auto begin = static_cast<Index>(suffixes_.size());
    const std::size_t length = tree_->length(begin);
    const Index stretch = std::min({end, tree_->level_begin(length + 1), begin + std::min(kAtOnce, end - begin)});
    check.spend(std::uint64_t{16} * (stretch - begin));
    find_children(length);
    find_suffixes(begin, stretch, nullptr);
  }
}

void Factors::reach_all(StopCheck check) {
  reach(static_cast<Index>(tree_->size()), check);
  find_children(tree_->longest() + 1);
}

/// The children of all elements that are shorter than `length`, and where those of the next would begin.
void Factors::find_children(std::size_t length) {
  const auto known = static_cast<Index>(children_.empty() ? 0 : children_.size() - 1);
  const Index end = tree_->level_begin(length);
  if (!children_.empty() && known >= end) return;
  touch_children_.ahead_of(children_, std::size_t{end} + 1, resolve_threads(threads_));
  children_.resize(std::size_t{end} + 1);
  const Index first = known == 0 ? 1 : tree_->level_begin(tree_->length(known) + 1);
  const Index last = tree_->level_begin(length + 1);
  children_[known] = first;
  // Element c is the first child of every element after the prefix of c - 1, up to its own prefix.
  parallel_chunks(last - first, kChunk, threads_, [&](Range range, std::size_t, unsigned) {
    for (std::size_t c = first + range.begin; c < first + range.end; ++c) {
      const Index before = c == first ? known : tree_->prefix(c - 1) + 1;
      for (Index parent = before; parent <= tree_->prefix(c); ++parent) children_[parent] = static_cast<Index>(c);
    }
  });
  for (Index parent = first == last ? known : tree_->prefix(last - 1) + 1; parent <= end; ++parent) children_[parent] = last;
}

Index Factors::child(Index x, Letter letter) const {
  Range children = children_of(x);
  while (children.size() > 8) {  // their letters ascend
    const std::size_t middle = children.begin + children.size() / 2;
    (tree_->last(middle) <= letter ? children.begin : children.end) = middle;
  }
  for (std::size_t child = children.begin; child < children.end; ++child) {
    if (tree_->last(child) == letter) return static_cast<Index>(child);
  }
  throw InputError("a word has a factor that is not a word of an element: the checkpoint is damaged");
}

/// Counts the candidates of each chunk of elements.
void Factors::find_suffixes(Index first, Index last, std::vector<std::size_t>* counts) {
  touch_suffixes_.ahead_of(suffixes_, last, resolve_threads(threads_));
  suffixes_.resize(last);
  parallel_chunks(last - first, kChunk, threads_, [&](Range range, std::size_t chunk, unsigned) {
    std::size_t count = 0;
    std::array<Index, kGroup> at;  // the suffix of the prefix, then of the element
    for (std::size_t begin = first + range.begin; begin < first + range.end; begin += kGroup) {
      const std::size_t group = std::min(kGroup, first + range.end - begin);
      for (std::size_t k = 0; k < group; ++k) {
        const Index prefix = begin + k == 0 ? 0 : tree_->prefix(begin + k);
        at[k] = prefix == 0 ? kNoIndex : suffixes_[prefix];
        if (prefix != 0) __builtin_prefetch(&children_[at[k]]);
      }
      for (std::size_t k = 0; k < group; ++k) {
        if (at[k] != kNoIndex) tree_->prefetch_last(children_[at[k]]);
      }
      for (std::size_t k = 0; k < group; ++k) {
        at[k] = at[k] == kNoIndex ? 0 : child(at[k], tree_->last(begin + k));
        suffixes_[begin + k] = at[k];
        __builtin_prefetch(&children_[at[k]]);
      }
      if (counts == nullptr) continue;
      for (std::size_t k = 0; k < group; ++k) count += begin + k == 0 ? letters_ : children_of(at[k]).size();
    }
    if (counts != nullptr) (*counts)[chunk] = count;
  });
}

// --- What the others are.

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

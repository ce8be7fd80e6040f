// SPDX-License-Identifier: MIT
//
// Froidure and Pin's observation.
//
// Every factor of a least word is a least word. Write x = a*s, a the first letter of its word. A product x*g can be new only if
// the word of s with g behind it is a least word, that is, if s has a child g in the tree of words. So the products that have to
// be formed are x times the letters of the children of s, a tenth of all products, often. What the others are follows from the
// Cayley graphs (cayley.cpp); without graphs nobody asks: they are known elements. Of the products that are formed, those that
// are not new are the rules of the presentation.
//
// The suffix s of x = p*b is the child b of p's suffix. Elements are numbered in the order of their words, so the children of an
// element follow one another, and after them those of the next element: the tree needs one number per element to be walked
// downwards.
//
// Cost: 8 bytes per element, and three accesses to elements of the two lengths before, asked for ahead.
#include "semigroup/factors.hpp"

#include <array>
#include <numeric>

namespace wreath::semigroup {

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

}  // namespace wreath::semigroup

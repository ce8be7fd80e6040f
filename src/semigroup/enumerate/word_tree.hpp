// SPDX-License-Identifier: MIT
//
// The words of the elements: each is its prefix's word and one letter more, so a word costs five bytes. Element 0 is the empty
// word; elements of one length stand together.
#pragma once

#include <algorithm>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/data/touch_ahead.hpp"
#include "core/parallel/loops.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

class WordTree {
 public:
  explicit WordTree(std::size_t letters) : wide_(letters > 256) {
    prefixes_.push_back(kNoIndex);
    wide_ ? wide_last_.push_back(0) : last_.push_back(0);
    levels_ = {0};
  }

  std::size_t size() const { return prefixes_.size(); }
  Index prefix(std::size_t element) const { return prefixes_[element]; }
  Letter last(std::size_t element) const { return wide_ ? wide_last_[element] : last_[element]; }
  void prefetch_last(std::size_t element) const {
    __builtin_prefetch(wide_ ? static_cast<const void*>(&wide_last_[element]) : &last_[element]);
  }

  /// New elements, their prefixes in ascending order: the first prefix of the newest level begins the next one.
  void append(std::span<const Index> prefixes, std::span<const Letter> letters, unsigned threads) {
    constexpr std::size_t kGrain = std::size_t{1} << 15;
    const std::size_t old = size();
    const std::size_t count = prefixes.size();
    // What can fail comes first, and prefixes_, whose size counts the elements, last: a tree that could not grow is as it was.
    touch_.ahead_of(prefixes_, old + count, resolve_threads(threads));
    wide_ ? wide_last_.resize(old + count) : last_.resize(old + count);
    prefixes_.resize(old + count);
    for (auto at = prefixes.begin();;) {
      at = std::lower_bound(at, prefixes.end(), levels_.back());
      if (at == prefixes.end()) break;
      levels_.push_back(static_cast<Index>(old + static_cast<std::size_t>(at - prefixes.begin())));
    }
    parallel_chunks(count, kGrain, threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) prefixes_[old + i] = prefixes[i];
      if (wide_) {
        for (std::size_t i = range.begin; i < range.end; ++i) wide_last_[old + i] = letters[i];
      } else {
        for (std::size_t i = range.begin; i < range.end; ++i) last_[old + i] = static_cast<std::uint8_t>(letters[i]);
      }
    });
  }

  /// How long the longest word is.
  std::size_t longest() const { return levels_.size() - 1; }
  /// The first element of a length, and where the last length ends.
  Index level_begin(std::size_t length) const { return length < levels_.size() ? levels_[length] : static_cast<Index>(size()); }
  std::size_t length(Index element) const {
    return static_cast<std::size_t>(std::upper_bound(levels_.begin(), levels_.end(), element) - levels_.begin()) - 1;
  }
  Word word(Index element) const {
    Word word(length(element));
    for (auto at = word.rbegin(); at != word.rend(); ++at, element = prefixes_[element]) *at = last(element);
    return word;
  }
  /// The element's images of some points: `row` starts as the points.
  void trace(Index element, const Generators& generators, std::span<Point> row) const {
    for (const Letter letter : word(element)) {
      const Point* images = generators.row(letter).data();
      for (Point& point : row) point = images[point];
    }
  }
  std::uint64_t memory() const { return prefixes_.memory() + last_.memory() + wide_last_.memory(); }

 private:
  bool wide_;
  GrowingArray<Index> prefixes_;
  TouchAhead touch_;
  GrowingArray<std::uint8_t> last_;
  GrowingArray<Letter> wide_last_;
  std::vector<Index> levels_;  // the first element of each length
};

}  // namespace wreath::semigroup

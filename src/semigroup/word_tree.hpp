// SPDX-License-Identifier: MIT
//
// The words of the elements: each is its prefix's word and one letter more, so a word costs five bytes. Element 0 is the empty
// word; elements of one length stand together.
#pragma once

#include <algorithm>
#include <vector>

#include "core/data/growing_array.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

class WordTree {
 public:
  explicit WordTree(std::size_t letters) : wide_(letters > 256) {
    push(kNoIndex, 0);
    levels_ = {0};
  }

  std::size_t size() const { return prefixes_.size(); }
  Index prefix(std::size_t element) const { return prefixes_[element]; }
  Letter last(std::size_t element) const { return wide_ ? wide_last_[element] : last_[element]; }

  /// New elements: those whose prefix is longer than the current level's begin a new level.
  void append(std::span<const Index> prefixes, std::span<const Letter> letters) {
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      if (prefixes[i] >= levels_.back()) levels_.push_back(static_cast<Index>(size()));
      push(prefixes[i], letters[i]);
    }
  }

  /// How long the longest word is.
  std::size_t longest() const { return levels_.size() - 1; }
  /// The first element of a length, and where the last length ends.
  Index level_begin(std::size_t length) const { return length < levels_.size() ? levels_[length] : static_cast<Index>(size()); }
  std::size_t length(Index element) const {
    return static_cast<std::size_t>(std::upper_bound(levels_.begin(), levels_.end(), element) - levels_.begin()) - 1;
  }
  Word word(Index element) const {
    Word word;
    for (; element != 0; element = prefixes_[element]) word.push_back(last(element));
    std::reverse(word.begin(), word.end());
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
  void push(Index prefix, Letter letter) {
    prefixes_.push_back(prefix);
    if (wide_) {
      wide_last_.push_back(letter);
    } else {
      last_.push_back(static_cast<std::uint8_t>(letter));
    }
  }

  bool wide_;
  GrowingArray<Index> prefixes_;
  GrowingArray<std::uint8_t> last_;
  GrowingArray<Letter> wide_last_;
  std::vector<Index> levels_;  // the first element of each length
};

}  // namespace wreath::semigroup

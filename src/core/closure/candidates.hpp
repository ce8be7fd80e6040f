// SPDX-License-Identifier: MIT
//
// The products that a closure is to form, and what came of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel/loops.hpp"

namespace wreath::closure {

using Index = std::uint32_t;     // of an element
using Letter = std::uint16_t;    // a generator
using Number = std::uint32_t;    // of the row that an element is to the world outside
using SentWord = std::uint32_t;  // of which the products that ranks send to one another are made

inline constexpr Index kNoIndex = ~Index{0};

/// element * letter.
struct Product {
  Index element;
  Letter letter;
};

/// Products to be formed, in ascending order of (element, letter): those in `chosen`, or, where it is empty, every element of
/// first..last-1 times every generator.
struct Candidates {
  Index first = 0;
  Index last = 0;
  std::span<const Product> chosen;
};

/// What came of them. The new elements are numbered on from the old ones, in the order of the first candidate that gave each:
/// new element i is prefixes[i] * letters[i]. `results` has the element that each candidate is, where it was asked for. The spans
/// hold until the next call.
struct Expansion {
  std::span<const Index> prefixes;
  std::span<const Letter> letters;
  std::span<const Index> results;
};

/// A piece of the candidates: numbers 0..size()-1, in their order.
class Batch {
 public:
  Batch(const Candidates& candidates, std::size_t letters, std::size_t begin, std::size_t end)
      : chosen_(candidates.chosen.empty() ? nullptr : candidates.chosen.data() + begin),
        first_(candidates.first),
        begin_(begin),
        size_(end - begin),
        letters_(letters) {}

  static std::size_t count(const Candidates& candidates, std::size_t letters) {
    return candidates.chosen.empty() ? std::size_t{candidates.last - candidates.first} * letters : candidates.chosen.size();
  }

  std::size_t size() const { return size_; }
  Product product(std::size_t i) const {
    if (chosen_ != nullptr) return chosen_[i];
    const std::size_t at = begin_ + i;
    if (at >> 32 == 0) {  // a division of 32 bits takes half the time
      const auto small = static_cast<std::uint32_t>(at);
      const auto letters = static_cast<std::uint32_t>(letters_);
      return {first_ + small / letters, static_cast<Letter>(small % letters)};
    }
    return {static_cast<Index>(first_ + at / letters_), static_cast<Letter>(at % letters_)};
  }
  /// visit(i, product) for the candidates of a range.
  template <class Visit>
  void for_each(Range range, const Visit& visit) const {
    if (range.size() == 0) return;
    Product here = product(range.begin);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (chosen_ != nullptr) here = chosen_[i];
      visit(i, here);
      if (chosen_ == nullptr && ++here.letter == letters_) here = {here.element + 1, 0};
    }
  }

 private:
  const Product* chosen_;
  Index first_;
  std::size_t begin_;
  std::size_t size_;
  std::size_t letters_;
};

/// Marks on candidates, and how many are marked before each.
class CandidateMarks {
 public:
  void reset(std::size_t size) { words_.assign(size / 64 + 1, 0); }
  std::span<std::uint64_t> words() { return words_; }
  bool operator[](std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void set(std::size_t i, bool to) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    words_[i / 64] = to ? words_[i / 64] | bit : words_[i / 64] & ~bit;
  }
  /// The number of marks; afterwards before() may be asked.
  std::uint32_t count() {
    sums_.resize(words_.size());
    std::uint32_t sum = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      sums_[w] = sum;
      sum += static_cast<std::uint32_t>(std::popcount(words_[w]));
    }
    return sum;
  }
  std::uint32_t before(std::size_t i) const {
    const std::uint64_t below = (std::uint64_t{1} << (i % 64)) - 1;
    return sums_[i / 64] + static_cast<std::uint32_t>(std::popcount(words_[i / 64] & below));
  }
  std::uint64_t memory() const { return words_.capacity() * 8 + sums_.capacity() * 4; }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace wreath::closure

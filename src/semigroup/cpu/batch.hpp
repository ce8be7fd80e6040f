// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/parallel/loops.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// Products that ranks send to one another are made of these.
using SentWord = std::uint32_t;

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

/// How many of the elements first..last-1 of a store are idempotent.
template <class Store>
std::uint64_t count_idempotents_in(const Store& store, Index first, Index last, unsigned threads) {
  std::vector<std::uint64_t> counts(threads, 0);
  parallel_chunks(last - first, 256, threads, [&](Range range, std::size_t, unsigned thread) {
    std::uint64_t count = 0;
    for (std::size_t e = first + range.begin; e < first + range.end; ++e)
      count += store.idempotent(static_cast<Index>(e)) ? 1 : 0;
    counts[thread] += count;
  });
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace wreath::semigroup

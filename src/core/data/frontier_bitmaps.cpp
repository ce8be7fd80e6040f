// SPDX-License-Identifier: MIT
#include "core/data/frontier_bitmaps.hpp"

#include <algorithm>
#include <numeric>

namespace wreath {

FrontierBitmaps::FrontierBitmaps(std::uint64_t numbers) {
  const std::uint64_t words = (numbers + 63) / 64;
  for (auto* bitmap : {&seen_, &last_, &next_}) *bitmap = HugeArray<std::uint64_t>(words);
  counts_.assign((words + kBlock - 1) / kBlock, 0);
  fresh_ = counts_;
}

void FrontierBitmaps::add_start(std::uint64_t number) {
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  if ((seen_[number / 64] & bit) != 0) return;
  seen_[number / 64] |= bit;
  last_[number / 64] |= bit;
  ++counts_[number / 64 / kBlock];
  ++fresh_[number / 64 / kBlock];
  ++known_;
}

std::uint64_t FrontierBitmaps::finish_level(unsigned threads) {
  parallel_tasks(blocks(), threads, [&](std::size_t block) {
    const Range range = words_of(block);
    if (counts_[block] == kFull && fresh_[block] == 0) return;
    std::uint32_t found = 0;
    for (std::size_t word = range.begin; word < range.end; ++word) {
      const std::uint64_t fresh = next_[word] & ~seen_[word];
      if ((fresh | last_[word]) != 0) last_[word] = fresh;
      if (next_[word] != 0) next_[word] = 0;
      if (fresh == 0) continue;
      seen_[word] |= fresh;
      found += static_cast<std::uint32_t>(std::popcount(fresh));
    }
    fresh_[block] = found;
    counts_[block] += found;
  });
  const std::uint64_t found = std::accumulate(fresh_.begin(), fresh_.end(), std::uint64_t{0});
  known_ += found;
  return found;
}

void FrontierBitmaps::save(ByteWriter& into) const {
  into.put_all(std::span<const std::uint32_t>(counts_));
  into.put_all(std::span<const std::uint32_t>(fresh_));
  for (std::size_t block = 0; block < blocks(); ++block) {
    const Range range = words_of(block);
    if (counts_[block] != 0 && counts_[block] != kFull) into.put_items(seen_.span().subspan(range.begin, range.size()));
    if (fresh_[block] != 0) into.put_items(last_.span().subspan(range.begin, range.size()));
  }
}

void FrontierBitmaps::restore(ByteReader& from) {
  from.array_exactly<std::uint32_t>(counts_);
  from.array_exactly<std::uint32_t>(fresh_);
  const auto fill = [](std::span<std::uint64_t> words, std::uint64_t value) {
    // Memory that was never touched is zero and takes no room: it is left so.
    if (std::ranges::any_of(words, [&](std::uint64_t word) { return word != value; })) std::ranges::fill(words, value);
  };
  for (std::size_t block = 0; block < blocks(); ++block) {
    const Range range = words_of(block);
    const auto seen = seen_.span().subspan(range.begin, range.size());
    const auto last = last_.span().subspan(range.begin, range.size());
    if (counts_[block] == 0 || counts_[block] == kFull) {
      fill(seen, counts_[block] == 0 ? 0 : ~std::uint64_t{0});
    } else {
      std::ranges::copy(from.take(seen.size_bytes()), std::as_writable_bytes(seen).begin());
    }
    if (fresh_[block] == 0) {
      fill(last, 0);
    } else {
      std::ranges::copy(from.take(last.size_bytes()), std::as_writable_bytes(last).begin());
    }
    fill(next_.span().subspan(range.begin, range.size()), 0);
  }
  known_ = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

}  // namespace wreath

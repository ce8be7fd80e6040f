// SPDX-License-Identifier: MIT
#include "core/data/frontier_bitmaps.hpp"

#include <algorithm>
#include <numeric>

namespace wreath {

namespace {

/// Memory that was never touched is zero and takes no room: it is left so.
void fill_words(std::span<std::uint64_t> words, std::uint64_t value) {
  if (std::ranges::any_of(words, [&](std::uint64_t word) { return word != value; })) std::ranges::fill(words, value);
}

std::uint32_t bits_of(std::span<const std::uint64_t> words) {
  int bits = 0;
  for (const std::uint64_t word : words) bits += std::popcount(word);
  return static_cast<std::uint32_t>(bits);
}

}  // namespace

FrontierBlocks::FrontierBlocks(std::uint64_t words)
    : words_(words), counts_((words + kBlock - 1) / kBlock), fresh_(counts_.size()) {}

std::uint64_t FrontierBlocks::known() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}
std::uint64_t FrontierBlocks::found() const {
  return std::accumulate(fresh_.begin(), fresh_.end(), std::uint64_t{0});
}

void FrontierBlocks::count(std::span<const std::uint64_t> seen, std::span<const std::uint64_t> last) {
  for (std::size_t block = 0; block < size(); ++block) {
    const Range range = words_of(block);
    counts_[block] = bits_of(seen.subspan(range.begin, range.size()));
    fresh_[block] = bits_of(last.subspan(range.begin, range.size()));
  }
}

void FrontierBlocks::save(ByteWriter& into, std::span<const std::uint64_t> seen, std::span<const std::uint64_t> last) const {
  into.put_all(std::span<const std::uint32_t>(counts_));
  into.put_all(std::span<const std::uint32_t>(fresh_));
  for (std::size_t block = 0; block < size(); ++block) {
    const Range range = words_of(block);
    if (counts_[block] != 0 && counts_[block] != kFull) into.put_items(seen.subspan(range.begin, range.size()));
    if (fresh_[block] != 0) into.put_items(last.subspan(range.begin, range.size()));
  }
}

void FrontierBlocks::restore(ByteReader& from, std::span<std::uint64_t> seen, std::span<std::uint64_t> last) {
  from.array_exactly<std::uint32_t>(counts_);
  from.array_exactly<std::uint32_t>(fresh_);
  for (std::size_t block = 0; block < size(); ++block) {
    const Range range = words_of(block);
    const auto seen_words = seen.subspan(range.begin, range.size());
    const auto last_words = last.subspan(range.begin, range.size());
    if (counts_[block] == 0 || counts_[block] == kFull) {
      fill_words(seen_words, counts_[block] == 0 ? 0 : ~std::uint64_t{0});
    } else {
      std::ranges::copy(from.take(seen_words.size_bytes()), std::as_writable_bytes(seen_words).begin());
    }
    if (fresh_[block] == 0) {
      fill_words(last_words, 0);
    } else {
      std::ranges::copy(from.take(last_words.size_bytes()), std::as_writable_bytes(last_words).begin());
    }
  }
}

FrontierBitmaps::FrontierBitmaps(std::uint64_t numbers) : blocks_((numbers + 63) / 64) {
  for (auto* bitmap : {&seen_, &last_, &next_}) *bitmap = HugeArray<std::uint64_t>((numbers + 63) / 64);
}

void FrontierBitmaps::add_start(std::uint64_t number) {
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  if ((seen_[number / 64] & bit) != 0) return;
  seen_[number / 64] |= bit;
  last_[number / 64] |= bit;
  blocks_.add(number / 64 / FrontierBlocks::kBlock, 1);
  ++known_;
}

std::uint64_t FrontierBitmaps::finish_level(unsigned threads) {
  parallel_tasks(blocks(), threads, [&](std::size_t block) {
    const Range range = blocks_.words_of(block);
    if (blocks_.is_full(block) && blocks_.fresh(block) == 0) return;
    std::uint32_t found = 0;
    for (std::size_t word = range.begin; word < range.end; ++word) {
      const std::uint64_t fresh = next_[word] & ~seen_[word];
      if ((fresh | last_[word]) != 0) last_[word] = fresh;
      if (next_[word] != 0) next_[word] = 0;
      if (fresh == 0) continue;
      seen_[word] |= fresh;
      found += static_cast<std::uint32_t>(std::popcount(fresh));
    }
    blocks_.set_fresh(block, found);
  });
  const std::uint64_t found = blocks_.found();
  known_ += found;
  return found;
}

void FrontierBitmaps::restore(ByteReader& from) {
  blocks_.restore(from, seen_.span(), last_.span());
  for (std::size_t block = 0; block < blocks(); ++block) {
    const Range range = blocks_.words_of(block);
    fill_words(next_.span().subspan(range.begin, range.size()), 0);
  }
  known_ = blocks_.known();
}

}  // namespace wreath

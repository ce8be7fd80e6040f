// SPDX-License-Identifier: MIT
//
// A breadth-first search over numbers: three bitmaps, of the numbers known, of the last level, and of the next one.
//
// Each number of the last level is expanded once, and what it leads to is set in the bitmap of the next level, by any thread;
// what is new is then that which is not known. A level costs one pass over the bitmaps, in blocks, of which those without numbers
// of the last level are not expanded, and a random access for each number and generator, whatever the number of levels is.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/loops.hpp"

namespace wreath {

/// Blocks of words of two bitmaps, of the numbers known and of the last level: how many bits each has, and what a checkpoint has
/// of them. Blocks that are empty or full, or have no numbers of the last level, take no room there.
class FrontierBlocks {
 public:
  static constexpr std::size_t kBlock = 1024;          // words
  static constexpr std::uint32_t kFull = 64 * kBlock;  // bits of a full block

  explicit FrontierBlocks(std::uint64_t words);
  std::size_t size() const noexcept { return fresh_.size(); }
  Range words_of(std::size_t block) const { return {block * kBlock, std::min<std::size_t>(words_, (block + 1) * kBlock)}; }
  std::uint32_t fresh(std::size_t block) const { return fresh_[block]; }
  bool is_full(std::size_t block) const { return counts_[block] == kFull; }
  std::uint64_t known() const;
  std::uint64_t found() const;  // in the last level

  void add(std::size_t block, std::uint32_t bits) {
    counts_[block] += bits;
    fresh_[block] += bits;
  }
  void set_fresh(std::size_t block, std::uint32_t bits) {
    counts_[block] += bits;
    fresh_[block] = bits;
  }
  /// From the bitmaps themselves.
  void count(std::span<const std::uint64_t> seen, std::span<const std::uint64_t> last);

  void save(ByteWriter& into, std::span<const std::uint64_t> seen, std::span<const std::uint64_t> last) const;
  /// Bitmaps that are zero stay untouched where they are to be zero.
  void restore(ByteReader& from, std::span<std::uint64_t> seen, std::span<std::uint64_t> last);

 private:
  std::uint64_t words_;
  std::vector<std::uint32_t> counts_;  // bits of each block
  std::vector<std::uint32_t> fresh_;   // those of the last level
};

class FrontierBitmaps {
 public:
  explicit FrontierBitmaps(std::uint64_t numbers);

  static std::uint64_t bytes_for(std::uint64_t numbers) { return (numbers + 63) / 64 * sizeof(std::uint64_t) * 3; }
  std::uint64_t bytes() const noexcept { return 3 * seen_.size() * sizeof(std::uint64_t); }
  std::uint64_t known() const noexcept { return known_; }

  /// A number of the first level.
  void add_start(std::uint64_t number);

  std::size_t blocks() const noexcept { return blocks_.size(); }
  /// visit(number) for the numbers of a block that are in the last level, ascending.
  template <class Visit>
  void visit_block(std::size_t block, const Visit& visit) const {
    if (!has_last(block)) return;
    const Range range = blocks_.words_of(block);
    for (std::size_t word = range.begin; word < range.end; ++word) {
      for (std::uint64_t bits = last_[word]; bits != 0; bits &= bits - 1) {
        visit(word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
      }
    }
  }
  bool has_last(std::size_t block) const { return blocks_.fresh(block) != 0; }

  /// Sets a number of the next level. Any thread may call it.
  void push(std::uint64_t number) {
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    if ((seen_[number / 64] & bit) != 0) return;
    const std::atomic_ref word(next_[number / 64]);
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
  }
  /// The next level becomes the last one. Returns how many numbers it has. What a level that was stopped has pushed does no harm
  /// if the level is made again.
  std::uint64_t finish_level(unsigned threads);

  void save(ByteWriter& into) const { blocks_.save(into, seen_.span(), last_.span()); }
  void restore(ByteReader& from);

 private:
  HugeArray<std::uint64_t> seen_;
  HugeArray<std::uint64_t> last_;
  HugeArray<std::uint64_t> next_;
  FrontierBlocks blocks_;
  std::uint64_t known_ = 0;
};

}  // namespace wreath

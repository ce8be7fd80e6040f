// SPDX-License-Identifier: MIT
//
// Ranks of words with repeated letters: the words with given letters, numbered in order.
//
// With two letters a word is a set of places, a mask of bits, and its rank in ascending order of masks is the sum of C(p, i) over
// the i-th place p of the set (the combinatorial number system). The mask is cut into chunks, and a table has the sum of each
// chunk by the number of places below it, so a rank is two to five look-ups. Masks that are wanted in order of their ranks are
// cheaper yet: those with the same upper places follow one another, and their lower places stand in a list (MaskWalk). A word
// with more letters is a set of places for its largest letter, then one for the next letter among the places that are left, and
// so on; its rank has their ranks as digits. One pass over the word adds up all digits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

class WordRanks {
 public:
  /// The letters of a word. At most 64 places; count() must fit 63 bits.
  explicit WordRanks(const State& word);

  /// The number of words with these letters, or 0 if it does not fit 63 bits.
  static std::uint64_t count(const State& word);

  std::uint64_t count() const noexcept { return count_; }
  std::size_t places() const noexcept { return places_; }
  bool is_binary() const noexcept { return letters_.size() <= 2; }

  std::uint64_t rank(const State& word) const;
  State unrank(std::uint64_t rank) const;

  // --- words by the numbers of their letters, which ascend from 0
  std::uint64_t rank_letters(const std::uint8_t* word) const noexcept;
  void unrank_letters(std::uint64_t rank, std::uint8_t* word) const noexcept;
  State word_of_letters(const std::uint8_t* word) const;

  // --- words of two letters as masks: a bit for each place with the larger letter
  std::uint64_t rank_mask(std::uint64_t mask) const noexcept {
    std::uint64_t rank = 0;
    std::uint32_t below = 0;
    for (std::size_t c = 0; c < chunks_; ++c, mask >>= chunk_bits_) {
      const std::uint64_t bits = mask & chunk_mask_;
      rank += tables_[((c * (ones_ + 1) + below) << chunk_bits_) + bits];
      below += static_cast<std::uint32_t>(__builtin_popcountll(bits));
    }
    return rank;
  }
  std::uint64_t unrank_mask(std::uint64_t rank) const noexcept;
  std::uint64_t mask_of(const State& word) const;
  std::uint32_t ones() const noexcept { return ones_; }
  /// For chunks of that many places, from the lowest: by the number of ones below the chunk and by its bits, what it adds to the
  /// rank.
  std::vector<std::uint64_t> rank_table(unsigned chunk_bits) const;
  State word_of(std::uint64_t mask) const;
  std::uint64_t bytes() const { return tables_.size() * sizeof(std::uint64_t); }

 private:
  friend class MaskWalk;
  void list_low_masks();
  void scale_digits();

  std::size_t places_;
  std::vector<std::uint32_t> letters_;  // ascending
  std::vector<std::uint32_t> amounts_;  // of each
  std::uint64_t count_;
  static constexpr std::size_t kPackedLetters = 8;
  std::vector<std::uint64_t> scaled_;  // what a letter adds to the rank, by the places and letters before it
  std::size_t stride_ = 0;
  std::uint32_t ones_ = 0;
  std::size_t chunks_ = 0;
  unsigned chunk_bits_ = 0;
  std::uint64_t chunk_mask_ = 0;
  std::vector<std::uint64_t> tables_;
  unsigned low_bits_ = 0;
  std::vector<std::uint16_t> lows_;        // masks of the lower places, by their number of bits
  std::vector<std::uint32_t> low_begins_;  // where those with 0, 1, 2... bits begin
  std::array<std::array<std::uint64_t, 66>, 65> binomial_ = {};
};

/// The masks of ranks that mostly ascend.
class MaskWalk {
 public:
  explicit MaskWalk(const WordRanks& ranks) : ranks_(ranks) {}
  std::uint64_t mask(std::uint64_t rank) noexcept {
    if (rank - begin_ >= end_ - begin_) seek(rank);
    return above_ << ranks_.low_bits_ | lows_[rank - begin_];
  }

 private:
  void seek(std::uint64_t rank) noexcept;
  void take(std::uint64_t above, std::uint64_t begin) noexcept;

  const WordRanks& ranks_;
  const std::uint16_t* lows_ = nullptr;  // the lower places that go with the upper ones
  std::uint64_t above_ = 0;              // the upper places
  std::uint64_t begin_ = 0;              // ranks with these upper places
  std::uint64_t end_ = 0;
};

/// Permutations of the places of masks, by tables of bytes.
class MaskMoves {
 public:
  explicit MaskMoves(const Generators& generators);
  std::uint64_t move(std::size_t generator, std::uint64_t mask) const noexcept {
    const std::uint64_t* table = tables_.data() + generator * bytes_ * 256;
    std::uint64_t moved = 0;
    for (std::size_t b = 0; b < bytes_; ++b, mask >>= 8, table += 256) moved |= table[mask & 255];
    return moved;
  }

 private:
  std::size_t bytes_;
  std::vector<std::uint64_t> tables_;
};

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
#include "orbit/spaces/word_ranks.hpp"

#include <algorithm>
#include <map>

#include "wreath/natural.hpp"

namespace wreath::orbit {

namespace {

constexpr std::size_t kMostPlaces = 64;
constexpr unsigned kChunkBits = 12;

/// total! / product of amounts!, and 0 beyond 63 bits.
std::uint64_t multinomial(std::span<const std::uint32_t> amounts) {
  Natural count = 1;
  std::uint64_t total = 0;
  for (const std::uint32_t amount : amounts) {
    for (std::uint32_t i = 1; i <= amount; ++i) {
      count *= ++total;
      count.divide(i);
    }
  }
  return count.bits() > 63 ? 0 : count.small().value_or(0);
}

std::map<std::uint32_t, std::uint32_t> amounts_of(const State& word) {
  std::map<std::uint32_t, std::uint32_t> amounts;
  for (const std::uint32_t letter : word) ++amounts[letter];
  return amounts;
}

}  // namespace

std::uint64_t WordRanks::count(const State& word) {
  std::vector<std::uint32_t> amounts;
  for (const auto& [letter, amount] : amounts_of(word)) amounts.push_back(amount);
  return word.size() > kMostPlaces ? 0 : multinomial(amounts);
}

WordRanks::WordRanks(const State& word) : places_(word.size()) {
  for (const auto& [letter, amount] : amounts_of(word)) {
    letters_.push_back(letter);
    amounts_.push_back(amount);
  }
  count_ = multinomial(amounts_);
  for (std::size_t n = 0; n <= kMostPlaces; ++n) {
    binomial_[n][0] = 1;
    // Sums that overflow belong to no rank of these words.
    for (std::size_t k = 1; k <= n; ++k) binomial_[n][k] = binomial_[n - 1][k - 1] + (k < n ? binomial_[n - 1][k] : 0);
  }
  if (!is_binary()) {
    scale_digits();
    return;
  }
  list_low_masks();
  ones_ = letters_.size() == 2 ? amounts_[1] : 0;
  chunks_ = (places_ + kChunkBits - 1) / kChunkBits;
  chunk_bits_ = static_cast<unsigned>((places_ + chunks_ - 1) / chunks_);
  chunk_mask_ = (std::uint64_t{1} << chunk_bits_) - 1;
  tables_ = rank_table(chunk_bits_);
}

std::vector<std::uint64_t> WordRanks::rank_table(unsigned chunk_bits) const {
  const std::size_t chunks = (places_ + chunk_bits - 1) / chunk_bits;
  std::vector<std::uint64_t> table((chunks * (ones_ + 1)) << chunk_bits);
  for (std::size_t c = 0; c < chunks; ++c) {
    for (std::uint32_t below = 0; below <= ones_; ++below) {
      for (std::uint64_t bits = 0; bits >> chunk_bits == 0; ++bits) {
        std::uint64_t sum = 0;
        std::uint32_t index = below;
        for (std::uint64_t left = bits; left != 0; left &= left - 1) {
          const std::size_t place = c * chunk_bits + static_cast<std::size_t>(__builtin_ctzll(left));
          if (++index <= ones_ && place < places_) sum += binomial_[place][index];
        }
        table[((c * (ones_ + 1) + below) << chunk_bits) + bits] = sum;
      }
    }
  }
  return table;
}

std::uint64_t WordRanks::unrank_mask(std::uint64_t rank) const noexcept {
  std::uint64_t mask = 0;
  std::size_t place = places_;
  for (std::uint32_t index = ones_; index > 0; --index) {
    do {
      --place;
    } while (binomial_[place][index] > rank || place < index - 1);
    rank -= binomial_[place][index];
    mask |= std::uint64_t{1} << place;
  }
  return mask;
}

std::uint64_t WordRanks::mask_of(const State& word) const {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < places_; ++i) mask |= std::uint64_t{word[i] == letters_.back() && ones_ != 0 ? 1U : 0U} << i;
  return mask;
}

State WordRanks::word_of(std::uint64_t mask) const {
  State word(places_);
  for (std::size_t i = 0; i < places_; ++i) word[i] = letters_[mask >> i & 1];
  return word;
}

std::uint64_t WordRanks::rank(const State& word) const {
  if (is_binary()) return rank_mask(mask_of(word));
  std::array<std::uint8_t, kMostPlaces> letters{};
  for (std::size_t i = 0; i < places_; ++i)
    letters[i] = static_cast<std::uint8_t>(std::ranges::lower_bound(letters_, word[i]) - letters_.begin());
  return rank_letters(letters.data());
}

State WordRanks::unrank(std::uint64_t rank) const {
  if (is_binary()) return word_of(unrank_mask(rank));
  std::array<std::uint8_t, kMostPlaces> letters{};
  unrank_letters(rank, letters.data());
  return word_of_letters(letters.data());
}

State WordRanks::word_of_letters(const std::uint8_t* word) const {
  State result(places_);
  for (std::size_t i = 0; i < places_; ++i) result[i] = letters_[word[i]];
  return result;
}

void WordRanks::scale_digits() {
  stride_ = 1 + *std::ranges::max_element(amounts_);
  scaled_.assign(letters_.size() * places_ * stride_, 0);
  std::uint64_t weight = 1;
  std::uint32_t among = amounts_[0];
  for (std::size_t k = 1; k < letters_.size(); ++k) {
    for (std::size_t place = 0; place < places_; ++place) {
      for (std::uint32_t index = 1; index <= amounts_[k]; ++index)
        scaled_[(k * places_ + place) * stride_ + index] = weight * binomial_[place][index];
    }
    among += amounts_[k];
    weight *= binomial_[among][amounts_[k]];
  }
}

/// Digit k is the rank of the places of letter k among those whose letters are at most k.
std::uint64_t WordRanks::rank_letters(const std::uint8_t* word) const noexcept {
  std::uint64_t rank = 0;
  if (letters_.size() <= kPackedLetters) {  // byte k: how many letters at most k came before; and how many letters k
    std::uint64_t before = 0;
    std::uint64_t amounts = 0;
    for (std::size_t i = 0; i < places_; ++i) {
      const unsigned shift = 8U * word[i];
      amounts += std::uint64_t{1} << shift;
      rank += scaled_[(word[i] * places_ + (before >> shift & 255)) * stride_ + (amounts >> shift & 255)];
      before += 0x0101010101010101U << shift;
    }
    return rank;
  }
  std::array<std::uint8_t, kMostPlaces> before{};
  std::array<std::uint8_t, kMostPlaces> amounts{};
  for (std::size_t i = 0; i < places_; ++i) {
    const std::size_t k = word[i];
    rank += scaled_[(k * places_ + before[k]) * stride_ + ++amounts[k]];
    for (std::size_t j = k; j < letters_.size(); ++j) ++before[j];
  }
  return rank;
}

void WordRanks::unrank_letters(std::uint64_t rank, std::uint8_t* word) const noexcept {
  std::array<std::uint64_t, kMostPlaces> digits{};
  std::uint32_t among = amounts_[0];
  for (std::size_t k = 1; k < letters_.size(); ++k) {
    among += amounts_[k];
    const std::uint64_t base = binomial_[among][amounts_[k]];
    digits[k] = rank % base;
    rank /= base;
  }
  std::array<std::uint8_t, kMostPlaces> left{};  // places without a letter so far
  for (std::size_t i = 0; i < places_; ++i) left[i] = static_cast<std::uint8_t>(i);
  std::fill_n(word, places_, std::uint8_t{0});
  for (std::size_t k = letters_.size() - 1; k > 0; --k) {
    std::size_t place = among;
    for (std::uint32_t index = amounts_[k]; index > 0; --index) {
      do {
        --place;
      } while (binomial_[place][index] > digits[k]);
      digits[k] -= binomial_[place][index];
      word[left[place]] = static_cast<std::uint8_t>(k);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < among; ++i) {
      if (word[left[i]] != k) left[kept++] = left[i];
    }
    among = static_cast<std::uint32_t>(kept);
  }
}

void WordRanks::list_low_masks() {
  low_bits_ = static_cast<unsigned>(std::min<std::size_t>(kChunkBits, places_));
  for (unsigned ones = 0; ones <= low_bits_; ++ones) {
    low_begins_.push_back(static_cast<std::uint32_t>(lows_.size()));
    for (std::uint32_t mask = 0; mask < 1U << low_bits_; ++mask) {
      if (static_cast<unsigned>(__builtin_popcount(mask)) == ones) lows_.push_back(static_cast<std::uint16_t>(mask));
    }
  }
  low_begins_.push_back(static_cast<std::uint32_t>(lows_.size()));
}

void MaskWalk::take(std::uint64_t above, std::uint64_t begin) noexcept {
  const auto ones = ranks_.ones_ - static_cast<std::uint32_t>(__builtin_popcountll(above));
  above_ = above;
  begin_ = begin;
  lows_ = ranks_.lows_.data() + ranks_.low_begins_[ones];
  end_ = begin + ranks_.low_begins_[ones + 1] - ranks_.low_begins_[ones];
}

void MaskWalk::seek(std::uint64_t rank) noexcept {
  constexpr int kSteps = 8;  // after these, an unranked mask is nearer
  for (int step = 0; step < kSteps && end_ != 0 && rank >= end_; ++step) {
    const auto ones = static_cast<std::uint32_t>(__builtin_popcountll(above_ + 1));
    if (ones > ranks_.ones_ || ranks_.ones_ - ones > ranks_.low_bits_) break;
    take(above_ + 1, end_);
    if (rank < end_) return;
  }
  const std::uint64_t mask = ranks_.unrank_mask(rank);
  const std::uint64_t above = mask >> ranks_.low_bits_;
  const auto ones = ranks_.ones_ - static_cast<std::uint32_t>(__builtin_popcountll(above));
  take(above, ranks_.rank_mask(above << ranks_.low_bits_ | ((std::uint64_t{1} << ones) - 1)));
}

MaskMoves::MaskMoves(const Generators& generators) : bytes_((generators.degree + 7) / 8) {
  tables_.resize(generators.count() * bytes_ * 256);
  for (std::size_t g = 0; g < generators.count(); ++g) {
    const auto row = generators.row(g);
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::uint64_t* table = tables_.data() + (g * bytes_ + i / 8) * 256;
      for (std::uint32_t value = 0; value < 256; ++value) {
        if ((value >> (i % 8) & 1) != 0) table[value] |= std::uint64_t{1} << row[i];
      }
    }
  }
}

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
#include "orbit/word_ranks.hpp"

#include <algorithm>
#include <map>

#include "core/data/natural.hpp"

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
  if (!is_binary()) return;
  ones_ = letters_.size() == 2 ? amounts_[1] : 0;
  chunks_ = (places_ + kChunkBits - 1) / kChunkBits;
  chunk_bits_ = static_cast<unsigned>((places_ + chunks_ - 1) / chunks_);
  chunk_mask_ = (std::uint64_t{1} << chunk_bits_) - 1;
  tables_.resize((chunks_ * (ones_ + 1)) << chunk_bits_);
  for (std::size_t c = 0; c < chunks_; ++c) {
    for (std::uint32_t below = 0; below <= ones_; ++below) {
      for (std::uint64_t bits = 0; bits <= chunk_mask_; ++bits) {
        std::uint64_t sum = 0;
        std::uint32_t index = below;
        for (std::uint64_t left = bits; left != 0; left &= left - 1) {
          const std::size_t place = c * chunk_bits_ + static_cast<std::size_t>(__builtin_ctzll(left));
          if (++index <= ones_ && place < places_) sum += binomial_[place][index];
        }
        tables_[((c * (ones_ + 1) + below) << chunk_bits_) + bits] = sum;
      }
    }
  }
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

State WordRanks::word_of(std::uint64_t mask) const {
  State word(places_);
  for (std::size_t i = 0; i < places_; ++i) word[i] = letters_[mask >> i & 1];
  return word;
}

std::uint64_t WordRanks::rank(const State& word) const {
  if (is_binary()) {
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < places_; ++i) mask |= std::uint64_t{word[i] == letters_.back() && ones_ != 0 ? 1U : 0U} << i;
    return rank_mask(mask);
  }
  std::vector<std::uint32_t> left = amounts_;
  std::uint64_t words = count_;  // with the letters that are left
  std::uint64_t rank = 0;
  for (std::size_t place = places_; place-- > 0;) {
    const auto letter = static_cast<std::size_t>(std::ranges::lower_bound(letters_, word[place]) - letters_.begin());
    std::uint64_t before = 0;
    for (std::size_t l = 0; l < letter; ++l) before += left[l];
    const auto share = [&](std::uint64_t part) {
      return static_cast<std::uint64_t>(static_cast<unsigned __int128>(words) * part / (place + 1));
    };
    rank += share(before);
    words = share(left[letter]);
    --left[letter];
  }
  return rank;
}

State WordRanks::unrank(std::uint64_t rank) const {
  if (is_binary()) return word_of(unrank_mask(rank));
  std::vector<std::uint32_t> left = amounts_;
  std::uint64_t words = count_;
  State word(places_);
  for (std::size_t place = places_; place-- > 0;) {
    for (std::size_t l = 0; l < letters_.size(); ++l) {
      const auto with = static_cast<std::uint64_t>(static_cast<unsigned __int128>(words) * left[l] / (place + 1));
      if (rank < with) {
        word[place] = letters_[l];
        words = with;
        --left[l];
        break;
      }
      rank -= with;
    }
  }
  return word;
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

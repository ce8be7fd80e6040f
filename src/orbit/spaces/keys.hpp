// SPDX-License-Identifier: MIT
//
// States packed into a few words of 64 bits, and tables of them.
//
// A key is its state: equal keys are equal states, and no state is compared by a hash. The top bit of a key is never set, so that
// a word of ones marks an empty slot.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/data/huge_array.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

template <std::size_t Words>
using Key = std::array<std::uint64_t, Words>;

template <std::size_t Words>
std::uint64_t hash_of(const Key<Words>& key) noexcept {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : key) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
  }
  hash *= 0xD6E8FEB86659FD93U;
  return hash ^ hash >> 29;
}

/// Equality without a call of memcmp, which a comparison of arrays is compiled to.
template <std::size_t Words>
bool same(const Key<Words>& one, const Key<Words>& other) noexcept {
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < Words; ++i) difference |= one[i] ^ other[i];
  return difference == 0;
}

/// How the parts of a state are packed. Parts that no generator changes can be left out.
class KeyCodec {
 public:
  KeyCodec(std::size_t parts, std::uint32_t largest);
  /// Packs these parts of states only; the others are always as in `fixed`.
  KeyCodec(State fixed, std::vector<std::uint32_t> moving, std::uint32_t largest);

  std::size_t parts() const noexcept { return fixed_.size(); }
  /// A state into which keys can be unpacked: it has the parts that are not packed.
  const State& fixed() const noexcept { return fixed_; }
  /// Words of a key; at most kMostWords, or an InputError.
  std::size_t words() const;
  static constexpr std::size_t kMostWords = 16;

  template <std::size_t Words>
  Key<Words> pack(const std::uint32_t* state) const noexcept {
    Key<Words> key{};
    std::size_t at = 0;
    for (const std::uint32_t part : moving_) {
      key[at / 64] |= std::uint64_t{state[part]} << (at % 64);
      if (Words > 1 && at % 64 + bits_ > 64) key[(at / 64 + 1) % Words] |= std::uint64_t{state[part]} >> (64 - at % 64);
      at += bits_;
    }
    return key;
  }
  template <std::size_t Words>
  void unpack(const Key<Words>& key, std::uint32_t* state) const noexcept {
    const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
    std::size_t at = 0;
    for (const std::uint32_t part : moving_) {
      std::uint64_t value = key[at / 64] >> (at % 64);
      if (Words > 1 && at % 64 + bits_ > 64) value |= key[(at / 64 + 1) % Words] << (64 - at % 64);
      state[part] = static_cast<std::uint32_t>(value & mask);
      at += bits_;
    }
  }

 private:
  State fixed_;
  std::vector<std::uint32_t> moving_;  // the parts that are packed
  unsigned bits_;
};

/// States, as arrays of their parts, times generators. The generators must outlive it.
class StateMoves {
 public:
  StateMoves(const Generators& generators, Start::Kind kind, std::size_t parts);
  std::size_t count() const noexcept { return count_; }
  void move(std::size_t generator, const std::uint32_t* state, std::uint32_t* moved) const noexcept;

 private:
  /// An entry of a matrix in a column that is not one of the identity.
  struct Entry {
    std::uint32_t row;
    std::uint32_t column;
    std::uint32_t value;
  };
  void move_tile(std::uint32_t direction, std::uint32_t* moved) const noexcept;

  const Generators& generators_;
  Start::Kind kind_;
  std::size_t parts_;
  std::size_t count_;
  std::vector<std::vector<Entry>> entries_;  // of each matrix, column by column
};

/// A hash table of keys, each perhaps with a value, in one array: linear probing, at most three quarters full.
template <std::size_t Words>
class StateTable {
 public:
  explicit StateTable(bool has_values = false) : has_values_(has_values) { allocate(kLeast); }

  /// Whether it was not there before.
  bool insert(const Key<Words>& key, std::uint64_t hash, std::uint16_t value = 0) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    std::size_t at = hash & mask_;
    while (slots_[at][Words - 1] != kEmpty) {
      if (same(slots_[at], key)) return false;
      at = (at + 1) & mask_;
    }
    slots_[at] = key;
    if (has_values_) values_[at] = value;
    ++size_;
    return true;
  }
  /// Its value, or -1 if it is not there.
  std::int64_t find(const Key<Words>& key, std::uint64_t hash) const {
    for (std::size_t at = hash & mask_; slots_[at][Words - 1] != kEmpty; at = (at + 1) & mask_) {
      if (same(slots_[at], key)) return has_values_ ? values_[at] : 0;
    }
    return -1;
  }
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t bytes() const noexcept {
    return slots_.size() * (sizeof(Key<Words>) + (has_values_ ? sizeof(std::uint16_t) : 0));
  }
  /// The bytes that `more` keys will need in addition, while the table grows.
  std::uint64_t growth_for(std::uint64_t more) const noexcept {
    std::uint64_t slots = slots_.size();
    while ((size_ + more) * 4 > slots * 3) slots *= 2;
    return slots == slots_.size() ? 0 : slots * (sizeof(Key<Words>) + (has_values_ ? sizeof(std::uint16_t) : 0));
  }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Key<Words>& key : slots_) {
      if (key[Words - 1] != kEmpty) visit(key);
    }
  }
  void clear() {
    size_ = 0;
    allocate(kLeast);
  }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static constexpr std::size_t kLeast = 64;

  void allocate(std::size_t slots) {
    slots_ = HugeArray<Key<Words>>(slots);
    Key<Words> empty;
    empty.fill(kEmpty);
    std::fill(slots_.begin(), slots_.end(), empty);
    if (has_values_) values_.assign(slots, 0);
    mask_ = slots - 1;
  }
  void grow() {
    HugeArray<Key<Words>> old = std::move(slots_);
    slots_ = {};
    const std::vector<std::uint16_t> old_values = std::exchange(values_, {});
    allocate(old.size() * 2);
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old[i][Words - 1] == kEmpty) continue;
      std::size_t at = hash_of(old[i]) & mask_;
      while (slots_[at][Words - 1] != kEmpty) at = (at + 1) & mask_;
      slots_[at] = old[i];
      if (has_values_) values_[at] = old_values[i];
    }
  }

  bool has_values_;
  HugeArray<Key<Words>> slots_;
  std::vector<std::uint16_t> values_;
  std::size_t mask_ = 0;
  std::uint64_t size_ = 0;
};

/// Calls work(std::integral_constant<std::size_t, Words>) with the first of 1, 2, 4, 8, 16 that is at least `words`.
template <class Work>
auto with_key_words(std::size_t words, const Work& work) {
  if (words <= 1) return work(std::integral_constant<std::size_t, 1>{});
  if (words <= 2) return work(std::integral_constant<std::size_t, 2>{});
  if (words <= 4) return work(std::integral_constant<std::size_t, 4>{});
  if (words <= 8) return work(std::integral_constant<std::size_t, 8>{});
  return work(std::integral_constant<std::size_t, 16>{});
}

/// The codec of all states of the start's kind.
KeyCodec codec_of(const Generators& generators, const Start& start);
/// The codec of the states that a start leads to: entries of matrices that never change are left out.
KeyCodec codec_of_orbit(const Generators& generators, const Start& start);

}  // namespace wreath::orbit

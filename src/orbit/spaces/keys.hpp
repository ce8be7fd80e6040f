// SPDX-License-Identifier: MIT
//
// States packed into a few words of 64 bits, and tables of them.
//
// A key is the code of a state (wreath/orbit/space.hpp): equal keys are equal states, and no state is compared by a hash. The top
// bit of a key is never set, so that a word of ones marks an empty slot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/algebra/finite_ring.hpp"
#include "core/data/huge_array.hpp"
#include "core/hd.hpp"
#include "wreath/orbit/generators.hpp"
#include "wreath/orbit/space.hpp"

namespace wreath::orbit {

/// The ring of matrices' entries.
FiniteRing ring_of(const Generators& generators);
/// The reduced echelon form of rows over a field, without rows of zeros: equal for equal spans.
void reduce_rows(State& rows, std::size_t columns, const FiniteRing& ring);

/// Of 1, 2, 4, 8 or 16 words.
template <unsigned Words>
using Key = Code<Words>;

/// Parts of equal width in the words of a code, none of them in two words.
struct Packing {
  std::uint32_t parts = 0;
  std::uint32_t bits = 1;
  std::uint32_t per_word = 64;

  struct Place {
    std::uint32_t word;
    std::uint32_t shift;
  };
  WREATH_HD Place place(std::uint32_t part) const { return {part / per_word, part % per_word * bits}; }
  WREATH_HD std::uint64_t mask() const { return (std::uint64_t{1} << bits) - 1; }
};

/// How the parts of a state are packed. Parts that no generator changes can be left out.
class KeyCodec {
 public:
  KeyCodec(std::size_t parts, std::uint32_t largest);
  /// Packs these parts of states only; the others are always as in `fixed`.
  KeyCodec(State fixed, std::vector<std::uint32_t> moving, std::uint32_t largest);

  std::size_t parts() const noexcept { return fixed_.size(); }
  /// A state into which keys can be unpacked: it has the parts that are not packed.
  const State& fixed() const noexcept { return fixed_; }
  /// The parts that are packed, in their order.
  const std::vector<std::uint32_t>& moving() const noexcept { return moving_; }
  const Packing& packing() const noexcept { return packing_; }
  /// Words of a key; at most kMostWords, or an InputError.
  std::size_t words() const;
  static constexpr std::size_t kMostWords = 16;
  /// Parts of that many bits that a key can have.
  static constexpr std::uint32_t most_parts(std::uint32_t bits) {
    return static_cast<std::uint32_t>(kMostWords * (64 / bits) - (64 % bits == 0 ? 1 : 0));
  }

  template <unsigned Words>
  Key<Words> pack(const std::uint32_t* state) const noexcept {
    Key<Words> key{};
    const std::uint32_t* part = moving_.data();
    const std::uint32_t* end = part + moving_.size();
    for (unsigned word = 0; word < Words && part != end; ++word) {
      for (std::uint32_t i = 0, shift = 0; i < packing_.per_word && part != end; ++i, ++part, shift += packing_.bits)
        key.words[word] |= std::uint64_t{state[*part]} << shift;
    }
    return key;
  }
  template <unsigned Words>
  void unpack(const Key<Words>& key, std::uint32_t* state) const noexcept {
    const std::uint64_t mask = packing_.mask();
    const std::uint32_t* part = moving_.data();
    const std::uint32_t* end = part + moving_.size();
    for (unsigned word = 0; word < Words && part != end; ++word) {
      std::uint64_t rest = key.words[word];
      for (std::uint32_t i = 0; i < packing_.per_word && part != end; ++i, ++part, rest >>= packing_.bits)
        state[*part] = static_cast<std::uint32_t>(rest & mask);
    }
  }

 private:
  State fixed_;
  std::vector<std::uint32_t> moving_;
  Packing packing_;
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
  FiniteRing ring_;
  std::vector<std::vector<Entry>> entries_;  // of each matrix, column by column
};

/// A hash table of keys, each perhaps with a value, in one array: linear probing, at most three quarters full.
template <unsigned Words>
class StateTable {
 public:
  explicit StateTable(bool has_values = false) : has_values_(has_values) { allocate(kLeast); }

  /// Whether it was not there before.
  bool insert(const Key<Words>& key, std::uint64_t hash, std::uint16_t value = 0) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    std::size_t at = hash & mask_;
    while (slots_[at].words[Words - 1] != kEmpty) {
      if (slots_[at] == key) return false;
      at = (at + 1) & mask_;
    }
    slots_[at] = key;
    if (has_values_) values_[at] = value;
    ++size_;
    return true;
  }
  /// Its value, or -1 if it is not there.
  std::int64_t find(const Key<Words>& key, std::uint64_t hash) const {
    for (std::size_t at = hash & mask_; slots_[at].words[Words - 1] != kEmpty; at = (at + 1) & mask_) {
      if (slots_[at] == key) return has_values_ ? values_[at] : 0;
    }
    return -1;
  }
  /// Brings the place of a key to the cache.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots_.data() + (hash & mask_)); }
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
      if (key.words[Words - 1] != kEmpty) visit(key);
    }
  }
  /// With room for that many keys.
  void clear(std::uint64_t expected = 0) {
    size_ = 0;
    std::size_t slots = kLeast;
    while (slots * 3 < expected * 4) slots *= 2;
    if (slots <= slots_.size() && slots * 4 >= slots_.size()) return fill();
    allocate(slots);
  }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static constexpr std::size_t kLeast = 64;

  void allocate(std::size_t slots) {
    slots_ = HugeArray<Key<Words>>(slots);
    if (has_values_) values_.assign(slots, 0);
    mask_ = slots - 1;
    fill();
  }
  void fill() {
    Key<Words> empty;
    std::fill_n(empty.words, Words, kEmpty);
    std::fill(slots_.begin(), slots_.end(), empty);
  }
  void grow() {
    HugeArray<Key<Words>> old = std::move(slots_);
    slots_ = {};
    const std::vector<std::uint16_t> old_values = std::exchange(values_, {});
    allocate(old.size() * 2);
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (old[i].words[Words - 1] == kEmpty) continue;
      std::size_t at = hash_of(old[i]) & mask_;
      while (slots_[at].words[Words - 1] != kEmpty) at = (at + 1) & mask_;
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

/// Calls work(std::integral_constant<unsigned, Words>) with the first of 1, 2, 4, 8, 16 that is at least `words`.
template <class Work>
auto with_key_words(std::size_t words, const Work& work) {
  if (words <= 1) return work(std::integral_constant<unsigned, 1>{});
  if (words <= 2) return work(std::integral_constant<unsigned, 2>{});
  if (words <= 4) return work(std::integral_constant<unsigned, 4>{});
  if (words <= 8) return work(std::integral_constant<unsigned, 8>{});
  return work(std::integral_constant<unsigned, 16>{});
}

/// The codec of all states of the start's kind.
KeyCodec codec_of(const Generators& generators, const Start& start);
/// The codec of the states that a start leads to: entries of matrices that never change are left out.
KeyCodec codec_of_orbit(const Generators& generators, const Start& start);

}  // namespace wreath::orbit

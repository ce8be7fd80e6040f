// SPDX-License-Identifier: MIT
//
// Elements whose row fits 64 bits: a few points (a small degree, or a certified base), each in as few bits as the degree needs.
//
// A generator acts on several points at once through a table of up to 2^12 entries; where one point takes more bits than that, on
// one at a time. Up to 38 bits the hash is a bijection of the row that shard and tag hold whole: a hit needs no comparison at
// all, it is one.
#pragma once

#include <bit>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/data/hash.hpp"
#include "core/data/touch_ahead.hpp"
#include "semigroup/cpu/batch.hpp"
#include "semigroup/cpu/table.hpp"

namespace wreath::semigroup {

class PackedStore {
 public:
  using Key = std::uint64_t;
  struct Query {
    std::uint64_t hash;
    Key key;
  };

  static unsigned bits_per_point(std::uint64_t degree) { return std::max(1U, static_cast<unsigned>(std::bit_width(degree - 1))); }
  static bool fits(std::uint64_t degree, std::size_t columns) { return columns * bits_per_point(degree) <= 64; }

  PackedStore(const Generators& generators, std::span<const Point> tracked)
      : degree_(generators.degree),
        columns_(static_cast<unsigned>(tracked.size())),
        bits_(bits_per_point(generators.degree)),
        key_bits_(std::max(2 * Place::kShardBits, columns_ * bits_)) {
    // As few points at once as the number of look-ups allows: small tables are made sooner, and stay in the cache.
    const unsigned most = std::clamp(kTableBits / bits_, 1U, std::max(1U, columns_));
    const unsigned looks = (columns_ + most - 1) / most;
    per_look_ = looks == 0 ? 1 : (columns_ + looks - 1) / looks;
    make_tables(generators);
    make_digits();
    keys_.push_back(pack(tracked));
  }

  void form(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes, std::span<std::uint8_t> fixed) {
    products_.resize(batch.size());
    parallel_chunks(batch.size(), 2048, threads, [&](Range range, std::size_t, unsigned) {
      batch.for_each(range, [&](std::size_t i, Product product) {
        const Key parent = keys_[product.element];
        products_[i] = apply(parent, product.letter);
        fixed[i] = product.element != 0 && products_[i] == parent;
        hashes[i] = hash(products_[i]);
      });
    });
  }
  bool same(std::size_t i, Index index) const { return tags_suffice() || products_[i] == keys_[index]; }
  bool same_new(std::size_t i, std::size_t j) const { return products_[i] == products_[j]; }
  void prefetch_far(Index) const {}
  void prefetch(Index index) const {
    if (!tags_suffice()) __builtin_prefetch(&keys_[index]);
  }
  void append(std::span<const std::uint32_t> new_ones, unsigned threads) {
    append_keys(new_ones.size(), threads, [&](std::size_t k) { return products_[new_ones[k]]; });
  }

  void set_generators(const Generators& generators) {
    make_tables(generators);
    make_digits();
  }
  void reorder(std::span<const Index> order, unsigned threads) {
    const GrowingArray<Key> old = std::exchange(keys_, {});
    touch_ = {};
    append_keys(order.size(), threads, [&](std::size_t k) { return old[order[k]]; });
  }

  // Products as ranks send them to one another: the key.
  std::uint64_t owner_hash(std::size_t, std::uint64_t hash) const { return hash; }
  std::size_t sent_words(std::size_t) const { return sizeof(Key) / sizeof(SentWord); }
  void write_sent(std::size_t i, SentWord* sent) const { std::memcpy(sent, &products_[i], sizeof(Key)); }
  std::size_t words_of_sent(const SentWord*) const { return sizeof(Key) / sizeof(SentWord); }
  std::uint64_t hash_of_sent(const SentWord* sent) const { return hash(key_of_sent(sent)); }
  bool is_sent(const SentWord* sent, Index index) const { return tags_suffice() || key_of_sent(sent) == keys_[index]; }
  bool same_sent(const SentWord* x, const SentWord* y) const { return key_of_sent(x) == key_of_sent(y); }
  template <class Sent>
  void append_sent(std::size_t count, unsigned threads, const Sent& sent) {
    append_keys(count, threads, [&](std::size_t k) { return key_of_sent(sent(k)); });
  }

  // What a table with a place for every key needs.
  unsigned key_bits() const { return key_bits_; }
  Key key(Index index) const { return keys_[index]; }
  Key product(Index index, Letter letter) const { return apply(keys_[index], letter); }
  Key pack_row(std::span<const Point> row) const { return pack(row); }
  void resize(std::size_t count) { keys_.resize(count); }
  void set_key(std::size_t index, Key key) { keys_[index] = key; }
  /// Prepares memory for more keys, on all threads.
  void touch_ahead(std::size_t count, unsigned threads) { touch_.ahead_of(keys_, count, threads); }
  /// A row as a number of `columns` digits to the base `degree`, and how many such numbers there are: 0 where 32 bits do not hold
  /// them.
  std::uint64_t numbers() const { return numbers_; }
  std::size_t number(Key key) const {
    const unsigned step = per_look_ * bits_;
    std::size_t number = 0;
    std::size_t place_value = 1;
    for (unsigned shift = 0; shift < columns_ * bits_; shift += step, place_value *= look_numbers_)
      number += digits_[key >> shift & low_bits(step)] * place_value;
    return number;
  }

  std::size_t count() const { return keys_.size(); }
  std::size_t piece(unsigned threads) const { return std::min<std::size_t>(threads, 16) << 17; }
  std::size_t product_bytes() const { return sizeof(Key); }
  bool large_rows() const { return false; }
  void read(Index first, Index last, std::span<Point> rows) const {
    for (Index e = first; e < last; ++e) {
      for (unsigned c = 0; c < columns_; ++c) rows[std::size_t{e - first} * columns_ + c] = point(keys_[e], c);
    }
  }
  std::optional<Query> query(std::span<const Point> row) const {
    const Key key = pack(row);
    return Query{hash(key), key};
  }
  bool matches(const Query& query, Index index) const { return keys_[index] == query.key; }
  bool idempotent(Index index) const {
    for (unsigned c = 0; c < columns_; ++c) {
      const Point image = point(keys_[index], c);
      if (point(keys_[index], image) != image) return false;
    }
    return true;
  }
  std::uint64_t hash_of(Index index) const { return hash(keys_[index]); }
  std::uint64_t memory() const { return keys_.memory(); }
  std::string_view exactness() const {
    return tags_suffice() ? "the table stores entire rows" : "every fingerprint hit compared";
  }

 private:
  static constexpr unsigned kTableBits = 12;

  static Key key_of_sent(const SentWord* sent) {
    Key key = 0;
    std::memcpy(&key, sent, sizeof key);
    return key;
  }
  template <class KeyOf>
  void append_keys(std::size_t count, unsigned threads, const KeyOf& key_of) {
    const std::size_t old = keys_.size();
    touch_ahead(old + count, threads);
    keys_.resize(old + count);
    parallel_chunks(count, 4096, threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) keys_[old + k] = key_of(k);
    });
  }
  bool tags_suffice() const { return key_bits_ <= 32 + Place::kShardBits; }
  static constexpr Key low_bits(unsigned bits) { return bits >= 64 ? ~Key{0} : (Key{1} << bits) - 1; }

  Key pack(std::span<const Point> row) const {
    Key key = 0;
    for (unsigned c = 0; c < columns_; ++c) key |= Key{row[c]} << (c * bits_);
    return key;
  }
  Point point(Key key, unsigned column) const { return static_cast<Point>(key >> (column * bits_) & low_bits(bits_)); }

  /// A bijection of key_bits_ bits, its top bits the shard, the others the tag, where they have room for it.
  std::uint64_t hash(Key key) const {
    if (!tags_suffice()) return mix64(key);
    const Key mask = low_bits(key_bits_);
    const unsigned half = key_bits_ / 2;
    Key x = key * 0x9E3779B97F4A7C15U & mask;
    x = (x ^ x >> half) * 0xBF58476D1CE4E5B9U & mask;
    x = (x ^ x >> half) * 0x94D049BB133111EBU & mask;
    x ^= x >> half;
    const unsigned tag_bits = key_bits_ - Place::kShardBits;
    return (x >> tag_bits) << (64 - Place::kShardBits) | (x & low_bits(tag_bits));
  }

  /// tables_[value of per_look_ points at once][letter] is the same points' images; one point per look-up where bits are many.
  /// The letters stand side by side: the products of one parent read one cache line or two.
  void make_tables(const Generators& generators) {
    const unsigned look_bits = per_look_ * bits_;
    const std::size_t entries = look_bits <= kTableBits ? std::size_t{1} << look_bits : static_cast<std::size_t>(degree_);
    letters_ = generators.count();
    digits_.assign(entries, 0);
    tables_.resize(generators.count() * entries);
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const auto row = generators.row(g);
      for (std::size_t value = 0; value < entries; ++value) {
        Key image = 0;
        for (unsigned c = 0; c < per_look_; ++c) {
          const Point p = point(value, c);
          image |= Key{p < degree_ ? row[p] : 0} << (c * bits_);
        }
        tables_[value * letters_ + g] = static_cast<std::uint32_t>(image);
      }
    }
  }
  /// digits_[value of per_look_ points at once] is the same points as a number.
  void make_digits() {
    numbers_ = 1;
    for (unsigned c = 0; c < columns_ && numbers_ != 0; ++c) {
      numbers_ *= degree_;
      if (numbers_ >> 32 != 0) numbers_ = 0;
    }
    look_numbers_ = 1;
    for (unsigned c = 0; c < per_look_; ++c, look_numbers_ *= degree_) {
      for (std::size_t value = 0; value < digits_.size(); ++value) {
        const Point p = point(value, c);
        if (p < degree_) digits_[value] += static_cast<std::uint32_t>(p * look_numbers_);
      }
    }
  }
  Key apply(Key key, Letter letter) const {
    const std::uint32_t* table = tables_.data() + letter;
    const unsigned step = per_look_ * bits_;
    const Key mask = low_bits(step);
    Key image = 0;
    for (unsigned shift = 0; shift < columns_ * bits_; shift += step)
      image |= Key{table[(key >> shift & mask) * letters_]} << shift;
    return image & low_bits(columns_ * bits_);
  }

  std::uint64_t degree_;
  unsigned columns_;
  unsigned bits_;
  unsigned key_bits_;
  unsigned per_look_ = 1;
  std::size_t letters_ = 0;
  std::uint64_t numbers_ = 0;
  std::size_t look_numbers_ = 1;  // how many numbers per_look_ digits give
  std::vector<std::uint32_t> digits_;
  GrowingArray<std::uint32_t> tables_;
  GrowingArray<Key> keys_;
  TouchAhead touch_;
  GrowingArray<Key> products_;  // of the batch
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Transformations whose row fits 64 bits: a few points (a small degree, or a certified base), each in as few bits as the degree
// needs.
//
// A generator acts on several points at once through a table of up to 2^12 entries; where one point takes more bits than that, on
// one at a time. Up to 38 bits the hash is a bijection of the row that shard and tag of a table hold whole: a hit needs no
// comparison at all, it is one. Rows of few bits, or whose numbers of `columns` digits are few, have a rank.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "core/closure/shard.hpp"
#include "core/closure/space.hpp"
#include "core/data/growing_array.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

class PackedPoints {
 public:
  using Cell = std::uint64_t;

  static unsigned bits_per_point(std::uint64_t degree) { return std::max(1U, static_cast<unsigned>(std::bit_width(degree - 1))); }
  static bool fits(std::uint64_t degree, std::size_t columns) { return columns * bits_per_point(degree) <= 64; }
  /// Whether an array can have a place for every packed row, used or not.
  static bool is_small(std::uint64_t degree, std::size_t columns) { return columns * bits_per_point(degree) <= kRankBits; }

  PackedPoints(const Generators& generators, std::size_t columns)
      : degree_(generators.degree),
        columns_(static_cast<unsigned>(columns)),
        bits_(bits_per_point(generators.degree)),
        key_bits_(std::max(2 * kShardBits, columns_ * bits_)) {
    // As few points at once as the number of look-ups allows: small tables are made sooner, and stay in the cache.
    const unsigned most = std::clamp(kTableBits / bits_, 1U, std::max(1U, columns_));
    const unsigned looks = (columns_ + most - 1) / most;
    per_look_ = looks == 0 ? 1 : (columns_ + looks - 1) / looks;
    set_letters(generators);
  }
  void set_letters(const Generators& generators) {
    make_tables(generators);
    make_digits();
  }

  static constexpr std::size_t cells() { return 1; }
  bool act(const Cell* x, Letter letter, Cell* z) const {
    const std::uint32_t* table = tables_.data() + letter;
    const unsigned step = per_look_ * bits_;
    const Cell key = *x;
    const Cell mask = low_bits(step);
    Cell image = 0;
    for (unsigned shift = 0; shift < columns_ * bits_; shift += step)
      image |= Cell{table[(key >> shift & mask) * letters_]} << shift;
    *z = image & low_bits(columns_ * bits_);
    return true;
  }
  /// A bijection of key_bits_ bits, its top bits the shard, the others the tag, where they have room for it.
  std::uint64_t hash(const Cell* x) const {
    if (!whole_in_hash()) return mix64(*x);
    const Cell mask = low_bits(key_bits_);
    const unsigned half = key_bits_ / 2;
    Cell key = *x * 0x9E3779B97F4A7C15U & mask;
    key = (key ^ key >> half) * 0xBF58476D1CE4E5B9U & mask;
    key = (key ^ key >> half) * 0x94D049BB133111EBU & mask;
    key ^= key >> half;
    const unsigned tag_bits = key_bits_ - kShardBits;
    return (key >> tag_bits) << (64 - kShardBits) | (key & low_bits(tag_bits));
  }
  bool whole_in_hash() const { return key_bits_ <= 32 + kShardBits; }
  static bool equal(const Cell* x, const Cell* y) { return *x == *y; }

  std::size_t columns() const { return columns_; }
  void code(std::span<const Point> row, Cell* z) const {
    *z = 0;
    for (unsigned c = 0; c < columns_; ++c) *z |= Cell{row[c]} << (c * bits_);
  }
  void read(const Cell* x, std::span<Point> row) const {
    for (unsigned c = 0; c < columns_; ++c) row[c] = point(*x, c);
  }
  /// All points are tracked.
  bool idempotent(const Cell* x) const {
    for (unsigned c = 0; c < columns_; ++c) {
      const Point image = point(*x, c);
      if (point(*x, image) != image) return false;
    }
    return true;
  }

  /// Whether ranks are numbers of `columns` digits to the base `degree`; otherwise a row is its own rank.
  bool sparse() const { return key_bits_ > kRankBits; }
  std::uint64_t ranks() const { return sparse() ? numbers_ : std::uint64_t{1} << key_bits_; }
  /// Of a sparse row.
  std::size_t rank(Cell key) const {
    const unsigned step = per_look_ * bits_;
    std::size_t number = 0;
    std::size_t place_value = 1;
    for (unsigned shift = 0; shift < columns_ * bits_; shift += step, place_value *= look_numbers_)
      number += digits_[key >> shift & low_bits(step)] * place_value;
    return number;
  }

 private:
  static constexpr unsigned kTableBits = 12;
  static constexpr unsigned kRankBits = 27;
  static constexpr unsigned kShardBits = closure::Place::kShardBits;

  static constexpr Cell low_bits(unsigned bits) { return bits >= 64 ? ~Cell{0} : (Cell{1} << bits) - 1; }
  Point point(Cell key, unsigned column) const { return static_cast<Point>(key >> (column * bits_) & low_bits(bits_)); }

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
        Cell image = 0;
        for (unsigned c = 0; c < per_look_; ++c) {
          const Point p = point(value, c);
          image |= Cell{p < degree_ ? row[p] : 0} << (c * bits_);
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

  std::uint64_t degree_;
  unsigned columns_;
  unsigned bits_;
  unsigned key_bits_;
  unsigned per_look_ = 1;
  std::size_t letters_ = 0;
  std::uint64_t numbers_ = 0;     // of columns_ digits; 0 where 32 bits do not hold them
  std::size_t look_numbers_ = 1;  // how many numbers per_look_ digits give
  std::vector<std::uint32_t> digits_;
  GrowingArray<std::uint32_t> tables_;
};

}  // namespace wreath::semigroup

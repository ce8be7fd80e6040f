// SPDX-License-Identifier: MIT
//
// How elements of each kind (kind.hpp) lie in memory, and how two are multiplied.
//
// A class of cells has
//   Cell                      the word that elements are made of
//   cells()                   how many an element has
//   multiply(x, y, z)         z = x*y; false if a number of the product is out of range (unbounded tropical matrices alone)
//   pack(row, cells)          from a row of numbers (wreath/semigroup/kinds.hpp), which is valid
//   unpack(cells, row)        back
// Elements are equal exactly if their cells are, so hash and comparison need no more than their bytes. multiply() is written once
// for host and device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/hd.hpp"
#include "semigroup/kinds/semiring.hpp"

namespace wreath::semigroup {

/// For products that cannot be written down.
inline constexpr const char* kOutOfRange =
    "an entry of a product is beyond 2^30: the semigroup may be infinite; give a threshold, or stop earlier";

/// Partial maps of up to 65535 points, total ones and permutations among them.
template <class C>
class MapCells {
 public:
  using Cell = C;
  explicit MapCells(const ElementKind& kind) : points_(kind.size) {}

  WREATH_HD std::size_t cells() const { return points_; }
  WREATH_HD bool multiply(const Cell* x, const Cell* y, Cell* z) const {
    for (std::size_t i = 0; i < points_; ++i) z[i] = x[i] == kNone ? kNone : y[x[i]];
    return true;
  }
  void pack(std::span<const Point> row, Cell* cells) const {
    for (std::size_t i = 0; i < points_; ++i) cells[i] = static_cast<Cell>(row[i]);  // kUndefined becomes kNone
  }
  void unpack(const Cell* cells, std::span<Point> row) const {
    for (std::size_t i = 0; i < points_; ++i) row[i] = cells[i] == kNone ? kUndefined : Point{cells[i]};
  }

 private:
  static constexpr Cell kNone = static_cast<Cell>(~Cell{0});
  std::size_t points_;
};

/// Boolean matrices of up to 64 rows, each a word: bit j of word i is the entry (i, j).
class BooleanRows {
 public:
  using Cell = std::uint64_t;
  explicit BooleanRows(const ElementKind& kind) : rows_(kind.size) {}

  WREATH_HD std::size_t cells() const { return rows_; }
  WREATH_HD bool multiply(const Cell* x, const Cell* y, Cell* z) const {
    for (std::size_t i = 0; i < rows_; ++i) {
      Cell row = 0;
      std::size_t k = 0;
      for (Cell left = x[i]; left != 0; left >>= 1, ++k) row |= (left & 1) != 0 ? y[k] : 0;
      z[i] = row;
    }
    return true;
  }
  void pack(std::span<const Point> row, Cell* cells) const {
    for (std::size_t i = 0; i < rows_; ++i) {
      cells[i] = 0;
      for (std::size_t j = 0; j < rows_; ++j) cells[i] |= Cell{row[i * rows_ + j]} << j;
    }
  }
  void unpack(const Cell* cells, std::span<Point> row) const {
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < rows_; ++j) row[i * rows_ + j] = static_cast<Point>(cells[i] >> j & 1);
    }
  }

 private:
  std::size_t rows_;
};

/// Boolean matrices of up to 8 rows in one word: row i is byte i.
class BooleanWord {
 public:
  using Cell = std::uint64_t;
  explicit BooleanWord(const ElementKind& kind) : rows_(kind.size) {}

  WREATH_HD std::size_t cells() const { return 1; }
  /// Column k of x, spread over the bytes, times row k of y, repeated in the bytes, for each k.
  WREATH_HD bool multiply(const Cell* x, const Cell* y, Cell* z) const {
    constexpr Cell kOnes = 0x0101010101010101U;
    Cell sum = 0;
    for (unsigned k = 0; k < rows_; ++k) sum |= (*x >> k & kOnes) * 0xFFU & (*y >> (8 * k) & 0xFFU) * kOnes;
    *z = sum;
    return true;
  }
  void pack(std::span<const Point> row, Cell* cells) const {
    *cells = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < rows_; ++j) *cells |= Cell{row[i * rows_ + j]} << (8 * i + j);
    }
  }
  void unpack(const Cell* cells, std::span<Point> row) const {
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < rows_; ++j) row[i * rows_ + j] = static_cast<Point>(*cells >> (8 * i + j) & 1);
    }
  }

 private:
  std::size_t rows_;
};

/// Matrices over a finite semiring, a byte per entry.
class SemiringCells {
 public:
  using Cell = std::uint8_t;
  explicit SemiringCells(const ElementKind& kind) : kind_(kind), rows_(kind.size), ring_(make_semiring(kind)) {}

  std::size_t cells() const { return rows_ * rows_; }
  bool multiply(const Cell* x, const Cell* y, Cell* z) const {
    multiply_rows(rows_, ring_.size, ring_.add.data(), ring_.multiply.data(), x, y, z);
    return true;
  }
  /// n x n matrices over a semiring of q elements with these sums and products.
  WREATH_HD static void multiply_rows(std::size_t n, std::size_t q, const Cell* add, const Cell* times, const Cell* x,
                                      const Cell* y, Cell* z) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        Cell entry = 0;
        for (std::size_t k = 0; k < n; ++k) entry = add[entry * q + times[x[i * n + k] * q + y[k * n + j]]];
        z[i * n + j] = entry;
      }
    }
  }
  void pack(std::span<const Point> row, Cell* cells) const {
    for (std::size_t k = 0; k < row.size(); ++k) cells[k] = code_of(kind_, row[k]);
  }
  void unpack(const Cell* cells, std::span<Point> row) const {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = entry_of(kind_, cells[k]);
  }

 private:
  ElementKind kind_;
  std::size_t rows_;
  Semiring ring_;
};

/// Matrices over the integers with an infinity, without a threshold. max-plus; min-plus is the same with all signs changed.
class TropicalCells {
 public:
  using Cell = std::int32_t;
  static constexpr std::int32_t kMost = 1 << 30;  // the largest absolute value of an entry
  explicit TropicalCells(const ElementKind& kind) : rows_(kind.size), least_(kind.name == KindName::min_plus) {}

  WREATH_HD std::size_t cells() const { return rows_ * rows_; }
  bool multiply(const Cell* x, const Cell* y, Cell* z) const { return multiply_rows(rows_, x, y, z); }
  WREATH_HD static bool multiply_rows(std::size_t n, const Cell* x, const Cell* y, Cell* z) {
    bool in_range = true;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        std::int64_t entry = kZero;
        for (std::size_t k = 0; k < n; ++k) {
          const Cell a = x[i * n + k];
          const Cell b = y[k * n + j];
          if (a == kZero || b == kZero) continue;
          const std::int64_t sum = std::int64_t{a} + b;
          if (sum > entry) entry = sum;
        }
        if (entry != kZero && (entry > kMost || entry < -kMost)) in_range = false;
        z[i * n + j] = static_cast<Cell>(entry);
      }
    }
    return in_range;
  }
  void pack(std::span<const Point> row, Cell* cells) const {
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto entry = static_cast<std::int32_t>(row[k]);
      cells[k] = row[k] == (least_ ? kPlusInfinity : kMinusInfinity) ? kZero : least_ ? -entry : entry;
    }
  }
  void unpack(const Cell* cells, std::span<Point> row) const {
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = cells[k] == kZero ? (least_ ? kPlusInfinity : kMinusInfinity) : static_cast<Point>(least_ ? -cells[k] : cells[k]);
    }
  }

 private:
  static constexpr std::int32_t kZero = INT32_MIN;
  std::size_t rows_;
  bool least_;
};

/// The product of two bipartitions of n points, whose blocks are numbered below kLabels. x(i) and y(i) read a block, set(i,
/// block) writes one of the product, for i = 0..2n-1. The blocks of x that y joins are united; a block of y belongs to one of x
/// or to none.
template <std::size_t kLabels, class X, class Y, class Set>
WREATH_HD inline void multiply_bipartitions(std::size_t n, const X& x, const Y& y, const Set& set) {
  using Label = std::uint8_t;
  constexpr Label kNone = 0xFF;
  Label parent[kLabels];
  Label block_of[kLabels];    // the block of x that a block of y belongs to
  Label number[2 * kLabels];  // of the product's blocks
  for (std::size_t k = 0; k < kLabels; ++k) {
    parent[k] = static_cast<Label>(k);
    block_of[k] = kNone;
    number[k] = number[kLabels + k] = kNone;
  }
  const auto find = [&](Label block) {
    while (parent[block] != block) block = parent[block] = parent[parent[block]];
    return block;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Label of_x = find(x(n + i));
    const Label of_y = y(i);
    if (block_of[of_y] == kNone) {
      block_of[of_y] = of_x;
    } else {
      parent[of_x] = find(block_of[of_y]);
    }
  }
  Label next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Label block = find(x(i));
    if (number[block] == kNone) number[block] = next++;
    set(i, number[block]);
  }
  for (std::size_t i = n; i < 2 * n; ++i) {
    const Label of_y = y(i);
    const std::size_t block = block_of[of_y] == kNone ? kLabels + of_y : find(block_of[of_y]);
    if (number[block] == kNone) number[block] = next++;
    set(i, number[block]);
  }
}

/// The blocks of a bipartition as bytes, to be read and to be written.
struct BlocksIn {
  const std::uint8_t* at;
  WREATH_HD std::uint8_t operator()(std::size_t i) const { return at[i]; }
};
struct BlocksOut {
  std::uint8_t* at;
  WREATH_HD void operator()(std::size_t i, std::uint8_t block) const { at[i] = block; }
};

/// BipartitionCells of up to 64 points, a byte for each of the 2n.
class BipartitionCells {
 public:
  using Cell = std::uint8_t;
  static constexpr std::size_t kMost = 64;
  explicit BipartitionCells(const ElementKind& kind) : points_(kind.size) {}

  WREATH_HD std::size_t cells() const { return 2 * points_; }
  WREATH_HD bool multiply(const Cell* x, const Cell* y, Cell* z) const {
    multiply_bipartitions<2 * kMost>(points_, BlocksIn{x}, BlocksIn{y}, BlocksOut{z});
    return true;
  }
  void pack(std::span<const Point> row, Cell* cells) const {
    for (std::size_t i = 0; i < row.size(); ++i) cells[i] = static_cast<Cell>(row[i]);
  }
  void unpack(const Cell* cells, std::span<Point> row) const {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = cells[i];
  }

 private:
  std::size_t points_;
};

/// BipartitionCells of up to 8 points in one word, four bits for each of the 2n.
class BipartitionWord {
 public:
  using Cell = std::uint64_t;
  static constexpr std::size_t kMost = 8;
  explicit BipartitionWord(const ElementKind& kind) : points_(kind.size) {}

  WREATH_HD std::size_t cells() const { return 1; }
  WREATH_HD bool multiply(const Cell* x, const Cell* y, Cell* z) const {
    const Cell a = *x;
    const Cell b = *y;
    Cell product = 0;
    multiply_bipartitions<2 * kMost>(
        points_, [a](std::size_t i) { return static_cast<std::uint8_t>(a >> (4 * i) & 15); },
        [b](std::size_t i) { return static_cast<std::uint8_t>(b >> (4 * i) & 15); },
        [&product](std::size_t i, std::uint8_t block) { product |= Cell{block} << (4 * i); });
    *z = product;
    return true;
  }
  void pack(std::span<const Point> row, Cell* cells) const {
    *cells = 0;
    for (std::size_t i = 0; i < row.size(); ++i) *cells |= Cell{row[i]} << (4 * i);
  }
  void unpack(const Cell* cells, std::span<Point> row) const {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<Point>(*cells >> (4 * i) & 15);
  }

 private:
  std::size_t points_;
};

}  // namespace wreath::semigroup

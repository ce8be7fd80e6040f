// SPDX-License-Identifier: MIT
//
// What a search by bitmaps knows of its rows, wherever the bits are, and what a checkpoint has of them.
//
// A level looks at a row only if a source of the row got new bits in the last level and the row is not full. In a checkpoint a
// row that is empty or full takes no room, and neither does one that the last level did not change, in the bitmap before it: the
// counts tell which these are. So a checkpoint is as large as the part of the graph that was reached.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"

namespace wreath::orbit {

/// Rows of words of `word_bits` bits each. A row with a weight stands for as many rows, which have as many states at each
/// distance; without weights each stands for itself.
struct BitmapShape {
  std::uint64_t rows;
  std::uint64_t row_words;
  std::uint32_t word_bits;
  std::span<const std::uint32_t> weights = {};

  std::uint64_t words() const { return rows * row_words; }
  std::uint64_t full_word() const { return ~std::uint64_t{0} >> (64 - word_bits); }
  std::uint32_t row_bits() const { return static_cast<std::uint32_t>(row_words * word_bits); }
};

class RowCounts {
 public:
  /// In place, there are two planes, and a level sets the bits of one from those of the other.
  RowCounts(const BitmapShape& shape, bool in_place)
      : rows_(shape.rows),
        row_words_(shape.row_words),
        full_(shape.row_bits()),
        in_place_(in_place),
        weights_(shape.weights),
        counts_(rows_ * (in_place ? 2 : 1)),
        fresh_(rows_) {}

  std::uint64_t rows() const noexcept { return rows_; }
  std::uint64_t level() const noexcept { return level_; }
  bool in_place() const noexcept { return in_place_; }
  /// The plane that the next level sets.
  unsigned plane() const noexcept { return in_place_ ? static_cast<unsigned>((level_ + 1) & 1) : 0; }
  /// The bits of a row, in that plane.
  std::uint32_t count(std::uint64_t row) const { return counts_[plane() * rows_ + row]; }
  std::span<const std::uint32_t> plane_counts() const { return std::span(counts_).subspan(plane() * rows_, rows_); }
  bool is_full(std::uint64_t row) const { return count(row) == full_; }
  /// Those of the last level.
  std::uint32_t fresh(std::uint64_t row) const { return fresh_[row]; }
  const std::vector<std::uint32_t>& fresh() const noexcept { return fresh_; }
  const std::vector<std::uint32_t>& counts() const noexcept { return counts_; }
  std::uint64_t bytes() const noexcept { return (counts_.size() + fresh_.size()) * sizeof(std::uint32_t); }

  void add_start(std::uint64_t row) { counts_[row] = fresh_[row] = 1; }
  /// Whether the next level must look at a row. In place, or in one bitmap, the row is written in its place; otherwise it must
  /// be copied if the other bitmap does not have it yet.
  template <class Steps>
  bool is_active(std::uint64_t row, const Steps& steps, bool one = false) const {
    if (!in_place_ && !one && fresh_[row] != 0) return true;
    return !is_full(row) && std::any_of(steps.begin(), steps.end(), [&](const auto& step) { return fresh_[step.row] != 0; });
  }
  /// The level is made, and its rows have these counts. Returns the number of new states.
  std::uint64_t finish_level(std::span<const std::uint32_t> new_counts) {
    std::uint64_t found = 0;
    std::uint32_t* counts = counts_.data() + plane() * rows_;
    for (std::uint64_t row = 0; row < rows_; ++row) {
      fresh_[row] = new_counts[row] - counts[row];
      counts[row] = new_counts[row];
      found += std::uint64_t{fresh_[row]} * (weights_.empty() ? 1 : weights_[row]);
    }
    ++level_;
    return found;
  }

  // --- checkpoints. Bitmap 0 has the last level; bitmap 1 is the other plane, or the one before the last level.

  /// words(bitmap, row) are the words of a row. Without `both`, a bitmap that is one level behind is left out.
  void save(ByteWriter& into, bool both, FunctionRef<std::span<const std::uint64_t>(unsigned, std::uint64_t)> words) const {
    into.put(level_);
    into.put_all(std::span<const std::uint32_t>(counts_));
    into.put_all(std::span<const std::uint32_t>(fresh_));
    for (unsigned bitmap = 0; bitmap < (both || in_place_ ? 2U : 1U); ++bitmap) {
      for (std::uint64_t row = 0; row < rows_; ++row) {
        if (content(bitmap, row) != Content::bits) continue;
        if (into.is_counting()) {
          into.skip(row_words_ * sizeof(std::uint64_t));
        } else {
          into.put_items(words(bitmap, row));
        }
      }
    }
  }

  enum class Content { empty, full, bits, same };
  /// put(bitmap, row, content, bytes): `same` is as in bitmap 0.
  void restore(ByteReader& from, bool both, FunctionRef<void(unsigned, std::uint64_t, Content, std::span<const std::byte>)> put) {
    level_ = from.number();
    from.array_exactly<std::uint32_t>(counts_);
    from.array_exactly<std::uint32_t>(fresh_);
    for (unsigned bitmap = 0; bitmap < 2; ++bitmap) {
      for (std::uint64_t row = 0; row < rows_; ++row) {
        // The bitmap that is left out is one level behind: rows that did not change are equal, and the others are made again.
        const Content what = bitmap == 1 && !both && !in_place_ ? Content::same : content(bitmap, row);
        put(bitmap, row, what,
            what == Content::bits ? from.take(row_words_ * sizeof(std::uint64_t)) : std::span<const std::byte>{});
      }
    }
  }

 private:
  Content content(unsigned bitmap, std::uint64_t row) const {
    if (bitmap == 1 && !in_place_ && fresh_[row] == 0) return Content::same;
    std::uint32_t count = counts_[row];
    if (in_place_) count = counts_[((level_ + bitmap) & 1) * rows_ + row];
    if (bitmap == 1 && !in_place_) count -= fresh_[row];
    return count == 0 ? Content::empty : count == full_ ? Content::full : Content::bits;
  }

  std::uint64_t rows_;
  std::uint64_t row_words_;
  std::uint32_t full_;
  bool in_place_;
  std::span<const std::uint32_t> weights_;
  std::uint64_t level_ = 0;
  std::vector<std::uint32_t> counts_;  // bits of each row; in place, of both planes
  std::vector<std::uint32_t> fresh_;   // those of the last level
};

}  // namespace wreath::orbit

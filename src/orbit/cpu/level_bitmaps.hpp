// SPDX-License-Identifier: MIT
//
// The bits of a search in the cell form or the chain form, in memory: two bitmaps, and the distances modulo 3 if they are wanted.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/run/stop_check.hpp"
#include "orbit/spaces/row_counts.hpp"

namespace wreath::orbit {

class LevelBitmaps {
 public:
  /// keep_both: the level before the last is part of a checkpoint, because the last level is to be listed.
  /// `given`: zeros for both bitmaps; without them it takes memory of its own.
  LevelBitmaps(const BitmapShape& shape, bool in_place, bool keep_both, bool oracle, std::span<std::uint64_t> given = {});
  /// One bitmap for all levels: a level that is made is set where it stands.
  explicit LevelBitmaps(const BitmapShape& shape);

  const RowCounts& rows() const noexcept { return rows_; }
  /// A row of the last level, or in place of its plane; and of the level that is being made.
  const std::uint64_t* now(std::uint64_t row) const { return now_.data() + row * shape_.row_words; }
  std::span<std::uint64_t> now_row(std::uint64_t row) { return now_.subspan(row * shape_.row_words, shape_.row_words); }
  std::span<std::uint64_t> next_row(std::uint64_t row) { return next_.subspan(row * shape_.row_words, shape_.row_words); }
  std::uint64_t* next(std::uint64_t row) { return next_.data() + row * shape_.row_words; }

  void add_start(std::uint64_t row, std::uint64_t word, std::uint32_t bit);
  /// Notes the distance of the bits that a row of the next level has and the last level has not, if distances are wanted.
  void record_distances(std::uint64_t row);
  /// The next level is made. Returns the number of its bits.
  std::uint64_t finish_level(std::span<const std::uint32_t> new_counts);

  /// visit(row, word, bit) for the last level until it returns false; not in place.
  void visit_last_level(FunctionRef<bool(std::uint64_t, std::uint64_t, std::uint32_t)> visit) const;
  /// Two bits for each bit: the distance modulo 3, or 3 for what was not reached. Empty if distances were not wanted. Throws
  /// Stopped if the run stops.
  std::vector<std::uint8_t> distances(StopCheck check) const;

  void save(ByteWriter& into) const;
  void restore(ByteReader& from);
  std::uint64_t bytes() const;

 private:
  bool has_distances() const { return digits_[0].size() != 0; }

  BitmapShape shape_;
  bool keep_both_;
  RowCounts rows_;
  HugeArray<std::uint64_t> own_;
  std::span<std::uint64_t> now_;
  std::span<std::uint64_t> next_;
  std::array<HugeArray<std::uint64_t>, 2> digits_;  // the states at a distance of 1, of 2, modulo 3
};

}  // namespace wreath::orbit

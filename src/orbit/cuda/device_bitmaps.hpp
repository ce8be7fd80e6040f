// SPDX-License-Identifier: MIT
//
// The bits of a search in the cell form or the chain form, in the memory of a GPU: what cpu/level_bitmaps.hpp is in main memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/run/stop_check.hpp"
#include "orbit/spaces/row_counts.hpp"

namespace wreath::orbit {

class DeviceBitmaps {
 public:
  /// Throws ResourceError unless the bitmaps and `more` bytes fit the GPU.
  /// `one`: one bitmap for all levels, in which a level that is made is set where it stands.
  /// `slots`: for each row its place in the bitmaps, or kNoSlot for rows that are not there; empty: all are, in order.
  DeviceBitmaps(const BitmapShape& shape, bool in_place, bool keep_both, std::uint64_t more, bool one = false,
                std::vector<std::uint32_t> slots = {});
  static constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

  const BitmapShape& shape() const noexcept { return shape_; }
  const RowCounts& rows() const noexcept { return rows_; }
  const cuda::Stream& stream() const noexcept { return stream_; }
  /// The last level, or in place its plane; and the level that is being made.
  const std::uint64_t* now() const noexcept { return now_.data(); }
  std::uint64_t* next() noexcept { return one_ ? now_.data() : next_.data(); }

  void add_start(std::uint64_t row, std::uint64_t word, std::uint32_t bit);
  /// The next level is made, and its rows have these counts. Returns the number of its bits.
  std::uint64_t finish_level(std::span<const std::uint32_t> new_counts);
  /// visit(row, word, bit) for the last level until it returns false; not in place.
  void visit_last_level(FunctionRef<bool(std::uint64_t, std::uint64_t, std::uint32_t)> visit) const;

  void save(ByteWriter& into) const;
  void restore(ByteReader& from);
  std::uint64_t bytes() const { return (one_ ? 1 : 2) * held_rows_ * shape_.row_words * sizeof(std::uint64_t); }
  const std::vector<std::uint32_t>& slots() const noexcept { return slots_; }
  /// A row of the level that is being made, from and to the host. The row must be there.
  void fetch_next(std::uint64_t row, std::span<std::uint64_t> into) const { fetch_row(one_ ? now_ : next_, row, into); }
  void put_next(std::uint64_t row, std::span<const std::uint64_t> words);

 private:
  void fetch_row(const cuda::Buffer<std::uint64_t>& bitmap, std::uint64_t row, std::span<std::uint64_t> into) const;

  std::uint64_t place_of(std::uint64_t row) const { return (slots_.empty() ? row : slots_[row]) * shape_.row_words; }

  BitmapShape shape_;
  bool keep_both_;
  bool one_;
  std::vector<std::uint32_t> slots_;
  std::uint64_t held_rows_;
  RowCounts rows_;
  cuda::Stream stream_;
  cuda::Buffer<std::uint64_t> now_;
  cuda::Buffer<std::uint64_t> next_;
};

/// Values in the memory of the GPU. Throws Stopped if the run stops.
template <class T>
cuda::Buffer<T> uploaded(std::span<const T> values, StopCheck& check) {
  constexpr std::size_t kAtOnce = (std::size_t{1} << 26) / sizeof(T);  // 64 MiB: some 10 ms
  cuda::Buffer<T> buffer(std::max<std::size_t>(1, values.size()));
  for (std::size_t at = 0; at < values.size(); at += kAtOnce) {
    check.look();
    cuda::copy_and_wait(buffer.data() + at, values.data() + at, std::min(kAtOnce, values.size() - at) * sizeof(T));
  }
  return buffer;
}

}  // namespace wreath::orbit

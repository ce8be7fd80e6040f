// SPDX-License-Identifier: MIT
//
// The bits of a search in the cell form or the chain form, in the memory of a GPU: what cpu/level_bitmaps.hpp is in main memory.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "orbit/row_counts.hpp"

namespace wreath::orbit {

class DeviceBitmaps {
 public:
  /// Throws ResourceError unless the bitmaps and `more` bytes fit the GPU.
  /// `one`: one bitmap for all levels, in which a level that is made is set where it stands.
  DeviceBitmaps(const BitmapShape& shape, bool in_place, bool keep_both, std::uint64_t more, bool one = false);

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
  std::uint64_t bytes() const { return (one_ ? 1 : 2) * shape_.words() * sizeof(std::uint64_t); }

 private:
  void fetch_row(const cuda::Buffer<std::uint64_t>& bitmap, std::uint64_t row, std::span<std::uint64_t> into) const;

  BitmapShape shape_;
  bool keep_both_;
  bool one_;
  RowCounts rows_;
  cuda::Stream stream_;
  cuda::Buffer<std::uint64_t> now_;
  cuda::Buffer<std::uint64_t> next_;
};

/// A vector in the memory of the GPU.
template <class T>
cuda::Buffer<T> uploaded(const std::vector<T>& values) {
  cuda::Buffer<T> buffer(std::max<std::size_t>(1, values.size()));
  if (!values.empty()) WREATH_CUDA(cudaMemcpy(buffer.data(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return buffer;
}

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
#include "orbit/cuda/device_bitmaps.hpp"

#include <bit>
#include <cstring>

#include "core/run/memory.hpp"
#include "core/text/units.hpp"

namespace wreath::orbit {

DeviceBitmaps::DeviceBitmaps(const BitmapShape& shape, bool in_place, bool keep_both, std::uint64_t more, bool one,
                             std::vector<std::uint32_t> slots)
    : shape_(shape),
      keep_both_(keep_both),
      one_(one),
      slots_(std::move(slots)),
      held_rows_(slots_.empty() ? shape.rows : shape.rows - static_cast<std::uint64_t>(std::ranges::count(slots_, kNoSlot))),
      rows_(shape, in_place) {
  std::size_t free = 0;
  std::size_t all = 0;
  WREATH_CUDA(cudaMemGetInfo(&free, &all));
  if (bytes() + more > free) {
    throw MemoryError("the bitmaps need " + format_bytes(bytes() + more) + " on the GPU, which has " + format_bytes(free) +
                      " free");
  }
  for (auto* bitmap : {&now_, &next_}) {
    if (one && bitmap == &next_) continue;
    *bitmap = cuda::Buffer<std::uint64_t>(std::max<std::uint64_t>(1, held_rows_ * shape.row_words));
    WREATH_CUDA(cudaMemsetAsync(bitmap->data(), 0, bitmap->size() * sizeof(std::uint64_t), stream_));
  }
}

void DeviceBitmaps::add_start(std::uint64_t row, std::uint64_t word, std::uint32_t bit) {
  const std::uint64_t bits = std::uint64_t{1} << bit;
  rows_.add_start(row);
  if (!slots_.empty() && slots_[row] == kNoSlot) return;
  WREATH_CUDA(cudaMemcpyAsync(now_.data() + place_of(row) + word, &bits, sizeof bits, cudaMemcpyHostToDevice, stream_));
  stream_.wait();
}

std::uint64_t DeviceBitmaps::finish_level(std::span<const std::uint32_t> new_counts) {
  if (!one_) std::swap(now_, next_);
  return rows_.finish_level(new_counts);
}

void DeviceBitmaps::visit_last_level(FunctionRef<bool(std::uint64_t, std::uint64_t, std::uint32_t)> visit) const {
  std::vector<std::uint64_t> now(shape_.row_words);
  std::vector<std::uint64_t> before(shape_.row_words);
  for (std::uint64_t row = 0; row < shape_.rows; ++row) {
    if (rows_.fresh(row) == 0) continue;
    fetch_row(now_, row, now);
    fetch_row(next_, row, before);
    for (std::uint64_t word = 0; word < shape_.row_words; ++word) {
      for (std::uint64_t bits = now[word] & ~before[word]; bits != 0; bits &= bits - 1) {
        if (!visit(row, word, static_cast<std::uint32_t>(std::countr_zero(bits)))) return;
      }
    }
  }
}

void DeviceBitmaps::save(ByteWriter& into) const {
  std::vector<std::uint64_t> words(shape_.row_words);
  rows_.save(into, keep_both_, [&](unsigned bitmap, std::uint64_t row) -> std::span<const std::uint64_t> {
    fetch_row(bitmap == 0 ? now_ : next_, row, words);
    return words;
  });
}

void DeviceBitmaps::restore(ByteReader& from) {
  const std::size_t bytes = shape_.row_words * sizeof(std::uint64_t);
  std::vector<std::uint64_t> words(shape_.row_words);
  rows_.restore(from, keep_both_,
                [&](unsigned bitmap, std::uint64_t row, RowCounts::Content what, std::span<const std::byte> saved) {
                  std::uint64_t* to = (bitmap == 0 ? now_ : next_).data() + row * shape_.row_words;
                  if (one_ && bitmap == 1) return;
                  if (what == RowCounts::Content::same) {
                    const std::uint64_t* same = now_.data() + row * shape_.row_words;
                    WREATH_CUDA(cudaMemcpyAsync(to, same, bytes, cudaMemcpyDeviceToDevice, stream_));
                    return;
                  }
                  std::ranges::fill(words, what == RowCounts::Content::full ? shape_.full_word() : 0);
                  if (what == RowCounts::Content::bits) std::memcpy(words.data(), saved.data(), bytes);
                  WREATH_CUDA(cudaMemcpyAsync(to, words.data(), bytes, cudaMemcpyHostToDevice, stream_));
                  stream_.wait();
                });
  stream_.wait();
}

void DeviceBitmaps::put_next(std::uint64_t row, std::span<const std::uint64_t> words) {
  WREATH_CUDA(cudaMemcpyAsync(next() + place_of(row), words.data(), words.size_bytes(), cudaMemcpyHostToDevice, stream_));
  stream_.wait();
}

void DeviceBitmaps::fetch_row(const cuda::Buffer<std::uint64_t>& bitmap, std::uint64_t row, std::span<std::uint64_t> into) const {
  WREATH_CUDA(cudaMemcpyAsync(into.data(), bitmap.data() + place_of(row), into.size_bytes(), cudaMemcpyDeviceToHost, stream_));
  stream_.wait();
}

}  // namespace wreath::orbit

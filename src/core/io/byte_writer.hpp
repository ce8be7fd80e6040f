// SPDX-License-Identifier: MIT
//
// The state of a run as bytes, which a ByteReader takes apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace wreath {

/// Appends numbers, and arrays of them after their lengths: collects the bytes, counts them, or hands them on piece by piece, so
/// that a state is written to a file without a copy of it in memory.
class ByteWriter {
 public:
  using Sink = std::function<void(std::span<const std::byte>)>;

  /// Collects.
  ByteWriter() = default;
  /// Hands on; flush() is to be called at the end.
  explicit ByteWriter(Sink sink) : sink_(std::move(sink)) {}
  static ByteWriter counting() {
    ByteWriter writer;
    writer.counts_ = true;
    return writer;
  }

  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(std::as_bytes(std::span(&value, 1)));
  }
  /// An array after its length.
  template <class T>
  void put_all(std::span<const T> values) {
    put(std::uint64_t{values.size()});
    put_items(values);
  }
  /// An array of a length that the reader knows.
  template <class T>
  void put_items(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(std::as_bytes(values));
  }

  bool is_counting() const noexcept { return counts_; }
  /// Counts bytes that need not be made for that.
  void skip(std::uint64_t bytes) { size_ += bytes; }
  std::uint64_t size() const noexcept { return size_; }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  std::vector<std::byte> take() { return std::move(bytes_); }
  void flush() {
    if (sink_ && !bytes_.empty()) sink_(bytes_);
    if (sink_) bytes_.clear();
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 20;

  void append(std::span<const std::byte> piece) {
    size_ += piece.size();
    if (counts_) return;
    if (sink_ && bytes_.size() + piece.size() > kPiece) flush();
    if (sink_ && piece.size() > kPiece) return sink_(piece);
    bytes_.insert(bytes_.end(), piece.begin(), piece.end());
  }

  Sink sink_;
  bool counts_ = false;
  std::uint64_t size_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace wreath

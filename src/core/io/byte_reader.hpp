// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "wreath/run.hpp"

namespace wreath {

/// Takes things off the front of a file's bytes, which may end anywhere: "FILE: the checkpoint is cut short". What a ByteWriter
/// put is taken by value() and array().
class ByteReader {
 public:
  ByteReader() = default;
  /// `what` is what the file is, for messages; an empty path is left out of them.
  explicit ByteReader(std::span<const std::byte> bytes, std::string path = "", std::string_view what = "checkpoint")
      : rest_(bytes), path_(std::move(path)), what_(what) {}

  [[noreturn]] void fail(const std::string& problem) const { throw InputError(path_.empty() ? problem : path_ + ": " + problem); }
  std::span<const std::byte> take(std::uint64_t length) {
    if (length > rest_.size()) fail_short();
    const auto piece = rest_.first(length);
    rest_ = rest_.subspan(length);
    return piece;
  }
  template <class T>
  T value() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::uint64_t number() { return value<std::uint64_t>(); }

  /// The bytes of an array of T, which need not be aligned.
  template <class T>
  std::span<const std::byte> array() {
    const std::uint64_t count = number();
    if (count > rest_.size() / sizeof(T)) fail_short();
    return take(count * sizeof(T));
  }
  /// An array of characters.
  std::string_view text() {
    const std::span<const std::byte> bytes = array<char>();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  /// An array of T, into anything that is resized like a vector.
  template <class T, class Array>
  void array_into(Array& array) {
    const std::span<const std::byte> bytes = this->array<T>();
    array.resize(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(array.data(), bytes.data(), bytes.size());
  }
  /// An array of exactly as many values as there is room for.
  template <class T>
  void array_exactly(std::span<T> values) {
    const std::span<const std::byte> bytes = this->array<T>();
    if (bytes.size() != values.size_bytes()) fail("the " + std::string(what_) + " does not fit: an array has another length");
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  }

  const std::string& path() const noexcept { return path_; }
  std::size_t left() const { return rest_.size(); }
  bool at_end() const { return rest_.empty(); }

 private:
  [[noreturn]] void fail_short() const { fail("the " + std::string(what_) + " is cut short"); }

  std::span<const std::byte> rest_;
  std::string path_;
  std::string_view what_ = "checkpoint";
};

}  // namespace wreath

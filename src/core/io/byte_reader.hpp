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

/// Takes things off the front of a file's bytes, which may end anywhere: "FILE: the checkpoint is cut short".
class ByteReader {
 public:
  /// `what` is what the file is, for messages. The path must live as long as the reader.
  ByteReader(std::span<const std::byte> bytes, const std::string& path, std::string_view what)
      : rest_(bytes), path_(path), what_(what) {}

  [[noreturn]] void fail(const std::string& problem) const { throw InputError(path_ + ": " + problem); }
  std::span<const std::byte> take(std::uint64_t length) {
    if (length > rest_.size()) fail("the " + std::string(what_) + " is cut short");
    const auto piece = rest_.first(length);
    rest_ = rest_.subspan(length);
    return piece;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::size_t left() const { return rest_.size(); }
  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
  const std::string& path_;
  std::string_view what_;
};

}  // namespace wreath

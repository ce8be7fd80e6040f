// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace wreath {

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
class Sha256 {
 public:
  void add(std::span<const std::byte> bytes);
  /// The digest of all that was added, as 64 hexadecimal digits. It ends the computation.
  std::string finish();

 private:
  static constexpr std::size_t kBlock = 64;

  void take(const std::byte* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, kBlock> rest_ = {};  // what no block was made of yet
  std::uint64_t size_ = 0;
};

}  // namespace wreath

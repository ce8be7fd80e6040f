// SPDX-License-Identifier: MIT
#include "core/proof/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace wreath {

namespace {

constexpr std::array<std::uint32_t, 64> kConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void Sha256::take(const std::byte* block) {
  std::array<std::uint32_t, 64> words;
  for (std::size_t i = 0; i < 16; ++i) {
    const auto byte = [&](std::size_t j) { return std::to_integer<std::uint32_t>(block[4 * i + j]); };
    words[i] = byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t early = words[i - 15], late = words[i - 2];
    words[i] = words[i - 16] + (std::rotr(early, 7) ^ std::rotr(early, 18) ^ (early >> 3)) + words[i - 7] +
               (std::rotr(late, 17) ^ std::rotr(late, 19) ^ (late >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kConstants[i] + words[i];
    const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  const std::array<std::uint32_t, 8> after = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += after[i];
}

void Sha256::add(std::span<const std::byte> bytes) {
  const std::size_t held = size_ % kBlock;
  size_ += bytes.size();
  if (held > 0) {
    const auto piece = bytes.first(std::min(bytes.size(), kBlock - held));
    std::copy(piece.begin(), piece.end(), rest_.begin() + static_cast<std::ptrdiff_t>(held));
    if (held + piece.size() < kBlock) return;
    take(rest_.data());
    bytes = bytes.subspan(piece.size());
  }
  for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) take(bytes.data());
  std::copy(bytes.begin(), bytes.end(), rest_.begin());
}

std::string Sha256::finish() {
  const std::uint64_t bits = size_ * 8;
  // A one, zeros up to the last 8 bytes of a block, and the number of bits.
  std::array<std::byte, kBlock + 8> end = {std::byte{0x80}};
  const std::size_t zeros = (2 * kBlock - 9 - size_ % kBlock) % kBlock;
  for (std::size_t i = 0; i < 8; ++i) end[1 + zeros + i] = static_cast<std::byte>(bits >> (56 - 8 * i));
  add(std::span(end).first(1 + zeros + 8));

  std::string digits;
  for (const std::uint32_t word : state_)
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 15];
  return digits;
}

}  // namespace wreath

// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <span>

#include "core/data/hash.hpp"

namespace wreath::closure {

/// Fingerprint of a row of points: one multiplication for 8 bytes; in long rows four lanes of them, so that they overlap.
template <class P>
std::uint64_t hash_row(std::span<const P> row) {
  constexpr std::uint64_t kMultiplier = 0x9FB21C651E98DF25U;
  const auto add = [](std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) * kMultiplier;
    return state ^ state >> 29;
  };
  const auto* bytes = reinterpret_cast<const std::byte*>(row.data());
  const std::size_t size = row.size_bytes();
  std::uint64_t state = size + 0x243F6A8885A308D3U;
  std::size_t at = 0;
  if (size >= 128) {
    std::uint64_t lanes[4] = {1, 2, 3, 4};
    for (; at + 32 <= size; at += 32) {
      std::uint64_t words[4];
      std::memcpy(words, bytes + at, 32);
      for (std::size_t lane = 0; lane < 4; ++lane) lanes[lane] = add(lanes[lane], words[lane]);
    }
    for (const std::uint64_t lane : lanes) state = add(state, mix64(lane));
  }
  for (; at + 8 <= size; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, 8);
    state = add(state, word);
  }
  std::uint64_t tail = 0;
  if (size >= 8) {
    std::memcpy(&tail, bytes + size - 8, 8);  // some of it for the second time
  } else {
    for (unsigned shift = 0; at < size; ++at, shift += 8) tail |= std::to_integer<std::uint64_t>(bytes[at]) << shift;
  }
  return mix64(add(state, tail));
}

/// Short rows, inline: eight bytes at a time, the last of them for the second time.
template <class P>
bool same_row(std::span<const P> x, std::span<const P> y) {
  const std::size_t size = x.size_bytes();
  if (x.size() != y.size()) return false;
  if (size < 8 || size > 64) return std::memcmp(x.data(), y.data(), size) == 0;
  const auto* a = reinterpret_cast<const std::byte*>(x.data());
  const auto* b = reinterpret_cast<const std::byte*>(y.data());
  const auto differ = [&](std::size_t at) {
    std::uint64_t v = 0;
    std::uint64_t w = 0;
    std::memcpy(&v, a + at, 8);
    std::memcpy(&w, b + at, 8);
    return v ^ w;
  };
  std::uint64_t different = differ(size - 8);
  for (std::size_t at = 0; at + 8 < size; at += 8) different |= differ(at);
  return different == 0;
}

}  // namespace wreath::closure

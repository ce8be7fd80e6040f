// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <span>

#include "core/data/hash.hpp"

namespace wreath::semigroup {

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
  for (unsigned shift = 0; at < size; ++at, shift += 8) tail |= std::to_integer<std::uint64_t>(bytes[at]) << shift;
  return mix64(add(state, tail));
}

template <class P>
bool same_row(std::span<const P> x, std::span<const P> y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Rows as the host makes them: which representation, and the bytes of generators, keys and rows in it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "core/data/rng.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

inline unsigned bits_per_point(std::uint64_t degree) {
  return std::max(1U, static_cast<unsigned>(std::bit_width(degree - 1)));
}

/// Bytes of a row as PackedRows keep it.
inline std::vector<std::byte> pack_row(std::span<const Point> row, unsigned bits) {
  std::uint64_t word = 0;
  for (std::size_t c = 0; c < row.size(); ++c) word |= std::uint64_t{row[c]} << (c * bits);
  std::vector<std::byte> bytes(sizeof word);
  std::memcpy(bytes.data(), &word, sizeof word);
  return bytes;
}

/// Bytes of a row as PlainRows<P> keep it: up to a multiple of 16, the first point's image again.
template <class P>
std::vector<std::byte> plain_row(std::span<const Point> row) {
  constexpr std::size_t kPoints = 16 / sizeof(P);
  std::vector<P> points(row.begin(), row.end());
  points.resize((row.size() + kPoints - 1) / kPoints * kPoints, points.front());
  std::vector<std::byte> bytes(points.size() * sizeof(P));
  std::memcpy(bytes.data(), points.data(), bytes.size());
  return bytes;
}

/// The generators one after another, each padded to a multiple of 16 bytes.
template <class Entry>
std::vector<Entry> padded_generators(const Generators& generators) {
  constexpr std::size_t kEntries = 16 / sizeof(Entry);
  const std::size_t size = (generators.degree + kEntries - 1) / kEntries * kEntries;
  std::vector<Entry> padded(size * generators.count());
  for (std::size_t g = 0; g < generators.count(); ++g) {
    const auto row = generators.row(g);
    std::copy(row.begin(), row.end(), padded.begin() + static_cast<std::ptrdiff_t>(g * size));
  }
  return padded;
}

inline std::vector<std::uint32_t> fingerprint_keys(std::size_t count) {
  RandomStream random(0x77726561, 0);
  std::vector<std::uint32_t> keys(count);
  for (std::uint32_t& key : keys) key = random.next();
  return keys;
}

}  // namespace wreath::semigroup

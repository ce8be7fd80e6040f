// SPDX-License-Identifier: MIT
#include "orbit/cpu/cell_kernels.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

namespace wreath::orbit {

namespace {

std::uint64_t rotated(std::uint64_t cell, unsigned shift) {
  return ((cell << shift) | (cell >> (kCellBits - shift))) & kFullCell;
}

std::uint64_t looked_up(std::uint64_t cell, const std::uint64_t* table) {
  std::uint64_t moved = table[cell & 255];
  for (unsigned byte = 1; byte < 8; ++byte) moved |= table[byte * 256 + (cell >> (8 * byte) & 255)];
  return moved;
}

std::uint64_t moved(std::uint64_t cell, const CellSource& source, unsigned parity) {
  if (source.kind[parity] == InnerMove::Kind::copy) return cell;
  if (source.kind[parity] == InnerMove::Kind::rotate) return rotated(cell, source.shift[parity]);
  return looked_up(cell, source.table[parity]);
}

// With many sources, one after the other: the row of a source and the one that is made stay in the cache, where one cell after
// the other would read all these rows at random. Cells that are full are left out.
constexpr std::size_t kManySources = 24;
constexpr std::size_t kBetweenLooks = 16;   // sources, before full cells are looked for again
constexpr std::size_t kCellsAtOnce = 4096;  // otherwise: for which a stop is looked for together
constexpr std::uint64_t kReadSteps = 4;     // of a StopCheck, for a read of a source

template <class IsFull, class Add>
void add_by_source(std::span<const CellSource> sources, std::size_t cells, StopCheck check, const IsFull& is_full,
                   const Add& add) {
  std::vector<std::uint32_t> left(cells);
  std::iota(left.begin(), left.end(), 0U);
  for (std::size_t s = 0; s < sources.size() && !left.empty(); ++s) {
    check.spend(kReadSteps * left.size());
    if (s % kBetweenLooks == 0) std::erase_if(left, is_full);
    const CellSource source = sources[s];
    for (const std::uint32_t q : left) add(source, q);
  }
}

std::uint64_t count_bits(const std::uint64_t* words, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits += static_cast<std::uint64_t>(std::popcount(words[i]));
  return bits;
}

}  // namespace

std::uint64_t pull_plane(const std::uint64_t* own, std::uint64_t* out, std::span<const CellSource> sources,
                         std::span<const std::uint8_t> parities, unsigned flip, StopCheck check) {
  if (sources.size() >= kManySources) {
    if (own != out) std::copy_n(own, parities.size(), out);
    add_by_source(
        sources, parities.size(), check, [&](std::uint32_t q) { return out[q] == kFullCell; },
        [&](const CellSource& source, std::uint32_t q) {
          const std::uint64_t from = source.cells[source.outer != nullptr ? source.outer[q] : q];
          if (from != 0) out[q] |= moved(from, source, parities[q] ^ flip);
        });
    return count_bits(out, parities.size());
  }
  std::uint64_t count = 0;
  for (std::size_t q = 0; q < parities.size(); ++q) {
    if (q % kCellsAtOnce == 0) check.spend(kReadSteps * kCellsAtOnce * (1 + sources.size()));
    std::uint64_t cell = own[q];
    if (cell != kFullCell) {
      const unsigned parity = parities[q] ^ flip;
      for (const CellSource& source : sources) {
        const std::uint64_t from = source.cells[source.outer != nullptr ? source.outer[q] : q];
        if (from != 0) cell |= moved(from, source, parity);
      }
    }
    out[q] = cell;
    count += static_cast<std::uint64_t>(std::popcount(cell));
  }
  return count;
}

std::uint64_t pull_pairs(const std::uint64_t* own, std::uint64_t* out, std::span<const CellSource> sources, std::uint64_t cells,
                         StopCheck check) {
  if (sources.size() >= kManySources) {
    if (own != out) std::copy_n(own, 2 * cells, out);
    add_by_source(
        sources, cells, check, [&](std::uint32_t q) { return (out[2 * q] & out[2 * q + 1]) == kFullCell; },
        [&](const CellSource& source, std::uint32_t q) {
          const std::uint64_t* from = source.cells + 2 * (source.outer != nullptr ? source.outer[q] : q);
          const std::uint64_t to_even = from[source.swaps ? 1 : 0];
          const std::uint64_t to_odd = from[source.swaps ? 0 : 1];
          if (to_even != 0) out[2 * q] |= moved(to_even, source, 0);
          if (to_odd != 0) out[2 * q + 1] |= moved(to_odd, source, 1);
        });
    return count_bits(out, 2 * cells);
  }
  std::uint64_t count = 0;
  for (std::size_t q = 0; q < cells; ++q) {
    if (q % kCellsAtOnce == 0) check.spend(kReadSteps * kCellsAtOnce * (1 + sources.size()));
    std::uint64_t even = own[2 * q];
    std::uint64_t odd = own[2 * q + 1];
    if ((even & odd) != kFullCell) {
      for (const CellSource& source : sources) {
        const std::uint64_t* from = source.cells + 2 * (source.outer != nullptr ? source.outer[q] : q);
        const std::uint64_t to_even = from[source.swaps ? 1 : 0];
        const std::uint64_t to_odd = from[source.swaps ? 0 : 1];
        if (to_even != 0) even |= moved(to_even, source, 0);
        if (to_odd != 0) odd |= moved(to_odd, source, 1);
      }
    }
    out[2 * q] = even;
    out[2 * q + 1] = odd;
    count += static_cast<std::uint64_t>(std::popcount(even) + std::popcount(odd));
  }
  return count;
}

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
#include "orbit/cpu/cell_kernels.hpp"
#include "orbit/tuning.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

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

constexpr std::size_t kCellsAtOnce = 4096;  // otherwise: for which a stop is looked for together
constexpr std::uint64_t kReadSteps = 4;     // of a StopCheck, for a read of a source

/// A cell is a word, or a pair of them.
template <bool Pairs>
bool is_full(const std::uint64_t* cell) {
  return (Pairs ? cell[0] & cell[1] : cell[0]) == kFullCell;
}

template <bool Pairs>
void add_bits(std::uint64_t* cell, std::size_t q, const CellSource& source, unsigned parity) {
  const std::size_t at = source.outer != nullptr ? source.outer[q] : q;
  if constexpr (Pairs) {
    const std::uint64_t to_even = source.cells[2 * at + (source.swaps ? 1 : 0)];
    const std::uint64_t to_odd = source.cells[2 * at + (source.swaps ? 0 : 1)];
    if (to_even != 0) cell[0] |= moved(to_even, source, 0);
    if (to_odd != 0) cell[1] |= moved(to_odd, source, 1);
  } else {
    const std::uint64_t from = source.cells[at];
    if (from != 0) cell[0] |= moved(from, source, parity);
  }
}

/// parity_of(q): that of the inner orders of a cell, if it is one word.
template <bool Pairs, class ParityOf>
std::uint64_t pull(const std::uint64_t* own, std::uint64_t* out, std::span<const CellSource> sources, std::size_t cells,
                   const ParityOf& parity_of, StopCheck check) {
  constexpr std::size_t kWords = Pairs ? 2 : 1;
  std::uint64_t count = 0;
  if (sources.size() >= tuning::kManySources) {
    if (own != out) std::copy_n(own, kWords * cells, out);
    std::vector<std::uint32_t> left(cells);
    std::iota(left.begin(), left.end(), 0U);
    for (std::size_t s = 0; s < sources.size() && !left.empty(); ++s) {
      check.spend(kReadSteps * left.size());
      if (s % tuning::kBetweenLooks == 0) std::erase_if(left, [&](std::uint32_t q) { return is_full<Pairs>(out + kWords * q); });
      const CellSource source = sources[s];
      for (const std::uint32_t q : left) add_bits<Pairs>(out + kWords * q, q, source, parity_of(q));
    }
    for (std::size_t i = 0; i < kWords * cells; ++i) count += static_cast<std::uint64_t>(std::popcount(out[i]));
    return count;
  }
  for (std::size_t q = 0; q < cells; ++q) {
    if (q % kCellsAtOnce == 0) check.spend(kReadSteps * kCellsAtOnce * (1 + sources.size()));
    std::uint64_t cell[kWords];
    std::copy_n(own + kWords * q, kWords, cell);
    if (!is_full<Pairs>(cell)) {
      const unsigned parity = parity_of(q);
      for (const CellSource& source : sources) add_bits<Pairs>(cell, q, source, parity);
    }
    std::copy_n(cell, kWords, out + kWords * q);
    for (const std::uint64_t word : cell) count += static_cast<std::uint64_t>(std::popcount(word));
  }
  return count;
}

}  // namespace

std::uint64_t pull_plane(const std::uint64_t* own, std::uint64_t* out, std::span<const CellSource> sources,
                         std::span<const std::uint8_t> parities, unsigned flip, StopCheck check) {
  return pull<false>(
      own, out, sources, parities.size(), [&](std::size_t q) { return parities[q] ^ flip; }, check);
}

std::uint64_t pull_pairs(const std::uint64_t* own, std::uint64_t* out, std::span<const CellSource> sources, std::uint64_t cells,
                         StopCheck check) {
  return pull<true>(
      own, out, sources, cells, [](std::size_t) { return 0U; }, check);
}

}  // namespace wreath::orbit

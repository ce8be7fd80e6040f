// SPDX-License-Identifier: MIT
#include "core/arrays/ram/chains.hpp"

#include <algorithm>

namespace wreath::arrays {

unsigned effective_block_bits(const RamPlan& plan, std::size_t n_target) {
  unsigned bits = std::clamp(plan.block_bits, kMinBlockBits, kMaxBlockBits);
  while ((n_target >> bits) >= std::size_t{1} << 22) ++bits;
  return bits;
}

Chains::Chains(const RamPlan& plan, std::size_t n_source, std::size_t n_target, std::size_t narrowest)
    : block_bits(effective_block_bits(plan, n_target)),
      chunk_bits(std::clamp(plan.chunk_bits, kMinChunkBits, kMaxChunkBits)),
      source(n_source),
      stagger_(kLine / std::min(narrowest, kLine)) {
  buckets = (n_target >> block_bits) + 1;
  while (chunk_bits > kMinChunkBits && (buckets << chunk_bits) > kMaxSegment / 2) --chunk_bits;
  const std::size_t wanted = std::max<std::size_t>(plan.threads, (n_source + kMaxSegment - 1) / kMaxSegment);
  segment_size = std::max<std::size_t>(((n_source + wanted - 1) / wanted + 63) / 64 * 64, 64);
  segments = (n_source + segment_size - 1) / segment_size;
  reserve_for(segment_size);
}

bool is_skewed(const Chains& chains, const std::uint32_t* next, const std::uint32_t* position, unsigned threads) {
  const unsigned bits = chains.chunk_bits;
  std::size_t heaviest = 0, all = 0;  // in chunks
  for (std::size_t b = 0; threads > 1 && b < chains.buckets; ++b) {
    std::size_t here = 0;
    for (std::size_t s = 0; s < chains.segments; ++s) {
      const std::uint32_t last = position[s * chains.buckets + b] >> bits;
      for (std::uint32_t chunk = chains.first(b) >> bits; chunk != last; chunk = next[s * chains.chunks + chunk]) ++here;
    }
    heaviest = std::max(heaviest, here);
    all += here;
  }
  return heaviest * threads > all / 2 + std::size_t{threads} * 4;
}

}  // namespace wreath::arrays

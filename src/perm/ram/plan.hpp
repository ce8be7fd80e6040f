// SPDX-License-Identifier: MIT
//
// How to partition: the size of a block, of a chunk, and whether to partition at all.
//
// Two quantities pull in opposite directions. A thread keeps one open stream per block while it partitions and while it
// combines, so few blocks are good: up to one line of first-level cache each costs nothing, up to L2/512 of them cost
// little, and beyond that every access leaves the second-level cache (8192 streams on a 1 MB L2 run at a third of the speed
// of 2048). The middle phase reads or writes one block at random, so small blocks are good: up to half of L2 is free, L2
// itself costs 40% of that phase, four times L2 doubles it. Hence
//
//   block_bits = max(bits for L2/512 streams, min(bits for L1/64 streams, bits for a block of L2/2)).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "core/run/machine.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

/// Cache sizes in bytes; l1 and l2 of one core, l3 of the socket.
struct Caches {
  std::size_t l1 = 64U << 10;
  std::size_t l2 = 1U << 20;
  std::size_t l3 = 32U << 20;
};

/// Those of this machine; the defaults above where it does not tell.
inline Caches this_machines_caches() {
  const Machine& machine = this_machine();
  Caches caches;
  if (const std::size_t bytes = machine.cache_bytes(1)) caches.l1 = bytes;
  if (const std::size_t bytes = machine.cache_bytes(2)) caches.l2 = bytes;
  if (const std::size_t bytes = machine.cache_bytes(3)) caches.l3 = bytes;
  return caches;
}

struct Plan {
  bool partition = true;     // false: the traditional loop is expected to be faster
  unsigned block_bits = 16;  // a block holds 2^block_bits elements of the target; 6..24
  unsigned chunk_bits = 12;  // buckets grow by 2^chunk_bits elements; 6..16
  unsigned threads = 1;
  bool write_combine = false;  // partition through a line buffer per bucket, written past the cache
};

inline constexpr unsigned kMinBlockBits = 6, kMaxBlockBits = 24;
inline constexpr unsigned kMinChunkBits = 6, kMaxChunkBits = 16;
inline constexpr std::size_t kMaxSegment = std::size_t{1} << 30;  // elements of x that share 32-bit positions

/// A plan for x of n_source points into n_target points, with values of value_size bytes.
inline Plan default_plan(Operation operation, std::size_t n_source, std::size_t n_target, std::size_t value_size,
                         unsigned threads, const Caches& caches = this_machines_caches()) {
  const auto bits_for_streams = [&](std::size_t streams) {
    return static_cast<unsigned>(std::bit_width((std::max<std::size_t>(n_target, 1) - 1) / streams));
  };
  const auto bits_for_block = [&](std::size_t bytes) { return static_cast<unsigned>(std::bit_width(bytes / value_size) - 1); };
  Plan plan;
  plan.threads = std::max(threads, 1u);
  plan.block_bits =
      std::max(bits_for_streams(caches.l2 / 512), std::min(bits_for_streams(caches.l1 / 64), bits_for_block(caches.l2 / 2)));
  plan.block_bits = std::clamp(plan.block_bits, 12u, kMaxBlockBits);

  // Unfilled chunks may take an eighth of the scratch space.
  const std::size_t buckets = (n_target >> plan.block_bits) + 1;
  const std::size_t share = n_source / (16 * buckets * plan.threads);
  plan.chunk_bits = std::clamp<unsigned>(std::bit_width(share), kMinChunkBits, 12);

  // Measured (docs/perm.md): an Arm core, which retires scattered stores in any order, gains as soon as the array that is
  // accessed at random outgrows the last-level cache, and loses by combining writes; an x86 core keeps stores in order, needs
  // full lines written past the cache, and gains only where the plain loop nearly always misses.
#if defined(__x86_64__)
  plan.write_combine = true;
  const double outgrown = operation == Operation::multiply ? 8 : 1.5;
#else
  const double outgrown = operation == Operation::multiply ? 0.67 : 0.5;
#endif
  const auto random_bytes = static_cast<double>(n_target * value_size);
  plan.partition = n_source >= (1U << 20) && random_bytes > outgrown * static_cast<double>(caches.l3);
  return plan;
}

}  // namespace wreath::perm

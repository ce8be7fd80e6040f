// SPDX-License-Identifier: MIT
//
// With what block size values are moved in memory, and whether by the loop or by a partition.
//
// Two quantities pull in opposite directions. A thread keeps one open stream per block while it partitions and while it
// combines, so few blocks are good: up to one line of first-level cache each costs nothing, up to L2/512 of them cost
// little, and beyond that every access leaves the second-level cache (8192 streams on a 1 MB L2 run at a third of the speed
// of 2048). The middle phase reads or writes one block at random, so small blocks are good: up to half of L2 is free, L2
// itself costs 40% of that phase, four times L2 doubles it. Hence
//
//   block_bits = max(bits for L2/512 streams, min(bits for L1/64 streams, bits for a block of L2/2)).
//
// On x86 an inverse or a quotient has twice as many streams and blocks half as large: its last phase stores at random, which
// there takes twice as long in half of L2 as in a quarter, while streams cost nearly the same up to L2/256
// (docs/measured/perm.md).
//
// Loop or partition. Arrays that the last-level cache holds are for the loop. Where a gather outgrows it by far, the loop waits
// for memory and the partition for the cores, and which is faster differs from one machine to the next, and from day to day if
// others use it too. So a gather of that size is decided when it is made, by timing both ways on a few of its points
// (gather.cpp).
#include <algorithm>
#include <bit>

#include "core/arrays/ram/move.hpp"
#include "core/run/machine.hpp"

namespace wreath::arrays {

namespace {

/// Past this multiple of the last-level cache a gather times both ways: below, a sample would find the cache emptier than the
/// loop does.
constexpr double kTimedFrom = 2;
constexpr std::size_t kLeastSample = std::size_t{1} << 17;
constexpr std::size_t kGoodSample = std::size_t{1} << 20;

/// How many of the points are timed: of 512 one, or two where that would be few. It costs a hundredth of the gather at most.
std::size_t sample_of(std::size_t source) {
  return std::clamp(kGoodSample, source >> 9, source >> 8);
}

}  // namespace

bool is_worth_a_pass(std::uint64_t source, std::uint64_t target) {
  return source >= (1U << 20) && source >= target / 8;
}

unsigned chunk_bits_for(std::size_t source, std::size_t buckets, unsigned threads) {
  return std::clamp<unsigned>(std::bit_width(source / (16 * buckets * threads)), kMinChunkBits, 12);
}

Caches this_machines_caches() {
  const Hardware& machine = this_machine();
  Caches caches;
  if (const std::size_t bytes = machine.cache_bytes(1)) caches.l1 = bytes;
  if (const std::size_t bytes = machine.cache_bytes(2)) caches.l2 = bytes;
  if (const std::size_t bytes = machine.cache_bytes(3)) caches.l3 = bytes;
  return caches;
}

RamPlan default_plan(Move move, std::size_t source, std::size_t target, std::size_t value_bytes, unsigned threads,
                     const Caches& caches) {
  const auto bits_for_streams = [&](std::size_t streams) {
    return static_cast<unsigned>(std::bit_width((std::max<std::size_t>(target, 1) - 1) / streams));
  };
  const auto bits_for_block = [&](std::size_t bytes) { return static_cast<unsigned>(std::bit_width(bytes / value_bytes) - 1); };
  RamPlan plan;
  plan.threads = std::max(threads, 1u);
#if defined(__x86_64__)
  const std::size_t finer = move == Move::gather ? 1 : 2;
#else
  const std::size_t finer = 1;
#endif
  plan.block_bits = std::max(bits_for_streams(caches.l2 / 512 * finer),
                             std::min(bits_for_streams(caches.l1 / 64), bits_for_block(caches.l2 / 2 / finer)));
  plan.block_bits = std::clamp(plan.block_bits, 12u, kMaxBlockBits);
  plan.chunk_bits = chunk_bits_for(source, (target >> plan.block_bits) + 1, plan.threads);

  // Measured (docs/measured/perm.md): an Arm core, which retires scattered stores in any order, gains as soon as the array that
  // is accessed at random outgrows the last-level cache, and loses by combining writes; an x86 core keeps stores in order, needs
  // full lines written past the cache, and in products gains only where the plain loop nearly always misses.
#if defined(__x86_64__)
  plan.write_combine = true;
  const double outgrown = move == Move::gather ? 8 : move == Move::invert ? 0.8 : 0.4;
#else
  const double outgrown = move == Move::gather ? 0.67 : 0.5;
#endif
  const auto random_bytes = static_cast<double>(target * value_bytes);
  const auto cache = static_cast<double>(caches.l3);
  plan.partition = is_worth_a_pass(source, target) && random_bytes > outgrown * cache;
  const std::size_t sample = sample_of(source);
  if (move == Move::gather && is_worth_a_pass(source, target) && sample >= kLeastSample && random_bytes > kTimedFrom * cache)
    plan.sample = sample;
  return plan;
}

}  // namespace wreath::arrays

// SPDX-License-Identifier: MIT
//
// What the phases of a run on disk keep in memory under a plan. The phases allocate by these functions, and the planner adds
// them up.
#pragma once

#include "perm/gpu.hpp"
#include "perm/plan/plan.hpp"

namespace wreath::perm::disk {

/// Chunks under way while buckets are permuted.
inline std::size_t permute_chunks(const DiskPlan& plan) {
  return 16 + std::size_t{8} * plan.threads;
}
/// Chunks in memory at once while buckets whose order matters are filled or emptied, at most.
inline std::size_t open_chunks(const DiskPlan& plan, std::size_t buckets) {
  return 2 * buckets + (plan.ahead + 1) * (plan.slice_points / plan.chunk_words + 1);
}
/// Chunks in memory while `buckets` buckets whose order does not matter are filled.
constexpr std::size_t throw_chunks(std::size_t buckets) {
  return buckets + 64;
}
/// A bucket of a permutation's chunks never takes more: two words for each point, and an unfilled run of each thread.
std::size_t most_chunks(const DiskPlan& plan, unsigned word_bytes);
/// Chunks in memory while buckets are scattered: as many as one bucket may have at most, and as many as a few have in general.
std::size_t scatter_chunks(const DiskPlan& plan, unsigned word_bytes);

/// Bytes of throw_into_buckets and of scatter_buckets (scatter.cpp).
std::uint64_t throw_memory(const Task& task, const DiskPlan& plan);
std::uint64_t scatter_memory(const DiskPlan& plan, unsigned value_bytes, unsigned word_bytes);
/// Bytes of multiply_resident and scatter_resident (resident.cpp).
std::uint64_t resident_memory(const Task& task, const DiskPlan& plan);
/// The array of multiply_on_device and scatter_on_device (resident.cpp); points are below `limit`.
DeviceArray::Shape device_shape(const Task& task, const DiskPlan& plan, std::uint64_t limit);

/// Of follow_cycles (cycles.cpp): bytes in memory, and on disk beside the values. It reads this many points of x at a time, and
/// as many slices ahead.
std::uint64_t cycles_memory(const Task& task, const DiskPlan& plan);
std::uint64_t cycle_scratch(const Task& task);
inline constexpr std::size_t kCycleSlice = std::size_t{1} << 18;
inline constexpr unsigned kCycleAhead = 4;

}  // namespace wreath::perm::disk

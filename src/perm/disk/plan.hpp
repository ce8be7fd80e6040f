// SPDX-License-Identifier: MIT
//
// How a permutation is cut to be worked on within so much memory.
//
// The points of y (or z) are cut into blocks of 2^block_bits; each has a bucket. While the buckets are filled or emptied, each
// keeps one chunk in memory and may have a second on its way; so many blocks mean much memory, or small chunks, which disks do
// not like. While the buckets are permuted, two blocks are in memory, one worked on and one under way. In between lies a wide
// range, in which small blocks are better: their accesses stay in the caches. Hence the smallest block that is worth it, the
// largest chunk up to 256 KiB; then larger blocks, then smaller chunks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wreath::perm {

/// What is to be done, in bytes: of a point of x, of a value of y (or z), and of what is put into a bucket for each point.
struct DiskTask {
  enum class Kind { gather, scatter } kind = Kind::gather;
  std::uint64_t source = 0;  // points of x
  std::uint64_t target = 0;  // points of y or z
  unsigned point_bytes = 4;
  unsigned value_bytes = 4;
  unsigned word_bytes = 4;
  unsigned threads = 1;
};

struct DiskPlan {
  unsigned block_bits = 22;
  std::size_t chunk_words = std::size_t{1} << 16;   // a multiple of kDiskBlock
  std::size_t slice_points = std::size_t{1} << 20;  // a multiple of kDiskBlock
  unsigned ahead = 4;                               // slices read before they are needed, and written after
  unsigned threads = 1;

  std::uint64_t block() const { return std::uint64_t{1} << block_bits; }
  std::size_t buckets(std::uint64_t target) const { return (target >> block_bits) + 1; }
};

/// What a plan of bytes does not see: arrays take whole huge pages, threads stacks, and lists of chunks some bytes for each.
inline constexpr std::uint64_t kArrays = std::uint64_t{12} << 20;

/// Chunks under way while buckets are permuted.
inline std::size_t permute_chunks(const DiskPlan& plan) {
  return std::size_t{16} + 8 * plan.threads;
}

/// Chunks in memory at once while buckets whose order matters are filled or emptied, at most.
inline std::size_t open_chunks(const DiskPlan& plan, std::size_t buckets) {
  return 2 * buckets + (plan.ahead + 1) * (plan.slice_points / plan.chunk_words + 1);
}

/// The most memory that any phase takes under this plan: of a product, or of what is scattered.
std::uint64_t plan_memory(const DiskTask& task, const DiskPlan& plan);

/// The plan for so much memory. Throws ResourceError that says how much it takes at least.
DiskPlan make_disk_plan(const DiskTask& task, std::uint64_t memory);

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
#include "perm/disk/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/io/slices.hpp"
#include "core/run/option.hpp"
#include "core/run/units.hpp"
#include "perm/disk/runs.hpp"
#include "perm/disk/scatter.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kBestChunk = std::size_t{1} << 18;  // bytes: as fast as any larger one on solid-state disks
// Bytes of a block: of y, which all threads share, and of z, of which each thread has one. Smaller ones gain little and cost
// chunks.
constexpr std::size_t kBestGather = std::size_t{1} << 23;
constexpr std::size_t kBestScatter = std::size_t{1} << 22;
constexpr unsigned kMinDiskBlockBits = 12;
constexpr unsigned kMaxDiskBlockBits = 31;

std::uint64_t gather_memory(const DiskTask& task, const DiskPlan& plan) {
  const std::uint64_t slices = SliceReader::memory_for(plan.slice_points * task.point_bytes, plan.ahead, plan.ahead + 1) +
                               SliceWriter::memory_for(plan.slice_points * task.value_bytes, plan.ahead);
  const std::uint64_t widest = std::max(task.value_bytes, task.word_bytes);
  const std::uint64_t streaming = slices + open_chunks(plan, plan.buckets(task.target)) * plan.chunk_words * widest;
  const std::uint64_t permuting = 2 * ReadBuffer::memory_for(plan.block() * task.value_bytes) +
                                  permute_chunks(plan) * plan.chunk_words * (task.word_bytes + task.value_bytes);
  return std::max(streaming, permuting) + plan.buckets(task.target) * plan.threads * (plan.ahead + 3) * 32;
}

std::uint64_t all_scatter_memory(const DiskTask& task, const DiskPlan& plan) {
  const std::size_t buckets = plan.buckets(task.target);
  const std::uint64_t runs = buckets * plan.threads * (disk::kRunBytes + 32);
  const std::uint64_t chunk = plan.chunk_words * 4;
  const std::uint64_t throwing = SliceReader::memory_for(plan.slice_points * task.point_bytes, plan.ahead) +
                                 SliceReader::memory_for(plan.slice_points * task.value_bytes, plan.ahead) +
                                 disk::throw_chunks(buckets) * chunk + runs;
  return std::max(throwing, disk::scatter_memory(plan, task.value_bytes, task.word_bytes));
}

}  // namespace

std::uint64_t plan_memory(const DiskTask& task, const DiskPlan& plan) {
  return kArrays + (task.kind == DiskTask::Kind::gather ? gather_memory(task, plan) : all_scatter_memory(task, plan));
}

DiskPlan make_disk_plan(const DiskTask& task, std::uint64_t memory) {
  DiskPlan plan;
  plan.threads = task.threads;
  plan.slice_points = std::clamp<std::size_t>(std::bit_floor(memory / 64 / task.point_bytes), kDiskBlock, std::size_t{1} << 22);
  const std::size_t best = task.kind == DiskTask::Kind::gather ? kBestGather : kBestScatter;
  const auto best_bits = static_cast<unsigned>(std::bit_width(best / task.value_bytes) - 1);
  std::uint64_t least = ~std::uint64_t{0};
  const auto fits = [&](unsigned bits) {
    plan.block_bits = bits;
    const std::uint64_t needed = plan_memory(task, plan);
    least = std::min(least, needed);
    return needed <= memory;
  };
  for (std::size_t chunk = kBestChunk; chunk >= kDiskBlock * 4; chunk /= 2) {
    plan.chunk_words = chunk / 4;
    for (unsigned bits = best_bits; bits <= kMaxDiskBlockBits; ++bits) {
      if (fits(bits)) return plan;
    }
    for (unsigned bits = best_bits; bits-- > kMinDiskBlockBits;) {
      if (fits(bits)) return plan;
    }
  }
  throw ResourceError(
      fmt::format("working on {} points on disk needs at least {} of memory and {} are left to use; give more "
                  "with {}",
                  std::max(task.source, task.target), format_bytes(least), format_bytes(memory), option("memory")));
}

}  // namespace wreath::perm

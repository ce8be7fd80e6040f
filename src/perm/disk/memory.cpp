// SPDX-License-Identifier: MIT
#include "perm/disk/memory.hpp"

#include <algorithm>

#include "core/data/bitset.hpp"
#include "core/io/slices.hpp"
#include "perm/disk/record_buckets.hpp"
#include "perm/disk/runs.hpp"

namespace wreath::perm::disk {

std::size_t most_chunks(const DiskPlan& plan, unsigned word_bytes) {
  const std::uint64_t words = plan.block() * (word_bytes == 4 ? 2 : 1);
  const std::uint64_t run_words = (kRunBytes - sizeof(RunHeader)) / word_bytes - 1;
  const std::uint64_t bytes = (words / run_words + 1 + plan.threads) * kRunBytes;
  return bytes / (plan.chunk_words * 4) + 2;
}

std::size_t scatter_chunks(const DiskPlan& plan, unsigned word_bytes) {
  const std::uint64_t usual = plan.block() * word_bytes / (plan.chunk_words * 4) * 17 / 16 + 2;
  return std::max<std::size_t>(most_chunks(plan, word_bytes), usual * (plan.threads + 1));
}

std::uint64_t throw_memory(const Task& task, const DiskPlan& plan) {
  const std::size_t buckets = plan.buckets(task.target);
  return SliceReader::memory_for(plan.slice_points * task.point_bytes, plan.ahead) +
         SliceReader::memory_for(plan.slice_points * task.value_bytes, plan.ahead) +
         throw_chunks(buckets) * plan.chunk_words * 4 + buckets * plan.threads * (kRunBytes + 32);
}

std::uint64_t scatter_memory(const DiskPlan& plan, unsigned value_bytes, unsigned word_bytes) {
  return scatter_chunks(plan, word_bytes) * plan.chunk_words * 4 + (plan.threads + 1) * plan.block() * value_bytes +
         plan.threads * Bitset::bytes_for(plan.block());
}

std::uint64_t resident_memory(const Task& task, const DiskPlan& plan) {
  const std::uint64_t slices = SliceReader::memory_for(plan.slice_points * task.point_bytes, plan.ahead) +
                               SliceReader::memory_for(plan.slice_points * task.value_bytes, plan.ahead);
  const std::uint64_t hits = task.gathers() ? 0 : Bitset::bytes_for(task.target);
  return (task.target + kDiskBlock) * task.value_bytes + hits + slices + kArrays;
}

DeviceArray::Shape device_shape(const Task& task, const DiskPlan& plan, std::uint64_t limit) {
  return {task.target, task.value_bytes, task.point_bytes, limit, plan.slice_points, !task.gathers()};
}

std::uint64_t cycles_memory(const Task& task, const DiskPlan& plan) {
  const std::uint64_t arrays = task.work == Work::cycles ? 2 : 3;
  const std::uint64_t block = std::min(plan.block(), task.source);
  const std::uint64_t per_point = plan.block() >= task.source ? task.source : block;
  const std::size_t blocks = task.source / plan.block() + 1;
  return per_point * arrays * task.point_bytes + 2 * Bitset::bytes_for(block) +
         4 * ByteBuckets::memory_for(blocks, plan.chunk_words * 4) +
         SliceReader::memory_for(kCycleSlice * task.point_bytes, kCycleAhead) + kArrays;
}

std::uint64_t cycle_scratch(const Task& task) {
  const std::uint64_t point = task.point_bytes;
  const std::uint64_t contract = task.source / 2 * (4 + point) + task.source * (4 + 2 * point);
  const std::uint64_t expand = task.source * (2 * point + 4 + 2 * point + 4 + point);
  return task.work == Work::cycles ? contract : std::max(contract + task.source * (4 + 4 * point), expand);
}

}  // namespace wreath::perm::disk

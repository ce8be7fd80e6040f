// SPDX-License-Identifier: MIT
//
// Files on disk: which array is held whole, and how the others are cut to be worked on within the memory limit.
//
// Where y (or the result) fits in memory, or a GPU's, two or three passes do. Otherwise the points of y (or z) are cut into
// blocks of 2^block_bits; each has a bucket. While the buckets are filled or emptied, each keeps one chunk in memory and may have
// a second on its way; many blocks mean much memory, or small chunks, which disks do not like. While the buckets are permuted,
// two blocks are in memory, one worked on and one under way. In between lies a wide range, in which small blocks are better:
// their accesses stay in the caches. Hence the smallest block that is worth it, the largest chunk up to 256 KiB; then larger
// blocks, then smaller chunks.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/io/slices.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/memory.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/plan/plan.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kBestChunk = std::size_t{1} << 18;  // bytes: as fast as any larger one on solid-state disks
// Bytes of a block: of y, which all threads share, and of z, of which each thread has one. Smaller ones gain little and cost
// chunks.
constexpr std::size_t kBestGather = std::size_t{1} << 23;
constexpr std::size_t kBestScatter = std::size_t{1} << 22;
// Bytes of a block's edges, two points each, while cycles are followed: 2^26 points within 256M take 1.5 s of one core's time
// with 2 MB, 2.1 with 8 and 4.0 with 64.
constexpr std::size_t kBestEdges = std::size_t{1} << 21;
constexpr unsigned kMinDiskBlockBits = 12;
constexpr unsigned kMaxDiskBlockBits = 31;
// What a process holds before it begins differs from run to run by less than this; what is left to use keeps more aside.
constexpr std::uint64_t kDrift = std::uint64_t{1} << 20;

// Opening a GPU takes some hundred megabytes of the host's memory: with less than this it is opened only on request.
constexpr std::uint64_t kLeastBesideGpu = std::uint64_t{3} << 28;

/// Blocks, chunks and slices as the caller wants them.
void cut_by_hand(DiskPlan& plan, const DiskLayout& layout) {
  const auto is_whole = [](std::size_t size) { return size != 0 && size % kDiskBlock == 0; };
  if (layout.block_bits < kMinDiskBlockBits || layout.block_bits > kMaxDiskBlockBits || !is_whole(layout.chunk_words) ||
      !is_whole(layout.slice_points)) {
    throw InputError(fmt::format("blocks on disk have 2^{} to 2^{} points, and chunks and slices a multiple of {}",
                                 kMinDiskBlockBits, kMaxDiskBlockBits, kDiskBlock));
  }
  plan.block_bits = layout.block_bits;
  plan.chunk_words = layout.chunk_words;
  plan.slice_points = layout.slice_points;
}

/// The part of the inverse's points that may take a second word (core/arrays/disk/runs.hpp): of points in random order, a
/// distance is at least the escape with probability exp(-2^32/n); and all threads' first distances of a slice leap over the
/// others' parts.
double escapes(const Plan& plan) {
  const Task& task = plan.task;
  if (task.work != Work::inverse || plan.way != DiskWay::implicit || task.source == 0) return 0;
  const double far = std::exp(-std::ldexp(1.0, 32) / static_cast<double>(task.source));
  const double leaps = static_cast<double>(plan.disk.threads - 1) * static_cast<double>(plan.disk.buckets(task.target)) /
                       static_cast<double>(plan.disk.slice_points);
  return std::min(1.0, far + leaps);
}

/// On disk, beside the result.
std::uint64_t scratch_space(const Plan& plan, bool keeps) {
  if (plan.way != DiskWay::implicit) return 0;
  const auto space = [&](unsigned bytes) { return bucket_chunks(plan, bytes) * plan.disk.chunk_words * 4; };
  const bool two = plan.task.gathers() && (plan.task.value_bytes != 4 || keeps);
  return space(plan.disk.word_bytes) + (two ? space(plan.task.value_bytes) : 0);
}

/// For y (or z) held whole, here or on a GPU: slices that leave it as much memory as can be.
void cut_slices(DiskPlan& plan, std::uint64_t memory) {
  while (plan.slice_points > kDiskBlock && plan.slice_points * 16 > memory / 32) plan.slice_points /= 2;
}

/// Tries to hold y (or z) whole: in memory, or on a GPU that may be used. A run that is to be resumed goes by phases.
bool hold_whole(Plan& plan, const FileOptions& options, std::uint64_t memory) {
  if (plan.task.keeps) return false;
  const Task& task = plan.task;
  DiskPlan whole = plan.disk;
  if (!is_cut_by_hand(options)) cut_slices(whole, memory);
  const char* what = task.gathers() ? "y" : "the result";
  const char* where = "memory";
  const bool cuda = options.machine.backend == BackendChoice::cuda;
  const std::uint64_t resident = arrays::resident_memory(task.gathers(), task.shape(), whole);
  if (!cuda && options.disk.hold_whole && resident <= memory) {
    plan.way = DiskWay::resident;
    plan.memory = resident;
  } else if (cuda ||
             (options.disk.hold_whole && memory >= kLeastBesideGpu && options.machine.backend == BackendChoice::automatic)) {
    const std::uint64_t needed = DeviceArray::bytes_for(arrays::device_shape(task.gathers(), task.shape(), whole, task.target));
    const std::uint64_t free = arrays::usable_device_memory();
    if (needed > free && cuda) {
      throw ResourceError(fmt::format("{} takes {} of the GPU's memory, which has {} free; use {}", what, format_bytes(needed),
                                      format_bytes(free), option("backend", "cpu")));
    }
    if (needed > free) return false;
    plan.way = DiskWay::device;
    where = "the GPU's memory";
  } else {
    return false;
  }
  plan.disk = whole;
  plan.passes = task.work == Work::inverse ? 2 : 3;
  plan.method = plan.way == DiskWay::resident ? "resident" : "device";
  plan.why = fmt::format("{} fits in {}: {} passes over the disk", what, where, plan.passes);
  return true;
}

/// What only passes by: a permutation that is generated or checked.
Plan plan_stream(const Task& task, std::uint64_t memory) {
  constexpr std::uint64_t kLeastToShuffle = std::uint64_t{2} << 20;  // a group of points, and slices to write them
  if (task.work == Work::random && memory < kLeastToShuffle)
    throw MemoryError(lack_of_memory(kLeastToShuffle, memory, task.doing));
  Plan plan{.task = task, .where = Where::disk};
  plan.way = DiskWay::stream;
  plan.passes = 1;
  if (task.work == Work::random) plan.why = "the permutation is written as it is generated";
  if (task.work == Work::check) plan.why = "the file is streamed, with one bit per point in memory";
  return plan;
}

/// `plan`, with the largest chunks that fit, and of blocks the best, or else larger and then smaller ones; nothing if none do.
/// `least` becomes what the least of them takes, if that is less.
std::optional<DiskPlan> cut_blocks(DiskPlan plan, std::size_t best_points, std::size_t least_chunk, std::uint64_t memory,
                                   std::uint64_t& least, FunctionRef<std::uint64_t(const DiskPlan&)> memory_for) {
  const auto best_bits = static_cast<unsigned>(std::bit_width(best_points) - 1);
  const auto fits = [&](unsigned bits) {
    plan.block_bits = bits;
    const std::uint64_t needed = memory_for(plan);
    least = std::min(least, needed);
    return needed <= memory;
  };
  for (std::size_t chunk = kBestChunk; chunk >= least_chunk; chunk /= 2) {
    plan.chunk_words = chunk / 4;
    for (unsigned bits = best_bits; bits <= kMaxDiskBlockBits; ++bits) {
      if (fits(bits)) return plan;
    }
    for (unsigned bits = best_bits; bits-- > kMinDiskBlockBits;) {
      if (fits(bits)) return plan;
    }
  }
  return std::nullopt;
}

/// `start`, with the blocks and chunks for following the cycles within the memory limit.
DiskPlan cut_cycles(const Task& task, const DiskPlan& start, std::uint64_t memory) {
  std::uint64_t least = ~std::uint64_t{0};
  const auto plan = cut_blocks(start, kBestEdges / (2 * task.point_bytes), kDiskBlock, memory, least,
                               [&](const DiskPlan& cut) { return disk::cycles_memory(task, cut); });
  if (plan) return *plan;
  throw MemoryError(fmt::format("following the cycles of {} points on disk needs at least {} of memory and {}; give more with {}",
                                task.source, format_bytes(least), left_to_use(memory), option("memory")));
}

/// What follows cycles.
Plan plan_cycles(const Task& task, const FileOptions& options, std::uint64_t memory) {
  if (options.machine.backend == BackendChoice::cuda)
    throw InputError("cycles on disk are computed by the CPU only; omit " + option("backend", "cuda"));
  Plan plan{.task = task, .where = Where::disk};
  plan.way = DiskWay::stream;
  plan.disk.threads = resolve_threads(options.machine.threads);
  if (is_cut_by_hand(options)) {
    cut_by_hand(plan.disk, options.disk);
  } else {
    plan.disk = cut_cycles(task, plan.disk, memory);
  }
  plan.scratch = disk::cycle_scratch(task);
  plan.method = "contraction";
  plan.passes = task.work == Work::cycles ? 10 : task.work == Work::representatives ? 23 : 36;
  plan.why = fmt::format("the permutation does not fit in memory: {}{} passes over the disk",
                         task.work == Work::power ? "at most " : "", plan.passes);
  plan.backend_why = "arrays on disk are processed by the CPU";
  return plan;
}

/// The cycles of one permutation, and a product for each other one; what these take is planned when their time comes.
Plan plan_orbits(const Task& task, const FileOptions& options, std::uint64_t memory) {
  if (options.machine.backend == BackendChoice::cuda)
    throw InputError("orbits on disk are found by the CPU only; omit " + option("backend", "cuda"));
  for (const Work part : {Work::representatives, Work::multiply}) {
    Task step = task;
    step.work = part;
    plan_disk(step, options, memory);  // throws if it does not fit
  }
  Plan plan{.task = task, .where = Where::disk};
  plan.way = DiskWay::stream;
  plan.method = "contraction";
  plan.passes = 27 + 11 * static_cast<int>(task.maps - 1);
  plan.why = fmt::format("the permutations do not fit in memory: at least {} passes over the disk", plan.passes);
  plan.backend_why = "arrays on disk are processed by the CPU";
  return plan;
}

}  // namespace

std::uint64_t disk_memory(const Task& task, const DiskPlan& plan) {
  if (task.gathers()) return gather_memory(task.shape(), plan);
  return std::max(throw_memory(task.shape(), plan), scatter_memory(task.value_bytes, plan));
}

DiskPlan cut_for_memory(const Task& task, const DiskPlan& start, std::uint64_t memory) {
  DiskPlan plan = start;
  const std::size_t best = task.gathers() ? kBestGather : kBestScatter;
  std::uint64_t least = ~std::uint64_t{0};
  // Down to the least slices, so that what fits in some memory fits in more.
  plan.slice_points = std::clamp<std::size_t>(std::bit_floor(memory / 64 / task.point_bytes), kDiskBlock, std::size_t{1} << 22);
  for (; plan.slice_points >= kDiskBlock; plan.slice_points /= 2) {
    const auto cut = cut_blocks(plan, best / task.value_bytes, kDiskBlock * 4, memory, least,
                                [&](const DiskPlan& tried) { return disk_memory(task, tried); });
    if (cut) return *cut;
  }
  throw MemoryError(fmt::format("processing {} points on disk needs at least {} of memory and {}; give more with {}",
                                std::max(task.source, task.target), format_bytes(least), left_to_use(memory), option("memory")));
}

std::uint64_t bucket_chunks(const Plan& plan, unsigned bytes) {
  const Task& task = plan.task;
  const auto points = task.source + static_cast<std::uint64_t>(static_cast<double>(task.source) * escapes(plan));
  return points * bytes / (plan.disk.chunk_words * 4) * 17 / 16 + plan.disk.buckets(std::max(task.source, task.target)) + 16;
}

Plan plan_disk(const Task& task, const FileOptions& options, std::uint64_t memory) {
  if (task.work == Work::power || task.work == Work::cycles || task.work == Work::representatives)
    return plan_cycles(task, options, memory);
  if (task.work == Work::orbits) return plan_orbits(task, options, memory);
  if (task.work > Work::divide) return plan_stream(task, memory);
  if (task.point_bytes < 4) {
    throw InputError(fmt::format("{}: points on disk must have 4, 5 or 8 bytes; convert them to uint32 first", task.x));
  }
  if (options.verify == Verify::all)
    throw InputError(option("verify", "all") + " needs the arrays in memory; on disk use " + option("verify", "sample"));
  Plan plan{.task = task, .where = Where::disk};
  plan.disk.threads = resolve_threads(options.machine.threads);
  plan.disk.word_bytes = task.work == Work::divide ? 4 + task.value_bytes : 4;
  if (is_cut_by_hand(options)) cut_by_hand(plan.disk, options.disk);
  if (!hold_whole(plan, options, memory)) {
    if (options.machine.backend == BackendChoice::cuda)
      throw InputError("checkpoints are not supported on a GPU: omit the checkpoint, or use " + option("backend", "cpu"));
    // A run that may be resumed is planned for less: the one that resumes it may hold more before it begins.
    const std::uint64_t kept = !task.keeps || task.resumes ? 0 : std::min(memory, kDrift);
    if (!is_cut_by_hand(options)) plan.disk = cut_for_memory(task, plan.disk, memory - kept);
    plan.memory = disk_memory(task, plan.disk);
    plan.passes = task.gathers() ? 8 : task.work == Work::inverse ? 4 : 7;
    plan.method = "partition";
    plan.why = fmt::format("the arrays do not fit in memory: {} passes over the disk", plan.passes);
  }
  plan.backend_why = plan.way == DiskWay::device ? plan.why : "arrays on disk are processed by the CPU";
  plan.scratch = scratch_space(plan, task.keeps);
  return plan;
}

void resume_plan(Plan& plan, const DiskPlan& resumed, const FileOptions& options, std::uint64_t memory) {
  const DiskPlan planned = plan.disk;
  plan.disk = resumed;
  plan.disk.threads = planned.threads;
  plan.disk.word_bytes = planned.word_bytes;
  plan.memory = disk_memory(plan.task, plan.disk);
  plan.scratch = scratch_space(plan, true);
  if (plan.memory <= memory + kDrift || is_cut_by_hand(options)) return;
  throw ResourceError(fmt::format("the resumed run was planned for {} of memory and {}; give more with {}",
                                  format_bytes(plan.memory), left_to_use(memory), option("memory")));
}

}  // namespace wreath::perm

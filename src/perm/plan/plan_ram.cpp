// SPDX-License-Identifier: MIT
//
// Arrays in memory: on which backend, by which algorithm, and with what block size. What `perm tune` measured on this machine
// where it has, and otherwise a formula.
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
// Loop or partition. Arrays that the last-level cache holds are for the loop. Where a product outgrows it by far, the loop waits
// for memory and the partition for the cores, and which is faster differs from one machine to the next, and from day to day if
// others use it too. So a product of that size is decided when it is made, by timing both ways on a few of its points
// (ram/gather.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/plan/plan.hpp"
#include "perm/ram/memory.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {

namespace {

// A map on 2^16 points or fewer stays in the second-level cache: only wider points are worth partitioning.
constexpr unsigned kPartitionableBytes = 4;

/// Whether the arrays go to the GPU. Those in host memory stay on the CPU unless the caller says otherwise: sending them costs
/// more than the operation does on a few cores (docs/perm.md).
bool goes_to_gpu(const Task& task, BackendChoice asked) {
  if (asked != BackendChoice::cuda) return false;
  require_gpu();
  if (!task.whole_values) throw InputError("the GPU supports aligned values of 1, 2, 4 or 8 bytes only");
  if (task.value_bytes > 8)
    throw InputError("the GPU supports values of 1, 2, 4 or 8 bytes; use " + option("backend", "cpu") + " for larger ones");
  return true;
}

/// A partition passes through all of the target, however few points lead there.
bool is_worth_a_pass(std::uint64_t source, std::uint64_t target) {
  return source >= (1U << 20) && source >= target / 8;
}

/// Past this multiple of the last-level cache a product times both ways: below, a sample would find the cache emptier than the
/// loop does.
constexpr double kTimedFrom = 2;
constexpr std::size_t kLeastSample = std::size_t{1} << 17;
constexpr std::size_t kGoodSample = std::size_t{1} << 20;

/// How many of the points are timed: of 512 one, or two where that would be few. It costs a hundredth of the product at most.
std::size_t sample_of(std::size_t source) {
  return std::clamp(kGoodSample, source >> 9, source >> 8);
}

struct Decision {
  bool partition = false;
  std::string why;
};

Decision loop_or_partition(const Task& task, Method asked, const RamPlan& plan, bool tuned) {
  if (!task.whole_values || task.point_bytes < kPartitionableBytes) return {false, "only the loop supports these types"};
  if (asked == Method::loop) return {false, "asked for"};
  if (asked == Method::partition) return {true, "asked for"};
  const std::string source = tuned ? "as measured on this machine" : "by the sizes of the caches";
  return {plan.partition, fmt::format("{} at this size, {}", plan.partition ? "faster" : "the loop is faster", source)};
}

[[noreturn]] void throw_no_room(const Task& task, const RunControl* run, std::uint64_t needed, std::uint64_t left) {
  const bool limited = run != nullptr && run->limits_memory();
  throw ResourceError(fmt::format("partitioning {} points needs {} of scratch memory and {}; {}use {}", task.source,
                                  format_bytes(needed), left_to_use(left),
                                  limited ? "give more with " + option("memory") + ", or " : "", option("method", "loop")));
}

}  // namespace

unsigned useful_threads(std::size_t points, unsigned threads) {
  constexpr std::size_t kLeastPoints = std::size_t{1} << 13;
  return static_cast<unsigned>(std::min<std::size_t>(resolve_threads(threads), points / kLeastPoints + 1));
}

Caches this_machines_caches() {
  const Hardware& machine = this_machine();
  Caches caches;
  if (const std::size_t bytes = machine.cache_bytes(1)) caches.l1 = bytes;
  if (const std::size_t bytes = machine.cache_bytes(2)) caches.l2 = bytes;
  if (const std::size_t bytes = machine.cache_bytes(3)) caches.l3 = bytes;
  return caches;
}

RamPlan default_plan(Operation operation, std::size_t source, std::size_t target, std::size_t value_bytes, unsigned threads,
                     const Caches& caches) {
  const auto bits_for_streams = [&](std::size_t streams) {
    return static_cast<unsigned>(std::bit_width((std::max<std::size_t>(target, 1) - 1) / streams));
  };
  const auto bits_for_block = [&](std::size_t bytes) { return static_cast<unsigned>(std::bit_width(bytes / value_bytes) - 1); };
  RamPlan plan;
  plan.threads = std::max(threads, 1u);
#if defined(__x86_64__)
  const std::size_t finer = operation == Operation::multiply ? 1 : 2;
#else
  const std::size_t finer = 1;
#endif
  plan.block_bits = std::max(bits_for_streams(caches.l2 / 512 * finer),
                             std::min(bits_for_streams(caches.l1 / 64), bits_for_block(caches.l2 / 2 / finer)));
  plan.block_bits = std::clamp(plan.block_bits, 12u, kMaxBlockBits);

  // Unfilled chunks may take an eighth of the scratch space.
  const std::size_t buckets = (target >> plan.block_bits) + 1;
  const std::size_t share = source / (16 * buckets * plan.threads);
  plan.chunk_bits = std::clamp<unsigned>(std::bit_width(share), kMinChunkBits, 12);

  // Measured (docs/measured/perm.md): an Arm core, which retires scattered stores in any order, gains as soon as the array that
  // is accessed at random outgrows the last-level cache, and loses by combining writes; an x86 core keeps stores in order, needs
  // full lines written past the cache, and in products gains only where the plain loop nearly always misses.
#if defined(__x86_64__)
  plan.write_combine = true;
  const double outgrown = operation == Operation::multiply ? 8 : operation == Operation::inverse ? 0.8 : 0.4;
#else
  const double outgrown = operation == Operation::multiply ? 0.67 : 0.5;
#endif
  const auto random_bytes = static_cast<double>(target * value_bytes);
  const auto cache = static_cast<double>(caches.l3);
  plan.partition = is_worth_a_pass(source, target) && random_bytes > outgrown * cache;
  const std::size_t sample = sample_of(source);
  if (operation == Operation::multiply && is_worth_a_pass(source, target) && sample >= kLeastSample &&
      random_bytes > kTimedFrom * cache)
    plan.sample = sample;
  return plan;
}

Plan plan_arrays(const Task& task, const Options& options, RunControl* run) {
  Plan plan{.task = task};
  plan.backend_why = why_backend(options.machine.backend);
  if (goes_to_gpu(task, options.machine.backend)) {
    plan.where = Where::cuda;
    return plan;
  }
  const Operation operation = operation_of(task.work);
  const unsigned threads = useful_threads(task.source, options.machine.threads);
  plan.ram = default_plan(operation, task.source, task.target, task.value_bytes, threads);
  const bool tuned = apply_tuning(plan.ram, operation, task.target, task.value_bytes, threads);
  plan.ram.partition = plan.ram.partition && is_worth_a_pass(task.source, task.target);
  Decision decision = loop_or_partition(task, options.method, plan.ram, tuned);
  if (tuned || options.method != Method::automatic || !task.whole_values || task.point_bytes < kPartitionableBytes)
    plan.ram.sample = 0;
  if (decision.partition || plan.ram.sample != 0) {
    plan.memory = ram::scratch_bytes(operation, task.source, task.target, task.value_bytes, plan.ram);
    const std::uint64_t held = options.workspace != nullptr ? options.workspace->size() : 0;
    const std::uint64_t left = held + (run != nullptr ? run->memory_left() : available_memory());
    if (plan.memory > left) {
      if (options.method == Method::partition) throw_no_room(task, run, plan.memory, left);
      decision = {false, fmt::format("partitioning would need {} of scratch memory", format_bytes(plan.memory))};
      plan.memory = 0;
      plan.ram.sample = 0;
    }
  }
  plan.ram.partition = decision.partition;
  plan.method = decision.partition ? "partition" : "loop";
  plan.why = std::move(decision.why);
  return plan;
}

Plan plan_peers(std::uint64_t slice, unsigned parts, unsigned threads, std::uint64_t target, unsigned point_bytes,
                unsigned value_bytes) {
  threads = useful_threads(slice, threads);
  const std::uint64_t whole_segments = (slice / threads / 64 + 1) * 64 * threads;  // so that no segment is of two slices
  Plan plan{.task = {.source = whole_segments * parts, .target = target, .point_bytes = point_bytes, .value_bytes = value_bytes}};
  plan.ram = default_plan(Operation::multiply, plan.task.source, target, value_bytes, threads * parts);
  apply_tuning(plan.ram, Operation::multiply, target, value_bytes, threads * parts);
  plan.memory = ram::scratch_bytes(Operation::multiply, plan.task.source, target, value_bytes, plan.ram);
  return plan;
}

}  // namespace wreath::perm

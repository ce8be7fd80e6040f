// SPDX-License-Identifier: MIT
//
// Arrays in memory: on which backend, by which algorithm, and with what block size. What `perm tune` measured on this machine
// where it has, and otherwise the formula of core/arrays/ram/plan.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/ram/move.hpp"
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

Plan plan_arrays(const Task& task, const Options& options, RunControl* run) {
  Plan plan{.task = task};
  plan.backend_why = why_backend(options.machine.backend);
  if (goes_to_gpu(task, options.machine.backend)) {
    plan.where = Where::cuda;
    return plan;
  }
  const Operation operation = operation_of(task.work);
  const unsigned threads = useful_threads(task.source, options.machine.threads);
  plan.ram = arrays::default_plan(move_of(operation), task.source, task.target, task.value_bytes, threads);
  const bool tuned = apply_tuning(plan.ram, operation, task.target, task.value_bytes, threads);
  plan.ram.partition = plan.ram.partition && arrays::is_worth_a_pass(task.source, task.target);
  Decision decision = loop_or_partition(task, options.method, plan.ram, tuned);
  if (tuned || options.method != Method::automatic || !task.whole_values || task.point_bytes < kPartitionableBytes)
    plan.ram.sample = 0;
  if (decision.partition || plan.ram.sample != 0) {
    plan.memory = arrays::scratch_bytes(move_of(operation), task.source, task.target, task.value_bytes, plan.ram);
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
  plan.ram = arrays::default_plan(arrays::Move::gather, plan.task.source, target, value_bytes, threads * parts);
  apply_tuning(plan.ram, Operation::multiply, target, value_bytes, threads * parts);
  plan.memory = arrays::scratch_bytes(arrays::Move::gather, plan.task.source, target, value_bytes, plan.ram);
  return plan;
}

}  // namespace wreath::perm

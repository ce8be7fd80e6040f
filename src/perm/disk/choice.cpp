// SPDX-License-Identifier: MIT
#include "perm/disk/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel/loops.hpp"
#include "core/run/option.hpp"
#include "core/run/units.hpp"
#include "perm/backend.hpp"
#include "perm/disk/device.hpp"
#include "perm/disk/files.hpp"
#include "perm/disk/resident.hpp"

namespace wreath::perm::disk {

namespace {

const PlanOverride* forced_plan = nullptr;

// To open a GPU takes some hundred megabytes of the host's memory: where there is less than this, only who asks for it gets it.
constexpr std::uint64_t kLeastBesideGpu = std::uint64_t{3} << 28;

DiskTask task_of(Operation operation, const MapSource& x, const MapSource* y, const FileOptions& options) {
  DiskTask task;
  const bool gathers = operation == Operation::multiply;
  task.kind = gathers ? DiskTask::Kind::gather : DiskTask::Kind::scatter;
  task.source = x.size();
  task.target = gathers ? y->size() : x.size();
  task.point_bytes = x.width();
  task.value_bytes = y != nullptr ? y->width() : x.width();
  task.threads = resolve_threads(options.options.threads);
  return task;
}

/// The part of the inverse's points that may take a second word (runs.hpp): of points in random order, a distance is at least
/// the escape with probability exp(-2^32/n); and all threads' first distances of a slice leap over the others' parts.
double escapes(const DiskChoice& choice) {
  const DiskTask& task = choice.task;
  if (choice.operation != Operation::inverse || choice.way != Way::implicit || task.source == 0) return 0;
  const double far = std::exp(-std::ldexp(1.0, 32) / static_cast<double>(task.source));
  const double leaps = static_cast<double>(task.threads - 1) * static_cast<double>(choice.plan.buckets(task.target)) /
                       static_cast<double>(choice.plan.slice_points);
  return std::min(1.0, far + leaps);
}

/// For y (or z) held whole, here or on a GPU: slices that leave it as much memory as can be.
DiskPlan plan_for_slices(const DiskTask& task, std::uint64_t memory) {
  DiskPlan plan;
  plan.threads = task.threads;
  while (plan.slice_points > kDiskBlock && plan.slice_points * 16 > memory / 32) plan.slice_points /= 2;
  return plan;
}

/// Tries to hold y (or z) whole: in memory, or on a GPU that may be used. A run that is to be resumed goes by phases.
bool choose_whole(DiskChoice& choice, const FileOptions& options, std::uint64_t memory) {
  if (!options.checkpoint.empty() || !options.resume.empty()) return false;
  const DiskTask& task = choice.task;
  const bool scatters = !choice.gathers();
  const char* what = scatters ? "the result" : "y";
  const int passes = choice.operation == Operation::inverse ? 2 : 3;
  const DiskPlan plan = forced_plan != nullptr ? choice.plan : plan_for_slices(task, memory);
  const bool cuda = options.options.backend == BackendChoice::cuda;
  const bool never = forced_plan != nullptr && forced_plan->never_resident;
  if (!cuda && !never && resident_memory_for(task, plan, scatters) <= memory) {
    choice.way = Way::resident;
    choice.why = fmt::format("{} fits the memory: {} passes over the disk", what, passes);
  } else if (cuda || (!never && memory >= kLeastBesideGpu && options.options.backend == BackendChoice::automatic)) {
    const std::uint64_t needed = DeviceArray::bytes_for(device_shape(task, plan, scatters, task.target));
    const std::uint64_t free = usable_device_memory();
    if (needed > free && cuda) {
      throw ResourceError(fmt::format("{} takes {} of the GPU's memory, which has {} free; use {}", what, format_bytes(needed),
                                      format_bytes(free), option("backend", "cpu")));
    }
    if (needed > free) return false;
    choice.way = Way::device;
    choice.why = fmt::format("{} fits the GPU's memory: {} passes over the disk", what, passes);
  } else {
    return false;
  }
  choice.plan = plan;
  return true;
}

}  // namespace

void override_plan(const PlanOverride* plan) {
  forced_plan = plan;
}

const char* to_string(Way way) {
  static constexpr const char* kNames[] = {"resident", "device", "implicit"};
  return kNames[static_cast<int>(way)];
}

std::uint64_t DiskChoice::chunks_for(std::uint64_t points, unsigned bytes) const {
  points += static_cast<std::uint64_t>(static_cast<double>(points) * escapes(*this));
  return points * bytes / (plan.chunk_words * 4) * 17 / 16 + plan.buckets(std::max(task.source, task.target)) + 16;
}

std::uint64_t DiskChoice::scratch_bytes(bool keeps_phases) const {
  if (way != Way::implicit) return 0;
  const auto space = [&](unsigned bytes) { return chunks_for(task.source, bytes) * plan.chunk_words * 4; };
  const bool two = gathers() && (task.value_bytes != 4 || keeps_phases);
  return space(task.word_bytes) + (two ? space(task.value_bytes) : 0);
}

void DiskChoice::take_plan(const DiskPlan& resumed, std::uint64_t memory) {
  // What a process holds before it begins differs from run to run; what is left to use keeps more than this aside.
  constexpr std::uint64_t kDrift = std::uint64_t{1} << 20;
  plan = resumed;
  plan.threads = task.threads;
  const std::uint64_t needed = plan_memory(task, plan);
  if (needed <= memory + kDrift || forced_plan != nullptr) return;
  throw ResourceError(
      fmt::format("the run that is resumed was planned for {} of memory and {} are left to use; give more with {}",
                  format_bytes(needed), format_bytes(memory), option("memory")));
}

DiskChoice choose(Operation operation, const MapSource& x, const MapSource* y, const FileOptions& options, std::uint64_t memory) {
  if (x.width() < 4) {
    throw InputError(
        fmt::format("{}: on disk points have 4, 5 or 8 bytes; convert it to uint32 with 'wreath perm convert'", x.name()));
  }
  require_backend(options.options);
  if (options.verify == Verify::all)
    throw InputError(option("verify", "all") + " needs the arrays in memory; on disk use " + option("verify", "sample"));
  DiskChoice choice{operation, Way::implicit, "", task_of(operation, x, y, options), {}};
  DiskTask& task = choice.task;
  if (forced_plan != nullptr) {
    choice.plan.block_bits = forced_plan->block_bits;
    choice.plan.chunk_words = forced_plan->chunk_words;
    choice.plan.slice_points = forced_plan->slice_points;
    choice.plan.threads = task.threads;
  }
  if (!choose_whole(choice, options, memory)) {
    const int passes = choice.gathers() ? 8 : operation == Operation::inverse ? 4 : 7;
    choice.why = fmt::format("the arrays do not fit the memory: {} passes over the disk", passes);
  }
  if (options.options.backend == BackendChoice::cuda && choice.way != Way::device)
    throw InputError("a GPU keeps no checkpoints: leave the checkpoint out, or use " + option("backend", "cpu"));
  task.word_bytes = choice.sent() == Sent::values ? 4 + task.value_bytes : 4;
  if (forced_plan == nullptr && choice.way == Way::implicit) choice.plan = make_disk_plan(task, memory);
  return choice;
}

}  // namespace wreath::perm::disk

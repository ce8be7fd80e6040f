// SPDX-License-Identifier: MIT
//
// Which machine works on files. Ranks, where there are several; memory, where the arrays fit; the disk otherwise.
#include "perm/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/data/bitset.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/run/memory.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/orbits/orbit_forest.hpp"
#include "wreath/gpu.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::perm {

namespace {

constexpr std::uint64_t kLeastSlice = std::uint64_t{1} << 20;  // of x in a product of files in memory

bool is_operation(Work work) {
  return work <= Work::divide;
}

/// A product of files: y, and of each point of a slice x, z and some eight bytes to partition it.
std::uint64_t product_memory(const Task& task, std::uint64_t slice) {
  return task.target * task.value_bytes + slice * (task.point_bytes + task.value_bytes + 8);
}

/// The permutations and the labels; labels of 8 bytes if the walk does not fit those of 4 (orbits.cpp); with a Schreier vector
/// also the cycles and a list for each of them.
std::uint64_t orbits_memory(const Task& task) {
  const std::uint64_t x = task.source * task.point_bytes;
  const std::uint64_t label = task.point_bytes == 4 && OrbitForest<std::uint32_t>::has_room_for(task.source) ? 4 : 8;
  const std::uint64_t widened = label > task.point_bytes ? task.source * label : 0;
  return x * (task.maps + 1) + widened + (task.schreier ? task.source * (1 + label + 8) : 0);
}

/// Of the arrays that are in memory at once. What makes it faster, buckets and lists, is taken only where there is room for it.
std::uint64_t memory_for(const Task& task) {
  const std::uint64_t x = task.source * task.point_bytes;
  const std::uint64_t y = task.source * task.value_bytes;
  const std::uint64_t marks = Bitset::bytes_for(task.source);
  switch (task.work) {
    case Work::multiply: return product_memory(task, std::min(task.source, kLeastSlice));
    case Work::inverse: return 2 * x + marks;
    case Work::divide: return x + 2 * y + marks;
    case Work::power:
    case Work::representatives: return 4 * x + marks;
    case Work::identity:
    case Work::convert: return 0;  // a slice at a time
    case Work::random: return x;
    case Work::check:
    case Work::cycles: return x + marks;
    case Work::orbits: return orbits_memory(task) + marks;
  }
  throw InternalError("no such work");
}

/// What passes by takes some slices, those under way and one that is worked on, and checks a bit for each of some points: at the
/// most this much.
std::uint64_t slices_memory(const Task& task) {
  constexpr std::uint64_t kSlices = 5 * (std::uint64_t{1} << 18);  // points
  constexpr std::uint64_t kMostMarks = std::uint64_t{1} << 20;
  return std::min(task.source, kSlices) * (task.point_bytes + task.value_bytes) +
         Bitset::bytes_for(std::min(task.source, kMostMarks));
}
bool passes_by(Work work) {
  return work == Work::random || work == Work::identity || work == Work::check || work == Work::convert;
}

bool goes_to_disk(const Task& task, const FileOptions& options, std::uint64_t memory) {
  if (task.work == Work::convert) return false;
  if (task.work == Work::identity) return true;
  if (task.point_bytes == 5 || task.value_bytes == 5) return true;
  if (task.point_bytes < 4) return false;
  if (!task.in_file && task.work != Work::random) return false;
  const std::uint64_t needed = task.work == Work::check ? memory_for(task) * 3 / 2 : memory_for(task);
  return needed > memory || options.disk.always;
}

const char* why_this_backend(Work work, BackendChoice asked) {
  switch (work) {
    case Work::random: return "random permutations are generated on the CPU";
    case Work::identity: return "the identity is written on the CPU";
    case Work::check: return "checks run on the CPU";
    case Work::cycles:
    case Work::representatives: return "cycles are followed on the CPU";
    case Work::orbits: return "orbits are found on the CPU";
    case Work::convert: return "files are converted on the CPU";
    default: return why_backend(asked);
  }
}

Plan plan_in_memory(const Task& task, const FileOptions& options, std::uint64_t memory) {
  if ((task.work == Work::inverse || task.work == Work::divide) && task.keeps) {
    throw InputError(
        "this runs in memory and does not support checkpoints; leave the checkpoint out, or run on disk with a smaller " +
        option("memory"));
  }
  Plan plan{.task = task};
  const bool cuda = options.machine.backend == BackendChoice::cuda && (is_operation(task.work) || task.work == Work::power);
  plan.where = cuda ? Where::cuda : Where::ram;
  plan.memory = memory_for(task);
  if (task.work == Work::multiply) {
    plan.slice_points = std::min<std::size_t>(std::max<std::size_t>(options.slice_points, 1), task.source);
    while (plan.slice_points > kLeastSlice && product_memory(task, plan.slice_points) > memory) plan.slice_points /= 2;
    plan.memory = product_memory(task, plan.slice_points);
  }
  if (plan.memory > memory) throw MemoryError(lack_of_memory(plan.memory, memory, task.doing) + "; use a larger machine");
  return plan;
}

/// With `memory` bytes to use. Throws MemoryError if they do not suffice.
Plan plan_within(const Task& task, const FileOptions& options, std::uint64_t memory) {
  // What passes by takes a few slices, which the plan does not count.
  if (memory == 0 && task.source != 0) {
    const std::uint64_t needed = passes_by(task.work) ? slices_memory(task) : memory_for(task);
    throw MemoryError(lack_of_memory(needed, 0, task.doing));
  }
  return goes_to_disk(task, options, memory) ? plan_disk(task, options, memory) : plan_in_memory(task, options, memory);
}

/// About the least memory for which there is a plan; nothing if more memory does not help.
std::optional<std::uint64_t> least_memory(const Task& task, const FileOptions& options, std::uint64_t too_little) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 50;
  constexpr std::uint64_t kFine = 4096;
  const auto suffices = [&](std::uint64_t memory) {
    try {
      plan_within(task, options, memory);
      return true;
    } catch (const ResourceError&) {
      return false;
    } catch (const InputError&) {  // a checkpoint, which is for plans on disk
      return false;
    }
  };
  std::uint64_t enough = std::max<std::uint64_t>(too_little, std::uint64_t{1} << 20);
  while (enough < kMost && !suffices(enough)) enough *= 2;
  if (enough >= kMost) return std::nullopt;
  const std::uint64_t uncounted = passes_by(task.work) ? slices_memory(task) : 0;
  while (enough - too_little > kFine) {
    const std::uint64_t middle = too_little + (enough - too_little) / 2;
    (suffices(middle) ? enough : too_little) = middle;
  }
  return std::max(enough, uncounted);
}

}  // namespace

const char* why_backend(BackendChoice asked) {
  return asked != BackendChoice::automatic ? "asked for" : "the arrays are in host memory";
}

const char* Plan::backend() const {
  const bool gpu =
      where == Where::cuda || (where == Where::disk && way == DiskWay::device) || (where == Where::ranks && ranks.gpu);
  return gpu ? "cuda" : "cpu";
}

void note(const Plan& plan, RunControl& run) {
  run.note_choice("backend", plan.backend(), plan.backend_why);
  if (plan.where == Where::ranks)
    run.note_choice("ranks", std::to_string(plan.ranks.ranks), fmt::format("of {}", plural(plan.ranks.threads, "thread")));
  if (!plan.exchange_why.empty()) run.note_choice("exchange", std::string(to_string(plan.ranks.exchange)), plan.exchange_why);
  if (!plan.buffers_why.empty())
    run.note_choice("exchange buffers", plan.ranks.buffers_on_gpu ? "GPU memory" : "pinned memory", plan.buffers_why);
  if (!plan.method.empty()) run.note_choice("method", plan.method, plan.why);
  if (plan.where == Where::disk && !plan.why.empty()) run.note_choice("storage", "disk", plan.why);
}

Plan plan_files(const Task& task, const FileOptions& options, RunControl& run, const RankResources* ranks) {
  if (ranks != nullptr) return plan_ranks(task, options, *ranks);
  if (options.exchange != Exchange::automatic) {
    throw WrongUsage(fmt::format("{} is for several ranks, and this is a single process: use {}, loop or partition",
                                 option("method", to_string(options.exchange)), option("method", "auto")));
  }
  if (task.work == Work::random && options.machine.backend == BackendChoice::cuda)
    throw WrongUsage("random permutations are generated on the CPU; leave " + option("backend", "cuda") + " out");
  if (options.machine.backend == BackendChoice::cuda && (is_operation(task.work) || task.work == Work::power)) require_gpu();
  const std::uint64_t memory = run.memory_left();
  Plan plan;
  try {
    plan = plan_within(task, options, memory);
  } catch (const MemoryError&) {
    const auto least = run.limits_memory() ? least_memory(task, options, memory) : std::nullopt;
    if (!least) throw;
    throw MemoryError(
        fmt::format("{}; {}", lack_of_memory(*least, memory, task.doing), more_memory(*least, options.machine.threads)));
  }
  if (plan.backend_why.empty()) plan.backend_why = why_this_backend(task.work, options.machine.backend);
  return plan;
}

void require_scratch(std::uint64_t bytes, const RunControl* run, const char* doing) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;  // not worth a question
  if (bytes > kSmall) require_memory(bytes, run, doing);
}

}  // namespace wreath::perm

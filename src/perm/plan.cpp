// SPDX-License-Identifier: MIT
//
// Which machine works on files. Ranks, where there are several; memory, where the arrays fit; the disk otherwise.
#include "perm/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/bitset.hpp"
#include "core/run/machine.hpp"
#include "core/run/option.hpp"
#include "core/run/units.hpp"
#include "wreath/wrong_usage.hpp"
#include "perm/backend.hpp"
#include "perm/orbit_forest.hpp"
#include "perm/plan_parts.hpp"
#include "wreath/gpu.hpp"

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

Plan plan_in_memory(const Task& task, const FileOptions& options, const RunControl& run) {
  if ((task.work == Work::inverse || task.work == Work::divide) && keeps_phases(options)) {
    throw InputError(
        "this runs in memory and does not support checkpoints; leave the checkpoint out, or run on disk with a smaller " +
        option("memory"));
  }
  Plan plan{.task = task};
  const bool cuda = options.backend == BackendChoice::cuda && (is_operation(task.work) || task.work == Work::power);
  plan.machine = cuda ? Machine::cuda : Machine::ram;
  plan.memory = memory_for(task);
  if (task.work == Work::multiply) {
    plan.slice_points = std::min<std::size_t>(std::max<std::size_t>(options.slice_points, 1), task.source);
    while (plan.slice_points > kLeastSlice && product_memory(task, plan.slice_points) > run.memory_left()) plan.slice_points /= 2;
    plan.memory = product_memory(task, plan.slice_points);
  }
  require_memory(plan.memory, run, task.doing);
  return plan;
}

}  // namespace

const char* why_backend(BackendChoice asked) {
  return asked != BackendChoice::automatic ? "asked for" : "the arrays are in host memory";
}

const char* Plan::backend() const {
  const bool gpu = machine == Machine::cuda || (machine == Machine::disk && disk.way == DiskWay::device) ||
                   (machine == Machine::ranks && ranks.gpu);
  return gpu ? "cuda" : "cpu";
}

void note(const Plan& plan, RunControl& run) {
  run.note_choice("backend", plan.backend(), plan.backend_why);
  if (plan.machine == Machine::ranks)
    run.note_choice("ranks", std::to_string(plan.ranks.ranks), fmt::format("of {} threads", plan.ranks.threads));
  if (!plan.exchange_why.empty()) run.note_choice("exchange", std::string(to_string(plan.ranks.exchange)), plan.exchange_why);
  if (!plan.buffers_why.empty())
    run.note_choice("exchange buffers", plan.ranks.buffers_on_gpu ? "GPU memory" : "pinned memory", plan.buffers_why);
  if (!plan.algorithm.empty()) run.note_choice("algorithm", plan.algorithm, plan.why);
  if (plan.machine == Machine::disk && !plan.why.empty()) run.note_choice("storage", "disk", plan.why);
}

Plan plan_files(const Task& task, const FileOptions& options, RunControl& run, const RankResources* ranks) {
  if (ranks != nullptr) return plan_ranks(task, options, *ranks);
  if (options.exchange != Exchange::automatic) {
    throw InputError(fmt::format("{} is for several ranks, and this is a single process: use {}, loop or partition",
                                 option("method", to_string(options.exchange)), option("method", "auto")));
  }
  if (task.work == Work::random && options.backend == BackendChoice::cuda)
    throw WrongUsage("random permutations are generated on the CPU; leave " + option("backend", "cuda") + " out");
  if (options.backend == BackendChoice::cuda && (is_operation(task.work) || task.work == Work::power)) require_gpu();
  const std::uint64_t memory = run.memory_left();
  Plan plan = goes_to_disk(task, options, memory) ? plan_disk(task, options, memory) : plan_in_memory(task, options, run);
  if (plan.backend_why.empty()) plan.backend_why = why_this_backend(task.work, options.backend);
  return plan;
}

std::string left_to_use(std::uint64_t bytes) {
  if (bytes != 0) return format_bytes(bytes) + " is available";
  return fmt::format("the program itself already uses all that it may ({})", format_bytes(resident_memory()));
}

void require_memory(std::uint64_t bytes, const RunControl& run, const std::string& doing) {
  const std::uint64_t left = run.memory_left();
  if (bytes <= left) return;
  throw ResourceError(fmt::format("{} needs {} of memory and {}; {}use a larger machine", doing, format_bytes(bytes),
                                  left_to_use(left), run.limits_memory() ? "give more with " + option("memory") + ", or " : ""));
}

void require_scratch(std::uint64_t bytes, const RunControl* run, const char* doing) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;  // not worth a question
  if (run != nullptr && bytes > kSmall) require_memory(bytes, *run, doing);
}

}  // namespace wreath::perm

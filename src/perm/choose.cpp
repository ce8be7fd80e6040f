// SPDX-License-Identifier: MIT
//
// Which algorithm, and with what block size: what `perm tune` measured on this machine where it has, the formula of
// ram/plan.hpp otherwise.
#include "perm/choose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/run/option.hpp"
#include "core/run/units.hpp"
#include "perm/tuning.hpp"

namespace wreath::perm {

namespace {

struct Decision {
  bool partition = false;
  std::string why;
};

Decision decide(const Task& task, const Options& options, const Plan& plan, bool tuned) {
  if (!task.partitionable) return {false, "these types have the plain loop only"};
  if (options.algorithm == Algorithm::traditional) return {false, "asked for"};
  if (options.algorithm == Algorithm::implicit) return {true, "asked for"};
  const std::string source = tuned ? "as measured by perm tune" : "by the sizes of the caches";
  return {plan.partition, fmt::format("{} at this size, {}", plan.partition ? "faster" : "the plain loop is faster", source)};
}

}  // namespace

unsigned useful_threads(std::size_t points, unsigned threads) {
  constexpr std::size_t kLeastPoints = std::size_t{1} << 13;
  return static_cast<unsigned>(std::min<std::size_t>(resolve_threads(threads), points / kLeastPoints + 1));
}

Plan choose_plan(const Task& task, const Options& options, const std::function<std::size_t(const Plan&)>& scratch_bytes) {
  const unsigned threads = useful_threads(task.source, options.threads);
  Plan plan = default_plan(task.operation, task.source, task.target, task.value_bytes, threads);
  const bool tuned = apply_tuning(plan, task.operation, task.source, task.value_bytes, threads);
  Decision decision = decide(task, options, plan, tuned);
  if (decision.partition) {
    const std::size_t needed = scratch_bytes(plan);
    const std::uint64_t held = options.workspace != nullptr ? options.workspace->size() : 0;
    const std::uint64_t left = held + (options.run != nullptr ? options.run->memory_left() : available_memory());
    if (needed > left) {
      if (options.algorithm == Algorithm::implicit) {
        const bool limited = options.run != nullptr && options.run->limits_memory();
        throw ResourceError(fmt::format("partitioning {} points needs {} of scratch memory and may use {}; {}use {}", task.source,
                                        format_bytes(needed), format_bytes(left),
                                        limited ? "give more with " + option("memory") + ", or " : "",
                                        option("algorithm", "traditional")));
      }
      decision = {false, fmt::format("partitioning would need {} of scratch memory", format_bytes(needed))};
    }
  }
  plan.partition = decision.partition;
  if (options.run != nullptr) options.run->note_choice("algorithm", plan.partition ? "implicit" : "traditional", decision.why);
  return plan;
}

}  // namespace wreath::perm

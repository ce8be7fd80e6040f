// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "perm/plan.hpp"
#include "perm/points.hpp"
#include "perm/ram/partition.hpp"

namespace wreath::perm::ram {

inline void report(RunControl* run, const Phases& phases) {
  if (run == nullptr) return;
  run->add_phase("partition", phases.partition);
  run->add_phase("permute", phases.permute);
  if (phases.combine > 0) run->add_phase("combine", phases.combine);
}

template <class Point>
void require_points(std::span<const Point> x, std::optional<std::size_t> bad, std::size_t size) {
  if (bad) throw PointError(*bad, x[*bad], size);
}

/// Runs `partitioned(plan, scratch, phases)` or `plain(threads)`, as planned; both return the first bad index, if any. Narrow
/// points are never partitioned, and that code is not compiled for them.
template <class Point, class Partitioned, class Plain>
void execute(std::span<const Point> x, const Plan& plan, const Options& options, RunControl* run, const Partitioned& partitioned,
             const Plain& plain) {
  if constexpr (sizeof(Point) >= 4) {
    if (plan.ram.partition) {
      Workspace own;
      Phases phases;
      const auto bad = partitioned(plan.ram, (options.workspace != nullptr ? *options.workspace : own).take(plan.memory), phases);
      report(run, phases);
      return require_points(x, bad, plan.task.target);
    }
  }
  require_points(x, plain(plan.ram.threads), plan.task.target);
}

}  // namespace wreath::perm::ram

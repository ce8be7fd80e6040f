// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "perm/choose.hpp"
#include "perm/points.hpp"
#include "perm/ram/partition.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::ram {

// A map on 2^16 points or fewer stays in the second-level cache: only wider points are worth partitioning.
template <class Point>
constexpr bool kPartitionable = sizeof(Point) >= 4;

inline void report(const Options& options, const Phases& phases) {
  if (options.run == nullptr) return;
  options.run->add_phase("partition", phases.partition);
  options.run->add_phase("permute", phases.permute);
  if (phases.combine > 0) options.run->add_phase("combine", phases.combine);
}

template <class Point>
void require_points(std::span<const Point> x, std::optional<std::size_t> bad, std::size_t size) {
  if (bad) throw PointError(*bad, x[*bad], size);
}

/// Plans, and runs `partitioned(plan, scratch, phases)` or `plain(threads)`; both return the first bad index, if any.
template <class Point, class Scratch, class Partitioned, class Plain>
void run(Operation operation, std::span<const Point> x, std::size_t target, std::size_t value_bytes, const Options& options,
         const Scratch& scratch_bytes, const Partitioned& partitioned, const Plain& plain) {
  const Task task{operation, x.size(), target, value_bytes, kPartitionable<Point>};
  if constexpr (kPartitionable<Point>) {
    const Plan plan = choose_plan(task, options, scratch_bytes);
    if (plan.partition) {
      Workspace own;
      Phases phases;
      const auto bad =
          partitioned(plan, (options.workspace != nullptr ? *options.workspace : own).take(scratch_bytes(plan)), phases);
      report(options, phases);
      return require_points(x, bad, target);
    }
  }
  if constexpr (!kPartitionable<Point>) choose_plan(task, options, {});  // notes the choice
  require_points(x, plain(useful_threads(x.size(), options.threads)), target);
}

}  // namespace wreath::perm::ram

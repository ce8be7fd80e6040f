// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "perm/ram/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

/// What is to be done, as far as the choice of an algorithm depends on it.
struct Task {
  Operation operation = Operation::multiply;
  std::size_t source = 0;  // points of x
  std::size_t target = 0;  // points of what x points into
  std::size_t value_bytes = 4;
  bool partitionable = true;  // false: there is no partitioned code for these types
};

/// As many threads as were asked for, but no more than have some thousand points each.
unsigned useful_threads(std::size_t points, unsigned threads);

/// Decides between the loop and the partition, within the memory that options.run allows, and notes the choice there.
/// `scratch_bytes` tells what a plan needs. Throws ResourceError where the partition was asked for and does not fit.
Plan choose_plan(const Task& task, const Options& options, const std::function<std::size_t(const Plan&)>& scratch_bytes);

}  // namespace wreath::perm

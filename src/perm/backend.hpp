// SPDX-License-Identifier: MIT
//
// The seam to machines that may not be there: a GPU, and the other ranks of a cluster.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "perm/file_tools.hpp"
#include "perm/gpu.hpp"
#include "perm/plan.hpp"

namespace wreath::perm {

/// What the ranks of job.options.machine.cluster do together. All are collective.
struct RankExecutor {
  /// What they have. Throws InputError if they see different inputs, or inputs that ranks do not work on.
  RankResources (*look)(const FileJob& job);
  /// Runs body, which does not communicate; an error of one rank becomes the error of all.
  void (*together)(const FileJob& job, const std::function<void()>& body);
  FileReport (*random)(const FileJob& job, const Plan& plan, std::uint64_t seed);
  FileReport (*multiply)(const FileJob& job, const Plan& plan);
  /// Inverts if there is no y.
  FileReport (*divide)(const FileJob& job, const Plan& plan);
  std::optional<Defect> (*check)(const FileJob& job, const Plan& plan);
  /// Of x, which must be a permutation. Nothing where the run was asked to stop.
  std::optional<std::vector<CycleCount>> (*cycles)(const FileJob& job, const Plan& plan);
  FileReport (*identity)(const FileJob& job, const Plan& plan, char kind);
};
/// Throws ResourceError if wreath was built without MPI.
const RankExecutor& rank_executor();

}  // namespace wreath::perm

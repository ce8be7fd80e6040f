// SPDX-License-Identifier: MIT
//
// Work on files done by all ranks of job.options.machine.cluster together, by a plan. Every rank calls these with the same
// arguments; the files must be the same for all, on a file system that they share.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "perm/file_tools.hpp"
#include "perm/plan.hpp"

namespace wreath::perm::cluster {

/// What the ranks have for a plan. Throws InputError if they see different inputs, or inputs that ranks do not work on.
RankResources look_at_ranks(const FileJob& job);
/// Runs body, which does not communicate; an error of one rank becomes the error of all.
void on_all_ranks(const FileJob& job, const std::function<void()>& body);

FileReport random(const FileJob& job, const Plan& plan, std::uint64_t seed);
FileReport multiply(const FileJob& job, const Plan& plan);
/// job.y: null for the inverse.
FileReport divide(const FileJob& job, const Plan& plan);
std::optional<Defect> check(const FileJob& job, const Plan& plan);
/// Of x, which must be a permutation. Nothing where the run was asked to stop.
std::optional<std::vector<CycleCount>> cycles(const FileJob& job, const Plan& plan);
/// Points of plan.task.value_bytes.
FileReport identity(const FileJob& job, const Plan& plan, char kind);

}  // namespace wreath::perm::cluster

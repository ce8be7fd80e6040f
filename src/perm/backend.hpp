// SPDX-License-Identifier: MIT
//
// The seam to machines that may not be there: a GPU, and the other ranks of a cluster. Where there is none, the planner
// learns it (require_gpu, usable_device_memory), and nothing else is called.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "perm/device_array.hpp"
#include "perm/file_tools.hpp"
#include "perm/multiplier.hpp"
#include "perm/plan.hpp"

namespace wreath::perm {

// --- A GPU.

/// Sends y there, where it stays. Values are integers.
template <class Point, class Value>
std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value> y);
/// z[x[i]] = y[i] and z[x[i]] = i. Throw PointError.
template <class Point, class Value>
void scatter_on_gpu(std::span<const Point> x, std::span<const Value> y, std::span<Value> z);
template <class Point>
void invert_on_gpu(std::span<const Point> x, std::span<Point> z);

/// The orbits of points: labels[i] = the least point of i's orbit, and schreier[i] unless it is empty. Returns their number, or
/// nothing if the generators are not permutations.
std::optional<std::uint64_t> orbits_on_gpu(std::span<const std::span<const std::uint32_t>> generators,
                                           std::span<std::uint32_t> labels, std::span<std::int8_t> schreier, RunControl* run);

/// Memory of the GPU that arrays can have; 0 without a GPU.
std::uint64_t usable_device_memory();
/// Takes one of the GPUs of this machine for the thread that calls: rank `rank_here` of `ranks_here` takes them in turn. Returns
/// the part of its memory that this rank may use. Throws ResourceError without a GPU.
std::uint64_t take_device(unsigned rank_here, unsigned ranks_here);
/// An array there, for what is on disk. Throws ResourceError.
std::unique_ptr<DeviceArray> make_device_array(const DeviceArray::Shape& shape);

/// For benchmarks: the seconds of the fastest of `repetitions` operations on arrays that are in the GPU's memory. Throws
/// ResourceError.
double time_on_device(Operation operation, std::span<const std::uint32_t> x, std::span<const std::uint32_t> y, Method method,
                      int repetitions);

// --- Other ranks.

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

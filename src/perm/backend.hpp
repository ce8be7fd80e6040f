// SPDX-License-Identifier: MIT
//
// Where an operation is carried out: the seam between the engine and the machine.
#pragma once

#include <memory>
#include <span>

#include "perm/disk/device_array.hpp"
#include "perm/files.hpp"
#include "perm/ram/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

/// y, held where it is multiplied: any number of pieces of x can be sent through it. Implemented for RAM and, in cuda/, for a
/// GPU.
template <class Point, class Value>
class Backend {
 public:
  virtual ~Backend() = default;
  /// z[i] = y[x[i]]. Throws PointError.
  virtual void multiply(std::span<const Point> x, std::span<Value> z) = 0;
};

/// Throws ResourceError where the backend that was asked for is not there; to be called before any work.
void require_backend(const Options& options);

/// y must live as long as the backend. Notes the choice in options.run. Values: those of ram/execute.hpp; a GPU takes integers
/// only.
template <class Point, class Value>
std::unique_ptr<Backend<Point, Value>> choose_backend(std::span<const Value> y, const Options& options);

/// z[x[i]] = y[i] and z[x[i]] = i, on the backend that options ask for. Throw PointError.
template <class Point, class Value>
void scatter_on_backend(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options);
template <class Point>
void invert_on_backend(std::span<const Point> x, std::span<Point> z, const Options& options);

/// For benchmarks: the seconds of the fastest of so many operations on arrays that are in the GPU's memory. Throws ResourceError.
double time_on_device(Operation operation, std::span<const std::uint32_t> x, std::span<const std::uint32_t> y,
                      Algorithm algorithm, int repetitions);

/// Memory of the GPU that arrays can have; 0 where there is no GPU.
std::uint64_t usable_device_memory();
/// An array there, for what is on disk. Throws ResourceError.
std::unique_ptr<disk::DeviceArray> make_device_array(const disk::DeviceArray::Shape& shape);

/// The operations of files.hpp by all ranks of options.cluster; `y` is null for the inverse.
FileReport random_on_cluster(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                             const FileOptions& options, RunControl& run);
FileReport multiply_on_cluster(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                               RunControl& run);
FileReport divide_on_cluster(const MapSource& x, const MapSource* y, const std::string& output, const FileOptions& options,
                             RunControl& run);
std::optional<Defect> check_on_cluster(const MapSource& x, const FileOptions& options, RunControl& run);

}  // namespace wreath::perm

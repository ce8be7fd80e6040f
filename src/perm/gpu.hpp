// SPDX-License-Identifier: MIT
//
// What a GPU does for permutations. Defined in cuda/; without CUDA the planner learns that there is no GPU (require_gpu), and
// nothing else is called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/arrays/device_array.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

using arrays::DeviceArray;

/// y, held where it is multiplied: any number of pieces of x can be sent through it. Implemented for a GPU, and for ranks that
/// hold y together.
template <class Point, class Value>
class Multiplier {
 public:
  virtual ~Multiplier() = default;
  /// z[i] = y[x[i]]. Throws PointError.
  virtual void multiply(std::span<const Point> x, std::span<Value> z) = 0;
};

// Arrays in host memory: everything travels over the bus, once each way, and that is most of the time. Points and values of any
// width; 4- and 8-byte ones of equal width are partitioned where that pays. All throw PointError.

/// Sends y there, where it stays; slices of x follow and the products come back. Values are integers.
template <class Point, class Value>
std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value> y);
/// z[x[i]] = y[i]. As many x as y; z may have more points, and those that are never hit become zero.
template <class Point, class Value>
void scatter_on_gpu(std::span<const Point> x, std::span<const Value> y, std::span<Value> z);
/// z[x[i]] = i. z may be x. If x is not a permutation, points that are never hit become zero.
template <class Point>
void invert_on_gpu(std::span<const Point> x, std::span<Point> z);

/// Where the generators and the labels are; a Schreier vector is in the host's memory.
enum class OrbitArrays { host, device };
/// The orbits of points: labels[i] = the least point of i's orbit, and schreier[i] unless it is empty. Returns their number, or
/// nothing if the generators are not permutations. Throws ResourceError if there is no room for three arrays on the GPU, and
/// LimitReached.
std::optional<std::uint64_t> orbits_on_gpu(std::span<const std::span<const std::uint32_t>> generators,
                                           std::span<std::uint32_t> labels, std::span<std::int8_t> schreier, RunControl* run,
                                           OrbitArrays arrays = OrbitArrays::host);

}  // namespace wreath::perm

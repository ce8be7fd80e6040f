// SPDX-License-Identifier: MIT
//
// What a GPU does for permutations. Defined in cuda/; without CUDA the planner learns that there is no GPU (require_gpu,
// usable_device_memory), and nothing else is called.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "perm/device_array.hpp"
#include "perm/multiplier.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

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

/// The orbits of points: labels[i] = the least point of i's orbit, and schreier[i] unless it is empty. Returns their number, or
/// nothing if the generators are not permutations. Throws ResourceError if there is no room for three arrays on the GPU, and
/// LimitReached.
std::optional<std::uint64_t> orbits_on_gpu(std::span<const std::span<const std::uint32_t>> generators,
                                           std::span<std::uint32_t> labels, std::span<std::int8_t> schreier, RunControl* run);

/// Free memory of the GPU, less what the driver may need itself; 0 without a GPU.
std::uint64_t usable_device_memory();
/// Takes one of the GPUs of this machine for the thread that calls: rank `rank_here` of `ranks_here` takes them in turn. Returns
/// the part of its memory that this rank may use. Throws ResourceError without a GPU.
std::uint64_t take_device(unsigned rank_here, unsigned ranks_here);
/// An array there, for what is on disk. Throws ResourceError if it does not fit.
std::unique_ptr<DeviceArray> make_device_array(const DeviceArray::Shape& shape);

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
//
// The GPU for arrays in host memory: everything travels over the bus, once each way, and that is most of the time. Points and
// values of any width; 4- and 8-byte ones of equal width are partitioned where that pays.
#pragma once

#include <memory>
#include <span>

#include "perm/multiplier.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

/// Sends y to the GPU, where it stays; slices of x follow and the products come back.
template <class Point, class Value>
std::unique_ptr<Multiplier<Point, Value>> make_cuda_backend(std::span<const Value> y);

/// z[x[i]] = i. z may be x. If x is not a permutation, points that are never hit become zero. Throws PointError.
template <class Point>
void inverse_on_gpu(std::span<const Point> x, std::span<Point> z);

/// z[x[i]] = y[i]. As many x as y; z may have more points, and those that are never hit become zero. Throws PointError.
template <class Point, class Value>
void divide_on_gpu(std::span<const Point> x, std::span<const Value> y, std::span<Value> z);

}  // namespace wreath::perm

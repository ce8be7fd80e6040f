// SPDX-License-Identifier: MIT
//
// The three operations in memory, by a plan: take the scratch memory, run, and report.
#pragma once

#include <span>

#include "core/run/stop_check.hpp"
#include "perm/plan/plan.hpp"

namespace wreath::perm::ram {

/// Whether to stop, as the options and a run that may be none have it.
inline StopCheck stop_of(const Options& options, RunControl* run) {
  return options.stops ? stop_check(run) : StopCheck();
}

/// `kSize` bytes that are moved as one value.
template <std::size_t kSize>
struct Bytes {
  unsigned char byte[kSize];
};

/// z[i] = y[x[i]], z[x[i]] = y[i], z[x[i]] = i. Throw PointError and Stopped. Compiled for all widths of points, and for values
/// of 1, 2, 4 and 8 bytes (unsigned integers) and of 16, 32 and 64 (Bytes).
template <class Point, class Value>
void gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan, const Options& options,
            RunControl* run);
/// `complete`, where it is asked for: whether all of z was reached; of z and x of as many points, that is whether x is a
/// permutation. A scatter tells of integers by partition only.
template <class Point, class Value>
void scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan, const Options& options,
             RunControl* run, bool* complete = nullptr);
template <class Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Plan& plan, const Options& options, RunControl* run,
             bool* complete = nullptr);

/// The same for values of any size, by the plain loop.
template <class Point>
void gather_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, const Plan& plan, StopCheck stop);
template <class Point>
void scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, const Plan& plan, StopCheck stop);

}  // namespace wreath::perm::ram

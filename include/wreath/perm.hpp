// SPDX-License-Identifier: MIT
//
// Permutations and maps on up to billions of points, as arrays of their images.
//
// Points are 0-based. Everything acts on the right, as in GAP: x*y is x first, then y.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "wreath/run.hpp"

namespace wreath::perm {

/// A value that is no point of the array it points into.
class PointError : public InputError {
 public:
  PointError(std::uint64_t at, std::uint64_t found, std::uint64_t points);
  std::uint64_t index;
  std::uint64_t value;
  std::uint64_t size;
};

struct Options {
  BackendChoice backend = BackendChoice::automatic;
  unsigned threads = 0;       // 0: all cores
  RunControl* run = nullptr;  // learns which backend was chosen
};

/// Fills x with a uniformly random permutation of 0..x.size()-1: the same one for the same seed, whatever the threads.
/// Throws InputError where Point cannot hold the points.
template <std::unsigned_integral Point>
void random(std::span<Point> x, std::uint64_t seed, const Options& options = {});

/// z = x*y: z[i] = y[x[i]]. x must map into y; it need not be a bijection, and y may have values of another width.
/// z may be x, but must not overlap y. Throws PointError at the first index that does not map into y; z is then unspecified.
template <std::unsigned_integral Point, std::unsigned_integral Value>
void multiply(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options = {});

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
//
// Checking a result against its definition: at every point, or at a random sample together with a checksum.
//
// The checksum is the sum of mix64 over an array's values, which does not depend on their order: where x is a permutation, the
// product x*y and the quotient x^-1*y hold the values of y in another order, so their checksums agree. A wrong value at any point
// changes the sum except with chance 2^-64; a sample of points then tells whether the order is right too.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/data/hash.hpp"
#include "core/data/rng.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm {

constexpr std::size_t kSamplePoints = 10000;
constexpr std::size_t kVerifyGrain = 4096;

/// Compiled for unsigned integers of 1, 2, 4 and 8 bytes. Throws Stopped.
template <class Value>
std::uint64_t order_free_checksum(std::span<const Value> values, unsigned threads, RunControl& run);

/// Throws InternalError. Apart, so that the loops that call it are small enough to be inlined.
[[noreturn]] void throw_wrong_at(std::size_t i);

/// Throws InternalError if `holds(i)` is false for some i of a sample of 0..n-1; of the sample only every `step`-th from the
/// first on.
template <class Holds>
void verify_sample(std::size_t n, const Holds& holds, std::size_t first = 0, std::size_t step = 1) {
  if (n == 0) return;
  for (std::size_t k = first; k < kSamplePoints; k += step) {
    const std::size_t i = RandomStream(0x5EED, k).below64(n);
    if (!holds(i)) throw_wrong_at(i);
  }
}

/// The same for all of 0..n-1, or a sample of them. Throws Stopped.
template <class Holds>
void verify_points(std::size_t n, Verify how, unsigned threads, RunControl& run, const Holds& holds) {
  if (how == Verify::sample) verify_sample(n, holds);
  if (how != Verify::all) return;
  parallel_ranges(n, threads, kVerifyGrain, [&](Range range, unsigned) {
    StopCheck stop(run);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (i % kVerifyGrain == 0) stop.spend(kVerifyGrain);
      if (!holds(i)) throw_wrong_at(i);
    }
  });
}

/// The checksum of a product that is made slice by slice.
class ProductChecksum {
 public:
  template <class Point, class Value>
  void add(std::span<const Point> x, std::span<const Value> z, unsigned threads, RunControl& run) {
    x_ += order_free_checksum(x, threads, run);
    z_ += order_free_checksum(z, threads, run);
    points_ += x.size();
  }
  /// Throws InternalError if x was a permutation of y's points, as its own checksum tells, and the values of z are not y's.
  template <class Value>
  void require_values_of(std::span<const Value> y, unsigned threads, RunControl& run) const {
    std::uint64_t identity = 0;
    StopCheck stop(run);
    for (std::uint64_t point = 0; point < points_; ++point) {
      if (point % kVerifyGrain == 0) stop.spend(kVerifyGrain);
      identity += mix64(point);
    }
    const bool permutation = points_ == y.size() && x_ == identity;
    if (permutation && z_ != order_free_checksum(y, threads, run)) {
      throw InternalError("verification failed: the product does not have the expected values");
    }
  }

 private:
  std::uint64_t x_ = 0;
  std::uint64_t z_ = 0;
  std::uint64_t points_ = 0;
};

/// For a permutation x: that the result holds the values of y, in some order.
template <class Value>
void verify_checksum(std::span<const Value> y, std::span<const Value> result, Verify how, unsigned threads, RunControl& run) {
  if (how == Verify::sample && order_free_checksum(y, threads, run) != order_free_checksum(result, threads, run)) {
    throw InternalError("verification failed: the result does not have the expected values");
  }
}

}  // namespace wreath::perm

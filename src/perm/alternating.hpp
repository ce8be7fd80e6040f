// SPDX-License-Identifier: MIT
//
// What products of several factors share: the arrays that their passes write in turn.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "perm/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

inline constexpr std::size_t kPassGrain = std::size_t{1} << 15;
inline constexpr std::size_t kHugeBytes = std::size_t{1} << 20;

template <class Point>
using Factors = std::vector<std::span<const Point>>;

/// The arrays that a sequence of passes writes in turn, so that the last one writes z.
template <class Point>
class Alternating {
 public:
  Alternating(std::span<Point> z, std::size_t passes, RunControl* run) : z_(z), left_(passes) {
    if (passes < 2) return;
    require_scratch(z.size_bytes(), run, "this product");
    if (z.size_bytes() < kHugeBytes) {  // huge pages cost more than such a product
      small_.resize(z.size());
      scratch_ = small_;
    } else {
      large_ = HugeArray<Point>(z.size());
      scratch_ = large_.span();
    }
  }
  /// The array for the next pass.
  std::span<Point> next() { return --left_ % 2 == 0 ? z_ : scratch_; }

 private:
  std::span<Point> z_;
  std::size_t left_;
  std::span<Point> scratch_;
  std::vector<Point> small_;
  HugeArray<Point> large_;
};

/// Between passes a run may be stopped.
inline bool is_stopped(RunControl* run) {
  return run != nullptr && run->should_stop();
}

template <class Point>
void copy_points(std::span<const Point> x, std::span<Point> z, const Options& options) {
  parallel_ranges(x.size(), options.machine.threads, kPassGrain, [&](Range range, unsigned) {
    std::memcpy(z.data() + range.begin, x.data() + range.begin, range.size() * sizeof(Point));
  });
}

/// A factor has led out of the points: says where, the same whatever the threads and the algorithm.
template <class Point>
[[noreturn]] void throw_first_stray(const Factors<Point>& factors) {
  for (const auto& x : factors) {
    const auto stray = std::find_if(x.begin(), x.end(), [&](Point value) { return value >= x.size(); });
    if (stray != x.end()) throw PointError(static_cast<std::uint64_t>(stray - x.begin()), *stray, x.size());
  }
  throw InternalError("a product left its points, and none of its factors does");
}

}  // namespace wreath::perm

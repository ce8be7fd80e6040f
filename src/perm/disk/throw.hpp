// SPDX-License-Identifier: MIT
//
// A map read once, slice by slice; the threads throw its points into the buckets of their blocks.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "core/parallel/loops.hpp"
#include "perm/disk/disk_map.hpp"
#include "perm/disk/job.hpp"
#include "perm/disk/ordered.hpp"
#include "perm/disk/runs.hpp"

namespace wreath::perm::disk {

/// Slices of one map or of two in step; threads take tiles of a slice.
inline constexpr std::size_t kScatterTile = std::size_t{1} << 14;

/// Whether all values of a tile are points.
template <class Point>
bool all_below(std::span<const Point> tile, std::uint64_t limit) {
  Number<Point> largest = 0;
  for (const Number<Point> value : tile) largest = std::max(largest, value);
  return tile.empty() || largest < limit;
}

/// What one thread does with its part of each slice: send(tile, begin) for the points from its begin-th on. False at a value that
/// is not a point.
template <class Point, class Send>
bool throw_part(std::span<const Point> slice, Range range, std::uint64_t limit, const Send& send) {
  for (std::size_t begin = range.begin; begin < range.end; begin += kScatterTile) {
    const auto tile = slice.subspan(begin, std::min(kScatterTile, range.end - begin));
    if (!all_below(tile, limit)) return false;
    send(tile, begin);
  }
  return true;
}

/// Reads x slice by slice, and next_slice() what goes with it; send(runs, tile, begin, first) puts the slice's points from the
/// begin-th on, whose index is first + begin.
template <class Point, class Runs, class NextSlice, class Send>
Outcome throw_slices(const DiskMap& x, std::uint64_t target, const Job& job, BucketRuns& buckets,
                     const std::vector<std::unique_ptr<Runs>>& runs, const NextSlice& next_slice, const Send& send) {
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead);
  const std::uint64_t limit = x.limit(target);
  std::atomic<bool> bad = false;
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const auto points = as_points<Point>(slices.next());
    next_slice();
    on_threads(plan.threads, [&](unsigned thread, unsigned) {
      const Range range = piece_of(points.size(), thread, plan.threads, 64);
      const bool good = throw_part(
          points, range, limit, [&](std::span<const Point> tile, std::size_t begin) { send(*runs[thread], tile, begin, done); });
      if (!good) bad = true;
    });
    if (bad) return Outcome::bad_point;
    buckets.check();
    done += points.size();
    job.run.report({"bucketize", done, x.size(), "points"});
  }
  for (const auto& own : runs) own->finish();
  buckets.finish();
  return Outcome::done;
}

template <class Value>
std::vector<std::unique_ptr<RecordRuns<Value>>> make_records(BucketRuns& buckets, std::size_t count, unsigned threads) {
  std::vector<std::unique_ptr<RecordRuns<Value>>> runs;
  for (unsigned thread = 0; thread < threads; ++thread) runs.push_back(std::make_unique<RecordRuns<Value>>(buckets, count));
  return runs;
}

}  // namespace wreath::perm::disk

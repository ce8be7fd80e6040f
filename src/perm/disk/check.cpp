// SPDX-License-Identifier: MIT
//
// Is a map on disk a permutation, and if not, where does it show first?
//
// One bit for each point; where the bits of all do not fit in memory, x is read once for each range of points whose bits do.
// All threads mark at once, which shows whether x is a permutation. Only if not, one thread goes through x in order.
#include "perm/disk/check.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/data/bitset.hpp"
#include "core/parallel/loops.hpp"
#include "perm/disk/multiply.hpp"
#include "perm/disk/ordered.hpp"
#include "perm/point40.hpp"

namespace wreath::perm::disk {

namespace {

constexpr std::size_t kCheckAhead = 32;
constexpr unsigned kAhead = 4;
constexpr std::size_t kCheckSlice = std::size_t{1} << 18;  // points

/// The run was asked to stop. It never leaves this file.
struct Stopped {};

/// use(first, points) for all slices in order, until it returns false. Says whether it never did. Throws Stopped.
template <class Point, class Use>
bool for_each_slice(const DiskMap& x, RunControl& run, const Use& use) {
  AsyncIo io(kAhead);
  SliceReader slices(io, x.whole(), kCheckSlice * sizeof(Point), kAhead);
  for (std::uint64_t done = 0; slices.has_next();) {
    if (run.should_stop()) throw Stopped();
    const auto points = as_points<Point>(slices.next());
    if (!use(done, points)) return false;
    done += points.size();
    run.report({"check", done, x.size(), "points"});
  }
  return true;
}

/// Marks the points of begin..end-1 that are among the values. False if one appears twice or a value is not a point.
template <class Point>
bool covers(const DiskMap& x, std::uint64_t begin, std::uint64_t end, unsigned threads, RunControl& run) {
  Bitset seen(end - begin);
  const std::uint64_t limit = x.limit(x.size());
  return for_each_slice<Point>(x, run, [&](std::uint64_t, std::span<const Point> points) {
    std::atomic<bool> fresh = true;
    parallel_ranges(points.size(), threads, 4096, [&](Range range, unsigned) {
      bool own = true;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (i + kCheckAhead < range.end) {
          const std::uint64_t coming = static_cast<Number<Point>>(points[i + kCheckAhead]) - begin;
          if (coming < end - begin) seen.prefetch(coming);
        }
        const std::uint64_t value = static_cast<Number<Point>>(points[i]);
        if (value >= limit) own = false;
        if (value - begin < end - begin) own &= seen.claim<true>(value - begin);
      }
      if (!own) fresh = false;
    });
    return fresh.load();
  });
}

/// The first defect among the points of begin..end-1, before index `before`.
template <class Point>
Defect first_defect(const DiskMap& x, std::uint64_t begin, std::uint64_t end, std::uint64_t before, RunControl& run) {
  Bitset seen(end - begin);
  const std::uint64_t limit = x.limit(x.size());
  Defect defect;
  for_each_slice<Point>(x, run, [&](std::uint64_t first, std::span<const Point> points) {
    for (std::size_t i = 0; i < points.size() && first + i < before; ++i) {
      const std::uint64_t value = static_cast<Number<Point>>(points[i]);
      if (value >= limit) {
        defect = {Defect::Kind::out_of_range, first + i, value, 0};
      } else if (value - begin < end - begin && !seen.claim<false>(value - begin)) {
        defect = {Defect::Kind::repeated, first + i, value, 0};
      }
      if (defect) return false;
    }
    return first + points.size() < before;
  });
  return defect;
}

template <class Point>
Defect find_defect_of(const DiskMap& x, std::uint64_t memory, unsigned threads, RunControl& run) {
  const std::uint64_t slices = SliceReader::memory_for(kCheckSlice * sizeof(Point), kAhead) + (std::uint64_t{8} << 20);
  const std::uint64_t bits = std::max<std::uint64_t>(memory > slices ? (memory - slices) * 8 : 0, std::uint64_t{1} << 20);
  bool good = true;
  for (std::uint64_t begin = 0; begin < x.size() && good; begin += bits)
    good = covers<Point>(x, begin, std::min(x.size(), begin + bits), threads, run);
  if (good) return {};
  Defect first;
  std::uint64_t before = x.size();
  for (std::uint64_t begin = 0; begin < x.size(); begin += bits) {
    const Defect found = first_defect<Point>(x, begin, std::min(x.size(), begin + bits), before, run);
    if (!found) continue;
    first = found;
    before = found.index;
  }
  if (first.kind != Defect::Kind::repeated) return first;
  for_each_slice<Point>(x, run, [&](std::uint64_t start, std::span<const Point> points) {
    const auto at = std::find_if(points.begin(), points.end(), [&](Number<Point> value) { return value == first.value; });
    first.earlier = start + static_cast<std::uint64_t>(at - points.begin());
    return at == points.end();
  });
  return first;
}

}  // namespace

std::optional<Defect> find_defect_on_disk(const DiskMap& x, std::uint64_t memory, unsigned threads, RunControl& run) {
  const auto timer = run.phase("check");
  try {
    return with_disk_point(x.width(), [&]<class Point>(Point) { return find_defect_of<Point>(x, memory, threads, run); });
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

void require_points_of(const DiskMap& x, const MapSource& y, RunControl& run) {
  try {
    with_disk_point(x.width(), [&]<class Point>(Point) {
      const std::uint64_t limit = x.limit(y.size());
      for_each_slice<Point>(x, run, [&](std::uint64_t first, std::span<const Point> points) {
        for (std::size_t i = 0; i < points.size(); ++i) {
          const std::uint64_t value = static_cast<Number<Point>>(points[i]);
          if (value >= limit) throw_bad_point(x.source(), y, first + i, value);
        }
        return true;
      });
    });
  } catch (const Stopped&) {
  }
}

SampleReader::SampleReader(const DiskMap& map) : SampleReader(*map.whole().file, map.whole().begin, map.width()) {}

SampleReader::SampleReader(const DirectFile& file, std::uint64_t begin, unsigned width)
    : file_(file), begin_(begin), width_(width) {}

std::uint64_t SampleReader::operator[](std::uint64_t index) const {
  alignas(kDiskBlock) static thread_local std::byte memory[2 * kDiskBlock];
  const std::uint64_t at = begin_ + index * width_;
  const std::uint64_t start = disk_floor(at);
  file_.read_at(start, memory, at - start + width_);
  std::uint64_t value = 0;
  std::memcpy(&value, memory + (at - start), width_);
  return value;
}

}  // namespace wreath::perm::disk

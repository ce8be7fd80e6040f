// SPDX-License-Identifier: MIT
//
// Is a map on disk a permutation, and if not, where does it show first?
//
// One bit for each point, marked slice by slice (core/arrays/ram/marks.hpp); where the bits of all do not fit in memory, x is
// read once for each range of points whose bits do. Only if x is not a permutation, one thread goes through x in order, to find
// the first index that shows it.
//
// Cost: x once in order, and 4 bytes for each point written and read in the cache. On two cores and 2^26 points check takes 0.31
// CPU s where inverse on disk takes 0.45; marked in the order of x, with atomic claims, it took 1.8.

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/arrays/ram/marks.hpp"
#include "core/arrays/widths.hpp"
#include "core/data/bitset.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "perm/disk/job.hpp"

namespace wreath::perm::disk {

using arrays::as_points;

namespace {

constexpr unsigned kAhead = 4;
constexpr std::size_t kLeastSlice = std::size_t{1} << 16;  // points
constexpr std::size_t kMostSlice = std::size_t{1} << 21;
constexpr unsigned kLeastBucketBits = 18;  // 32 KiB of bits
constexpr std::size_t kMostBuckets = 256;

/// use(first, points) for all slices in order, until it returns false. Says whether it never did. Throws Stopped.
template <class Point, class Use>
bool for_each_slice(const DiskMap& x, std::size_t slice_points, RunControl& run, const Use& use) {
  AsyncIo io(kAhead);
  SliceReader slices(io, x.whole(), slice_points * sizeof(Point), kAhead);
  for (std::uint64_t done = 0; slices.has_next();) {
    StopCheck(run).look();
    const auto points = as_points<Point>(slices.next());
    if (!use(done, points)) return false;
    done += points.size();
    run.report({"check", done, x.size(), "points"});
  }
  return true;
}

/// The first defect among the points of begin..end-1, before index `before`.
template <class Point>
Defect first_defect(const DiskMap& x, std::uint64_t begin, std::uint64_t end, std::uint64_t before, std::size_t slice_points,
                    RunControl& run) {
  Bitset seen(end - begin);
  const std::uint64_t limit = x.limit(x.size());
  Defect defect;
  for_each_slice<Point>(x, slice_points, run, [&](std::uint64_t first, std::span<const Point> points) {
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
  const std::size_t slice =
      std::clamp<std::size_t>(std::bit_floor(std::min(memory / 16 / sizeof(Point), x.size() / 8)), kLeastSlice, kMostSlice);
  const std::uint64_t besides =
      SliceReader::memory_for(slice * sizeof(Point), kAhead) + slice * sizeof(std::uint32_t) + (std::uint64_t{8} << 20);
  const std::uint64_t bits = std::max<std::uint64_t>(memory > besides ? (memory - besides) * 8 : 0, std::uint64_t{1} << 20);
  bool good = true;
  for (std::uint64_t begin = 0; begin < x.size() && good; begin += bits) {
    const std::uint64_t points = std::min(x.size() - begin, bits);
    const unsigned bucket_bits = std::max(kLeastBucketBits, static_cast<unsigned>(std::bit_width((points - 1) / kMostBuckets)));
    arrays::Marks<std::uint32_t> marks(begin, points, slice, bucket_bits, resolve_threads(threads));
    good = for_each_slice<Point>(x, slice, run, [&](std::uint64_t, std::span<const Point> values) {
      return marks.mark(values, x.limit(x.size()), StopCheck(run));
    });
  }
  if (good) return {};
  Defect first;
  std::uint64_t before = x.size();
  for (std::uint64_t begin = 0; begin < x.size(); begin += bits) {
    const Defect found = first_defect<Point>(x, begin, std::min(x.size(), begin + bits), before, slice, run);
    if (!found) continue;
    first = found;
    before = found.index;
  }
  if (first.kind != Defect::Kind::repeated) return first;
  for_each_slice<Point>(x, slice, run, [&](std::uint64_t start, std::span<const Point> points) {
    const auto at = std::find_if(points.begin(), points.end(), [&](Number<Point> value) { return value == first.value; });
    first.earlier = start + static_cast<std::uint64_t>(at - points.begin());
    return at == points.end();
  });
  return first;
}

}  // namespace

std::optional<Defect> find_defect_on_disk(const DiskMap& x, std::uint64_t memory, unsigned threads, RunControl& run) {
  const auto timer = run.phase("check");
  std::optional<Defect> defect;
  unless_stopped([&] {
    defect = with_disk_point(x.width(), [&]<class Point>(Point) { return find_defect_of<Point>(x, memory, threads, run); });
  });
  return defect;
}

void require_points_of(const DiskMap& x, const MapSource& y, RunControl& run) {
  unless_stopped([&] {
    with_disk_point(x.width(), [&]<class Point>(Point) {
      const std::uint64_t limit = x.limit(y.size());
      for_each_slice<Point>(x, kLeastSlice, run, [&](std::uint64_t first, std::span<const Point> points) {
        for (std::size_t i = 0; i < points.size(); ++i) {
          const std::uint64_t value = static_cast<Number<Point>>(points[i]);
          if (value >= limit) throw_point_error(PointError(first + i, value, y.size()), x.source(), y, 0);
        }
        return true;
      });
    });
  });
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

// SPDX-License-Identifier: MIT
//
// Three passes in place of eight: y (or z) in memory, in as few bytes as it has on disk; the other arrays pass by once, read
// ahead and written behind. One random access to memory for each point.

#include <algorithm>
#include <atomic>
#include <optional>

#include "core/data/bitset.hpp"
#include "core/parallel/loops.hpp"
#include "perm/disk/job.hpp"
#include "perm/disk/ordered.hpp"
#include "perm/point40.hpp"

namespace wreath::perm::disk {

namespace {

constexpr std::size_t kLookAhead = 32;
constexpr std::size_t kGatherTile = 1024;

/// A whole map in memory, as it is on disk.
class Resident {
 public:
  Resident(const DiskMap& map, const Job& job) : memory_(ReadBuffer::memory_for(map.size() * map.width())) {
    const auto timer = job.run.phase("read y");
    Transfers transfers;
    buffer_.read(job.io, map.whole(), memory_.data(), transfers);
    transfers.wait();
  }
  template <class Value>
  const Value* data() const {
    return as_points<Value>(buffer_.bytes()).data();
  }

 private:
  HugeArray<std::byte> memory_;
  ReadBuffer buffer_;
};

/// use(i, value) for a thread's part of a slice, and touch(value) some time before. The first that is not a point, or the end.
template <class Point, class Touch, class Use>
std::size_t for_each_value(std::span<const Point> x, Range range, std::uint64_t limit, const Touch& touch, const Use& use) {
  for (std::size_t begin = range.begin; begin < range.end; begin += kGatherTile) {
    const std::size_t end = std::min(range.end, begin + kGatherTile);
    for (std::size_t i = begin; i < end; ++i) {
      if (static_cast<Number<Point>>(x[i]) >= limit) return i;
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (i + kLookAhead < end) touch(static_cast<Number<Point>>(x[i + kLookAhead]));
      use(i, static_cast<Number<Point>>(x[i]));
    }
  }
  return range.end;
}

template <class Point, class Value>
Outcome multiply_values(const DiskMap& x, const DiskMap& y, const Job& job, const Target& z) {
  const Resident resident(y, job);
  const Value* values = resident.data<Value>();
  const auto timer = job.run.phase("multiply");
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead);
  SliceWriter writer(job.io, z.file, z.begin, plan.slice_points * sizeof(Value), plan.ahead);
  const std::uint64_t limit = x.limit(y.size());
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const auto points = as_points<Point>(slices.next());
    const auto to = as_points<Value>(writer.buffer());
    FirstBad bad;
    on_threads(plan.threads, [&](unsigned thread, unsigned) {
      const Range range = piece_of(points.size(), thread, plan.threads, 64);
      const std::size_t good = for_each_value(
          points, range, limit, [&](std::uint64_t point) { __builtin_prefetch(values + point); },
          [&](std::size_t i, std::uint64_t point) { to[i] = values[point]; });
      if (good < range.end) bad.note(good);
    });
    if (const auto index = bad.index()) throw_bad_point(x.source(), y.source(), done + *index, points[*index]);
    writer.write(points.size() * sizeof(Value));
    done += points.size();
    job.run.report({"multiply", done, x.size(), "points"});
  }
  writer.finish();
  return Outcome::done;
}

template <class Value>
void write_whole(std::span<Value> values, const Job& job, const Target& z) {
  const auto timer = job.run.phase("write");
  Transfers writes;
  const std::uint64_t bytes = values.size_bytes();
  job.io.write(z.file, z.begin, {reinterpret_cast<std::byte*>(values.data()), z.file.is_direct() ? disk_ceiling(bytes) : bytes},
               writes);
  writes.wait();
  z.file.truncate(z.begin + bytes);
}

template <class Point, class Value>
Outcome scatter_values(const DiskMap& x, const DiskMap* y, const Job& job, const Target& z) {
  const DiskPlan& plan = job.plan;
  HugeArray<Value> result(disk_ceiling(x.size()));  // whole blocks are written
  Bitset hit(x.size());
  std::atomic<bool> bad = false;
  {
    const auto timer = job.run.phase("scatter");
    SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead);
    std::optional<SliceReader> values;
    if (y != nullptr) values.emplace(job.io, y->whole(), plan.slice_points * sizeof(Value), plan.ahead);
    const std::uint64_t limit = x.limit(x.size());
    for (std::uint64_t done = 0; slices.has_next();) {
      if (job.run.should_stop()) return Outcome::stopped;
      const auto points = as_points<Point>(slices.next());
      const auto sent = values ? as_points<Value>(values->next()) : std::span<const Value>();
      on_threads(plan.threads, [&](unsigned thread, unsigned) {
        const Range range = piece_of(points.size(), thread, plan.threads, 64);
        bool fresh = true;
        const std::size_t good = for_each_value(
            points, range, limit,
            [&](std::uint64_t point) {
              __builtin_prefetch(result.data() + point, 1);
              hit.prefetch(point);
            },
            [&](std::size_t i, std::uint64_t point) {
              if (!hit.claim<true>(point)) {
                fresh = false;
              } else {
                result[point] = sent.empty() ? static_cast<Value>(done + i) : sent[i];
              }
            });
        if (!fresh || good < range.end) bad = true;
      });
      if (bad) return Outcome::bad_point;
      done += points.size();
      job.run.report({"scatter", done, x.size(), "points"});
    }
  }
  write_whole(result.span().first(x.size()), job, z);
  return Outcome::done;
}

}  // namespace

Outcome multiply_resident(const DiskMap& x, const DiskMap& y, const Job& job, const Target& z) {
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    return with_disk_value(y.width(), [&]<class Value>(Value) { return multiply_values<Point, Value>(x, y, job, z); });
  });
}

Outcome scatter_resident(const DiskMap& x, const DiskMap* y, const Job& job, const Target& z) {
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    if (y == nullptr) return scatter_values<Point, Point>(x, y, job, z);
    return with_disk_value(y->width(), [&]<class Value>(Value) { return scatter_values<Point, Value>(x, y, job, z); });
  });
}

}  // namespace wreath::perm::disk

// SPDX-License-Identifier: MIT
//
// Three passes in place of eight: y (or z) is held whole, in memory or on a GPU, in as few bytes as it has on disk; the other
// arrays pass by once, read ahead and written behind. One random access for each point. With a GPU the disk is the bound: it
// makes random accesses ten times as fast as any disk brings points.

#include <algorithm>
#include <atomic>
#include <optional>

#include "core/arrays/disk/file_array.hpp"
#include "core/data/bitset.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/parallel/loops.hpp"
#include "core/arrays/disk/move.hpp"
#include "core/arrays/loop.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::arrays {

namespace {

constexpr unsigned kLookAhead = 32;

using View = std::span<const std::byte>;

/// x passes by, and so does z: gather(points, values) fills a slice of z, and returns the first index whose value is not a point
/// of y, or their number.
Outcome gather_slices(const FileArray& x, const FileArray& y, const DiskJob& job, const Target& z,
                      FunctionRef<std::size_t(View, std::span<std::byte>)> gather) {
  const auto timer = job.run.phase("multiply");
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * x.width(), plan.ahead);
  SliceWriter writer(job.io, z.file, z.begin, plan.slice_points * y.width(), plan.ahead);
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const View points = slices.next();
    const std::size_t count = points.size() / x.width();
    if (gather(points, writer.buffer().first(count * y.width())) != count) return Outcome::bad_point;
    writer.write(count * y.width());
    done += count;
    job.run.report({"multiply", done, x.size(), "points"});
  }
  writer.finish();
  return Outcome::done;
}

/// x passes by, and y if there is one: scatter(points, values, first) takes a slice to its places, and is false where a point
/// is too large, or was reached before.
Outcome scatter_slices(const FileArray& x, const FileArray* y, const DiskJob& job,
                       FunctionRef<bool(View, View, std::uint64_t)> scatter) {
  const auto timer = job.run.phase("scatter");
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * x.width(), plan.ahead);
  std::optional<SliceReader> values;
  if (y != nullptr) values.emplace(job.io, y->whole(), plan.slice_points * y->width(), plan.ahead);
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const View points = slices.next();
    if (!scatter(points, values ? values->next() : View(), done)) return Outcome::bad_point;
    done += points.size() / x.width();
    job.run.report({"scatter", done, x.size(), "points"});
  }
  return Outcome::done;
}

// --- in memory

/// A whole map in memory, as it is on disk.
class Resident {
 public:
  Resident(const FileArray& map, const DiskJob& job) : memory_(ReadBuffer::memory_for(map.size() * map.width())) {
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

template <class Point, class Value>
Outcome gather_values(const FileArray& x, const FileArray& y, const DiskJob& job, const Target& z) {
  const Resident resident(y, job);
  const Value* values = resident.data<Value>();
  const std::uint64_t limit = x.limit(y.size());
  return gather_slices(x, y, job, z, [&](View points, std::span<std::byte> slice) {
    const auto from = as_points<Point>(points);
    const auto to = as_points<Value>(slice);
    const auto bad = loop_checked(
        from, limit, job.plan.threads, kLookAhead, {}, [&](std::size_t i) { to[i] = values[from[i]]; },
        [&](Number<Point> point) { __builtin_prefetch(values + point); });
    return bad.value_or(from.size());
  });
}

template <class Value>
void write_whole(std::span<Value> values, const DiskJob& job, const Target& z) {
  const auto timer = job.run.phase("write");
  Transfers writes;
  const std::uint64_t bytes = values.size_bytes();
  job.io.write(z.file, z.begin, {reinterpret_cast<std::byte*>(values.data()), z.file.is_direct() ? disk_ceiling(bytes) : bytes},
               writes);
  writes.wait();
  z.file.truncate(z.begin + bytes);
}

template <class Point, class Value>
Outcome scatter_values(const FileArray& x, const FileArray* y, const DiskJob& job, const Target& z) {
  HugeArray<Value> result(disk_ceiling(x.size()));  // whole blocks are written
  Bitset hit(x.size());
  const std::uint64_t limit = x.limit(x.size());
  const Outcome outcome = scatter_slices(x, y, job, [&](View points, View values, std::uint64_t first) {
    const auto from = as_points<Point>(points);
    const auto sent = as_points<Value>(values);
    std::atomic<bool> twice = false;
    const auto bad = loop_checked(
        from, limit, job.plan.threads, kLookAhead, {},
        [&](std::size_t i) {
          const Number<Point> point = from[i];
          if (!hit.claim<true>(point)) {
            twice.store(true, std::memory_order_relaxed);
          } else {
            result[point] = sent.empty() ? static_cast<Value>(first + i) : sent[i];
          }
        },
        [&](Number<Point> point) {
          __builtin_prefetch(result.data() + point, 1);
          hit.prefetch(point);
        });
    return !twice && !bad;
  });
  if (outcome == Outcome::done) write_whole(result.span().first(x.size()), job, z);
  return outcome;
}

bool load(const FileArray& y, DeviceArray& array, const DiskJob& job) {
  const auto timer = job.run.phase("read y");
  SliceReader slices(job.io, y.whole(), job.plan.slice_points * y.width(), job.plan.ahead);
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return false;
    const View values = slices.next();
    array.store(done, values);
    done += values.size() / y.width();
  }
  return true;
}

}  // namespace

Outcome gather_resident(const FileArray& x, const FileArray& y, const DiskJob& job, const Target& z) {
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    return with_disk_value(y.width(), [&]<class Value>(Value) { return gather_values<Point, Value>(x, y, job, z); });
  });
}

Outcome scatter_resident(const FileArray& x, const FileArray* y, const DiskJob& job, const Target& z) {
  return with_disk_point(x.width(), [&]<class Point>(Point) {
    if (y == nullptr) return scatter_values<Point, Point>(x, y, job, z);
    return with_disk_value(y->width(), [&]<class Value>(Value) { return scatter_values<Point, Value>(x, y, job, z); });
  });
}

Outcome gather_on_device(const FileArray& x, const FileArray& y, DeviceArray& array, const DiskJob& job, const Target& z) {
  if (!load(y, array, job)) return Outcome::stopped;
  return gather_slices(x, y, job, z, [&](View points, std::span<std::byte> to) { return array.gather(points, to); });
}

Outcome scatter_on_device(const FileArray& x, const FileArray* y, DeviceArray& array, const DiskJob& job, const Target& z) {
  const Outcome outcome = scatter_slices(
      x, y, job, [&](View points, View values, std::uint64_t first) { return array.scatter(points, values, first); });
  if (outcome != Outcome::done) return outcome;
  const unsigned value_bytes = y != nullptr ? y->width() : x.width();
  const DiskPlan& plan = job.plan;
  const auto timer = job.run.phase("write");
  SliceWriter writer(job.io, z.file, z.begin, plan.slice_points * value_bytes, plan.ahead);
  for (std::uint64_t done = 0; done < x.size();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const std::size_t count = std::min<std::uint64_t>(plan.slice_points, x.size() - done);
    array.fetch(done, writer.buffer().first(count * value_bytes));
    writer.write(count * value_bytes);
    done += count;
  }
  writer.finish();
  return Outcome::done;
}

std::uint64_t resident_memory(bool gathers, const Shape& shape, const DiskPlan& plan) {
  const std::uint64_t slices = SliceReader::memory_for(plan.slice_points * shape.point_bytes, plan.ahead) +
                               SliceReader::memory_for(plan.slice_points * shape.value_bytes, plan.ahead);
  const std::uint64_t hits = gathers ? 0 : Bitset::bytes_for(shape.target);
  return (shape.target + kDiskBlock) * shape.value_bytes + hits + slices + kUncounted;
}

DeviceArray::Shape device_shape(bool gathers, const Shape& shape, const DiskPlan& plan, std::uint64_t limit) {
  return {shape.target, shape.value_bytes, shape.point_bytes, limit, plan.slice_points, !gathers};
}

}  // namespace wreath::arrays

// SPDX-License-Identifier: MIT
//
// Three passes by way of a GPU: y (or z) in its memory, packed as on disk; the other arrays pass by the host once, read ahead
// and written behind. The disk is the bound: a GPU makes random accesses ten times as fast as any disk brings points.

#include <algorithm>
#include <optional>

#include "perm/disk/job.hpp"
#include "perm/point40.hpp"

namespace wreath::perm::disk {

namespace {

/// The value at an index, as it is on disk.
std::uint64_t number_at(std::span<const std::byte> numbers, std::size_t index, unsigned width) {
  return with_disk_point(width, [&]<class Point>(Point) -> std::uint64_t { return as_points<Point>(numbers)[index]; });
}

bool load(const DiskMap& y, DeviceArray& array, const Job& job) {
  const auto timer = job.run.phase("read y");
  SliceReader slices(job.io, y.whole(), job.plan.slice_points * y.width(), job.plan.ahead);
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return false;
    const auto values = slices.next();
    array.store(done, values);
    done += values.size() / y.width();
  }
  return true;
}

}  // namespace

Outcome multiply_on_device(const DiskMap& x, const DiskMap& y, DeviceArray& array, const Job& job, const Target& z) {
  if (!load(y, array, job)) return Outcome::stopped;
  const auto timer = job.run.phase("multiply");
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * x.width(), plan.ahead);
  SliceWriter writer(job.io, z.file, z.begin, plan.slice_points * y.width(), plan.ahead);
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const auto points = slices.next();
    const std::size_t count = points.size() / x.width();
    const std::size_t good = array.gather(points, writer.buffer().first(count * y.width()));
    if (good < count) throw_bad_point(x.source(), y.source(), done + good, number_at(points, good, x.width()));
    writer.write(count * y.width());
    done += count;
    job.run.report({"multiply", done, x.size(), "points"});
  }
  writer.finish();
  return Outcome::done;
}

Outcome scatter_on_device(const DiskMap& x, const DiskMap* y, DeviceArray& array, const Job& job, const Target& z) {
  const DiskPlan& plan = job.plan;
  const unsigned value_bytes = y != nullptr ? y->width() : x.width();
  {
    const auto timer = job.run.phase("scatter");
    SliceReader slices(job.io, x.whole(), plan.slice_points * x.width(), plan.ahead);
    std::optional<SliceReader> values;
    if (y != nullptr) values.emplace(job.io, y->whole(), plan.slice_points * value_bytes, plan.ahead);
    for (std::uint64_t done = 0; slices.has_next();) {
      if (job.run.should_stop()) return Outcome::stopped;
      const auto points = slices.next();
      if (!array.scatter(points, values ? values->next() : std::span<const std::byte>(), done)) return Outcome::bad_point;
      done += points.size() / x.width();
      job.run.report({"scatter", done, x.size(), "points"});
    }
  }
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

}  // namespace wreath::perm::disk

// SPDX-License-Identifier: MIT
//
// A map with points of another type: slice by slice from one file to the other, so that its size does not matter.
#include <fmt/format.h>

#include <algorithm>

#include "perm/file_tools.hpp"
#include "perm/point40.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kConvertSlice = std::size_t{1} << 18;  // points

template <class Point, class Value>
std::uint64_t convert_slices(const FileJob& job, OutputFile& file) {
  const MapSource& x = *job.x;
  std::vector<Point> points(std::min<std::uint64_t>(kConvertSlice, x.size()));
  std::vector<Value> values(points.size());
  std::uint64_t done = 0;
  while (done < x.size() && !job.run.should_stop()) {
    const std::size_t count = std::min<std::uint64_t>(points.size(), x.size() - done);
    x.read_points(done, std::span(points).first(count), job.options.machine.threads);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t value = points[i];
      if (value > largest_of_width(sizeof(Value))) {
        throw InputError(fmt::format("{}: value {} at index {} does not fit in {} byte{}", x.name(), value, done + i,
                                     sizeof(Value), sizeof(Value) == 1 ? "" : "s"));
      }
      values[i] = static_cast<Value>(value);
    }
    file.write(std::as_bytes(std::span(values).first(count)));
    done += count;
    job.run.report({"write", done, x.size(), "points"});
  }
  return done;
}

}  // namespace

FileReport convert_points(const FileJob& job, unsigned point_bytes) {
  const auto timer = job.run.phase("write");
  const MapSource& x = *job.x;
  OutputFile file(job.output);
  const std::uint64_t shape[] = {x.size()};
  const std::string header = make_npy_header(point_bytes == 5 ? 'V' : 'u', point_bytes, shape);
  file.reserve(header.size() + x.size() * point_bytes);
  file.write(bytes_of(header));
  const std::uint64_t done = with_disk_value(x.width(), [&]<class Point>(Point) {
    return with_disk_value(point_bytes, [&]<class Value>(Value) { return convert_slices<Point, Value>(job, file); });
  });
  if (done == x.size()) file.commit();
  return {x.size(), done, point_bytes, 0};
}

}  // namespace wreath::perm

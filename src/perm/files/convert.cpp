// SPDX-License-Identifier: MIT
//
// A map with points of another type: slice by slice from one file to the other, so that its size does not matter.
#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kConvertSlice = std::size_t{1} << 18;  // points

template <class Point, class Value>
std::uint64_t convert_slices(const Request& request, OutputFile& file) {
  const MapSource& x = *request.x;
  std::vector<Point> points(std::min<std::uint64_t>(kConvertSlice, x.size()));
  std::vector<Value> values(points.size());
  std::uint64_t done = 0;
  while (done < x.size() && !request.run.should_stop()) {
    const std::size_t count = std::min<std::uint64_t>(points.size(), x.size() - done);
    x.read_points(done, std::span(points).first(count), request.options.machine.threads);
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
    request.run.report({"write", done, x.size(), "points"});
  }
  return done;
}

}  // namespace

FileReport convert_points(const Request& request) {
  const unsigned point_bytes = request.plan.task.value_bytes;
  const auto timer = request.run.phase("write");
  const MapSource& x = *request.x;
  OutputFile file(request.output);
  const std::uint64_t shape[] = {x.size()};
  const std::string header = make_npy_header(point_bytes == 5 ? 'V' : 'u', point_bytes, shape);
  file.reserve(header.size() + x.size() * point_bytes);
  file.write(bytes_of(header));
  const std::uint64_t done = with_disk_value(x.width(), [&]<class Point>(Point) {
    return with_disk_value(point_bytes, [&]<class Value>(Value) { return convert_slices<Point, Value>(request, file); });
  });
  if (done == x.size()) file.commit();
  return {x.size(), done, point_bytes, 0};
}

// Two maps in files, side by side.

namespace {

constexpr std::size_t kCompareSlice = std::size_t{1} << 18;  // points

template <class Point, class Other>
std::optional<Comparison> compare(const MapSource& x, const MapSource& y, unsigned threads, RunControl& run) {
  const std::uint64_t both = std::min(x.size(), y.size());
  const std::size_t slice = std::min<std::uint64_t>(kCompareSlice, both);
  require_memory(slice * (sizeof(Point) + sizeof(Other)), &run, fmt::format("comparing {} with {}", x.name(), y.name()));
  HugeArray<Point> left(slice);
  HugeArray<Other> right(slice);
  for (std::uint64_t first = 0; first < both; first += slice) {
    if (run.should_stop()) return std::nullopt;
    const std::size_t count = std::min<std::uint64_t>(slice, both - first);
    x.read_values(first, left.span().first(count), threads);
    y.read_values(first, right.span().first(count), threads);
    const auto differ = std::mismatch(left.begin(), left.begin() + count, right.begin(), [](const Point& a, const Other& b) {
      return static_cast<std::uint64_t>(a) == static_cast<std::uint64_t>(b);
    });
    if (differ.first != left.begin() + count)
      return Comparison{false, first + static_cast<std::uint64_t>(differ.first - left.begin())};
    run.report({"compare", first + count, both, "points"});
  }
  return Comparison{x.size() == y.size(), both};
}

}  // namespace

std::optional<Comparison> equal_files(const Map& x, const Map& y, const FileOptions& options, RunControl* its_run) {
  GivenRun given(its_run);
  RunControl& run = *given;
  run.note_choice("backend", "cpu", "files are compared on the CPU");
  const auto timer = run.phase("compare");
  const auto longer_x = Internals::source(x).fixing_points_up_to(y.size());
  const auto longer_y = Internals::source(y).fixing_points_up_to(x.size());
  const MapSource& left = longer_x ? *longer_x : Internals::source(x);
  const MapSource& right = longer_y ? *longer_y : Internals::source(y);
  return with_disk_value(left.width(), [&]<class Point>(Point) {
    return with_disk_value(right.width(),
                           [&]<class Other>(Other) { return compare<Point, Other>(left, right, options.machine.threads, run); });
  });
}

}  // namespace wreath::perm

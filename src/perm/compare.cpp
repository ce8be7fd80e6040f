// SPDX-License-Identifier: MIT
//
// Two maps in files, side by side.
#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "perm/file_tools.hpp"
#include "perm/plan.hpp"
#include "perm/point40.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kCompareSlice = std::size_t{1} << 18;  // points

template <class Point, class Other>
std::optional<Comparison> compare(const MapSource& x, const MapSource& y, unsigned threads, RunControl& run) {
  const std::uint64_t both = std::min(x.size(), y.size());
  const std::size_t slice = std::min<std::uint64_t>(kCompareSlice, both);
  require_memory(slice * (sizeof(Point) + sizeof(Other)), run, fmt::format("comparing {} with {}", x.name(), y.name()));
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

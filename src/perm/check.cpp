// SPDX-License-Identifier: MIT
//
// Is x a permutation, and if not, where does it show first?
//
// n values are a permutation if and only if none is there twice. They are marked off by buckets of 2^16 points, of each only the
// 16 low bits (core/arrays/ram/marks.hpp). Only where that fails a second, slow pass goes through x in order to find the first
// index that is wrong.
//
// Cost: x once in order, and 2 bytes for each point written and read in order; past 2^28 points 4 bytes, in larger buckets. Where
// there is no memory for that, the slow pass alone, with a bit for each point.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "core/arrays/ram/marks.hpp"
#include "core/data/bitset.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/text/units.hpp"
#include "perm/cycles/cycle_walk.hpp"
#include "perm/files/verify.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kFewPoints = std::size_t{1} << 20;  // their bitset fits a near cache: buckets do not pay
constexpr std::size_t kMostBuckets = std::size_t{1} << 12;
constexpr std::size_t kLookAhead = 32;
constexpr std::size_t kStopEvery = std::size_t{1} << 14;

std::string points_range(std::uint64_t points) {
  return points == 0 ? "" : fmt::format(" (0..{})", points - 1);
}

/// Whether all points are among the values of x. False also if that is left to the slow pass: if the buckets do not fit in
/// memory, and if the run is to stop.
template <class Point>
bool covers_every_point(std::span<const Point> x, const Options& options, RunControl* run) {
  const unsigned threads = resolve_threads(options.machine.threads);
  const auto covers = [&]<class Low>(Low, unsigned bits) {
    const std::uint64_t left = run != nullptr ? run->memory_left() : available_memory();
    if (arrays::Marks<Low>::memory_for(x.size(), x.size(), bits, threads) > left) return false;
    arrays::Marks<Low> marks(0, x.size(), x.size(), bits, threads);
    bool fresh = false;
    return unless_stopped([&] { fresh = marks.mark(x, x.size(), stop_check(run)); }) && fresh;
  };
  if (x.size() <= std::size_t{kMostBuckets} << 16) return covers(std::uint16_t{}, 16);
  return covers(std::uint32_t{}, std::max(20U, static_cast<unsigned>(std::bit_width((x.size() - 1) / kMostBuckets))));
}

/// Goes through x in order up to the first thing that is wrong.
template <class Point>
Defect first_defect(std::span<const Point> x, RunControl* run) {
  require_scratch(Bitset::bytes_for(x.size()), run, "checking a permutation");
  Bitset seen(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % kStopEvery == kStopEvery - 1 && is_asked_to_stop(run))
      throw LimitReached("stopped before it was known whether this is a permutation");
    if (i + kLookAhead < x.size() && x[i + kLookAhead] < x.size()) seen.prefetch(x[i + kLookAhead]);
    const std::uint64_t value = x[i];
    if (value >= x.size()) return {Defect::Kind::out_of_range, i, value, 0};
    if (!seen.claim<false>(value)) {
      const auto earlier = std::find(x.begin(), x.end(), x[i]) - x.begin();
      return {Defect::Kind::repeated, i, value, static_cast<std::uint64_t>(earlier)};
    }
  }
  return {};
}

}  // namespace

std::string Defect::sentence(std::uint64_t points) const {
  switch (kind) {
    case Kind::none: return "this is a permutation";
    case Kind::out_of_range:
      return fmt::format("value {} at index {} is not a point: {}{}", value, index, there_are(points, "point"),
                         points_range(points));
    case Kind::repeated: return fmt::format("value {} at index {} already appears at index {}", value, index, earlier);
  }
  throw InternalError("a defect of no kind");
}

template <PointType Point>
Defect find_defect(std::span<const Point> x, const Options& options, RunControl* run) {
  if constexpr (sizeof(Point) >= 4) {  // there are few of the others
    if (x.size() > kFewPoints && covers_every_point(x, options, run)) return {};
  }
  return first_defect(x, run);
}

template <PointType Point>
bool equal(std::span<const Point> x, std::span<const Point> y, const Options& options) {
  if (x.size() != y.size()) return false;
  const unsigned threads = x.size() <= kFewPoints ? 1 : options.machine.threads;
  std::atomic<bool> differ = false;
  parallel_ranges(x.size(), threads, kStopEvery, [&](Range range, unsigned) {
    for (std::size_t begin = range.begin; begin < range.end && !differ.load(std::memory_order_relaxed); begin += kStopEvery) {
      const std::size_t count = std::min(range.end - begin, kStopEvery);
      if (std::memcmp(x.data() + begin, y.data() + begin, count * sizeof(Point)) != 0) differ = true;
    }
  });
  return !differ;
}

#define WREATH_INSTANTIATE(Point)                                                   \
  template Defect find_defect(std::span<const Point>, const Options&, RunControl*); \
  template bool equal(std::span<const Point>, std::span<const Point>, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

void throw_wrong_at(std::size_t i) {
  throw InternalError("verification failed: the result is wrong at index " + std::to_string(i));
}

template <class Value>
std::uint64_t order_free_checksum(std::span<const Value> values, unsigned threads, RunControl& run) {
  std::atomic<std::uint64_t> sum{0};
  parallel_ranges(values.size(), threads, kVerifyGrain, [&](Range range, unsigned) {
    StopCheck stop(run);
    std::uint64_t part = 0;
    for (std::size_t first = range.begin; first < range.end; first += kVerifyGrain) {
      stop.spend(kVerifyGrain);
      for (std::size_t i = first; i < std::min(range.end, first + kVerifyGrain); ++i) part += mix64(values[i]);
    }
    sum += part;
  });
  return sum;
}

#define WREATH_INSTANTIATE(Value) template std::uint64_t order_free_checksum(std::span<const Value>, unsigned, RunControl&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
//
// Is x a permutation, and if not, where does it show first?
//
// n values are a permutation if and only if all n points are among them, so no order matters and nothing need be counted. To
// mark the points at random in one bitset would miss the caches at every point, and threads would have to mark atomically.
// Instead the values are thrown into buckets of 2^16 points, of each only the 16 low bits, through a cache line for each bucket
// and thread; then each bucket is marked off in a bitset that fits the first cache. How large a bucket will be is known
// beforehand: as many values as it has points. A bucket that runs over is the proof that x is not a permutation.
//
// Only then a second, slow pass goes through x in order to find the first index that is wrong.
//
// Cost: x once in order, and 2 bytes for each point written and read in order; past 2^28 points 4 bytes, in larger buckets. Where
// there is no memory for that, the slow pass alone, with a bit for each point.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>

#include "core/data/bitset.hpp"
#include "core/data/huge_array.hpp"
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

/// The values of one thread on their way to the buckets, a cache line for each.
template <class Low>
class BucketLines {
 public:
  static constexpr std::size_t kLine = 64 / sizeof(Low);

  explicit BucketLines(std::size_t buckets)
      : lines_(std::make_unique_for_overwrite<Line[]>(buckets)), filled_(std::make_unique<std::uint8_t[]>(buckets)) {}

  /// Returns how many values the bucket's line holds now: kLine means that it must be taken away.
  std::size_t add(std::size_t bucket, Low low) {
    lines_[bucket].values[filled_[bucket]] = low;
    return ++filled_[bucket];
  }
  std::span<const Low> take(std::size_t bucket) {
    const std::size_t count = filled_[bucket];
    filled_[bucket] = 0;
    return {lines_[bucket].values.data(), count};
  }

 private:
  struct alignas(64) Line {
    std::array<Low, kLine> values;
  };
  std::unique_ptr<Line[]> lines_;
  std::unique_ptr<std::uint8_t[]> filled_;
};

/// Whether all points are among the values of x. Low holds what of a value its bucket does not say.
template <class Low, class Point>
class Coverage {
 public:
  Coverage(std::span<const Point> x, unsigned bucket_bits, unsigned threads, RunControl* run)
      : x_(x), bits_(bucket_bits), buckets_(((x.size() - 1) >> bucket_bits) + 1), threads_(threads), run_(run) {
    lows_ = HugeArray<Low>(x.size());
    used_ = std::make_unique<std::atomic<std::size_t>[]>(buckets_);
  }

  bool complete() {
    parallel_ranges(x_.size(), threads_, kStopEvery, [&](Range range, unsigned) { throw_into_buckets(range); });
    if (failed_) return false;
    parallel_tasks(buckets_, threads_, [&](std::size_t bucket) {
      if (!failed_ && (is_asked_to_stop(run_) || !bucket_is_complete(bucket))) failed_ = true;
    });
    return !failed_;
  }

 private:
  std::size_t capacity(std::size_t bucket) const { return std::min(std::size_t{1} << bits_, x_.size() - (bucket << bits_)); }

  void throw_into_buckets(Range range) {
    BucketLines<Low> lines(buckets_);
    for (std::size_t begin = range.begin; begin < range.end; begin += kStopEvery) {
      if (is_asked_to_stop(run_)) failed_ = true;
      if (failed_.load(std::memory_order_relaxed)) return;
      for (std::size_t i = begin; i < std::min(range.end, begin + kStopEvery); ++i) {
        const std::size_t value = x_[i];
        if (value >= x_.size()) {
          failed_ = true;
          return;
        }
        const std::size_t bucket = value >> bits_;
        if (lines.add(bucket, static_cast<Low>(value)) == BucketLines<Low>::kLine) put(bucket, lines.take(bucket));
      }
    }
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) put(bucket, lines.take(bucket));
  }

  void put(std::size_t bucket, std::span<const Low> values) {
    const std::size_t position = used_[bucket].fetch_add(values.size(), std::memory_order_relaxed);
    if (position + values.size() > capacity(bucket)) {
      failed_ = true;
    } else {
      std::memcpy(lows_.data() + (bucket << bits_) + position, values.data(), values.size() * sizeof(Low));
    }
  }

  bool bucket_is_complete(std::size_t bucket) const {
    const std::size_t mask = (std::size_t{1} << bits_) - 1;
    const std::span<const Low> lows = lows_.span().subspan(bucket << bits_, capacity(bucket));
    Bitset marked(lows.size());
    bool fresh = used_[bucket] == lows.size();
    for (const Low low : lows) fresh &= marked.claim<false>(low & mask);
    return fresh;
  }

  std::span<const Point> x_;
  unsigned bits_;
  std::size_t buckets_;
  unsigned threads_;
  RunControl* run_;
  HugeArray<Low> lows_;
  std::unique_ptr<std::atomic<std::size_t>[]> used_;
  std::atomic<bool> failed_ = false;
};

/// False also if that is left to the slow pass: past 2^44 points, if the buckets do not fit in memory, and if the run is to stop.
template <class Point>
bool covers_every_point(std::span<const Point> x, const Options& options, RunControl* run) {
  const bool narrow = x.size() <= std::size_t{kMostBuckets} << 16;
  const std::uint64_t left = run != nullptr ? run->memory_left() : available_memory();
  if (x.size() > left / (narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t))) return false;
  if (narrow) return Coverage<std::uint16_t, Point>(x, 16, options.machine.threads, run).complete();
  const unsigned bits = std::max(20U, static_cast<unsigned>(std::bit_width((x.size() - 1) / kMostBuckets)));
  return bits <= 32 && Coverage<std::uint32_t, Point>(x, bits, options.machine.threads, run).complete();
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
  if (x.size() > kFewPoints && covers_every_point(x, options, run)) return {};
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

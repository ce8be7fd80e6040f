// SPDX-License-Identifier: MIT
//
// Uniformly random permutations, in parallel, the same for any number of threads.
//
// Rao (1961) and Sandelius (1962): throw each point into one of B buckets, independently and uniformly, keeping the order of
// arrival; shuffle each bucket; read the buckets one after the other. Any two orders are equally likely, so the result is
// exactly uniform, whatever the sizes of the buckets turn out to be. Point i's bucket is a function of (seed, i), and bucket
// b's shuffle of (seed, b): no thread needs to know of another. Up to 2^28 points a bucket fits the second-level cache
// and the shuffles, whose accesses are random, do not go to memory; beyond, buckets grow.
//
// Cost: the digits twice (to count, to place), one write and one shuffle in cache per point; no scratch memory.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "core/parallel/radix_partition.hpp"
#include "core/run/rng.hpp"
#include "perm/points.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kBucketPoints = std::size_t{1} << 16;
constexpr std::size_t kMostBuckets = std::size_t{1} << 12;  // more streams than that collapse in the caches
constexpr unsigned kDigitBits = 16;                         // what one random word is cut into
constexpr std::uint64_t kDigitWalker = ~std::uint64_t{0};   // buckets are walkers 0, 1, ...; the digits are another

/// The bucket of each point, for points in ascending order: eight 16-bit digits come from one set of random words.
class BucketDigit {
 public:
  BucketDigit(std::uint64_t seed, std::size_t buckets)
      : seed_(seed), shift_(kDigitBits - static_cast<unsigned>(std::countr_zero(buckets))) {}

  std::size_t operator()(std::size_t point) {
    if (point / 8 != step_) {
      step_ = point / 8;
      words_ = random_words(seed_, kDigitWalker, step_);
    }
    const std::uint32_t word = words_.word[point % 8 / 2];
    return (point % 2 == 0 ? word & 0xFFFF : word >> kDigitBits) >> shift_;
  }

 private:
  std::uint64_t seed_;
  unsigned shift_;
  std::size_t step_ = ~std::size_t{0};
  PhiloxWords words_{};
};

/// Fisher and Yates.
template <class Point>
void shuffle(std::span<Point> points, RandomStream random) {
  for (std::size_t left = points.size(); left > 1; --left) std::swap(points[left - 1], points[random.below64(left)]);
}

}  // namespace

template <PointType Point>
void random(std::span<Point> x, std::uint64_t seed, const Options& options) {
  if (!x.empty() && x.size() - 1 > std::numeric_limits<Point>::max()) {
    throw InputError(fmt::format("{} points do not fit {}-byte integers", x.size(), sizeof(Point)));
  }
  const std::size_t buckets = std::min(kMostBuckets, std::bit_ceil(x.size() / kBucketPoints + 1));
  const auto starts = stable_partition_indices(
      x.size(), buckets, options.threads, [&] { return BucketDigit(seed, buckets); },
      [&](std::size_t point, std::size_t position) { x[position] = static_cast<Point>(point); });
  const std::size_t batch = std::size_t{16} * resolve_threads(options.threads);
  for (std::size_t first = 0; first < buckets; first += batch) {
    if (options.run != nullptr && options.run->should_stop()) return;
    parallel_tasks(std::min(batch, buckets - first), options.threads, [&](std::size_t task) {
      const std::size_t bucket = first + task;
      shuffle(x.subspan(starts[bucket], starts[bucket + 1] - starts[bucket]), RandomStream(seed, bucket));
    });
    if (options.run != nullptr) options.run->report({"shuffle", starts[std::min(first + batch, buckets)], x.size(), "points"});
  }
}

#define WREATH_INSTANTIATE(Point) template void random(std::span<Point>, std::uint64_t, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)

}  // namespace wreath::perm

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
#include <limits>

#include "core/arrays/counted_partition.hpp"
#include "core/arrays/widths.hpp"
#include "perm/random_buckets.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

template <PointType Point>
void random(std::span<Point> x, std::uint64_t seed, const Options& options, RunControl* run) {
  if (!x.empty() && x.size() - 1 > std::numeric_limits<Point>::max()) {
    throw InputError(fmt::format("{} points do not fit in {}-byte integers", x.size(), sizeof(Point)));
  }
  const std::size_t buckets = random_buckets(x.size());
  const auto digits = [&] { return BucketDigit(seed, buckets); };
  const auto keep_going = [&] { return run == nullptr || !run->should_stop(); };
  arrays::CountedPartition partition(buckets, options.machine.threads);
  partition.count(x.size(), digits, keep_going);
  partition.place(digits, keep_going,
                  [&](std::size_t point, std::size_t, std::size_t position) { x[position] = static_cast<Point>(point); });
  const std::size_t batch = std::size_t{16} * resolve_threads(options.machine.threads);
  for (std::size_t first = 0; first < buckets; first += batch) {
    if (run != nullptr && run->should_stop()) return;
    parallel_tasks(std::min(batch, buckets - first), options.machine.threads, [&](std::size_t task) {
      const std::size_t bucket = first + task;
      shuffle_bucket(x.subspan(partition.start(bucket), partition.size({bucket, bucket + 1})), RandomStream(seed, bucket));
    });
    if (run != nullptr) run->report({"shuffle", partition.start(std::min(first + batch, buckets)), x.size(), "points"});
  }
}

#define WREATH_INSTANTIATE(Point) template void random(std::span<Point>, std::uint64_t, const Options&, RunControl*);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm

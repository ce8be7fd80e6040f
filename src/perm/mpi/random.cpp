// SPDX-License-Identifier: MIT
//
// Random permutations by all ranks: the same file as from one process (perm/random.cpp).
//
// Which bucket a point falls into is a function of (seed, point), so no rank need ask another: each goes through all points and
// keeps those of its own buckets, shuffles them and writes them. Where its buckets do not fit the memory it does so some buckets
// at a time.
//
// Cost: the digits of all points on every rank, once to count and once for each group of buckets; nothing is sent.
#include <fmt/format.h>

#include "core/parallel/radix_partition.hpp"
#include "core/run/machine.hpp"
#include "perm/mpi/files.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/shared_output.hpp"
#include "perm/point40.hpp"
#include "perm/random_buckets.hpp"

namespace wreath::perm::cluster {

namespace {

template <class Point>
class Shuffle {
 public:
  Shuffle(const Job& job, std::uint64_t points, std::uint64_t seed, char kind)
      : job_(job),
        points_(points),
        seed_(seed),
        threads_(job.local().threads),
        buckets_(random_buckets(points)),
        out_(job.ranks(), job.output(), kind, sizeof(Point), points) {}

  bool execute() {
    const auto timer = job_.run().phase("shuffle");
    count();
    const Range mine =
        piece_of(buckets_, static_cast<std::size_t>(job_.ranks().rank()), static_cast<std::size_t>(job_.ranks().size()));
    std::size_t first = mine.begin;
    while (mpi::any_of(job_.ranks(), first < mine.end)) {  // ranks with fewer groups wait for the others
      if (job_.stops()) {
        out_.settle(false);
        return false;
      }
      mpi::together(job_.ranks(), [&] {
        const std::size_t last = group_from(first, mine.end);
        make({first, last});
        first = last;
      });
    }
    out_.settle(true);
    return true;
  }

 private:
  template <class Body>
  void on_pieces(const Body& body) {
    on_threads(threads_, [&](unsigned thread, unsigned parts) { body(piece_of(points_, thread, parts), thread); });
  }

  /// Where each thread's points of each bucket begin.
  void count() {
    next_.assign(buckets_ * threads_, 0);
    on_pieces([&](Range range, unsigned thread) {
      BucketDigit digit(seed_, buckets_);
      std::vector<std::uint64_t> counts(buckets_, 0);
      for (std::size_t point = range.begin; point < range.end; ++point) ++counts[digit(point)];
      for (std::size_t bucket = 0; bucket < buckets_; ++bucket) next_[bucket * threads_ + thread] = counts[bucket];
    });
    exclusive_scan_in_place(next_);
  }
  std::uint64_t start(std::size_t bucket) const { return bucket == buckets_ ? points_ : next_[bucket * threads_]; }

  /// As many buckets as fit the memory, and at least one.
  std::size_t group_from(std::size_t first, std::size_t end) const {
    const std::uint64_t budget =
        std::min(job_.run().memory_left(), available_memory() / static_cast<std::uint64_t>(job_.ranks().ranks_here()));
    std::size_t last = std::min(end, first + 1);
    while (last < end && (start(last + 1) - start(first)) * sizeof(Point) <= budget) ++last;
    require_memory((start(last) - start(first)) * sizeof(Point), job_.run(), "a part of a random permutation");
    return last;
  }

  void make(Range group) {
    const std::uint64_t begin = start(group.begin);
    HugeArray<Point> points(start(group.end) - begin);
    on_pieces([&](Range range, unsigned thread) {
      BucketDigit digit(seed_, buckets_);
      std::vector<std::uint64_t> next(group.size());
      for (std::size_t k = 0; k < next.size(); ++k) next[k] = next_[(group.begin + k) * threads_ + thread] - begin;
      for (std::size_t point = range.begin; point < range.end; ++point) {
        const std::size_t bucket = digit(point) - group.begin;  // wraps around below the group
        if (bucket < group.size()) points[next[bucket]++] = static_cast<Point>(point);
      }
    });
    parallel_tasks(group.size(), threads_, [&](std::size_t k) {
      const std::size_t bucket = group.begin + k;
      shuffle_bucket(points.span().subspan(start(bucket) - begin, start(bucket + 1) - start(bucket)),
                     RandomStream(seed_, bucket));
    });
    out_.write(begin, std::as_bytes(points.span()));
  }

  const Job& job_;
  std::uint64_t points_;
  std::uint64_t seed_;
  unsigned threads_;
  std::size_t buckets_;
  std::vector<std::uint64_t> next_;  // [bucket][thread]
  SharedOutput out_;
};

}  // namespace

FileReport random(const FileJob& files, const Plan& plan, std::uint64_t seed) {
  const Job job(files, plan);
  const std::uint64_t points = plan.task.source;
  const unsigned point_bytes = plan.task.point_bytes;
  mpi::together(job.ranks(), [&] {
    if (point_bytes < 4) throw InputError("ranks make points of 4, 5 or 8 bytes; start wreath alone for smaller ones");
    if (points != 0 && points - 1 > largest_of_width(point_bytes))
      throw InputError(fmt::format("{} points do not fit {}-byte integers", points, point_bytes));
  });
  const char kind = point_bytes == 5 ? 'V' : 'u';
  const bool whole =
      with_disk_point(point_bytes, [&]<class Point>(Point) { return Shuffle<Point>(job, points, seed, kind).execute(); });
  return {points, whole ? points : 0, point_bytes, 0};
}

}  // namespace wreath::perm::cluster

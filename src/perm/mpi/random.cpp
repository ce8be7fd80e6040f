// SPDX-License-Identifier: MIT
//
// Random permutations by all ranks: the same file as from one process (perm/random.cpp).
//
// Which bucket a point falls into is a function of (seed, point), so no rank need ask another: each goes through all points and
// keeps those of its own buckets, shuffles them and writes them: as many buckets at a time as fit its memory (RandomGroups).
//
// Cost: the digits of all points on every rank, once to count and once for each group of buckets; nothing is sent.
#include <fmt/format.h>

#include "core/run/machine.hpp"
#include "perm/backend.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/shared_output.hpp"
#include "core/arrays/widths.hpp"
#include "perm/random_buckets.hpp"

namespace wreath::perm::cluster {

namespace {

/// Whether all was written.
template <class Point>
bool write_random(const Job& job, std::uint64_t points, std::uint64_t seed, char kind) {
  SharedOutput out(job.ranks(), job.output(), kind, sizeof(Point), points);
  const auto timer = job.run().phase("shuffle");
  const RandomGroups random(points, seed, job.local().machine.threads);
  const Range mine =
      piece_of(random.buckets(), static_cast<std::size_t>(job.ranks().rank()), static_cast<std::size_t>(job.ranks().size()));
  std::size_t first = mine.begin;
  while (mpi::any_of(job.ranks(), first < mine.end)) {  // ranks with fewer groups wait for the others
    if (job.stops()) {
      out.settle(false);
      return false;
    }
    mpi::together(job.ranks(), [&] {
      const std::uint64_t budget =
          std::min(job.run().memory_left(), available_memory() / static_cast<std::uint64_t>(job.ranks().ranks_here()));
      Range group = random.group_from(first, mine.end, budget / sizeof(Point));
      if (group.size() == 0) group.end = std::min(mine.end, first + 1);
      require_memory(random.size(group) * sizeof(Point), &job.run(), "a part of a random permutation");
      HugeArray<Point> part(random.size(group));
      random.fill(group, part.span());
      out.write(random.start(first), std::as_bytes(part.span()));
      first = group.end;
    });
  }
  out.settle(true);
  return true;
}

}  // namespace

FileReport random(const Request& request, std::uint64_t seed) {
  const Job job(request);
  const std::uint64_t points = request.plan.task.source;
  const unsigned point_bytes = request.plan.task.point_bytes;
  mpi::together(job.ranks(), [&] {
    if (points != 0 && points - 1 > largest_of_width(point_bytes))
      throw InputError(fmt::format("{} points do not fit in {}-byte integers", points, point_bytes));
  });
  const char kind = point_bytes == 5 ? 'V' : 'u';
  const bool whole =
      with_disk_point(point_bytes, [&]<class Point>(Point) { return write_random<Point>(job, points, seed, kind); });
  return request.report(whole);
}

}  // namespace wreath::perm::cluster

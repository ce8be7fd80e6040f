// SPDX-License-Identifier: MIT
//
// Is x a permutation? All ranks look together.
//
// The points of x are sent to the ranks that hold them, which note which points were reached. Only where one was not, rank 0 goes
// through x in order, as one process does on disk, to find the first index that shows it.
#include <optional>

#include "perm/backend.hpp"
#include "perm/mpi/job.hpp"

namespace wreath::perm::cluster {

namespace {

constexpr std::size_t kRound = std::size_t{1} << 22;  // points that a rank sends at a time

/// Whether every point is reached. Nothing where the run was asked to stop.
template <class Point>
std::optional<bool> reaches_every_point(const Job& job, const MapSource& x) {
  const std::uint64_t share = x.size() / static_cast<std::uint64_t>(job.ranks().size());
  const std::size_t round = std::min<std::uint64_t>(kRound, share + 1);
  Router router(job.ranks(), {x.size(), job.ranks().size(), share / kMostBucket + 1}, round, job.local().machine.threads);
  const Range mine = router.blocks().of_rank(job.ranks().rank());
  const auto size = static_cast<std::size_t>(router.blocks().bucket_size());
  HugeArray<std::uint8_t> hits(mine.size());
  HugeArray<std::uint8_t> ones(router.most_received());
  std::fill(ones.begin(), ones.end(), 1);
  HugeArray<Point> points(round);
  HugeArray<Offset> incoming(router.most_received());
  bool in_range = true;
  const bool whole = job.for_each_slice(x.size(), round, "check", [&](Range slice) {
    const std::span<Point> read = points.span().first(slice.size());
    in_range = in_range && job.read_points(x, slice, read, x.size());
    if (!in_range) return;
    const auto timer = job.run().phase("check");
    router.begin_round(std::span<const Point>(read));
    for (std::size_t number = 0; number < router.turns(); ++number) {
      const Turn turn = router.turn(number);
      router.send(turn, router.sorted_offsets().data(), incoming.data());
      mpi::together(job.ranks(), [&] {
        router.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
          const std::span<const Offset> run = incoming.span().subspan(first, count);
          perm::divide(run, std::span<const std::uint8_t>(ones.span().first(count)), hits.span().subspan(bucket * size),
                       job.local(), &job.run());
        });
      });
    }
  });
  if (!whole) return std::nullopt;
  const bool all = arrays::none_is(std::span<const std::uint8_t>(hits.span()), job.local().machine.threads,
                                   [](std::uint8_t hit) { return hit == 0; });
  return in_range && !mpi::any_of(job.ranks(), !all);
}

}  // namespace

std::optional<bool> is_permutation(const Job& job, const MapSource& x) {
  return with_points(x.width(), [&]<class Point>(Point) { return reaches_every_point<Point>(job, x); });
}

void throw_first_defect(const Job& job) {
  mpi::together(job.ranks(), [&] {
    if (job.ranks().rank() == 0) disk::throw_not_a_permutation(job.request());
  });
  throw InternalError("no rank threw");
}

std::optional<Defect> check(const Request& request) {
  const Job job(request);
  const std::optional<bool> all = is_permutation(job, *request.x);
  if (!all) return std::nullopt;
  struct {
    bool known = true;
    Defect defect;
  } found;
  mpi::together(job.ranks(), [&] {
    if (*all || job.ranks().rank() != 0) return;
    const auto defect = disk::check(request);
    found = {defect.has_value(), defect.value_or(Defect())};
  });
  found = mpi::all_of(job.ranks(), found)[0];
  return found.known ? std::optional(found.defect) : std::nullopt;
}

}  // namespace wreath::perm::cluster

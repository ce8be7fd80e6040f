// SPDX-License-Identifier: MIT
//
// Is x a permutation? All ranks look together.
//
// The points of x are sent to the ranks that hold them, which note which points were reached (Arrivals). Only where one was
// not, a second and slow pass goes through x in order, a stretch at a time, each rank a piece of the stretch: pieces follow the
// order of the ranks, so a rank that marks what comes from rank 0, from rank 1, ... marks in the order of x. The first repetition
// of the first stretch that has one is the answer.
#include <fmt/format.h>

#include <optional>

#include "core/data/bitset.hpp"
#include "perm/backend.hpp"
#include "perm/mpi/job.hpp"

namespace wreath::perm::cluster {

namespace {

constexpr std::uint64_t kNone = ~std::uint64_t{0};
constexpr std::size_t kRound = std::size_t{1} << 22;    // points that a rank sends at a time
constexpr std::size_t kStretch = std::size_t{1} << 21;  // points that all ranks together look at, in the slow pass

Blocks blocks_of(const Job& job, const MapSource& x) {
  const auto size = static_cast<std::uint64_t>(job.ranks().size());
  return {x.size(), job.ranks().size(), x.size() / size / kMostBucket + 1};
}

/// A value that is out of range or appeared before.
struct Wrong {
  std::uint64_t index = kNone;
  std::uint64_t value = 0;
  bool repeated = false;
};

/// The first wrong value of x, by the slow pass.
template <class Point>
class Search {
 public:
  Search(const Job& job, const MapSource& x)
      : job_(job),
        x_(x),
        share_(kStretch / static_cast<std::size_t>(job.ranks().size()) + 1),
        router_(job.ranks(), blocks_of(job, x), share_, job.local().machine.threads,
                share_),  // all of a stretch may go to one rank
        marks_(router_.blocks().parts() * router_.blocks().bucket_size()),
        points_(share_),
        indices_(share_),
        offsets_(router_.most_received()),
        sources_(router_.most_received()) {}

  Wrong find() {
    const auto size = static_cast<std::uint64_t>(job_.ranks().size());
    const auto rank = static_cast<std::uint64_t>(job_.ranks().rank());
    for (std::uint64_t first = 0; first < x_.size(); first += share_ * size) {
      const std::uint64_t begin = std::min<std::uint64_t>(x_.size(), first + share_ * rank);
      const Wrong mine = look_at({begin, std::min<std::uint64_t>(x_.size(), begin + share_)});
      const std::vector<Wrong> all = mpi::all_of(job_.ranks(), mine);
      const auto least =
          std::min_element(all.begin(), all.end(), [](const Wrong& a, const Wrong& b) { return a.index < b.index; });
      if (least->index != kNone) return *least;
    }
    return {};
  }

  /// Where a value that is known to be there comes first.
  std::uint64_t first_index_of(std::uint64_t value) {
    const Range mine = Blocks(x_.size(), job_.ranks().size(), 1).of_rank(job_.ranks().rank());
    std::uint64_t found = kNone;
    for (std::uint64_t first = mine.begin; first < mine.end && found == kNone; first += share_) {
      const Range slice{first, std::min<std::uint64_t>(mine.end, first + share_)};
      const std::span<Point> points = points_.span().first(slice.size());
      job_.load(x_, slice, points);
      const auto at = std::find(points.begin(), points.end(), static_cast<Point>(value));
      if (at != points.end()) found = first + static_cast<std::uint64_t>(at - points.begin());
    }
    return mpi::smallest_of(job_.ranks(), found);
  }

 private:
  Wrong look_at(Range slice) {
    const std::span<Point> points = points_.span().first(slice.size());
    mpi::together(job_.ranks(), [&] { job_.load(x_, slice, points); });
    const std::size_t bad = job_.first_bad<Point>(x_, points, x_.size());
    Wrong found;
    if (bad != points.size()) found = {slice.begin + bad, points[bad], false};
    const std::span<const Point> x = points.first(bad);  // what comes later does not matter
    router_.begin_round(x);
    router_.for_each_sorted(x, [&](std::size_t i, std::size_t k) { indices_[k] = slice.begin + i; });
    for (std::size_t number = 0; number < router_.turns(); ++number) {  // there is one at most
      const Turn turn = router_.turn(number);
      router_.send(turn, router_.sorted_offsets().data(), offsets_.data());
      router_.send(turn, indices_.data(), sources_.data());
      router_.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
        for (std::size_t k = first; k < first + count; ++k) note(bucket, offsets_[k], sources_[k], found);
      });
    }
    return found;
  }

  void note(std::size_t bucket, Offset offset, std::uint64_t index, Wrong& found) {
    const Blocks& blocks = router_.blocks();
    if (marks_.claim<false>(bucket * blocks.bucket_size() + offset) || index >= found.index) return;
    found = {index, blocks.begin_of(static_cast<std::size_t>(job_.ranks().rank()) * blocks.parts() + bucket) + offset, true};
  }

  const Job& job_;
  const MapSource& x_;
  std::size_t share_;
  Router router_;
  Bitset marks_;  // a bit for each point of this rank's block, bucket by bucket
  HugeArray<Point> points_;
  HugeArray<std::uint64_t> indices_;
  HugeArray<Offset> offsets_;
  HugeArray<std::uint64_t> sources_;
};

/// The fast pass: whether every point is reached. Nothing where the run was asked to stop.
template <class Point>
std::optional<bool> reaches_every_point(const Job& job, const MapSource& x) {
  const std::size_t round = std::min<std::uint64_t>(kRound, x.size() / static_cast<std::uint64_t>(job.ranks().size()) + 1);
  Router router(job.ranks(), blocks_of(job, x), round, job.local().machine.threads);
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

template <class Point>
Defect first_defect(const Job& job, const MapSource& x) {
  Search<Point> search(job, x);
  const Wrong found = search.find();
  if (found.index == kNone) return {};
  if (!found.repeated) return {Defect::Kind::out_of_range, found.index, found.value, 0};
  return {Defect::Kind::repeated, found.index, found.value, search.first_index_of(found.value)};
}

}  // namespace

std::optional<bool> is_permutation(const Job& job, const MapSource& x) {
  return with_points(x.width(), [&]<class Point>(Point) { return reaches_every_point<Point>(job, x); });
}

void throw_first_defect(const Job& job, const MapSource& x) {
  const Defect defect = with_points(x.width(), [&]<class Point>(Point) { return first_defect<Point>(job, x); });
  mpi::together(job.ranks(), [&] {
    if (!defect)
      throw InternalError(x.name() + ": a point appeared twice and then only once; did another program change the file?");
    throw InputError(fmt::format("{}: this is not a permutation: {}", x.name(), x.sentence(defect)));
  });
  throw InternalError("no rank threw");
}

std::optional<Defect> check(const Request& request) {
  const Job job(request);
  const MapSource& x = *request.x;
  return with_points(x.width(), [&]<class Point>(Point) -> std::optional<Defect> {
    const std::optional<bool> all = reaches_every_point<Point>(job, x);
    if (!all) return std::nullopt;
    return *all ? Defect{} : first_defect<Point>(job, x);
  });
}

}  // namespace wreath::perm::cluster

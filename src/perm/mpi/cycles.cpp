// SPDX-License-Identifier: MIT
//
// The cycles of a permutation, by all ranks: points that are least among their neighbours are taken away, round by round.
//
// Each rank holds a block of x. In a round, every point that is left has a random rank, a hash that all can compute. A point p
// whose next one, q, comes before it asks q where it leads; if q also comes before its own next one, q is taken away, and p leads
// there in its place, with one more point on the way. No two neighbours go in the same round, a third of all points does, and a
// point that leads to itself is what is left of a cycle. Which points a round takes away depends on the hash alone, so the number
// of rounds is about log(n)/log(3/2) for every x.
//
// Cost: half of the points that are left ask in a round, so 3/2 n questions of 4 bytes and as many answers of two points: about
// as much as two products by messages (memory.hpp). Memory of a rank, for each point of its block: two points, an offset, a bit.
#include <fmt/format.h>

#include <optional>

#include "core/data/bitset.hpp"
#include "core/data/hash.hpp"
#include "perm/backend.hpp"
#include "perm/cycles/cycle_walk.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/shared_output.hpp"

namespace wreath::perm::cluster {

namespace {

constexpr std::size_t kMostAsked = std::size_t{1} << 22;  // points that a rank looks at before it sends

template <class Point>
class CycleContraction {
 public:
  CycleContraction(const Job& job, const MapSource& x)
      : job_(job),
        x_(x),
        blocks_(x.size(), job.ranks().size(), 1),
        mine_(blocks_.of_rank(job.ranks().rank())),
        asked_(std::min<std::uint64_t>(kMostAsked, blocks_.bucket_size())),
        router_(job.ranks(), blocks_, asked_, job.local().machine.threads),
        next_(mine_.size()),
        between_(mine_.size()),
        live_(mine_.size()),
        gone_(mine_.size()) {}

  /// Of a rank, in total.
  static std::uint64_t memory_for(const Blocks& blocks) {
    const std::uint64_t round = std::min<std::uint64_t>(kMostAsked, blocks.bucket_size());
    return blocks.bucket_size() * (2 * sizeof(Point) + sizeof(Offset)) + blocks.bucket_size() / 8 +
           round * (3 * sizeof(Point) + 3 * sizeof(Offset) + 3 * sizeof(Answer));
  }

  /// False where the run was asked to stop. x is known to be a permutation.
  bool work() {
    mpi::together(job_.ranks(), [&] {
      const auto timer = job_.run().phase("read x");
      x_.read_numbers(mine_.begin, next_.span(), job_.local().machine.threads);
    });
    for (std::size_t i = 0; i < live_.size(); ++i) live_[i] = static_cast<Offset>(i);
    left_ = live_.size();
    close_and_compact();
    const auto timer = job_.run().phase("contract");
    HugeArray<Point> ends(asked_);
    HugeArray<Offset> starts(asked_);
    Buffers buffers(router_, asked_);
    for (std::uint64_t round = 0; mpi::any_of(job_.ranks(), left_ != 0); ++round) {
      salt_ = mix64(round + 1);
      const std::uint64_t most = mpi::largest_of(job_.ranks(), std::uint64_t{left_});
      for (std::uint64_t first = 0; first < most; first += asked_) {
        if (job_.stops()) return false;
        const std::size_t asking = choose(first, ends.span(), starts.span());
        ask(ends.span().first(asking), starts.span().first(asking), buffers);
      }
      close_and_compact();
      job_.run().report(
          {"contract", x_.size() - std::min<std::uint64_t>(x_.size(), most * blocks_.buckets()), x_.size(), "points"});
    }
    return true;
  }

  /// Of all ranks. Collective.
  std::vector<CycleCount> type() const {
    const std::vector<CycleCount> own = tally_.sorted();
    const auto counts = mpi::all_of(job_.ranks(), std::uint64_t{own.size()});
    const std::uint64_t most = *std::max_element(counts.begin(), counts.end());
    std::vector<CycleCount> padded = own;
    padded.resize(most);
    std::vector<CycleCount> all(most * counts.size());
    job_.ranks().allgather(std::as_bytes(std::span(padded)), std::as_writable_bytes(std::span(all)));
    CycleTally sum;
    for (const CycleCount& cycles : all)
      if (cycles.count != 0) sum.add(cycles.length, cycles.count);
    return sum.sorted();
  }

 private:
  struct Answer {
    Point next;
    Point between;
  };
  struct Buffers {
    HugeArray<Offset> questions;
    HugeArray<Answer> found;
    HugeArray<Answer> answers;
    Buffers(const Router& router, std::size_t asked)
        : questions(router.most_received()), found(router.most_received()), answers(asked) {}
  };

  std::uint64_t rank_of(std::uint64_t point) const { return mix64(point ^ salt_); }
  bool comes_first(std::uint64_t point, std::uint64_t other) const {
    const std::uint64_t a = rank_of(point);
    const std::uint64_t b = rank_of(other);
    return a < b || (a == b && point < other);
  }

  /// Those of a slice of the points left that ask, and whom.
  std::size_t choose(std::uint64_t first, std::span<Point> ends, std::span<Offset> starts) const {
    std::size_t count = 0;
    for (std::uint64_t k = first; k < std::min<std::uint64_t>(left_, first + asked_); ++k) {
      const Offset offset = live_[k];
      if (gone_.test(offset) || !comes_first(next_[offset], mine_.begin + offset)) continue;
      ends[count] = next_[offset];
      starts[count++] = offset;
    }
    return count;
  }

  void ask(std::span<const Point> ends, std::span<const Offset> starts, Buffers& buffers) {
    router_.begin_round(ends);
    for (std::size_t number = 0; number < router_.turns(); ++number) {
      const Turn turn = router_.turn(number);
      router_.send(turn, router_.sorted_offsets().data(), buffers.questions.data());
      for (std::size_t k = 0; k < Router::received_in(turn); ++k) buffers.found[k] = answer(buffers.questions[k]);
      router_.answer(turn, buffers.found.data(), buffers.answers.data());
    }
    router_.for_each_sorted(ends, [&](std::size_t i, std::size_t k) {
      const Answer& heard = buffers.answers[k];
      if (heard.next == ends[i]) return;  // it stays
      next_[starts[i]] = heard.next;
      between_[starts[i]] = static_cast<Point>(between_[starts[i]] + heard.between + 1);
    });
  }

  /// A point that stays answers with itself.
  Answer answer(Offset offset) {
    const Point point = static_cast<Point>(mine_.begin + offset);
    if (!comes_first(point, next_[offset])) return {point, 0};
    gone_.template claim<false>(offset);
    return {next_[offset], between_[offset]};
  }

  void close_and_compact() {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < left_; ++k) {
      const Offset offset = live_[k];
      if (gone_.test(offset)) continue;
      if (next_[offset] == mine_.begin + offset) {
        tally_.add(std::uint64_t{between_[offset]} + 1);
      } else {
        live_[kept++] = offset;
      }
    }
    left_ = kept;
  }

  const Job& job_;
  const MapSource& x_;
  Blocks blocks_;
  Range mine_;
  std::size_t asked_;
  Router router_;
  HugeArray<Point> next_;
  HugeArray<Point> between_;  // points that were taken away on the way to the next one
  HugeArray<Offset> live_;
  Bitset gone_;
  std::size_t left_ = 0;
  std::uint64_t salt_ = 0;
  CycleTally tally_;
};

}  // namespace

std::optional<std::vector<CycleCount>> cycles(const Request& request) {
  const Job job(request);
  const MapSource& x = *request.x;
  const Blocks blocks(x.size(), job.ranks().size(), 1);
  return with_points(x.width(), [&]<class Point>(Point) -> std::optional<std::vector<CycleCount>> {
    mpi::together(job.ranks(), [&] {
      if (blocks.bucket_size() > kMostBucket)
        throw ResourceError(fmt::format("{} points are too many for {} ranks; start more", x.size(), job.ranks().size()));
      require_memory(CycleContraction<Point>::memory_for(blocks), &job.run(), request.plan.task.doing + " on each rank");
    });
    CycleContraction<Point> contraction(job, x);
    if (!contraction.work()) return std::nullopt;
    return contraction.type();
  });
}

FileReport identity(const Request& request, char kind) {
  const Job job(request);
  const std::uint64_t points = request.plan.task.source;
  constexpr std::size_t kSlice = std::size_t{1} << 20;
  const bool whole = with_disk_point(request.plan.task.value_bytes, [&]<class Point>(Point) {
    SharedOutput out(job.ranks(), job.output(), kind, sizeof(Point), points);
    std::vector<Point> values(kSlice);
    const bool done = job.for_each_slice(points, kSlice, "write", [&](Range slice) {
      for (std::size_t i = 0; i < slice.size(); ++i) values[i] = static_cast<Point>(slice.begin + i);
      mpi::together(job.ranks(), [&] { out.write(slice.begin, std::as_bytes(std::span(values).first(slice.size()))); });
    });
    out.settle(done);
    return done;
  });
  return request.report(whole);
}

}  // namespace wreath::perm::cluster

// SPDX-License-Identifier: MIT
//
// Points on their way to the ranks that hold them.
//
// A round takes some points of x on every rank. Each rank sorts its own by bucket, keeping their order, and sends of each only
// its offset within the bucket; what comes back, or was sent along, stands in the same order, so no index travels (the paper's
// implicit indices). One rank may be asked for far more than its share, so a round's messages go in turns, in each of which no
// rank sends more than its quota to any other: what a rank receives at a time fits its buffer whatever x is. A round of evenly
// spread points takes two turns, so that the messages of one are under way while a rank works on what the other brought.
//
// Memory: for each point of a round its offset; what is received in two turns is at most a quarter more than a round's own
// points.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <span>
#include <vector>

#include "core/arrays/counted_partition.hpp"
#include "core/data/huge_array.hpp"
#include "core/mpi/exchange.hpp"
#include "core/parallel/loops.hpp"

namespace wreath::arrays {

// Which rank holds which points.
//
// n points lie in buckets of equal size, the last ones shorter or empty, and each rank has the same number of buckets in a row:
// one where its points fit its memory. So any number of ranks will do, also more of them than points. The bucket of a point is a
// division, done by multiplying with the reciprocal.

/// Division by a number that is not known before the program runs. floor(n * floor((2^64-1)/d) / 2^64) is the quotient or one
/// less.
class Divider {
 public:
  explicit Divider(std::uint64_t divisor) : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor) {}
  std::uint64_t operator()(std::uint64_t n) const {
    const auto guess = static_cast<std::uint64_t>(static_cast<unsigned __int128>(n) * reciprocal_ >> 64);
    return guess + (n - guess * divisor_ >= divisor_);
  }

 private:
  std::uint64_t divisor_;
  std::uint64_t reciprocal_;
};

class Blocks {
 public:
  /// `parts` buckets for each of `ranks` ranks.
  Blocks(std::uint64_t points, int ranks, std::size_t parts)
      : points_(points),
        parts_(parts),
        buckets_(static_cast<std::size_t>(ranks) * parts),
        bucket_size_(std::max<std::uint64_t>(1, points / buckets_ + (points % buckets_ != 0))),
        divide_(bucket_size_) {}

  std::uint64_t points() const { return points_; }
  std::size_t parts() const { return parts_; }
  std::size_t buckets() const { return buckets_; }
  std::uint64_t bucket_size() const { return bucket_size_; }
  std::size_t bucket_of(std::uint64_t point) const { return divide_(point); }
  std::uint64_t begin_of(std::size_t bucket) const { return std::min(points_, bucket * bucket_size_); }
  Range bucket(std::size_t number) const { return {begin_of(number), begin_of(number + 1)}; }
  Range of_rank(int rank) const {
    const std::size_t first = static_cast<std::size_t>(rank) * parts_;
    return {begin_of(first), begin_of(first + parts_)};
  }

 private:
  std::uint64_t points_;
  std::size_t parts_;
  std::size_t buckets_;
  std::uint64_t bucket_size_;
  Divider divide_;
};

using Offset = std::uint32_t;  // within a bucket, which has at most 2^32 points

/// Some messages of a round: from each rank a row of items, which begins with those for this rank's first bucket.
struct Turn {
  std::vector<Range> send;     // by rank: which of the sorted items go there now
  std::vector<Range> receive;  // by rank: which of those that it has for this rank in this round
};

class Router {
 public:
  /// `quota`: the most that a rank sends another in one turn; 0 for a quarter more than half of its share.
  Router(mpi::Communicator& ranks, const Blocks& blocks, std::size_t round_points, unsigned threads, std::size_t quota = 0)
      : ranks_(ranks),
        blocks_(blocks),
        threads_(resolve_threads(threads)),
        partition_(blocks.buckets(), threads),
        quota_(quota != 0 ? quota : quota_for(ranks.size(), round_points)),
        offsets_(round_points) {}

  /// The most items that one turn brings.
  std::size_t most_received() const { return quota_ * static_cast<std::size_t>(ranks_.size()); }
  /// The size of a buffer for two turns, and the half of it that is for this one.
  std::size_t buffer_size() const { return 2 * most_received(); }
  template <class Item>
  std::span<Item> half(std::span<Item> buffer, std::size_t number) const {
    return buffer.subspan(number % 2 * most_received(), most_received());
  }
  const Blocks& blocks() const { return blocks_; }

  /// Sorts the points, all of which must be in range, and tells the other ranks how many they get. Collective.
  template <class Point>
  void begin_round(std::span<const Point> x) {
    sort(x);
    received_ = mpi::exchange_counts(ranks_, sent_, blocks_.parts());
    const std::vector<std::uint64_t> to = per_rank(sent_);
    turns_ = mpi::largest_of(ranks_, std::uint64_t{(*std::max_element(to.begin(), to.end()) + quota_ - 1) / quota_});
  }
  std::size_t turns() const { return turns_; }

  Turn turn(std::size_t number) const {
    const std::vector<std::uint64_t> to = per_rank(sent_);
    const std::vector<std::uint64_t> from = per_rank(received_);
    Turn turn;
    std::size_t first = 0;
    for (std::size_t rank = 0; rank < to.size(); ++rank) {
      const auto cut = [&](std::uint64_t count, std::size_t k) { return std::min<std::size_t>(count, k * quota_); };
      turn.send.push_back({first + cut(to[rank], number), first + cut(to[rank], number + 1)});
      turn.receive.push_back({cut(from[rank], number), cut(from[rank], number + 1)});
      first += to[rank];
    }
    return turn;
  }
  static std::size_t received_in(const Turn& turn) {
    std::size_t sum = 0;
    for (const Range& range : turn.receive) sum += range.size();
    return sum;
  }

  std::span<Offset> sorted_offsets() { return offsets_.span(); }

  /// f(bucket, first, count) for each run of items in a turn, packed as they came, that belong to one of this rank's buckets.
  template <class F>
  void for_each_run(const Turn& turn, const F& f) const {
    std::size_t packed = 0;
    for (std::size_t rank = 0; rank < turn.receive.size(); ++rank) {
      const Range now = turn.receive[rank];
      std::uint64_t first = 0;  // of the bucket's items among those of this rank and round
      for (std::size_t bucket = 0; bucket < blocks_.parts(); ++bucket) {
        const std::uint64_t end = first + received_[rank * blocks_.parts() + bucket];
        const std::uint64_t from = std::max<std::uint64_t>(first, now.begin);
        const std::uint64_t to = std::min<std::uint64_t>(end, now.end);
        if (from < to) f(bucket, packed + (from - now.begin), to - from);
        first = end;
      }
      packed += now.size();
    }
  }

  /// Sends sorted items; those that come lie packed, one rank after the other. Collective.
  template <class Item>
  void send(const Turn& turn, Item* sorted, Item* incoming) {
    const mpi::Exchange all = sending(turn, sorted, incoming);
    mpi::exchange(ranks_, all.send, all.receive, threads_);
  }
  /// That exchange, to be made later.
  template <class Item>
  static mpi::Exchange sending(const Turn& turn, Item* sorted, Item* incoming, mpi::CopySlice copy = {}) {
    return {in_place(sorted, turn.send), packed(incoming, turn.receive), std::move(copy)};
  }
  /// Sends an answer for each item that came, in the same order. Collective.
  template <class Item>
  void answer(const Turn& turn, Item* answers, Item* sorted) {
    const mpi::Exchange all = answering(turn, answers, sorted);
    mpi::exchange(ranks_, all.send, all.receive, threads_);
  }
  template <class Item>
  static mpi::Exchange answering(const Turn& turn, Item* answers, Item* sorted, mpi::CopySlice copy = {}) {
    return {packed(answers, turn.receive), in_place(sorted, turn.send), std::move(copy)};
  }

  /// The turns of a round: before(k) lists the exchanges that turn k needs, and after(k) those that follow it. They are under way
  /// while take(turn, k), which must not communicate, works on what another turn brought. Collective.
  template <class Before, class After, class Take>
  void for_each_turn(const Before& before, const After& after, const Take& take) {
    mpi::Overlap overlap(ranks_);
    std::vector<mpi::Exchange> due = turns_ == 0 ? std::vector<mpi::Exchange>{} : before(0);
    overlap.start(std::move(due));
    overlap.finish();
    for (std::size_t number = 0; number < turns_; ++number) {
      due = number == 0 ? std::vector<mpi::Exchange>{} : after(number - 1);
      if (number + 1 < turns_) std::ranges::move(before(number + 1), std::back_inserter(due));
      overlap.start(std::move(due));
      std::exception_ptr failure;
      try {
        take(turn(number), number);
      } catch (...) {
        failure = std::current_exception();
      }
      overlap.finish();
      ranks_.agree(failure);
    }
    if (turns_ == 0) return;
    overlap.start(after(turns_ - 1));
    overlap.finish();
  }
  template <class Before, class Take>
  void for_each_turn(const Before& before, const Take& take) {
    for_each_turn(
        before, [](std::size_t) { return std::vector<mpi::Exchange>{}; }, take);
  }

  /// use(i, k): the point x[i] of this round is the k-th sorted item. On all threads, ascending within each.
  template <class Point, class Use>
  void for_each_sorted(std::span<const Point> x, const Use& use) const {
    partition_.place(digits_of(x), kToTheEnd, [use](std::size_t i, std::size_t, std::size_t k) { use(i, k); });
  }

  /// A round of points with their values, turn after turn: take(turn, points, values) gets this rank's share, in halves of the
  /// two buffers, which may be on a GPU if `copy` copies there. `sorted` holds the values of a round. Collective.
  template <class Point, class Value, class Take>
  void send_with_values(std::span<const Point> x, std::span<const Value> values, std::span<Value> sorted,
                        std::span<Offset> points, std::span<Value> their_values, const Take& take,
                        const mpi::CopySlice& copy = {}) {
    begin_round(x);
    for_each_sorted(x, [to = sorted.data(), from = values.data()](std::size_t i, std::size_t k) { to[k] = from[i]; });
    for_each_turn(
        [&](std::size_t number) {
          const Turn one = turn(number);
          return std::vector{sending(one, sorted_offsets().data(), half(points, number).data(), copy),
                             sending(one, sorted.data(), half(their_values, number).data(), copy)};
        },
        [&](const Turn& one, std::size_t number) { take(one, half(points, number), half(their_values, number)); });
  }

 private:
  static std::size_t quota_for(int ranks, std::size_t round_points) {
    const auto share = round_points / 2 / static_cast<std::size_t>(ranks) + 1;
    return share + share / 4 + 16;
  }

  static constexpr auto kToTheEnd = [] { return true; };
  template <class Point>
  auto digits_of(std::span<const Point> x) const {
    return
        [blocks = blocks_, points = x.data()] { return [blocks, points](std::size_t i) { return blocks.bucket_of(points[i]); }; };
  }

  template <class Point>
  void sort(std::span<const Point> x) {
    partition_.count(x.size(), digits_of(x), kToTheEnd);
    sent_.resize(blocks_.buckets());
    for (std::size_t bucket = 0; bucket < sent_.size(); ++bucket) sent_[bucket] = partition_.size({bucket, bucket + 1});
    const std::uint64_t size = blocks_.bucket_size();
    const auto keep = [points = x.data(), offsets = offsets_.data(), size](std::size_t i, std::size_t bucket, std::size_t place) {
      offsets[place] = static_cast<Offset>(points[i] - bucket * size);
    };
    partition_.place(digits_of(x), kToTheEnd, keep);
  }

  std::vector<std::uint64_t> per_rank(const std::vector<std::uint64_t>& per_bucket) const {
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(ranks_.size()), 0);
    for (std::size_t bucket = 0; bucket < per_bucket.size(); ++bucket) sums[bucket / blocks_.parts()] += per_bucket[bucket];
    return sums;
  }

  template <class Item>
  static std::vector<mpi::Slice> in_place(Item* items, std::span<const Range> ranges) {
    std::vector<mpi::Slice> slices;
    for (const Range& range : ranges)
      slices.push_back({reinterpret_cast<std::byte*>(items + range.begin), range.size() * sizeof(Item)});
    return slices;
  }
  template <class Item>
  static std::vector<mpi::Slice> packed(Item* items, std::span<const Range> ranges) {
    std::vector<mpi::Slice> slices;
    for (const Range& range : ranges) {
      slices.push_back({reinterpret_cast<std::byte*>(items), range.size() * sizeof(Item)});
      items += range.size();
    }
    return slices;
  }

  mpi::Communicator& ranks_;
  Blocks blocks_;
  unsigned threads_;
  CountedPartition partition_;
  std::size_t quota_;
  HugeArray<Offset> offsets_;
  std::vector<std::uint64_t> sent_;      // by bucket
  std::vector<std::uint64_t> received_;  // by rank, and this rank's buckets
  std::size_t turns_ = 0;
};

}  // namespace wreath::arrays

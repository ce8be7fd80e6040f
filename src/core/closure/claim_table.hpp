// SPDX-License-Identifier: MIT
//
// Look-up of a batch of candidates on all cores, and numbers for those that are new.
//
// Every candidate is looked up by the thread that has formed it, in the order of memory: the table's slots are claimed in one
// step, so nothing is sorted by shard first and nothing is locked. Of equal new candidates the least ends up with the slot, in
// whatever order the threads come. When all have been looked up, those that still have their slots are the new ones; their
// numbers follow from how many of them each chunk of candidates has. So numbers do not depend on the threads.
//
// The candidates are given by `keys`, which has
//   wanted(i)                  whether candidate i is to be looked up at all
//   make_hash(i), hash(i)      its hash; the first is called once for each candidate that is wanted, before the second
//   same(i, index)             whether candidate i is that element
//   same_new(i, j)             whether candidates i and j are equal
//   prefetch_far(index), prefetch(index)    what same() will read, in two steps
//   found(i, index)            called where it is an element that was known before
//
// Cost: one access to the table per candidate, asked for ahead, and two more for each that is not known, in the same cache.
#pragma once

#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "core/closure/shard.hpp"
#include "core/parallel/loops.hpp"

namespace wreath::closure {

class ClaimTable {
 public:
  /// With 2^shard_bits shards: fewer, where a table is small, let each fill a huge page.
  explicit ClaimTable(unsigned shard_bits = Place::kShardBits) : shift_(64 - shard_bits), shards_(std::size_t{1} << shard_bits) {}

  /// An element that is there from the start.
  void put(std::uint64_t hash, Index index) {
    Shard& shard = shards_[place(hash)];
    shard.make_room(1);
    shard.template claim<false>(Place::tag(hash), index, [](Index) { return false; });
    shard.add_used(1);
  }
  template <class Same>
  Index find(std::uint64_t hash, const Same& same) const {
    return shards_[place(hash)].find(Place::tag(hash), same);
  }
  std::uint64_t memory() const {
    return std::accumulate(shards_.begin(), shards_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Shard& shard) { return sum + shard.memory(); });
  }
  /// About the bytes by which it grows when this many candidates are looked up: shards become full at about the same time.
  std::uint64_t growth(std::size_t candidates) const {
    const std::size_t more = candidates / shards_.size() * 5 / 4 + 1;
    return std::accumulate(shards_.begin(), shards_.end(), std::uint64_t{0}, [&](std::uint64_t sum, const Shard& shard) {
      return sum + (shard.has_room(more) ? 0 : shard.memory());
    });
  }

  /// Looks up candidates 0..n-1 and returns how many elements are new among them. `repeats`: whether settle_repeats will follow.
  template <class Keys>
  std::size_t claim(std::size_t n, Keys& keys, unsigned threads, bool repeats) {
    n_ = n;
    workers_.assign(threads, Worker{});
    pending_.resize(n);
    starts_.assign(n / kChunk + 2, 0);
    make_room(keys, threads);
    parallel_chunks(n, kChunk, threads, [&](Range range, std::size_t chunk, unsigned thread) {
      starts_[chunk] = threads == 1 ? look_up<false>(range, keys, workers_[thread], repeats)
                                    : look_up<true>(range, keys, workers_[thread], repeats);
    });
    for_each_claim([](Shard& shard, std::size_t count) { shard.add_used(count); });
    lengths_.assign(starts_.begin(), starts_.end());
    parallel_chunks(n, kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
      std::size_t count = 0;
      for_each_pending(range, chunk, [&](const Pending& one) { count += holds(one) ? 1 : 0; });
      starts_[chunk] = count;
    });
    std::exclusive_scan(starts_.begin(), starts_.end(), starts_.begin(), std::size_t{0});
    return starts_.back();
  }
  /// Gives the new ones the numbers first, first + 1, ... in the order of the candidates: visit(i, k) for the k-th of them.
  template <class Visit>
  void number(Index first, unsigned threads, const Visit& visit) {
    parallel_chunks(n_, kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
      std::size_t k = starts_[chunk];
      for_each_pending(range, chunk, [&](const Pending& one) {
        if (!holds(one)) return;
        shards_[one.shard].renumber(one.slot, static_cast<Index>(first + k));
        visit(one.candidate, k++);
      });
    });
  }
  /// visit(i, index) for all candidates that are new or equal to a new one.
  template <class Visit>
  void settle_repeats(unsigned threads, const Visit& visit) {
    parallel_chunks(n_, kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
      for_each_pending(range, chunk, [&](const Pending& one) { visit(one.candidate, shards_[one.shard].index(one.slot)); });
    });
  }
  /// Every element e becomes places[e].
  void renumber_all(std::span<const Index> places, unsigned threads) {
    parallel_tasks(shards_.size(), threads, [&](std::size_t s) { shards_[s].renumber_all(places); });
  }
  /// Undoes claim().
  void take_back() {
    for (std::size_t begin = 0, chunk = 0; begin < n_; begin += kChunk, ++chunk) {
      for_each_pending({begin, std::min(n_, begin + kChunk)}, chunk,
                       [&](const Pending& one) { shards_[one.shard].take_back(one.slot); });
    }
    for_each_claim([](Shard& shard, std::size_t count) { shard.subtract_used(count); });
  }

 private:
  static constexpr std::size_t kChunk = 2048;
  struct Pending {
    std::uint32_t candidate;
    std::uint32_t shard;
    std::size_t slot;
  };
  struct alignas(64) Worker {
    std::array<std::uint32_t, Place::kShards> wanted{};   // candidates
    std::array<std::uint32_t, Place::kShards> claimed{};  // slots
  };

  /// Their slots are asked for ahead: other candidates may have driven them out of the cache since.
  template <class Visit>
  void for_each_pending(Range range, std::size_t chunk, const Visit& visit) const {
    constexpr std::size_t kAhead = 16;
    const std::span<const Pending> all = pending_.span().subspan(range.begin, lengths_[chunk]);
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (at + kAhead < all.size()) shards_[all[at + kAhead].shard].prefetch(all[at + kAhead].slot);
      visit(all[at]);
    }
  }
  std::size_t place(std::uint64_t hash) const { return hash >> shift_; }
  bool holds(const Pending& one) { return shards_[one.shard].index(one.slot) == kPending + one.candidate; }
  template <class Visit>
  void for_each_claim(const Visit& visit) {
    for (const Worker& worker : workers_) {
      for (std::size_t s = 0; s < shards_.size(); ++s) visit(shards_[s], worker.claimed[s]);
    }
  }

  template <class Keys>
  void make_room(Keys& keys, unsigned threads) {
    parallel_chunks(n_, kChunk, threads, [&](Range range, std::size_t, unsigned thread) {
      auto& wanted = workers_[thread].wanted;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (keys.wanted(i)) ++wanted[place(keys.make_hash(i))];
      }
    });
    std::array<std::size_t, Place::kShards> more{};
    bool has_room = true;
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      for (const Worker& worker : workers_) more[s] += worker.wanted[s];
      has_room = has_room && shards_[s].has_room(more[s]);
    }
    if (!has_room) parallel_tasks(shards_.size(), threads, [&](std::size_t s) { shards_[s].make_room(more[s]); });
  }

  /// Returns how many candidates of the range are not known; they are in pending_, from the range's beginning on.
  template <bool shared, class Keys>
  std::size_t look_up(Range range, Keys& keys, Worker& worker, bool repeats) {
    constexpr std::size_t kFar = 24;
    constexpr std::size_t kMiddle = 16;
    constexpr std::size_t kNear = 8;
    std::array<std::uint32_t, kChunk> order;
    std::size_t count = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      order[count] = static_cast<std::uint32_t>(i);
      count += keys.wanted(i) ? 1 : 0;
    }
    const auto shard_of = [&](std::size_t at) -> Shard& { return shards_[place(keys.hash(order[at]))]; };
    const auto tag_of = [&](std::size_t at) { return Place::tag(keys.hash(order[at])); };
    Pending* pending = pending_.data() + range.begin;
    for (std::size_t at = 0; at < count; ++at) {
      if (at + kFar < count) shard_of(at + kFar).prefetch(tag_of(at + kFar));
      if (at + kMiddle < count) {
        const Index hit = shard_of(at + kMiddle).first_hit(tag_of(at + kMiddle));
        if (hit < kPending) keys.prefetch_far(hit);
      }
      if (at + kNear < count) {
        const Index hit = shard_of(at + kNear).first_hit(tag_of(at + kNear));
        if (hit < kPending) keys.prefetch(hit);
      }
      const std::uint32_t i = order[at];
      const auto found = shard_of(at).template claim<shared>(tag_of(at), kPending + i, [&](Index known) {
        return known >= kPending ? keys.same_new(i, known - kPending) : keys.same(i, known);
      });
      if (found.index < kPending) {
        keys.found(i, found.index);
        continue;
      }
      const auto shard = static_cast<std::uint32_t>(place(keys.hash(i)));
      worker.claimed[shard] += found.claimed ? 1 : 0;
      if (repeats || found.index == kPending + i) *pending++ = {i, shard, found.slot};
    }
    return static_cast<std::size_t>(pending - (pending_.data() + range.begin));
  }

  unsigned shift_;  // of a hash, to the number of its shard
  std::vector<Shard> shards_;
  // of the batch
  std::size_t n_ = 0;
  std::vector<Worker> workers_;
  GrowingArray<Pending> pending_;     // those of a chunk from its beginning on
  std::vector<std::size_t> lengths_;  // how many a chunk has
  std::vector<std::size_t> starts_;   // how many new ones are before it
};

}  // namespace wreath::closure

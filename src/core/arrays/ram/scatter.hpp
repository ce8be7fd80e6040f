// SPDX-License-Identifier: MIT
//
// Scatter and inverse: Algorithms 6 and 5 of Slavici, Dong, Kunkle and Cooperman. partition.hpp has the whole story.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "core/arrays/ram/partition.hpp"

namespace wreath::arrays {

// Was every point reached? Asked while a bucket is placed, with its block in the cache.
//
// n values that reach all of n points are a permutation. In an inverse the values are indices, so that a block can be filled
// beforehand with a number that is none, and searched for it afterwards: no more is written than before. In a quotient the values
// may be anything, and each point that is reached gets a mark, a byte in an array as long as the block.

/// Nobody asks.
template <class Value>
struct AnyArrivals {
  explicit AnyArrivals(std::size_t) {}
  void begin(std::span<Value>) {}
  void note(std::size_t) {}
  std::size_t missing(std::span<const Value>) const { return 0; }
};

/// Of indices.
template <class Point>
struct IndexArrivals {
  static constexpr Point kNone = std::numeric_limits<Point>::max();

  explicit IndexArrivals(std::size_t) {}
  void begin(std::span<Point> block) { std::fill(block.begin(), block.end(), kNone); }
  void note(std::size_t) {}
  std::size_t missing(std::span<const Point> block) const {
    return static_cast<std::size_t>(std::count(block.begin(), block.end(), kNone));
  }
  /// Whether all of z was reached, if `missing` points seem not to have been. kNone may be the last index itself, which is then
  /// to be found once, at `last`: the last point of x.
  static bool is_complete(std::size_t missing, std::span<const Point> z, Point last) {
    if (z.empty() || z.size() - 1 != kNone) return missing == 0;
    return missing == 1 && z[last] == kNone;
  }
};

/// Of values.
template <class Value>
class ValueArrivals {
 public:
  explicit ValueArrivals(std::size_t block) : marks_(block) {}
  void begin(std::span<Value>) { std::fill(marks_.begin(), marks_.end(), std::uint8_t{0}); }
  void note(std::size_t offset) { marks_[offset] = 1; }
  std::size_t missing(std::span<const Value> block) const {
    return block.size() - static_cast<std::size_t>(std::count(marks_.begin(), marks_.end(), 1));
  }

 private:
  std::vector<std::uint8_t> marks_;
};

/// Scatters the buckets into their blocks of z, whole buckets in the order of their source: the largest i wins. place(to,
/// source, words, arrivals) handles some words; `source` is its own, and begins before the first source of each sub-bucket.
/// Returns how many points were not reached, as far as Arrivals shows. Throws Stopped.
template <class Arrivals, class Value, class Word, class Place>
std::size_t place_buckets(const Chains& chains, const Buckets<Word>& buckets, unsigned threads, std::span<Value> z,
                          StopCheck stop, Place&& place) {
  const std::size_t group = bucket_group(chains, threads);
  const auto block = [&](std::size_t bucket) { return z.data() + std::min(z.size(), bucket << chains.block_bits); };
  std::atomic<std::size_t> missing = 0;
  parallel_tasks((chains.buckets + group - 1) / group, threads, [&](std::size_t g) {
    StopCheck(stop).look();
    const std::size_t last = std::min(chains.buckets, (g + 1) * group);
    Arrivals arrivals(std::size_t{1} << chains.block_bits);
    std::size_t missing_here = 0;
    BlockPrefetch(block(g * group), block(g * group + 1)).finish();
    for (std::size_t b = g * group; b < last; ++b) {
      BlockPrefetch coming(block(b + 1), block(b + 1 == last ? b + 1 : b + 2));
      Value* to = block(b);
      const std::span<Value> here(to, block(b + 1));
      arrivals.begin(here);
      for (std::size_t s = 0; s < chains.segments; ++s) {
        const Word* words = buckets.words + s * chains.capacity;
        std::size_t source = chains.begin(s) - 1;
        for_each_run(chains, buckets, s, b, [&](std::uint32_t position, std::uint32_t count) {
          constexpr std::uint32_t kStep = kLine / sizeof(Value);
          const Word *word = words + position, *const end = word + count;
          for (; word + kStep <= end; word += kStep) {
            coming.step();
            place(to, source, std::span<const Word, kStep>(word, kStep), arrivals);
          }
          place(to, source, std::span<const Word>(word, end), arrivals);
        });
      }
      missing_here += arrivals.missing(here);
      coming.finish();
    }
    missing += missing_here;
  });
  return missing;
}

template <class Value, class Offset>
class Scatter {
 public:
  struct Record {
    Offset offset;
    Value value;
  };

  Scatter(const RamPlan& plan, std::size_t n_source, std::size_t n_target, Carver carver, StopCheck stop = {})
      : threads_(plan.threads),
        stop_(stop),
        write_combine_(plan.write_combine && kCombinable<Record>),
        chains_(plan, n_source, n_target, sizeof(Record)),
        buckets_(chains_, write_combine_, carver),
        bytes_(carver.used()) {}

  std::size_t bytes() const { return bytes_; }

  /// `complete`, where it is asked for: whether every point of z was reached.
  template <class Point>
  std::optional<std::size_t> run(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, Phases* phases,
                                 bool* complete) {
    Stopwatch watch(phases);
    const auto put = [bits = chains_.block_bits, values = y.data()](auto& appender, std::size_t i, std::uint64_t point) {
      appender.append(point >> bits, Record{static_cast<Offset>(point & ((std::uint64_t{1} << bits) - 1)), values[i]});
    };
    const auto bad = with_combining<Record>(write_combine_, [&](auto combine) {
      return partition<combine>(x, z.size(), chains_, buckets_, Part{.threads = threads_, .stop = stop_}, put);
    });
    watch.lap(&Phases::partition);
    if (bad) return bad;
    if constexpr (std::is_unsigned_v<Value>) {  // others are not asked about
      if (complete != nullptr) *complete = place<ValueArrivals<Value>>(z) == 0;
    }
    if (complete == nullptr) place<AnyArrivals<Value>>(z);
    watch.lap(&Phases::permute);
    return std::nullopt;
  }

 private:
  template <class Arrivals>
  std::size_t place(std::span<Value> z) {
    return place_buckets<Arrivals>(chains_, buckets_, threads_, z, stop_,
                                   [](Value* to, std::size_t&, auto records, Arrivals& arrivals) {
                                     for (const Record& r : records) {
                                       to[r.offset] = r.value;
                                       arrivals.note(r.offset);
                                     }
                                   });
  }

  unsigned threads_;
  StopCheck stop_;
  bool write_combine_;
  Chains chains_;
  Buckets<Record> buckets_;
  std::size_t bytes_;
};

/// A word is the offset above a distance of 32 - block_bits bits: how many sources lie between this element of the bucket
/// and the one before. The largest distance is an escape, and its word's offset counts that many distances to skip.
template <class Point>
class Inverse {
 public:
  Inverse(const RamPlan& plan, std::size_t n_source, std::size_t n_target, Carver carver, StopCheck stop = {})
      : threads_(plan.threads),
        stop_(stop),
        write_combine_(plan.write_combine),
        chains_(with_room_for_escapes(Chains(plan, n_source, n_target, sizeof(std::uint32_t)))),
        buckets_(chains_, write_combine_, carver),
        sources_(carver.take<std::uint32_t>(chains_.segments * chains_.buckets)),
        bytes_(carver.used()) {}

  std::size_t bytes() const { return bytes_; }

  /// `complete`, where it is asked for: whether every point of z was reached.
  std::optional<std::size_t> run(std::span<const Point> x, std::span<Point> z, Phases* phases, bool* complete) {
    Stopwatch watch(phases);
    const auto bad = with_combining<std::uint32_t>(write_combine_, [&](auto combine) {
      return partition<combine>(x, z.size(), chains_, buckets_, Part{.threads = threads_, .stop = stop_},
                                PutDistance{chains_.block_bits}, sources_);
    });
    watch.lap(&Phases::partition);
    if (bad) return bad;
    if (complete != nullptr) {
      const Point last = x.empty() ? 0 : x.back();  // before z, which may be x, is written
      *complete = IndexArrivals<Point>::is_complete(place<IndexArrivals<Point>>(z), z, last);
    } else {
      place<AnyArrivals<Point>>(z);
    }
    watch.lap(&Phases::permute);
    return std::nullopt;
  }

 private:
  template <class Arrivals>
  std::size_t place(std::span<Point> z) {
    const unsigned distance_bits = 32 - chains_.block_bits;
    const std::uint32_t escape = (std::uint32_t{1} << distance_bits) - 1;
    return place_buckets<Arrivals>(chains_, buckets_, threads_, z, stop_,
                                   [=](Point* to, std::size_t& source, auto words, Arrivals&) {
                                     for (const std::uint32_t word : words) {
                                       const std::uint32_t distance = word & escape;
                                       if (distance == escape) [[unlikely]] {
                                         source += std::size_t{word >> distance_bits} * escape;
                                       } else {
                                         source += distance + 1;
                                         to[word >> distance_bits] = static_cast<Point>(source);
                                       }
                                     }
                                   });
  }

  static Chains with_room_for_escapes(Chains chains) {
    const std::size_t longest = (std::size_t{1} << (32 - chains.block_bits)) - 1;
    chains.reserve_for(chains.segment_size + std::min(chains.segment_size, chains.buckets * (chains.segment_size / longest)));
    return chains;
  }

  struct PutDistance {
    unsigned bits;

    template <class Append>
    void operator()(Append& appender, std::size_t i, std::uint64_t point) const {
      static_assert(kMaxSegment <= std::size_t{Append::kMostNote} + 1);  // so that notes tell a segment's sources apart
      const unsigned distance_bits = 32 - bits;
      const std::uint32_t escape = (std::uint32_t{1} << distance_bits) - 1;
      const std::size_t b = point >> bits;
      const std::uint32_t source = static_cast<std::uint32_t>(i) & Append::kMostNote;
      std::uint32_t distance = (source - appender.note(b) - 1) & Append::kMostNote;
      if (distance >= escape) [[unlikely]] {
        appender.append(b, (distance / escape) << distance_bits | escape);
        distance %= escape;
      }
      appender.append(b, static_cast<std::uint32_t>(point) << distance_bits | distance, source);
    }
  };

  unsigned threads_;
  StopCheck stop_;
  bool write_combine_;
  Chains chains_;
  Buckets<std::uint32_t> buckets_;
  std::uint32_t* sources_;  // [segment][bucket]: of the bucket's last element, relative to the segment
  std::size_t bytes_;
};

/// Bytes of scratch space that scatter_implicit needs.
template <class Value>
std::size_t scatter_scratch_bytes(std::size_t n_source, std::size_t n_target, const RamPlan& plan) {
  return with_offset<(sizeof(Value) <= 2)>(
      plan, n_target, [&](auto offset) { return Scatter<Value, decltype(offset)>(plan, n_source, n_target, Carver()).bytes(); });
}

/// z[x[i]] = y[i]; x.size() == y.size(); other elements of z keep their values, and where two i meet the larger wins. Returns
/// the first i with x[i] >= z.size(), if any; z is then untouched. `complete`: whether all elements of z were reached.
template <std::unsigned_integral Point, class Value>
std::optional<std::size_t> scatter_implicit(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                            const RamPlan& plan, std::span<std::byte> scratch, Phases* phases = nullptr,
                                            bool* complete = nullptr, StopCheck stop = {}) {
  return with_offset<(sizeof(Value) <= 2)>(plan, z.size(), [&](auto offset) {
    Scatter<Value, decltype(offset)> scatter(plan, x.size(), z.size(), Carver(aligned_start(scratch)), stop);
    return scatter.run(x, y, z, phases, complete);
  });
}

/// Bytes of scratch space that inverse_implicit needs.
template <std::unsigned_integral Point>
std::size_t inverse_scratch_bytes(std::size_t n_source, std::size_t n_target, const RamPlan& plan) {
  return Inverse<Point>(plan, n_source, n_target, Carver()).bytes();
}

/// z[x[i]] = i; other elements of z keep their values, and where two i meet the larger wins. Returns the first i with
/// x[i] >= z.size(), if any; z is then untouched. `complete`: whether all elements of z were reached; others hold anything.
template <std::unsigned_integral Point>
std::optional<std::size_t> inverse_implicit(std::span<const Point> x, std::span<Point> z, const RamPlan& plan,
                                            std::span<std::byte> scratch, Phases* phases = nullptr, bool* complete = nullptr,
                                            StopCheck stop = {}) {
  return Inverse<Point>(plan, x.size(), z.size(), Carver(aligned_start(scratch)), stop).run(x, z, phases, complete);
}

}  // namespace wreath::arrays

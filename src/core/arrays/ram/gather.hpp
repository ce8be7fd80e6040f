// SPDX-License-Identifier: MIT
//
// Gather with implicit indices: Algorithms 3 and 4 of Slavici, Dong, Kunkle and Cooperman. partition.hpp has the whole story.
#pragma once

#include "core/arrays/ram/partition.hpp"

namespace wreath::arrays {

/// What gather puts into the buckets. It knows nothing of the values, so that one partition phase is compiled for all of them.
template <class Offset>
struct PutOffset {
  unsigned bits;

  void operator()(auto& appender, std::size_t, std::uint64_t point) const {
    appender.append(point >> bits, static_cast<Offset>(point & ((std::uint64_t{1} << bits) - 1)));
  }
};

/// to[j] = from[offsets[j]] for kCount values; `to` may be where the offsets are.
template <std::size_t kCount, class Value, class Offset>
void gather_batch(const Value* from, const Offset* offsets, Value* to) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Value) == 4 && sizeof(Offset) == 4 && kCount == 16) {
    // The intrinsic function needs an optimising compiler to see that its scale is constant; the tests are compiled without.
    using Lanes [[gnu::vector_size(64), gnu::aligned(4), gnu::may_alias]] = int;
    *reinterpret_cast<Lanes*>(to) = __builtin_ia32_gathersiv16si(Lanes{}, from, *reinterpret_cast<const Lanes*>(offsets), -1, 4);
    return;
  }
#endif
  for (std::size_t j = 0; j < kCount; ++j) to[j] = from[offsets[j]];
}

/// Whether offsets of two bytes pay: where values are long, they save a few bytes in a hundred.
template <class Value>
inline constexpr bool kNarrowGathers = sizeof(Value) <= 8;

template <class Value, class Offset>
class Gather {
 public:
  // Values of the width of an offset replace it; others have an array of their own.
  static constexpr bool kInPlace = sizeof(Value) == sizeof(Offset);
  static constexpr std::size_t kNarrowest = std::min(sizeof(Value), sizeof(Offset));

  Gather(const RamPlan& plan, std::size_t n_source, std::size_t n_target, Carver carver)
      : threads_(plan.threads),
        write_combine_(plan.write_combine && kCombinable<Offset>),
        chains_(plan, n_source, n_target, kNarrowest),
        buckets_(chains_, write_combine_, carver),
        values_(kInPlace ? reinterpret_cast<Value*>(buckets_.words) : carver.take<Value>(chains_.segments * chains_.capacity)),
        bytes_(carver.used()) {}

  std::size_t bytes() const { return bytes_; }

  /// Of a process that has peers, x and z are its slices; the plan and the scratch space are those of all.
  template <class Point>
  std::optional<std::size_t> run(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, Phases* phases,
                                 const Peers* peers, StopCheck stop) {
    const Part part =
        peers == nullptr ? Part{.threads = threads_, .stop = stop} : Part{peers->part, peers->parts, threads_ / peers->parts};
    const auto meet = [&](bool bad) { return peers != nullptr ? peers->meet(bad) : bad; };
    Stopwatch watch(phases);
    const auto bad = with_combining<Offset>(write_combine_, [&](auto combine) {
      return partition<combine>(x, y.size(), chains_, buckets_, part, PutOffset<Offset>{chains_.block_bits});
    });
    watch.lap(&Phases::partition);
    if (meet(bad.has_value())) return bad;
    permute(y, part);
    meet(false);
    watch.lap(&Phases::permute);
    combine(x, z, part);
    watch.lap(&Phases::combine);
    return std::nullopt;
  }

  /// What few points cost in the first and in the last phase; z then holds anything. False if one of them is not a point.
  template <class Point>
  bool time(std::span<const Point> x, std::size_t limit, std::span<Value> z, Phases& phases) {
    const Part part{.threads = threads_};
    Stopwatch watch(&phases);
    const auto bad = with_combining<Offset>(write_combine_, [&](auto combine) {
      return partition<combine>(x, limit, chains_, buckets_, part, PutOffset<Offset>{chains_.block_bits});
    });
    watch.lap(&Phases::partition);
    if (bad) return false;
    combine(x, z, part);
    watch.lap(&Phases::combine);
    return true;
  }

 private:
  // Work is dealt out in groups of buckets, or, where one bucket is a large part of all, in single sub-buckets.
  void permute(std::span<const Value> y, const Part& part) {
    const std::size_t group = bucket_group(chains_, threads_);
    const std::size_t groups = (chains_.buckets + group - 1) / group;
    if (is_skewed(chains_, buckets_.next, buckets_.position, threads_)) {
      const Range own = piece_of(chains_.buckets * chains_.segments, part.number, part.parts);
      parallel_tasks(own.size(), part.threads, [&](std::size_t k) {
        StopCheck(part.stop).look();
        const std::size_t sub_bucket = own.begin + k;
        BlockPrefetch nothing(nullptr, nullptr);
        permute_sub_bucket(y, sub_bucket / chains_.segments, sub_bucket % chains_.segments, nothing);
        stream_fence();
      });
      return;
    }
    const Range own = piece_of(groups, part.number, part.parts);
    parallel_tasks(own.size(), part.threads, [&](std::size_t k) {
      StopCheck(part.stop).look();
      const std::size_t g = own.begin + k;
      const std::size_t last = std::min(chains_.buckets, (g + 1) * group);
      BlockPrefetch(block(y, g * group), block(y, g * group + 1)).finish();
      for (std::size_t b = g * group; b < last; ++b) {
        BlockPrefetch coming(block(y, b + 1), block(y, b + 1 == last ? b + 1 : b + 2));
        for (std::size_t s = 0; s < chains_.segments; ++s) permute_sub_bucket(y, b, s, coming);
        coming.finish();
      }
      stream_fence();
    });
  }

  void permute_sub_bucket(std::span<const Value> y, std::size_t bucket, std::size_t segment, BlockPrefetch& coming) {
    constexpr std::size_t kBatch = kLine / (sizeof(Value) < 4 ? 4 : sizeof(Value));
    const Value* from = block(y, bucket);
    const std::size_t pool = segment * chains_.capacity;
    for_each_run(chains_, buckets_, segment, bucket, [&](std::uint32_t position, std::uint32_t count) {
      const Offset* offsets = buckets_.words + pool + position;
      Value* to = values_ + pool + position;
      BlockPrefetch ahead = coming;
      std::uint32_t k = 0;
      if constexpr (kStreamSequential && !kInPlace) {
        write_sequence(to, count, [&] {
          if (k % kBatch == 0) ahead.step();
          return from[offsets[k++]];
        });
      } else {
        for (; k + kBatch <= count; k += kBatch) {
          ahead.step();
          gather_batch<kBatch>(from, offsets + k, to + k);
        }
        for (; k < count; ++k) to[k] = from[offsets[k]];
      }
      coming = ahead;
    });
  }

  template <class Point>
  void combine(std::span<const Point> x, std::span<Value> z, const Part& part) {
    constexpr std::size_t kAhead = kLine / sizeof(Value);
    constexpr std::size_t kPiece = std::size_t{1} << 22;  // points between two looks at the clock
    for_each_segment(chains_, part, [&](std::size_t segment) {
      const Range slice = part.slice(chains_, segment, x.size());
      const Value* values = values_ + segment * chains_.capacity;
      const std::uint32_t* next = buckets_.next + segment * chains_.chunks;
      std::uint32_t* __restrict position = buckets_.position + segment * chains_.buckets;
      const unsigned block_bits = chains_.block_bits, chunk_bits = chains_.chunk_bits;
      const std::uint32_t chunk_mask = (std::uint32_t{1} << chunk_bits) - 1;
      for (std::size_t b = 0; b < chains_.buckets; ++b) {
        position[b] = chains_.first(b);
        __builtin_prefetch(values + position[b]);
      }
      const Point* from = x.data() + slice.begin;
      for (std::size_t first = slice.begin; first < slice.end; first += kPiece) {
        StopCheck(part.stop).look();
        write_sequence(z.data() + first, std::min(kPiece, slice.end - first), [&] {
          const std::size_t b = static_cast<std::uint64_t>(*from++) >> block_bits;
          const std::uint32_t at = position[b];
          std::uint32_t after = at + 1;
          if ((after & chunk_mask) == 0) [[unlikely]]
            after = next[at >> chunk_bits] << chunk_bits;
          position[b] = after;
          __builtin_prefetch(values + at + kAhead, 0, 2);
          return values[at];
        });
      }
      stream_fence();
    });
  }

  const Value* block(std::span<const Value> y, std::size_t bucket) const {
    return y.data() + std::min(y.size(), bucket << chains_.block_bits);
  }

  unsigned threads_;
  bool write_combine_;
  Chains chains_;
  Buckets<Offset> buckets_;
  Value* values_;
  std::size_t bytes_;
};

/// Bytes of scratch space that gather_implicit needs (an upper bound; a tenth of it may never be touched).
template <class Value>
std::size_t gather_scratch_bytes(std::size_t n_source, std::size_t n_target, const RamPlan& plan) {
  return with_offset<kNarrowGathers<Value>>(
      plan, n_target, [&](auto offset) { return Gather<Value, decltype(offset)>(plan, n_source, n_target, Carver()).bytes(); });
}

/// z[i] = y[x[i]] by all peers, which together have `source` points; x and z are the slices of this one.
template <std::unsigned_integral Point, class Value>
std::optional<std::size_t> gather_implicit(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                           std::size_t source, const RamPlan& plan, std::span<std::byte> scratch, Phases* phases,
                                           const Peers* peers, StopCheck stop = {}) {
  return with_offset<kNarrowGathers<Value>>(plan, y.size(), [&](auto offset) {
    Gather<Value, decltype(offset)> gather(plan, source, y.size(), Carver(aligned_start(scratch)));
    return gather.run(x, y, z, phases, peers, stop);
  });
}

/// z[i] = y[x[i]]; x.size() == z.size(). Returns the first i with x[i] >= y.size(), if any; z is then untouched. Throws Stopped.
template <std::unsigned_integral Point, class Value>
std::optional<std::size_t> gather_implicit(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                           const RamPlan& plan, std::span<std::byte> scratch, Phases* phases = nullptr,
                                           StopCheck stop = {}) {
  return gather_implicit(x, y, z, x.size(), plan, scratch, phases, nullptr, stop);
}

}  // namespace wreath::arrays

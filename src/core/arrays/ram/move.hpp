// SPDX-License-Identifier: MIT
//
// Values moved along a map in memory, by the plain loop or by a partition, as a plan has it.
//
//   gather   z[i] = y[x[i]]        scatter  z[x[i]] = y[i]        invert   z[x[i]] = i
//
// x need not be a bijection. Nothing is accessed out of range: the first index whose value is not an index of y (or z) is
// returned, and z is then partly written by the loop, and untouched by a partition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "core/arrays/kinds.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::arrays {

/// How values are moved in memory.
struct RamPlan {
  bool partition = true;     // false: the plain loop is expected to be faster
  unsigned block_bits = 16;  // a block holds 2^block_bits elements of the target; 6..24
  unsigned chunk_bits = 12;  // buckets grow by 2^chunk_bits elements; 6..16
  unsigned threads = 1;
  bool write_combine = false;  // partition through a line buffer per bucket, written past the cache
  /// Gathers: both ways are timed on this number of points, and the faster one is taken; 0: `partition` decides.
  std::size_t sample = 0;
};
inline constexpr unsigned kMinBlockBits = 6, kMaxBlockBits = 24;
inline constexpr unsigned kMinChunkBits = 6, kMaxChunkBits = 16;
inline constexpr std::size_t kMaxSegment = std::size_t{1} << 28;  // elements of x that share a pool: 28 bits tell them apart

/// Cache sizes in bytes; l1 and l2 of one core, l3 of the socket.
struct Caches {
  std::size_t l1 = 64U << 10;
  std::size_t l2 = 1U << 20;
  std::size_t l3 = 32U << 20;
};
/// Those of this machine; the defaults above where it does not tell.
Caches this_machines_caches();
/// Buckets' chunks have 2^this words, so that those that are not full take an eighth of the memory at most.
unsigned chunk_bits_for(std::size_t source, std::size_t buckets, unsigned threads);
/// A partition passes through all of the target, however few points lead there.
bool is_worth_a_pass(std::uint64_t source, std::uint64_t target);
/// By the sizes of the caches: x of `source` points into `target` points, with values of `value_bytes` bytes.
RamPlan default_plan(Move move, std::size_t source, std::size_t target, std::size_t value_bytes, unsigned threads,
                     const Caches& caches = this_machines_caches());
/// What a partition takes beside the arrays. Values have 1, 2, 4, ... 64 bytes, those of an inverse 4 or 8.
std::size_t scratch_bytes(Move move, std::size_t source, std::size_t target, std::size_t value_bytes, const RamPlan& plan);

/// Seconds spent in each phase of a partition.
struct Phases {
  double partition = 0, permute = 0, combine = 0;
};

/// `kSize` bytes that are moved as one value.
template <std::size_t kSize>
struct Bytes {
  unsigned char byte[kSize];
};

/// `scratch`, for a partition, has scratch_bytes. Throw Stopped. Compiled for all widths of points, and for values of 1, 2, 4 and
/// 8 bytes (unsigned integers) and of 16, 32 and 64 (Bytes).
template <class Point, class Value>
std::optional<std::size_t> gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                                  std::span<std::byte> scratch, Phases* phases = nullptr, StopCheck stop = {});
/// `complete`, where it is asked for: whether all of z was reached; of z and x of as many points, that is whether x is a
/// permutation. A scatter tells of integers by partition only.
template <class Point, class Value>
std::optional<std::size_t> scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                                   std::span<std::byte> scratch, Phases* phases = nullptr, StopCheck stop = {},
                                   bool* complete = nullptr);
template <class Point>
std::optional<std::size_t> invert(std::span<const Point> x, std::span<Point> z, const RamPlan& plan, std::span<std::byte> scratch,
                                  Phases* phases = nullptr, StopCheck stop = {}, bool* complete = nullptr);

/// The same for values of any size, by the plain loop.
template <class Point>
std::optional<std::size_t> gather_bytes(std::span<const Point> x, const std::byte* y, std::size_t y_size, std::byte* z,
                                        std::size_t value_bytes, unsigned threads, StopCheck stop);
template <class Point>
std::optional<std::size_t> scatter_bytes(std::span<const Point> x, const std::byte* y, std::byte* z, std::size_t z_size,
                                         std::size_t value_bytes, unsigned threads, StopCheck stop);

/// How many seconds a gather will take by the loop and by a partition.
struct Forecast {
  double loop = 0;
  double partition = 0;
};
/// From a sample of the points; z then holds anything. `fresh`: the scratch memory was not used before.
template <class Point, class Value>
Forecast forecast_gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const RamPlan& plan,
                         std::span<std::byte> scratch, bool fresh);

// Several processes of one machine that gather as one.
//
// Each has a slice of x and of z; y and the scratch memory they share. A process partitions its own slice, looks up the values of
// its share of the buckets, with the offsets of all, and combines its own slice: so a block of y is read once, and not once by
// every process. Between the phases they wait for one another.

struct Peers {
  unsigned part = 0;  // this process
  unsigned parts = 1;
  std::span<std::byte> scratch = {};    // as much as all points together take
  std::function<bool(bool)> meet = {};  // returns when all have called it: whether one of them gave true
};

/// By all peers, which together have `source` points, by partition; elsewhere than where x is bad z is left unfinished then.
/// Points and values have 4 or 8 bytes.
template <class Point, class Value>
std::optional<std::size_t> gather_with_peers(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                             std::size_t source, const RamPlan& plan, const Peers& peers, Phases* phases);

}  // namespace wreath::arrays

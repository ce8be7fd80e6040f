// SPDX-License-Identifier: MIT
//
// Which method a GPU takes for a product, an inverse or a quotient, and with which sizes.
//
// The methods: `plain` is one random access to device memory per point. The others partition x into buckets, each a block of y
// (or z): `shared`, blocks that fit into a multiprocessor's shared memory; `l2`, blocks that stay in the L2 cache; `two_level`,
// blocks for shared memory again, but reached by two partitions, so that runs stay long however many blocks there are.
//
// The thresholds are those of one H200 (132 multiprocessors, 227 KB of shared memory to a block), measured on random
// permutations; times relative to plain, T = points of a tile, M = points of a block:
//
//   4-byte points               2^22   2^23   2^24   2^25   2^27   2^29   2^31
//   multiply shared, then l2    2.36   1.70   0.82   0.57   0.48   0.56   0.60
//   inverse  shared, two_level  1.18   0.99   0.24   0.17   0.15   0.21   0.25
//   divide   shared, two_level  1.19   1.07   0.30   0.22   0.21   0.27   0.27
//
//   8-byte points               2^22   2^23   2^24   2^25   2^27   2^29   2^30
//   multiply shared, then l2    1.96   1.21   0.94   0.81   0.90   0.80   0.87
//   inverse  shared, two_level  1.49   0.35   0.25   0.21   0.22   0.33   0.34
//   divide   shared, two_level  1.55   0.44   0.35   0.32   0.40   0.40   0.40
//
// (bench/results/2026-11-15-perm-gpu-h200-methods.json, which has every method at every size.)
// Plain wins as long as y or z stays in L2: random reads run at 114 * 10^9 per second in 32 MB, 67 in 64 MB and 41 in 512 MB,
// random writes at 77 in 32 MB, 64 in 48 MB, 24 in 64 MB and 17 in 512 MB. Sizes in between
// are interpolated. `shared` takes the largest tile that fits, up to 48K points (56K for products): the largest ones that were
// measured were the fastest.
//
// Tried and dropped: several masked passes over x, one for each block in L2 (never best); scattering in L2 (0.40 where shared
// memory takes 0.16); in the gather in L2, prefetching blocks of y (no gain), loads marked to stay in L2 (no gain), loads that
// keep out of L1 (0.80 instead of 0.63; with these, blocks of 32 MB take 1.0 and of 8 MB 0.78).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/arrays/kinds.hpp"

namespace wreath::arrays::cuda_detail {

enum class Variant { plain, shared, l2, two_level };

constexpr std::string_view variant_name(Variant variant) {
  switch (variant) {
    case Variant::plain: return "plain";
    case Variant::shared: return "shared";
    case Variant::l2: return "l2";
    case Variant::two_level: return "two_level";
  }
  return "?";
}

struct Tuning {
  Variant variant = Variant::plain;
  std::uint32_t tile_points = 0;         // a multiple of 64 below 2^16
  std::uint64_t block_points = 0;        // points of y or z in a bucket: odd * 2^k
  std::uint32_t parent_buckets = 0;      // two levels: buckets of a parent
  std::uint32_t second_tile_points = 0;  // two levels: a multiple of 256 that divides parent_buckets * block_points
  bool marks = false;                    // a scatter marks the points that it hit, beside the block in shared memory

  bool operator==(const Tuning&) const = default;
};

/// What a GPU has.
struct Limits {
  std::size_t shared_bytes = 227 * 1024;  // a block's share at most
  std::size_t l2_bytes = 50 << 20;

  /// So that two blocks fit into one multiprocessor; each costs a further KB.
  constexpr std::size_t half_shared_bytes() const { return (shared_bytes + 1024) / 2 - 1024; }
};

struct Problem {
  Move move = Move::gather;
  std::uint64_t points = 0;  // of x
  std::uint64_t range = 0;   // of y (multiply) or z
  std::size_t point_bytes = 4;
  bool marks = false;  // a scatter of values is to find out whether x is a bijection

  constexpr bool gathers() const { return move == Move::gather; }
  constexpr bool inverts() const { return move == Move::invert; }
};

inline constexpr std::size_t kStaticShared = 256;  // what kernels declare besides their dynamic shared memory
inline constexpr std::uint64_t kMaxRuns = std::uint64_t{1} << 31;
inline constexpr std::uint64_t kPlainGatherBytes = 48 << 20;   // of y: up to here L2 makes the plain product the fastest
inline constexpr std::uint64_t kPlainWideBytes = 192 << 20;    // the same for 8-byte points, of which a plain access wastes less
inline constexpr std::uint64_t kPlainScatterBytes = 48 << 20;  // of z
inline constexpr std::uint64_t kSharedBytes = 1 << 30;         // of y or z: beyond, runs of tile / blocks points get too short
inline constexpr std::uint64_t kSmallTileBytes = 128 << 20;    // up to here many small tiles keep all multiprocessors busy

/// The largest tile of at most `wanted` points, in steps of 1024, that can be sorted in shared memory; 0 where there is none.
constexpr std::uint32_t fit_tile(std::uint32_t wanted, std::uint64_t buckets, std::size_t bytes_per_point, const Limits& limits) {
  const std::uint64_t counters = (buckets + 3) / 4 * 16 + kStaticShared;
  if (counters >= limits.shared_bytes) return 0;
  const std::uint64_t most = (limits.shared_bytes - counters) / bytes_per_point;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, most) / 1024 * 1024);
}

/// What a block of y or z takes of shared memory.
constexpr std::size_t block_bytes(std::uint64_t points, std::size_t point_bytes, bool marks) {
  return points * point_bytes + (marks ? points / 8 : 0);
}

/// As many points as a block of y or z may have in shared memory: 7 * 2^k of them, or 6 * 2^k beside marks.
constexpr std::uint64_t fit_block(unsigned bits, const Problem& problem, const Limits& limits) {
  std::uint64_t wanted = std::uint64_t{problem.marks ? 6U : 7U} << bits;
  while (block_bytes(wanted, problem.point_bytes, problem.marks) > limits.shared_bytes) wanted /= 2;
  return wanted;
}

constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

/// The tuning, unless it has no tile or too many runs.
constexpr std::optional<Tuning> if_possible(const Tuning& tuning, std::uint64_t buckets, std::uint64_t points) {
  if (tuning.tile_points == 0 || buckets * divide_up(points, tuning.tile_points) >= kMaxRuns) return std::nullopt;
  return tuning;
}

constexpr std::optional<Tuning> tune_shared(const Problem& problem, const Limits& limits) {
  const std::size_t width = problem.point_bytes;
  const bool small = problem.range * width <= kSmallTileBytes;
  Tuning tuning{.variant = Variant::shared, .marks = problem.marks};
  tuning.block_points = fit_block(width == 4 ? 13 : 12, problem, limits);
  const std::uint64_t buckets = divide_up(problem.range, tuning.block_points);
  if (problem.gathers()) {
    const auto wanted =
        static_cast<std::uint32_t>(std::min<std::size_t>(small ? 24 << 10 : 56 << 10, limits.shared_bytes / width));
    tuning.tile_points = fit_tile(wanted, buckets, 2, limits);
  } else if (problem.inverts()) {
    tuning.tile_points = fit_tile(small ? 24 << 10 : 48 << 10, buckets, 4, limits);
  } else {
    tuning.tile_points = fit_tile(small ? 16 << 10 : 48 << 10, buckets, 2 + width, limits);
  }
  return if_possible(tuning, buckets, problem.points);
}

constexpr std::optional<Tuning> tune_l2(const Problem& problem, const Limits& limits) {
  if (!problem.gathers()) return std::nullopt;
  const std::size_t width = problem.point_bytes;
  Tuning tuning{.variant = Variant::l2};
  tuning.block_points = std::bit_floor(std::max<std::size_t>(limits.l2_bytes / 3, 1 << 20)) / width;
  const std::uint64_t buckets = divide_up(problem.range, tuning.block_points);
  const auto wanted =
      static_cast<std::uint32_t>(std::min<std::size_t>(width == 4 ? 24 << 10 : 16 << 10, limits.shared_bytes / width));
  tuning.tile_points = fit_tile(wanted, buckets, 4, limits);
  return if_possible(tuning, buckets, problem.points);
}

constexpr std::optional<Tuning> tune_two_level(const Problem& problem, const Limits& limits) {
  if (problem.gathers()) return std::nullopt;
  const std::size_t width = problem.point_bytes;
  Tuning tuning{.variant = Variant::two_level, .marks = problem.marks};
  tuning.block_points = fit_block(12, problem, limits);
  tuning.parent_buckets = 256;
  const std::uint64_t parents = divide_up(problem.range, tuning.block_points * tuning.parent_buckets);
  tuning.tile_points = problem.inverts() ? fit_tile(16 << 10, parents, 6, limits)
                                         : fit_tile(width == 4 ? 12 << 10 : 16 << 10, parents, 4 + width, limits);
  tuning.second_tile_points = std::bit_floor(fit_tile(16 << 10, tuning.parent_buckets, 2 + width, limits));
  if (tuning.second_tile_points == 0) return std::nullopt;
  return if_possible(tuning, std::max<std::uint64_t>(parents, tuning.parent_buckets), problem.points);
}

/// Whether the partitioned methods are faster than the plain one.
constexpr bool partitioning_pays(const Problem& problem) {
  const std::uint64_t bytes = problem.range * problem.point_bytes;
  if (!problem.gathers()) return bytes > kPlainScatterBytes;
  // Every block of y is read, so there must be points enough to use it.
  return bytes > (problem.point_bytes == 4 ? kPlainGatherBytes : kPlainWideBytes) && problem.points >= problem.range / 2;
}

constexpr Tuning choose_tuning(const Problem& problem, Way way, const Limits& limits) {
  const Tuning plain;
  if (problem.points == 0 || problem.range == 0 || way == Way::loop) return plain;
  if (way == Way::automatic && !partitioning_pays(problem)) return plain;
  const std::uint64_t bytes = problem.range * problem.point_bytes;
  if (bytes <= (problem.inverts() ? 2 * kSharedBytes : kSharedBytes))
    if (const auto tuning = tune_shared(problem, limits)) return *tuning;
  return (problem.gathers() ? tune_l2(problem, limits) : tune_two_level(problem, limits)).value_or(plain);
}

}  // namespace wreath::arrays::cuda_detail

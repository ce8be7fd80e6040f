// SPDX-License-Identifier: MIT
//
// The numbers that choices of the engine depend on, and the measurements that they come from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wreath/semigroup/enumeration.hpp"

namespace wreath::semigroup::tuning {

// --- when an enumeration moves to a GPU. Wall seconds of whole commands on 16 Xeon cores and an H200, CPU and GPU:
//     bihecke:6 0.46, 0.49; full:8 0.137, over 0.24; full:9 over 2.2, 0.99; partition:6 0.23, 0.40.

/// A product on a GPU. H200, nanoseconds: full:9 0.53, boolean:5 0.23, partition:6 2.0, motzkin:9 0.93.
inline constexpr double kGpuProduct = 1e-9;
/// And each byte of a new element: 7.5 million rows of 1440 bytes of bihecke:6 take 84 ms.
inline constexpr double kGpuByte = 1 / 150e9;
/// What is left is predicted from the growth of the levels, mostly within a factor of 2 once a tenth of the elements is found:
/// the CPU must be expected to take longer by this factor.
inline constexpr double kGpuGain = 1.5;
/// Looks come at this distance, in seconds; the second one is the first that can decide: full:9 takes a GPU a second.
inline constexpr double kGpuLook = 0.05;
/// Larger levels are done faster on many cores: the next ones are expected to be faster by as much as the last ones were, up to
/// this factor. bihecke:6 takes 0.35 s on 16 cores, and took 0.56 s when a look at 0.06 s expected its first rate to last.
inline constexpr double kMostSpeedup = 4;
/// The levels from which growth is predicted.
inline constexpr unsigned kGrowthLevels = 4;
/// Growth is expected to slow down by this much from level to level at least: the second difference of the logarithms.
inline constexpr double kLeastSlowdown = 0.02;

/// Numbers of a count of levels: fewer are done before a GPU has started, which takes 0.2 s.
inline constexpr std::uint64_t kNumbersForGpu = std::uint64_t{1} << 28;

// --- enumeration

/// Bytes of an element from which on products are deduced. One that is composed and compared takes about a nanosecond per four
/// bytes, and per kilobyte on a GPU; deducing one takes some six cache misses.
inline constexpr std::size_t kDeduceBytes = 1024;
inline constexpr std::size_t kDeduceBytesOnGpu = 64 << 10;
/// Generators: from here on too few products are new for all to be formed, however cheap they are. Not measured.
inline constexpr std::size_t kManyLetters = 16;
/// The part of the memory that is left which a batch may take. Not measured.
inline constexpr std::uint64_t kBatchShare = 16;

// --- Green's structure. Sizes of batches and pieces of work: not measured one by one.

inline constexpr std::uint64_t kWorthPairs = 16;                     // points: below, block numbers are as short as pairs
inline constexpr std::size_t kValuesInBatch = std::size_t{1} << 16;  // of an orbit
inline constexpr std::size_t kClassCandidates = std::size_t{1} << 17;
inline constexpr std::size_t kLeftPiece = 1024;                     // left values per thread, counted between two pauses
inline constexpr std::size_t kLeftJob = 16;                         // left values that a thread takes at once
inline constexpr std::uint64_t kMostSent = std::uint64_t{1} << 28;  // bytes of values, to ranks at once
inline constexpr std::size_t kKeysWorthThreads = 2048;
/// Components are found by one thread; with this many threads and values the others do something else meanwhile.
inline constexpr unsigned kThreadsToSpare = 4;
inline constexpr std::size_t kManyValues = std::size_t{1} << 20;

// --- words by orbits: not measured

inline constexpr std::uint64_t kPairProducts = 20000;    // that a search by pairs forms before orbits are asked
inline constexpr std::uint32_t kMostSearched = 1 << 18;  // permutations from each end
inline constexpr std::size_t kLongPower = 64;            // letters

}  // namespace wreath::semigroup::tuning

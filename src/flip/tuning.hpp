// SPDX-License-Identifier: MIT
//
// The numbers that choices of searches, hunts and lifts depend on, and the measurements that they come from.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wreath::flip::tuning {

// --- a search that cores begin and a GPU joins (search/race.hpp). 4x4x4 of rank 48 takes an H200 2.6 s, its start 0.2 s. 16
// cores
//     take 0.01 s for 3x3x3 of rank 23, 0.07 s for 3x3x4 of rank 29 and 0.1 s for 2x4x5 of rank 33, and lose up to 0.06 s if the
//     start of a GPU has just begun when they are done.

inline constexpr double kRaceDelay = 0.15;  // seconds
inline constexpr double kRaceLevel = 1;

// --- a search (search/)

inline constexpr std::uint64_t kFirstSteps = 256;      // of each walk before the first look for a target. Not measured
inline constexpr std::size_t kIntake = 64;             // schemes taken at one rank after one batch. Not measured
inline constexpr std::size_t kSchemeGrain = 1U << 15;  // of schemes worth a thread, the squares of their ranks: 16 of rank 47
inline constexpr std::size_t kEnoughOfRank = 64;       // schemes at a rank that make it worth starting from. Not measured
/// Of kFreshOf walks that restart, those that take a new automatic start. With these, on two cores 4x4x6:72 takes 12 to 103 s
/// with four of five seeds, and 4x4x7:84 0.3 to 40 s with five of five.
inline constexpr std::uint32_t kFresh = 1;
inline constexpr std::uint32_t kFreshOf = 4;

// --- automatic starts (search/starts.cpp): in use in those runs; not measured one by one

inline constexpr unsigned kLongSide = 5;
inline constexpr std::size_t kStartsAbove = 3;  // ranks above the best start
inline constexpr std::size_t kStartCopies = 4;
inline constexpr unsigned kBlockSide = 4;  // from which on blocks are worth a try
inline constexpr std::uint64_t kMirrorWalks = 32;
inline constexpr std::uint64_t kMirrorStepsOfVolume = 1U << 13;  // of every walk, for each product of the standard scheme
inline constexpr std::uint64_t kMirrorStepsAtMost = 1U << 19;    // a second of two cores
inline constexpr std::size_t kTakenOfMirror = 32;

// --- what a hunt keeps (hunt/folder.cpp), and what it tries next (hunt/plan.cpp). Measured together, not one by one: on two Xeon
//     cores, at most 60 s each, 3x4x5:47 is found by 9 of 10 seeds in 2.4 to 56 s (median 8.2), 2x5x5:40 by 3 of 3 in 12 to 17 s,
//     and 4x4x6:72 by 4 of 5 in 8 to 44 s (docs/measured/flip-hunts.md).

inline constexpr std::size_t kKeptAbove = 2;       // ranks above the best, of all schemes and of those with a mirror
inline constexpr std::size_t kMirrorsAbove = 8;    // how far above the best of all those with a mirror may be
inline constexpr std::size_t kHuntStarts = 12;     // of an attempt
inline constexpr std::size_t kHuntAbove = 2;       // of ranks up to this much above the best, unless they are extended
inline constexpr std::size_t kHuntBases = 8;       // tried for each scheme that is projected or cut into blocks
inline constexpr std::size_t kTooHigh = 10;        // starts this far above the best are not worth a walk
inline constexpr std::size_t kStandardRank = 128;  // from larger standard schemes walks do not get low
inline constexpr unsigned kDeepestShape = 3;       // shapes below the one that is hunted
inline constexpr std::uint32_t kNewEvery = 3;      // every third round, on average, goes to a way that was never taken
inline constexpr double kFirstCost = 8;            // what a way is taken to have cost before its first round
inline constexpr double kStays = 0.8;              // of standard products that are added, the share that is left in the end
inline constexpr double kMoreParts = 1;            // ranks by which more schemes of a smaller shape are behind the first few
inline constexpr double kWalkAhead = 32;  // cost of walks from any schemes that does not count: only they leave a mirror's floor
inline constexpr double kWalkShare = 4;   // how much more often than others they are made until then

// --- rounds of a hunt (hunt/hunt.cpp)

inline constexpr std::size_t kTakenOfRank = 8;     // schemes of each rank that a search gives to the folder
inline constexpr std::size_t kTakenAbove = 2;      // of ranks up to this much above its best
inline constexpr std::size_t kWalkStarts = 12;     // of them, that walk on without the mirror
inline constexpr unsigned kLongestRound = 5;       // a round has up to 2^5 times the least number of steps
inline constexpr unsigned kExtendLength = 2;       // and at least 2^2 times if it extends schemes, which have far to fall
inline constexpr std::uint64_t kExtendGrowth = 4;  // of such a way, the next round compared with all before it
inline constexpr unsigned kLongestWithout = 2;     // when what was found walks on without the mirror
inline constexpr double kRecordEvery = 2;          // seconds between two writings of the record
/// A short round takes sixteen cores 0.06 s and more, the start of a GPU 0.2 s. A number of rounds, not a time: hunts repeat.
inline constexpr std::uint64_t kRoundsOnCores = 4;

// --- lifts (lift/row_space.cpp)

inline constexpr std::size_t kRowTile = 16;      // words: the eight tables of a tile are 256 KiB
inline constexpr std::size_t kFewLiftRows = 64;  // below, tables do not pay

}  // namespace wreath::flip::tuning

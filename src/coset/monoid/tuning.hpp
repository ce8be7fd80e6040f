// SPDX-License-Identifier: MIT
//
// The constants of the enumeration of monoids.
#pragma once

#include <cstdint>

namespace wreath::coset::monoid::tuning {

inline constexpr std::uint64_t kFirstLookahead = std::uint64_t{1} << 20;  // live nodes
inline constexpr std::uint64_t kWorthwhileShare = 8;                // of the rows: a compaction that frees less ends the method
inline constexpr std::size_t kMostNewEdges = std::size_t{1} << 24;  // of Felsch, 8 bytes each
inline constexpr std::uint64_t kMostBackwardStates = 10'000'000;    // for which Felsch is tried
inline constexpr std::size_t kLettersBetweenLooks = std::size_t{1} << 16;  // at the clock, where a word is defined
inline constexpr std::uint64_t kFirstTurn = std::uint64_t{1} << 16;        // steps
inline constexpr std::uint64_t kLongestTurn = std::uint64_t{1} << 32;
inline constexpr std::uint64_t kFelschShare = 4;  // HLT has this many times the steps

}  // namespace wreath::coset::monoid::tuning

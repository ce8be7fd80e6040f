// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace wreath::coset::tuning {

inline constexpr std::uint64_t kMostTracedLetters = std::uint64_t{1} << 20;  // of a relator
/// Letters of the root of a relator up to which its rotations are traced from each new edge.
inline constexpr std::uint32_t kLongestRotated = 12;

/// How many choices are tried in a part of the tree before what is left of it becomes parts of its own: some ten milliseconds.
/// Where there are too few parts for the threads, they end sooner. Listed classes wait in memory for those before them.
inline constexpr std::uint64_t kChoicesOfAPart = std::uint64_t{1} << 16;
inline constexpr std::uint64_t kChoicesOfFewParts = std::uint64_t{1} << 10;
inline constexpr std::uint64_t kChoicesListed = std::uint64_t{1} << 12;
inline constexpr std::uint64_t kChoicesBetweenLooks = 256;  // at the clock
inline constexpr unsigned kPartsOfAThread = 16;             // in a step of the job

// A search for a proof that an index is infinite.
inline constexpr std::uint64_t kChoicesAtOnce = std::uint64_t{1} << 12;
inline constexpr std::uint32_t kMostInfiniteIndex = 60;  // of the subgroups that are tried
inline constexpr std::uint64_t kLettersOfAChoice = 128;  // of all relators: with more, a choice takes longer
inline constexpr std::uint64_t kMostLettersToProve = std::uint64_t{1} << 14;

}  // namespace wreath::coset::tuning

// SPDX-License-Identifier: MIT
//
// The numbers that the choices of this engine depend on. None was measured against others unless a note says so.
#pragma once

#include <cstdint>

namespace wreath::group::tuning {

inline constexpr std::size_t kSlots = 10;        // of product replacement; more if there are more generators
inline constexpr std::size_t kSlotsOfLarge = 6;  // the same for long permutations, which take memory
inline constexpr std::uint64_t kLargeDegree = std::uint64_t{1} << 25;
inline constexpr unsigned kScramble = 40;       // steps before its elements count as random, and as many as slots
inline constexpr unsigned kConfirmations = 8;   // random elements by which an order that was given is checked
inline constexpr unsigned kProductTests = 32;   // products of walks by which a chain is tested, at a few points each
inline constexpr unsigned kSureSifts = 24;      // random elements in a row that sift to the identity: the chain is complete
inline constexpr unsigned kHopelessSifts = 64;  // the same where a given order was not reached
inline constexpr std::size_t kShortcuts = 8;    // arrays of a level, up to which deep trees get random ones
inline constexpr std::uint64_t kVerifySteps = std::uint64_t{60} << 30;  // look-ups that Proof::automatic spends
inline constexpr double kFastProof = 1e9;                        // look-ups, beyond which a chain with short orbits is made first
inline constexpr double kShortOrbitSteps = 2000;                 // about as many look-ups per point as such a chain takes
inline constexpr std::uint64_t kGrain = std::uint64_t{1} << 15;  // points that a thread takes at least
inline constexpr std::uint64_t kGpuDegree = std::uint64_t{1} << 22;  // points from which a GPU makes the products
inline constexpr std::uint64_t kLargestGiantChain = 2000;            // points

/// The depth up to which a tree of an orbit is shallow. Random arrays, k of them, make one of log(orbit) / log(k) and a few more.
inline unsigned depth_wanted(std::uint64_t orbit, std::uint64_t degree) {
  unsigned bits = 0;
  while (orbit >> bits > 1) ++bits;
  return degree < 65536 ? 8 + bits : 4 + bits / 2;
}

}  // namespace wreath::group::tuning

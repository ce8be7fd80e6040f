// SPDX-License-Identifier: MIT
//
// What a walk is between two batches, who makes its steps, and how it is written to a checkpoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "flip/backend.hpp"
#include "flip/scheme/symmetry.hpp"
#include "flip/walk/moves.hpp"
#include "flip/walk/random.hpp"

namespace wreath::flip {

/// The largest number of summands of a walk: the power sums of entries below 4096 stay exact.
constexpr std::uint32_t kMaxSummands = 1000;

struct Walk {
  explicit Walk(WalkRandom stream) : random(stream) {}

  WalkRandom random;
  std::vector<Summand> summands;         // with a symmetry: one of every orbit
  std::vector<Factor> cubes;             // of a symmetric walk
  std::vector<std::uint16_t> flippable;  // in the order that draws refer to; empty: not known
  std::vector<Summand> best_summands;
  std::vector<Factor> best_cubes;
  std::uint32_t until_plus = 0;
  std::uint32_t lost = 0;  // flips over other rings that were refused since the last that was not
  WalkStatus status;
};

/// Puts a scheme under the walk: best and idle are reset.
void place(Walk& walk, const Scheme& scheme, const SymmetryGroup& group, const Schedule& schedule);
/// The scheme at which the walk reached its best.
Scheme best_scheme(const Walk& walk, const Shape& shape, const SymmetryGroup& group);
/// The scheme it is at now.
Scheme present_scheme(const Walk& walk, const Shape& shape, const SymmetryGroup& group);

/// Makes the steps of walks, of one at a time.
class Walker {
 public:
  virtual ~Walker() = default;

  /// Trades with cubes only where that brings the rank to this or below (c3).
  virtual void aim_at(std::uint32_t rank) = 0;
  /// Makes `steps` steps: flips, or pluses if there is no flip. The moves go to the log (not with the symmetry, whose moves
  /// are of orbits). Those of ternary walks have their signs in bits 2 and 3 of the position: of a flip t is -1, of a plus
  /// w, and u, is -1 (ternary_word.hpp); without the flip of its own that other pluses log.
  virtual void run(Walk& walk, std::uint64_t steps, std::vector<Move>* log = nullptr) = 0;
};
/// Over other rings than F2 there are no symmetries.
std::unique_ptr<Walker> make_walker(const Shape& shape, const Schedule& schedule, const SymmetryGroup& group = Symmetry::none,
                                    Ring ring = Ring::f2);

std::vector<std::byte> save_walks(std::span<const Walk> walks);
/// Throws InputError if the bytes are not those of as many walks.
void restore_walks(std::span<Walk> walks, std::span<const std::byte> state);

}  // namespace wreath::flip

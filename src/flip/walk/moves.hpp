// SPDX-License-Identifier: MIT
//
// The moves of the flip graph, on a scheme as an array of summands.
//
// flip(p, i, j): summands i and j share the factor at position p. With q and s the next positions after p, cyclically,
//
//     x (y z) + x (y' z') = x (y (z + z')) + x ((y + y') z'):        s of i gets s of j, q of j gets q of i.
//
// flip(p, j, i) is the other way to do it. A summand with a zero factor is dropped, the later one first, and the last summand
// takes its place: that is the only way the rank falls, and it makes the order of summands a function of the moves.
//
// plus(p, i, j): the factors x of i and x' of j at p differ; j = x' y' z' becomes (x + x') y' z' and a new last summand x y' z'.
//
// A linear dependence of the factors at q among summands that share the factor at p is a reduction too (the article's
// generalised flip): flips (p, k, r) for the other members k make q of r their sum, zero. So every change of a scheme is a
// sequence of these two moves, and a log of them replays anywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "core/hd.hpp"
#include "wreath/flip/path.hpp"

namespace wreath::flip {

WREATH_HD constexpr unsigned next_position(unsigned p) {
  return p == 2 ? 0 : p + 1;
}
WREATH_HD constexpr unsigned last_position(unsigned p) {
  return p == 0 ? 2 : p - 1;
}

WREATH_HD constexpr Move make_move(MoveKind kind, unsigned position, std::size_t first, std::size_t second) {
  return {kind, static_cast<std::uint8_t>(position), static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)};
}

/// How many summands the flip dropped. Throws InternalError if the two do not share the factor.
unsigned apply_flip(std::vector<Summand>& summands, unsigned position, std::size_t first, std::size_t second);
/// Throws InternalError if the two share the factor.
void apply_plus(std::vector<Summand>& summands, unsigned position, std::size_t first, std::size_t second);
void apply(std::vector<Summand>& summands, const Move& move);

/// Drops a summand; the last takes its place.
void drop_summand(std::vector<Summand>& summands, std::size_t index);

/// Looks for linear dependences among summands that share a factor, by elimination, and reduces until there are none (among
/// the first 64 of a set); gives the flips that do it.
std::vector<Move> reduce_dependences(std::vector<Summand>& summands);

}  // namespace wreath::flip

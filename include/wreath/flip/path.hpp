// SPDX-License-Identifier: MIT
//
// A path in the flip graph over F2 from any scheme to any other of its shape, by flips and pluses (the article's Theorem 4, made
// constructive and shorter).
//
// The article adds every summand of the goal twice and removes what then sums to zero, by way of single matrix entries. Here both
// schemes go down to a common form, and the path is the way down of the first and the way back of the second. Let P and Q be
// what only one of them has; both sum to the same tensor. Choose a position, and a basis u_1, u_2, ... of what the factors there
// span.
//
//   1. Split: a summand with x = u_1 + u_2 + ... becomes one for each u. Then P = sum of u_i (x) M_i, and Q has the same M_i.
//   2. Reduce: the summands that share u_i are a sum of products y (x) z that make the matrix M_i; while their y, or their z, are
//      dependent, flips drop one of them. What is left has as many summands as M_i has rank.
//   3. Two such decompositions of one M_i differ by an invertible matrix, that is by flips.
//
// A flip that drops nothing is its own inverse. A split (one plus, where the part is a factor of another summand already) is
// undone by a flip that joins. A join is undone by a split: where the part is no factor of another summand it is a sum of such
// (they span everything), so several pluses split those off, and flips join them. Two equal summands that vanish are undone by
// the article's Lemma 8.
//
// The intermediate rank is at most that of the common part and the coordinates of all factors; the basis is chosen by a local
// search for few coordinates, at all three positions, and the shortest path is taken.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/scheme.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

enum class MoveKind : std::uint8_t { flip, plus };

/// flip: the two summands share the factor x at the position, and x (y z) + x (y' z') becomes x (y (z + z')) + x ((y + y') z').
/// plus: they have different factors x and x' there; x' y' z' becomes (x + x') y' z', and x y' z' comes last.
struct Move {
  MoveKind kind = MoveKind::flip;
  std::uint8_t position = 0;
  std::uint16_t first = 0;
  std::uint16_t second = 0;
  bool operator==(const Move&) const = default;
};

struct Path {
  std::vector<Move> moves;
  std::size_t greatest_rank = 0;

  std::size_t pluses() const;
  std::size_t flips() const { return moves.size() - pluses(); }
};

/// A path that check_path has checked. The shapes must agree; throws InputError if they do not.
Path find_path(const Scheme& from, const Scheme& to, RunControl* run = nullptr);

/// Goes the path, looks after every move whether the sum still is the tensor, and whether it ends at `to` up to the order of
/// summands. Throws InputError that names the first move that is wrong, counted from 1.
Path check_path(const Scheme& from, const Scheme& to, std::span<const Move> moves, const std::string& name,
                RunControl* run = nullptr);

/// One move per line: "flip b 3 17", "plus a 1 2": the position and the two summands, counted from 1. A summand that becomes zero
/// is dropped, and the last one takes its place.
std::string print_path(const Path& path);
std::vector<Move> parse_path(std::string_view text, std::string_view source);
/// The same in a file.
void write_path(const std::string& file, const Path& path);
std::vector<Move> read_path(const std::string& file);

}  // namespace wreath::flip

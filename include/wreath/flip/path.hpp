// SPDX-License-Identifier: MIT
//
// A path in the flip graph over F2 from any scheme to any other of its shape, by flips and pluses.
#pragma once

#include <cstdint>
#include <filesystem>
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

  /// The number of moves that are pluses.
  std::size_t pluses() const;
  /// The number of moves that are flips.
  std::size_t flips() const { return moves.size() - pluses(); }
};

/// A path that verify_path has verified; it need not be a shortest one. Throws InputError if the shapes differ, ResourceError if
/// a scheme has more than 65,535 summands, LimitReached if the run is stopped first.
[[nodiscard]] Path find_path(const Scheme& from, const Scheme& to, RunControl* run = nullptr);

/// Follows the path, verifies after every move that the sum still is the tensor, and that it ends at `to` up to the order of
/// summands. Throws InputError that names the first move that is wrong, counted from 1, and LimitReached.
Path verify_path(const Scheme& from, const Scheme& to, std::span<const Move> moves, const std::string& name,
                 RunControl* run = nullptr);

/// One move per line: "flip b 3 17", "plus a 1 2": the position and the two summands, counted from 1. A summand that becomes zero
/// is dropped, and the last one takes its place.
[[nodiscard]] std::string print_path(const Path& path);
/// The moves in such a text. Throws InputError with the place at the first that is not a move; whether a move can be made is
/// checked by verify_path.
[[nodiscard]] std::vector<Move> parse_path(std::string_view text, std::string_view source);
/// Writes what print_path returns to a file, which appears whole or not at all.
void write_path(const std::filesystem::path& file, const Path& path);
/// The moves in a file of write_path. Throws InputError as parse_path does.
[[nodiscard]] std::vector<Move> read_path(const std::filesystem::path& file);

}  // namespace wreath::flip

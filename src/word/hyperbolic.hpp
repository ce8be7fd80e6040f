// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "word/geodesic.hpp"

namespace wreath::word {

/// "No" is never said: a search that has not ended proves nothing.
enum class Answer { yes, unknown };
std::string_view to_string(Answer answer) noexcept;

struct Hyperbolicity {
  Answer hyperbolic = Answer::unknown;
  Geodesics geodesics;
  /// Where the answer is yes, for infinite groups: how far two geodesics u, v from the same vertex can be from each other, at
  /// most, at the same time: if they end in the same vertex, and if they end in the same or in neighbouring ones. Both are
  /// attained.
  std::optional<std::size_t> bigon_width;
  std::optional<std::size_t> near_bigon_width;
};

/// Whether the group is hyperbolic, with what proves it (geodesic.cpp). Finite groups are, without further ado: then geodesics
/// stay empty if the limits do not allow to find them.
Hyperbolicity find_hyperbolicity(const StructureView& structure, const GeodesicOptions& options, RunControl& run);

/// The numbers of elements of length at most 0, 1, ..., radius.
std::vector<automata::Natural> ball_sizes(const automata::Dfa& acceptor, std::size_t radius);
/// The number of pairs of elements of length at most `radius`: a bound on the number of thin triangles with two short sides.
automata::Natural small_triangles(const automata::Dfa& acceptor, std::size_t radius = 5);

}  // namespace wreath::word

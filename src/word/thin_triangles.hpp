// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "word/geodesic.hpp"

namespace wreath::word {

struct ThinTriangleOptions {
  std::size_t rounds = 64;                        // stop after so many rounds,
  std::uint64_t states = std::uint64_t{1} << 22;  // or with more states of an automaton, or elements at hand
};

/// Let a geodesic triangle have its corners in group elements A, B and C. Points of AB and AC are opposite if they are at the
/// same distance i from A, an integer with i <= (|AB| + |AC| - |BC|)/2; likewise at B and C.
struct ThinTriangles {
  /// Whether no triangle has opposite points that are further apart than `thinness`. (Where not complete: some may.)
  bool complete = false;
  /// How far opposite points of some triangle are apart.
  std::size_t thinness = 0;
  /// The elements p^-1 q for opposite points p and q, as normal forms in ShortLex order. (Where not complete: some of them.)
  std::vector<Word> differences;
  std::size_t legs = 0;  // states of the automaton of pairs of opposite paths from a corner
  std::size_t rounds = 0;
};

/// How thin the geodesic triangles of a group are, given its complete geodesics. Stops with what it has at the limits, or when
/// the run is to stop.
ThinTriangles find_thin_triangles(const StructureView& structure, const Geodesics& geodesics, const ThinTriangleOptions& options,
                                  RunControl& run);

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// All geodesics of an automatic group, and whether it is hyperbolic.
#pragma once

#include <optional>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/automatic/normal_forms.hpp"
#include "wreath/natural.hpp"
#include "wreath/run.hpp"
#include "wreath/word/geometry.hpp"

namespace wreath::word {

/// What is known of the geodesics. Where `complete` is set, all of it is proven, and the group is hyperbolic.
struct Geodesics {
  bool complete = false;
  /// The geodesic words. (Where not complete: some of them.) Minimised.
  automata::Dfa acceptor;
  /// The pairs (u,v) of a geodesic u and the normal form v of the same element. Minimised.
  automata::Dfa pairs;
  /// The elements u(i)^-1 v(i) of these pairs, as normal forms in ShortLex order.
  std::vector<Word> differences;
  std::size_t rounds = 0;
};

/// Throws InputError if not all geodesics were found.
const Geodesics& complete_geodesics(const Hyperbolicity& found);

/// Stops with what it has at the limits, or when the run is to stop: a group that is not hyperbolic has no end.
Geodesics find_geodesics(const StructureView& structure, const GeodesicOptions& options, RunControl& run);

/// Two words, the second a normal form, of the same element, where the first is a product of a geodesic of `pairs` and a letter,
/// has the same length, and the pair is not in `pairs`: the proof that a set of geodesics is not complete. Nothing: it is
/// complete.
std::optional<std::pair<Word, Word>> find_missing_geodesic(const StructureView& structure, const automata::Dfa& pairs,
                                                           const automata::Limits& limits);

/// Whether the group is hyperbolic, with what proves it (geodesic.cpp).
Hyperbolicity find_hyperbolicity(const StructureView& structure, const GeodesicOptions& options, RunControl& run);

/// The numbers of elements of length at most 0, 1, ..., radius.
std::vector<Natural> ball_sizes(const automata::Dfa& acceptor, std::size_t radius, const automata::Limits& limits = {});
/// The number of pairs of elements of length at most `radius`: a bound on the number of thin triangles with two short sides.
Natural small_triangles(const automata::Dfa& acceptor, std::size_t radius = 5, const automata::Limits& limits = {});

/// How thin the geodesic triangles of a group are, given its complete geodesics.
ThinTriangles find_thin_triangles(const StructureView& structure, const Geodesics& geodesics, const ThinTriangleOptions& options,
                                  RunControl& run);

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// All geodesics of an automatic group, and whether it is hyperbolic.
#pragma once

#include <optional>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/automata/natural.hpp"
#include "word/normal_forms.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

struct GeodesicOptions {
  std::size_t rounds = 64;                        // stop after so many rounds (hyperbolic groups seem to need ten at most),
  std::size_t differences = 10000;                // or with more word differences,
  std::uint64_t states = std::uint64_t{1} << 24;  // or with an automaton of more states
};

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

/// Stops with what it has at the limits, or when the run is to stop: a group that is not hyperbolic has no end.
Geodesics find_geodesics(const StructureView& structure, const GeodesicOptions& options, RunControl& run);

/// Two words, the second a normal form, of the same element, where the first is a product of a geodesic of `pairs` and a letter,
/// has the same length, and the pair is not in `pairs`: the proof that a set of geodesics is not complete. Nothing: it is
/// complete.
std::optional<std::pair<Word, Word>> find_missing_geodesic(const StructureView& structure, const automata::Dfa& pairs,
                                                           const automata::Limits& limits);

}  // namespace wreath::word

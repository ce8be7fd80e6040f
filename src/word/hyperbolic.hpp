// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "word/geodesic.hpp"

namespace wreath::word {

/// Whether the group is hyperbolic, with what proves it (geodesic.cpp).
Hyperbolicity find_hyperbolicity(const StructureView& structure, const GeodesicOptions& options, RunControl& run);

/// The numbers of elements of length at most 0, 1, ..., radius.
std::vector<automata::Natural> ball_sizes(const automata::Dfa& acceptor, std::size_t radius, const automata::Limits& limits = {});
/// The number of pairs of elements of length at most `radius`: a bound on the number of thin triangles with two short sides.
automata::Natural small_triangles(const automata::Dfa& acceptor, std::size_t radius = 5, const automata::Limits& limits = {});

}  // namespace wreath::word

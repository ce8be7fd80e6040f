// SPDX-License-Identifier: MIT
//
// The rules of a finite group, from its Cayley graph.
//
// If the enumeration of the elements closes (Todd and Coxeter), the normal forms under shortlex are the paths of the
// breadth-first tree of the Cayley graph. A word is the left-hand side of a rule of the reduced confluent system exactly if it is
// not a normal form but its proper subwords are: so the rules are w*x for a normal form w and a letter x such that w*x is not
// one, but w*x without its first letter is. No overlap is looked at. As the reduced confluent system of an order is unique, a
// completion would find the same rules in the end: for the Mathieu group M22 and two generators 94,150, after a minute in place
// of some seconds.
//
// In the presentation of a monoid, the letters with inverses that are joined by equations among such letters alone are the
// letters of a group. If it is finite, its rules hold in the monoid, and are a start for the completion of the rest.
#pragma once

#include <cstdint>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

struct FiniteGroupLimits {
  std::size_t entries;  // of the table of the enumeration
  std::size_t rules;
};

/// The rules of the parts of a presentation that are finite groups, if its order is shortlex on each of them; none for parts
/// whose enumeration does not close within the limits, or if the run is to stop.
std::vector<Equation> finite_group_rules(const Presentation& presentation, const FiniteGroupLimits& limits, RunControl& run);

}  // namespace wreath::word

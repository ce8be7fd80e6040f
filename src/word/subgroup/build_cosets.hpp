// SPDX-License-Identifier: MIT
//
// From generators of a subgroup to its verified coset automatic structure.
//
//   Schreier graph near the base -> differences of cosets -> acceptor, multipliers -> are all products there? -> axioms ->
//   verified
//        ^                              ^------- new differences, from what is missing or wrong ------'------------'
//        '--- a larger part, if that does not end
//
// Whatever is learned is true, so the order of things matters for the time only. The structure exists if H is quasiconvex in a
// hyperbolic group (Redfern 1993), and for some other subgroups; otherwise the search ends at a limit, and nothing is claimed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "word/structure.hpp"
#include "word/subgroup/coset_automata.hpp"
#include "word/subgroup/coset_tree.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

struct CosetBuildLimits {
  std::uint64_t states = std::uint64_t{1} << 22;  // of an automaton on the way
  std::size_t vertices = std::size_t{1} << 20;    // of the Schreier graph
  bool whole_graph = true;                        // if all cosets are enumerated, the automata are made from their table
};

struct CosetStructure {
  CosetAutomata automata;
  bool verified = false;
  std::string ending;                           // if it is not: why
  std::shared_ptr<const CosetMachine> machine;  // unless the automata were made from the graph; refers to the group's structure
  std::shared_ptr<const CosetTree> folded;      // of a subgroup of a free group: the graph of its generators
  std::size_t rounds = 0;
};

CosetStructure build_cosets(const AutomaticStructure& structure, const std::vector<Word>& generators,
                            const CosetBuildLimits& limits, RunControl& run);

}  // namespace wreath::word

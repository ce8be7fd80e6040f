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
#include <optional>
#include <string>
#include <vector>

#include "core/algebra/tietze.hpp"
#include "word/automatic/structure.hpp"
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

// --- cosets from the whole graph of them (finite_cosets.cpp)

/// Nothing if the graph is too large for this. Throws LimitReached.
std::optional<CosetStructure> cosets_of_tree(const CosetTree& tree, std::span<const Letter> inverses,
                                             const automata::Limits& limits);

/// The same for the graph that an enumeration finds with at most this number of rows in its table, if it does. `limits` must have
/// a run.
std::optional<CosetStructure> enumerate_cosets(const Presentation& presentation, const std::vector<Word>& generators,
                                               std::size_t rows, const automata::Limits& limits);

// --- the normal forms of the group that lie in the subgroup (subgroup_acceptor.cpp)

/// Throws LimitReached.
automata::Dfa make_subgroup_acceptor(const AutomaticStructure& structure, const CosetStructure& cosets,
                                     const std::vector<Word>& generators, const automata::Limits& limits);

// --- a presentation of the subgroup (rewritten_subgroup.cpp)

struct RewrittenSubgroup {
  std::vector<Word> generators;  // normal forms
  std::vector<GeneratorWord> relators;
};

/// By a table if the index is finite, or by languages in any case in which there is a machine.
enum class CosetsFollowed { automatic, languages };

/// Throws LimitReached.
RewrittenSubgroup rewrite_subgroup(const AutomaticStructure& structure, const CosetStructure& cosets,
                                   const automata::Limits& limits, CosetsFollowed how = CosetsFollowed::automatic);
/// By a table, for a finite index, without a structure of the group: Schreier's generators, freely reduced.
RewrittenSubgroup rewrite_finite_subgroup(const Presentation& group, const CosetStructure& cosets,
                                          const automata::Limits& limits);

}  // namespace wreath::word

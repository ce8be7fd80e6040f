// SPDX-License-Identifier: MIT
//
// The normal forms of a group that lie in a subgroup H.
//
// If H is quasiconvex, a normal form of an element of H stays near H: the cosets of its prefixes have short normal forms. So let
// L(r) be the normal forms w of G with Hw = H all of whose prefixes lie in cosets of length at most r; its automaton is that of G
// beside the ball of radius r of the Schreier graph, which the coset structure gives exactly. All words of L(r) are in H. It is
// all of them if it contains the empty word and is closed under multiplication by the generators of H and their inverses: by
// induction every product of generators has its normal form in L(r). That is checked on automata: the composite M_h of G's
// multipliers, restricted to L(r) on the first tape, must be within L(r) on the second.
#include "word/subgroup/build_cosets.hpp"

#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::Label;
using automata::State;

namespace {

Dfa words_near_subgroup(const Dfa& group, CosetGraph& graph, std::size_t radius, const automata::Limits& limits) {
  const std::array<std::uint32_t, 2> start{0, 0};
  const auto expand = [&](automata::Key key, auto emit) {
    for (const auto [symbol, target] : group.table.edges(key[0])) {
      const std::uint32_t coset = graph.step(key[1], static_cast<Letter>(symbol));
      if (graph.form(coset).size() <= radius) emit(symbol, std::array{target, coset});
    }
  };
  const auto label_of = [](automata::Key key) { return Label{key[1] == 0}; };
  return automata::minimise(automata::explore(group.symbols, start, expand, label_of, limits), limits);
}

/// The reduced words that lead from the base of the folded graph back to it.
Dfa words_of_folded(const CosetTree& graph, std::span<const Letter> inverses, const automata::Limits& limits) {
  const std::array<std::uint32_t, 2> start{0, graph.letters()};  // the vertex and the last letter
  const auto expand = [&](automata::Key key, auto emit) {
    for (std::uint32_t x = 0; x < graph.letters(); ++x) {
      const std::uint32_t next = graph.step(key[0], x);
      if (next != CosetTree::kNoVertex && inverses[x] != key[1]) emit(static_cast<automata::Symbol>(x), std::array{next, x});
    }
  };
  const auto label_of = [](automata::Key key) { return Label{key[0] == 0}; };
  return automata::minimise(automata::explore(graph.letters(), start, expand, label_of, limits), limits);
}

/// M_h for the generators and their inverses.
std::vector<Dfa> generator_multipliers(const AutomaticStructure& structure, const std::vector<Word>& generators,
                                       const automata::Limits& limits) {
  std::vector<Dfa> relations;
  for (const Word& h : generators) {
    Dfa relation = automata::diagonal(structure.acceptor);
    for (const Letter x : h) {
      const Dfa letter = automata::with_label(structure.multiplier.dfa, structure.multiplier.label[x]);
      relation = automata::compose(relation, letter, limits);
    }
    relations.push_back(automata::swap_tapes(relation));
    relations.push_back(std::move(relation));
  }
  return relations;
}

}  // namespace

Dfa make_subgroup_acceptor(const AutomaticStructure& structure, const CosetStructure& cosets, const std::vector<Word>& generators,
                           const automata::Limits& limits) {
  if (cosets.folded) return words_of_folded(*cosets.folded, structure.presentation.alphabet.inverses, limits);
  const std::vector<Dfa> relations = generator_multipliers(structure, generators, limits);
  CosetGraph graph(cosets.automata);
  Dfa before = automata::empty_language(structure.acceptor.symbols);
  for (std::size_t radius = 0;; ++radius) {
    const Dfa language = words_near_subgroup(structure.acceptor, graph, radius, limits);
    bool closed = language != before || radius == 0;  // nothing new: there is more to come only at a larger radius
    for (std::size_t i = 0; closed && i < relations.size(); ++i) {
      const Dfa products = automata::project(automata::compose(automata::diagonal(language), relations[i], limits),
                                             automata::Tape::second, limits);
      closed = !automata::first_outside(products, language, limits);
    }
    if (closed) return language;
    before = language;
  }
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#include "word/subgroup/subgroup_acceptor.hpp"

#include <array>
#include <map>

#include "word/automata/boolean.hpp"
#include "word/automata/explore.hpp"
#include "word/automata/minimise.hpp"
#include "word/automata/two_tape.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::Label;
using automata::State;

namespace {

/// Cosets by their normal forms, 0 for H, found as they are needed.
class CosetGraph {
 public:
  explicit CosetGraph(const CosetAutomata& parts) : parts_(parts), forms_{{}}, numbers_{{{}, 0}} {}

  std::uint32_t step(std::uint32_t coset, Letter x) {
    const auto [known, fresh] = edges_.try_emplace({coset, x}, 0);
    if (!fresh) return known->second;
    Word next;
    if (!find_partner(parts_.letters[x], forms_[coset], next))
      throw InternalError("a coset normal form has no product with a letter");
    const auto [number, is_new] = numbers_.try_emplace(next, static_cast<std::uint32_t>(forms_.size()));
    if (is_new) forms_.push_back(next);
    return known->second = number->second;
  }
  std::size_t length(std::uint32_t coset) const { return forms_[coset].size(); }

 private:
  const CosetAutomata& parts_;
  std::vector<Word> forms_;
  std::map<Word, std::uint32_t> numbers_;
  std::map<std::pair<std::uint32_t, Letter>, std::uint32_t> edges_;
};

Dfa words_near_subgroup(const Dfa& group, CosetGraph& graph, std::size_t radius, const automata::Limits& limits) {
  const std::array<std::uint32_t, 2> start{0, 0};
  const auto expand = [&](automata::Key key, auto emit) {
    const auto symbols = group.table.symbols(key[0]);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const std::uint32_t coset = graph.step(key[1], static_cast<Letter>(symbols[i]));
      if (graph.length(coset) <= radius) emit(symbols[i], std::array{group.table.targets(key[0])[i], coset});
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

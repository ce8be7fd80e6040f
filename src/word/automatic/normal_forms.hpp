// SPDX-License-Identifier: MIT
//
// Multiplication of short normal forms by way of an automatic structure: slow, obvious, and enough for word differences.
#pragma once

#include <span>
#include <vector>

#include "core/parallel/function_ref.hpp"
#include "word/automata/dfa.hpp"
#include "wreath/word/words.hpp"

namespace wreath::word {

/// The parts of a verified ShortLex automatic structure that the geometry of the group is computed from. It only refers to them.
struct StructureView {
  const Alphabet& alphabet;
  const automata::Dfa& acceptor;                   // the normal forms
  const automata::Dfa& multiplier;                 // the pairs (u,v) of normal forms with u*x = v, labelled as follows
  std::span<const automata::Label> letter_labels;  // the label of each letter x

  std::uint32_t letters() const noexcept { return acceptor.symbols; }
};

/// Finds the words v beside a word u in a relation, layer after layer of the states that the letters of u lead to.
class PartnerSearch {
 public:
  explicit PartnerSearch(const automata::Dfa& relation) : relation_(relation), pairs_(automata::pair_symbols(relation)) {}

  /// A v such that (u,v) leads from the state to a label that is accepted, v being longer than u by at most `longer` letters.
  bool find(automata::State start, std::span<const Letter> u, std::size_t longer, FunctionRef<bool(automata::Label)> accepts,
            Word& v);

 private:
  struct Node {
    automata::State state;
    std::uint32_t parent;
    std::uint32_t letter;
  };
  void expand_layer(std::uint32_t letter);
  void read_back(std::size_t node, Word& v) const;

  const automata::Dfa& relation_;
  automata::PairSymbols pairs_;
  std::vector<Node> nodes_;          // layer after layer
  std::size_t layer_ = 0;            // where the last one begins
  std::vector<std::uint32_t> seen_;  // the layer in which a state was last seen
  std::uint32_t stamp_ = 0;
};

class NormalForms {
 public:
  explicit NormalForms(const StructureView& structure) : structure_(structure), partners_(structure.multiplier) {}

  /// The normal form of u*x for a normal form u. Throws InternalError if the structure has none.
  Word times(const Word& u, Letter x);
  /// The state of the word acceptor after a normal form.
  automata::State state_of(const Word& u) const;
  /// The state after u*x if that is a normal form, where `state` is the one after u; otherwise kNoState.
  automata::State state_after(automata::State state, Letter x) const;
  /// The same product if u*x is not a normal form.
  Word shortened_product(const Word& u, Letter x);
  /// The normal form of any word. A product is first looked for among those that differ from u in its last letters only: in a
  /// hyperbolic group the time is near the length of the word. Throws LimitReached if the run is to stop first.
  Word reduce(std::span<const Letter> word, RunControl* run = nullptr);

 private:
  /// The rest of the product if it begins as u does, up to where the multiplier is in this state. Whether it does.
  bool find_product(automata::State state, std::span<const Letter> rest_of_u, Letter x, Word& rest);
  /// The state of the multiplier after (u,u) for the first letters of product_.
  automata::State diagonal_state(std::size_t letters);

  StructureView structure_;
  PartnerSearch partners_;
  Word product_;                           // of reduce(),
  std::vector<automata::State> accepted_;  // with the states of the word acceptor after its prefixes,
  std::vector<automata::State> diagonal_;  // and those of the multiplier, as far as they were asked for
};

}  // namespace wreath::word

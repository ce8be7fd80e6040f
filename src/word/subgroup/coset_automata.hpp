// SPDX-License-Identifier: MIT
//
// Word differences of right cosets.
//
// Let H be a subgroup of G. Words u and v lie in the same coset, Hu = Hv, if h*u = v in G for some h in H. The differences of the
// prefixes, d(i) = u(i)^-1 h^-1 v(i), start with the element d(0) = h^-1 of H, change by d -> x^-1 d y as the letters x of u and
// y of v are read, and end with the identity (or with a letter z, if H*u*z = Hv). So a machine for cosets is one for the group
// that may start in several elements of H.
//
// G is known by a verified automatic structure, so every transition is computed exactly: whatever the machine sees is true.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "word/automata/operations.hpp"
#include "word/automatic/normal_forms.hpp"
#include "word/automatic/verify.hpp"
#include "word/geometry/difference_table.hpp"

namespace wreath::word {

class CosetMachine {
 public:
  using Element = std::uint32_t;  // 0 is the identity
  static constexpr Element kNone = 0xFFFFFFFFU;

  /// Starts with the identity, the letters, and these elements of G.
  CosetMachine(const StructureView& structure, std::span<const Word> differences);

  /// u and v, of which it is known that H*u = H*v: adds all differences between them. Whether one is new.
  bool add_equation(std::span<const Letter> u, std::span<const Letter> v, const automata::Limits& limits);
  /// The same for H*u*x = H*v.
  bool add_product(std::span<const Letter> u, Letter x, std::span<const Letter> v, const automata::Limits& limits);
  /// Adds to the elements of H those that the machine can see to be such; whether there are any. The transitions must be made.
  bool find_members(const automata::Limits& limits);

  /// Computes all transitions among the elements.
  void make_transitions(const automata::Limits& limits);

  std::size_t size() const noexcept { return elements_.size(); }
  const Word& operator[](Element d) const { return table_[elements_[d]]; }
  /// The elements of H among them, the identity first.
  std::span<const Element> members() const noexcept { return members_; }
  Element letter(Letter x) const { return letters_[x]; }
  std::uint32_t letter_count() const noexcept { return pairs_.letters; }
  automata::PairSymbols pairs() const noexcept { return pairs_; }

  using Edge = automata::Edge;
  /// By symbol.
  std::span<const Edge> edges(Element d) const { return {edges_.data() + begin_[d], edges_.data() + begin_[d + 1]}; }
  /// Those that read x in u: for letters of v and, last, for the padding.
  std::span<const Edge> edges(Element d, Letter x) const;
  /// x^-1 * d, if it is an element here.
  Element after_padding(Element d, Letter x) const;

  /// The normal form in G.
  Word reduce_in_group(std::span<const Letter> word);
  /// A word of the same coset: the least that the machine can see. The transitions must be made.
  Word reduce(std::span<const Letter> word);

 private:
  Element add(std::uint32_t number);
  bool add_path(std::uint32_t start, std::span<const Letter> u, std::span<const Letter> v, const automata::Limits& limits);
  std::uint32_t number_of(std::span<const Letter> word);

  StructureView structure_;
  DifferenceTable table_;
  NormalForms forms_;
  automata::PairSymbols pairs_;
  std::vector<std::uint32_t> elements_;  // their numbers in the table
  std::vector<Element> element_of_;      // by these numbers
  std::vector<Element> members_;
  std::vector<bool> is_member_;
  std::vector<Element> letters_;
  std::vector<std::size_t> begin_;
  std::vector<std::size_t> row_begin_;  // by element and letter
  std::vector<Edge> edges_;
};

// --- the coset word acceptor and the coset multipliers (coset_automata.cpp)

struct CosetAutomata {
  automata::Dfa acceptor;              // the coset normal forms; all states accept
  automata::LabelledDfa general;       // the general multiplier; a label is 1 for the identity, 2 + x for the letter x
  std::vector<automata::Dfa> letters;  // the multiplier of each letter
};

inline constexpr automata::Label kSameCoset = 1;
inline constexpr automata::Label letter_label(Letter x) {
  return 2U + x;
}

/// `group` is the word acceptor of G; `work` bounds the entries of states that are looked at. Throws LimitReached.
automata::Dfa make_coset_acceptor(const automata::Dfa& group, const CosetMachine& machine, const automata::Limits& limits,
                                  std::uint64_t work);
automata::LabelledDfa make_coset_multiplier(const automata::Dfa& acceptor, const CosetMachine& machine,
                                            const automata::Limits& limits);
/// The pairs of the general multiplier that have this label.
automata::Dfa coset_letter_multiplier(const automata::LabelledDfa& general, automata::Label label,
                                      const automata::Limits& limits);

/// Words v with (u,v) in the relation: the first that is found, if any.
bool find_partner(const automata::Dfa& relation, std::span<const Letter> u, Word& v);

/// The cosets by their normal forms, 0 for H, found as they are needed. If they are asked for one after the other, with all
/// letters in their order, they are numbered in shortlex order.
class CosetGraph {
 public:
  explicit CosetGraph(const CosetAutomata& parts) : parts_(parts), forms_{{}}, numbers_{{{}, 0}} {}

  std::uint32_t step(std::uint32_t coset, Letter x);
  const Word& form(std::uint32_t coset) const { return forms_[coset]; }
  std::size_t size() const noexcept { return forms_.size(); }

 private:
  const CosetAutomata& parts_;
  std::vector<Word> forms_;
  std::map<Word, std::uint32_t> numbers_;
  std::vector<std::uint32_t> edges_;  // by coset and letter, as far as they are known
};

// --- the proof that they are a coset automatic structure (coset_verify.cpp)

/// (1) and (2): some of the missing products, the shortest first; none if all exist. Throws InternalError if (1) is wrong or a
/// word of a pair is not in W.
std::vector<MissingProduct> find_missing_coset_products(const CosetAutomata& automata, const automata::Limits& limits);

/// (3), (4) and (5): nothing if they hold; otherwise two different words of W that are in the same coset.
std::optional<Equation> find_broken_coset_axiom(const Presentation& presentation, std::span<const Word> generators,
                                                const CosetAutomata& automata, const automata::Limits& limits);

}  // namespace wreath::word

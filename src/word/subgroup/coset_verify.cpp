// SPDX-License-Identifier: MIT
//
// The proof that a coset acceptor and coset multipliers are a coset automatic structure.
//
// Let W be the acceptor's language and M_x the multiplier of the letter x. Suppose that
//
//   (0) every pair (u,v) of M_x has u, v in W and H*u*x = H*v;
//   (1) the empty word is in W, W is closed under prefixes, and where w and wx are in W, (w,wx) is in M_x;
//   (2) each w in W has a partner: some v with (w,v) in M_x, for each letter x;
//   (3) M_x followed by M_y is within the diagonal of W, for each letter x and its inverse y;
//   (4) for each relator r, cut as r = p*q*s: M_p followed by M_q is within M_t, where t is the inverse of s;
//   (5) for each generator h of H, M_h contains the pair of two empty words.
//
// Then each coset Hg has exactly one word in W, and the pairs of M_x are exactly those with H*u*x = H*v. Proof: by (2) and (3)
// M_x is a permutation f_x of W whose inverse is that of the inverse letter, as in automatic/verify.hpp; by (4) G acts on W. By
// (1) the empty word is moved to w by w, so the action is transitive. By (5) H fixes the empty word; and if g fixes it, then (0)
// says that H*g = H, so g is in H. So H is the stabiliser of the empty word, and W stands for the cosets, w for Hw.
//
// (0) holds because each transition of the machine does in G, which has a verified structure; that the words of the pairs are in
// W is checked. As W moreover rejects no word that is least in its coset, it is the language of these words.
#include "word/subgroup/coset_automata.hpp"

#include <algorithm>

#include "word/automata/operations.hpp"
#include "word/automatic/verify.hpp"
#include "core/words/words.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::State;
using automata::Symbol;

namespace {

constexpr std::size_t kMissingAtOnce = 24;  // for one letter

/// The pairs (w,wx) with both words in the language, in which all states accept.
Dfa append_relation(const Dfa& acceptor, Letter x) {
  Dfa result = automata::diagonal(acceptor);
  const automata::PairSymbols pairs{acceptor.symbols};
  const State end = result.states();
  Dfa relation{.symbols = pairs.count(), .table = {}, .labels = std::vector<automata::Label>(end + 1, 0)};
  relation.labels[end] = 1;
  for (State state = 0; state < end; ++state) {
    for (const auto [symbol, target] : result.table.edges(state)) relation.table.add(symbol, target);
    if (acceptor.step(state, x) != automata::kNoState) relation.table.add(pairs.pair(pairs.pad(), x), end);
    relation.table.close_row();
  }
  relation.table.close_row();
  return relation;
}

/// The empty word or u, moved by the letters of the word.
std::optional<Word> moved(const CosetAutomata& parts, Word u, std::span<const Letter> word) {
  Word v;
  for (const Letter x : word) {
    if (!find_partner(parts.letters[x], u, v)) return std::nullopt;
    std::swap(u, v);
  }
  return u;
}

}  // namespace

std::vector<MissingProduct> find_missing_coset_products(const CosetAutomata& parts, const automata::Limits& limits) {
  std::vector<MissingProduct> missing;
  const Dfa& acceptor = parts.acceptor;
  if (std::ranges::find(acceptor.labels, automata::Label{0}) != acceptor.labels.end())
    throw InternalError("the coset word acceptor is not closed under prefixes");
  for (Letter x = 0; x < parts.letters.size(); ++x) {
    const Dfa first = automata::project(parts.letters[x], automata::Tape::first, limits);
    if (automata::first_outside(first, acceptor, limits) ||
        automata::first_outside(automata::project(parts.letters[x], automata::Tape::second, limits), acceptor, limits)) {
      throw InternalError("a coset multiplier accepts a word that the coset word acceptor does not");
    }
    if (automata::first_outside(append_relation(acceptor, x), parts.letters[x], limits))
      throw InternalError("a coset multiplier does not know the product of a word and its last letter");
    const Dfa without = automata::difference(acceptor, first, limits);
    std::size_t found = 0;
    automata::for_each_word(without, 0, SIZE_MAX, [&](const automata::SymbolWord& word) {
      missing.push_back({Word(word.begin(), word.end()), x});
      return ++found < kMissingAtOnce;
    });
  }
  std::ranges::stable_sort(missing, [](const auto& a, const auto& b) { return a.word.size() < b.word.size(); });
  return missing;
}

std::optional<Equation> find_broken_coset_axiom(const Presentation& presentation, std::span<const Word> generators,
                                                const CosetAutomata& parts, const automata::Limits& limits) {
  const Alphabet& alphabet = presentation.alphabet;
  const auto must_move = [&](const Word& u, std::span<const Letter> word) {
    const auto to = moved(parts, u, word);
    if (!to) throw InternalError("a coset normal form has no product with a letter");
    return *to;
  };
  for (const Word& h : generators) {
    if (Word to = must_move({}, h); !to.empty()) return Equation{std::move(to), {}};
  }
  const Dfa diagonal = automata::diagonal(parts.acceptor);
  for (Letter x = 0; x < alphabet.size(); ++x) {
    if (auto broken = find_outside(parts.letters[x], parts.letters[alphabet.inverses[x]], diagonal, {{1, 1, 1}}, limits))
      return broken->pair;
  }
  Composites composite(
      parts.acceptor, [&](Letter x) { return parts.letters[x]; }, limits);
  for (const auto& [u, v] : presentation.equations) {
    if (auto broken = find_broken(quotient(u, v, alphabet), alphabet, composite, limits))
      return Equation{broken->pair.second, must_move(broken->pair.first, broken->target)};
  }
  return std::nullopt;
}

}  // namespace wreath::word

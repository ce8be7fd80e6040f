// SPDX-License-Identifier: MIT
//
// Why the edges of a difference machine hold, for proofs (docs/proofs.md).
//
// An edge (x, y) from d to e is the lemma d*y = x*e, with the words of the differences. Those that rewriting found lead from d*y
// by rules to the reduced word of X*d*y, which is e, once x*X is put before it. The two laws make lemmas from lemmas:
//
//   going back   e*Y = X*x*e*Y = X*d*y*Y = X*d,
//   inverting    D*x = D*x*e*E = D*d*y*E = y*E,      with D*d = 1 and e*E = 1 for the words D and E of the inverses.
//
// A pair of words that the machine reads from 1 to d is a chain that turns v into u*d, a letter at a time.
#pragma once

#include <vector>

#include "word/automata/dfa.hpp"
#include "word/proof/journal.hpp"

namespace wreath::word {

class DifferenceLemmas {
 public:
  DifferenceLemmas(Journal& journal, const Alphabet& alphabet)
      : journal_(journal), alphabet_(alphabet), pairs_{static_cast<std::uint32_t>(alphabet.size())} {}

  /// The letter was rewritten to its difference.
  void add_generator(Letter x, const Chain& reduction) { generators_.push_back(journal_.add(Word{x}, reduction)); }
  /// The formal inverse of d, the number of the next one, was rewritten to `inverse`.
  void add_inverse(const Word& d, const Word& formal, const Word& inverse, const Chain& reduction);
  /// d*y was rewritten to `right`, and X*right to the difference at the end of the edge.
  void set_found(std::size_t edge, const Word& d, automata::Symbol symbol, const Chain& to_right, const Chain& to_end);
  void set(std::size_t edge, LemmaId lemma);

  /// From the lemma d*y = x*e.
  LemmaId back(LemmaId edge, const Word& d, automata::Symbol symbol, const Word& e);
  LemmaId inverted(LemmaId edge, std::size_t d, std::size_t e, automata::Symbol symbol, const Word& d_inverse);
  /// e = f, from two lemmas d*y = x*e and d*y = x*f.
  LemmaId same_ends(LemmaId first, LemmaId second, automata::Symbol symbol, const Word& e);
  /// d = f for the inverse f of the inverse of d.
  LemmaId same_inverses(std::size_t d, std::size_t inverse, const Word& d_word);

  LemmaId generator(Letter x) const { return generators_[x]; }
  /// By difference * pairs.count() + symbol.
  LemmaId edge(std::size_t edge) const { return edges_[edge]; }

 private:
  bool is_pad(std::uint32_t x) const { return x == pairs_.pad(); }
  std::size_t width(std::uint32_t x) const { return is_pad(x) ? 0 : 1; }

  Journal& journal_;
  const Alphabet& alphabet_;
  automata::PairSymbols pairs_;
  std::vector<LemmaId> generators_;    // x = its difference
  std::vector<LemmaId> left_, right_;  // D*d = 1, d*D = 1
  std::vector<LemmaId> edges_;         // by difference and symbol
};

}  // namespace wreath::word

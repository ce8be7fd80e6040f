// SPDX-License-Identifier: MIT
//
// The proof that a word acceptor and a general multiplier are an automatic structure of the group.
//
// Let W be the acceptor's language and M_x the pairs that the multiplier labels with the generator x. Suppose that
//
//   (0) every pair (u,v) of M_x has u, v in W and u*x = v in the group G;
//   (1) W is closed under prefixes, and where w and wx are in W, (w,wx) is in M_x;
//   (2) each w in W has a partner: some v with (w,v) in M_x, for each letter x;
//   (3) M_x followed by M_y is within the diagonal of W, for each letter x and its inverse y;
//   (4) for each relator r, cut as r = p*q*s: M_p followed by M_q is within M_t, where t is the inverse of s and the M of a
//       word is the composite of the M of its letters.
//
// Then each element of G has exactly one word in W, and the pairs of M_x are exactly those with u*x = v. Proof (after Epstein et
// al., "Word Processing in Groups", chapter 5; Epstein, Holt and Rees 1991). If (u,v) and (u,v') are in M_x, then v has a partner
// under the inverse y (2), which is u (3); so (v,u) is in M_y, and with (u,v') in M_x (3) gives v = v'. Thus M_x is a function
// f_x on W, and by (3) f_y is its inverse: a permutation of W. By (4) f_p f_q and f_t are functions on all of W, one within the
// other, hence equal, and f_r is the identity: G acts on W. By (1) the empty word is moved to w by the letters of w. So if w and
// w' in W are the same element, both are the empty word moved by it: w = w'. And the empty word moved by any g is a word of W
// that is g by (0).
//
// (0) is by construction: an acceptor and a multiplier of word differences can do nothing else (multiplier.hpp). As such an
// acceptor moreover rejects no shortlex-least word, W is the language of these words.
//
// If W is the language of the words that a confluent rewriting system of G does not rewrite, each element has exactly one word in
// W for that reason, and (0), (1) and (2) suffice: a partner of u in M_x is the word of u*x. In symmetric groups, and others with
// many commuting letters, the composites of (3) and (4) and the subsets of (2) grow exponentially with the number of letters,
// while words read backwards meet few sets of states: S_16 has a multiplier of 2,376 states.
//
// All checks look at the finished, minimised automata, not at how they were made. Composites are of a third of a relator's
// length, and the last inclusion needs no determinisation: pairs of states are followed beside the deterministic M_t.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/automatic/multiplier.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// A word of W without a partner under a generator.
struct MissingProduct {
  Word word;
  Letter generator;
};

/// (1), that the multiplier's words are in W, and that it labels with the identity the pairs (w,w) and no others; the sentence
/// says what is wrong. Both automata must be trim.
std::optional<std::string> find_wrong_edge(const automata::Dfa& acceptor, const Multiplier& multiplier, const Alphabet& alphabet);

/// (2): some of the missing products, the shortest first; none where all exist.
std::vector<MissingProduct> find_missing_products(const automata::Dfa& acceptor, const Multiplier& multiplier,
                                                  const automata::Limits& limits);

/// The same by reading words backwards, for one letter at a time.
std::vector<MissingProduct> find_missing_products_backwards(const automata::Dfa& acceptor, const Multiplier& multiplier,
                                                            const automata::Limits& limits);

/// (3) and (4): nothing where the axioms hold; otherwise two words that are equal in G, where (0) holds, and whose equality the
/// automata do not know.
std::optional<Equation> find_broken_axiom(const Presentation& presentation, const automata::Dfa& acceptor,
                                          const Multiplier& multiplier, const automata::Limits& limits);

// --- composites of multipliers (composite.cpp)

/// That pairs labelled `first`, followed by pairs labelled `second`, are labelled `whole`.
struct TriangleLaw {
  automata::Label first;
  automata::Label second;
  automata::Label whole;
};

/// Whether all (u,w) with (u,v) in `first` and (v,w) in `second` are in `whole`, with labels as the laws demand: the first pair
/// that is not, if any, and the law that it breaks. The states of `first` and `second` are followed in pairs beside the one state
/// of `whole`, so nothing is determinised, and all laws are checked in one pass.
struct BrokenLaw {
  Equation pair;
  TriangleLaw law;
};
std::optional<BrokenLaw> find_outside(const automata::Dfa& first, const automata::Dfa& second, const automata::Dfa& whole,
                                      const std::vector<TriangleLaw>& laws, const automata::Limits& limits);

/// The composites M_w of the multipliers of letters, each made once. of_letter(x) is M_x, minimised.
class Composites {
 public:
  using OfLetter = std::function<automata::Dfa(Letter)>;
  Composites(const automata::Dfa& acceptor, OfLetter of_letter, const automata::Limits& limits)
      : acceptor_(acceptor), of_letter_(std::move(of_letter)), limits_(limits) {}

  const automata::Dfa& operator()(std::span<const Letter> word);

 private:
  automata::Dfa make(std::span<const Letter> word);

  const automata::Dfa& acceptor_;
  OfLetter of_letter_;
  automata::Limits limits_;
  std::map<Word, automata::Dfa> made_;
};

/// A relator, cut as p*q*s, is a law: M_p followed by M_q is within M_t, t being the inverse of s. If it is not, a pair of words
/// that it should join by t.
struct BrokenRelator {
  Equation pair;
  Word target;
};
std::optional<BrokenRelator> find_broken(const Word& relator, const Alphabet& alphabet, Composites& composite,
                                         const automata::Limits& limits);

}  // namespace wreath::word

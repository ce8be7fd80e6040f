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
#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/subgroup/coset_automata.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// A word of W without a partner under a letter.
struct MissingCosetProduct {
  Word word;
  Letter letter;
};

/// (1) and (2): some of the missing products, the shortest first; none if all exist. Throws InternalError if (1) is wrong or a
/// word of a pair is not in W.
std::vector<MissingCosetProduct> find_missing_coset_products(const CosetAutomata& automata, const automata::Limits& limits);

/// (3), (4) and (5): nothing if they hold; otherwise two different words of W that are in the same coset.
std::optional<Equation> find_broken_coset_axiom(const Presentation& presentation, std::span<const Word> generators,
                                                const CosetAutomata& automata, const automata::Limits& limits);

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

// All results are trim, but not minimised unless it is said. Labels other than 0 count as "accepts".

/// Accepted by both, with the label of the first.
Dfa intersect(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// Accepted by one or both.
Dfa unite(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// Accepted by the first and not by the second, with the label of the first.
Dfa difference(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// All words over the symbols that are not accepted.
Dfa complement(const Dfa& dfa, const Limits& limits = {});

/// Whether both label every word alike; the shortest word that they label differently, the first in the order of symbols.
std::optional<SymbolWord> first_disagreement(const Dfa& a, const Dfa& b, const Limits& limits = {});
inline bool same_labels(const Dfa& a, const Dfa& b) {
  return !first_disagreement(a, b);
}
/// The shortest word of the first that the second does not accept, the first in the order of symbols; nothing if there is none.
std::optional<SymbolWord> first_outside(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// Whether every word of the first is accepted by the second.
inline bool is_subset(const Dfa& a, const Dfa& b) {
  return !first_outside(a, b);
}

}  // namespace wreath::word::automata

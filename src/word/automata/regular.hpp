// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

// For automata of one tape. All results are minimised; labels other than 0 count as "accepts".

/// The words uv of a u accepted by the first and a v accepted by the second.
Dfa concatenate(const Dfa& a, const Dfa& b, const Limits& limits = {});
/// The words w1 w2 ... wn, n >= 0, of accepted words.
Dfa star(const Dfa& dfa, const Limits& limits = {});
/// These words alone.
Dfa finite_language(std::uint32_t symbols, std::span<const SymbolWord> words, const Limits& limits = {});

}  // namespace wreath::word::automata

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "word/automata/dfa.hpp"
#include "word/presentation.hpp"

namespace wreath::word {

/// Whether all (u,w) with (u,v) in `first` and (v,w) in `second` are accepted by `whole`: the first pair that is not, if any. The
/// states of `first` and `second` are followed in pairs beside the one state of `whole`, so nothing is determinised.
std::optional<Equation> find_outside(const automata::Dfa& first, const automata::Dfa& second, const automata::Dfa& whole,
                                     const automata::Limits& limits);

}  // namespace wreath::word

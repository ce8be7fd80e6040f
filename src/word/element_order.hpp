// SPDX-License-Identifier: MIT
//
// The order of an element, where it can be proven.
//
// Finite: a power is 1. Infinite, by one of two proofs:
//   - its image in the group made abelian has infinite order;
//   - a conjugate of one of its powers is *straight*: q, qq, qqq, ... are all normal forms, and so are different elements. The
//     acceptor tells: it reads q again and again until it fails, or until it is at the end of a q where it was before.
// In a hyperbolic group each element of infinite order has such a power (Epstein and Holt, "The linearity of the conjugacy
// problem in word-hyperbolic groups"), so with enough powers every order is found. In general nothing of the kind is true, and
// the answer may be that it is not known.
#pragma once

#include <cstdint>
#include <span>

#include "word/reduction/reducer.hpp"
#include "word/automatic/structure.hpp"

namespace wreath::word {

/// Looks at powers up to that one; in a finite group at as many as there are.
ElementOrder find_order(const AutomaticStructure& structure, const Reducer& reducer, std::span<const Letter> word,
                        std::uint64_t powers, const ReduceOptions& options, RunControl* run);

/// Whether all powers of the word are normal forms.
bool is_straight(const automata::Dfa& acceptor, std::span<const Letter> word);

/// Whether the word's image in the abelianization is seen to have infinite order: no multiple of its exponent sums is a
/// combination of the relators'. Then so has the word. False if it has not, or if numbers grow beyond 64 bits.
bool has_infinite_abelian_image(const Presentation& group, std::span<const Letter> word);

}  // namespace wreath::word

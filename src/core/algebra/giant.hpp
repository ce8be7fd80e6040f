// SPDX-License-Identifier: MIT
//
// Symmetric and alternating groups, recognised by Jordan's theorem.
//
// A transitive group of degree n with an element that has a cycle of prime length p, n/2 < p < n-2, contains the alternating
// group: a power of the element is a p-cycle, p > n/2 makes the group primitive, and Jordan did the rest. One element of S_n or
// A_n in log(n) / log(2) has such a cycle, so a few random elements find one. What is found is a proof; finding none proves
// nothing.
//
// Cost: one product of permutations for each random element, where a stabilizer chain takes some n^4 steps.
#pragma once

#include <vector>

#include "core/algebra/stabilizer_chain.hpp"

namespace wreath {

enum class Giant { none, symmetric, alternating };

/// Whether these permutations of 0..degree-1 generate one of the two groups; `none` if that was not found.
Giant recognise_giant(std::size_t degree, const std::vector<Permutation>& generators, StopCheck check = {});

}  // namespace wreath

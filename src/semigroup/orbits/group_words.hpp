// SPDX-License-Identifier: MIT
//
// A permutation as a product of generators of its group, in which no generator is inverted.
#pragma once

#include <cstddef>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"

namespace wreath::semigroup {

/// The numbers of the generators, in the order in which they act. By a search from both ends, which finds a shortest product, in
/// groups of up to some 10^11 elements; otherwise by a table of short products for each level of the chain (T. Minkwitz, "An
/// algorithm for solving the factorization problem in permutation groups", 1998), where an inverse is a power.
/// The permutation must be in the group of the generators, whose chain is given.
std::vector<std::size_t> factor_permutation(const StabilizerChain& chain, const std::vector<Permutation>& generators,
                                            const Permutation& permutation, StopCheck& check);

}  // namespace wreath::semigroup

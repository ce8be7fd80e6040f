// SPDX-License-Identifier: MIT
//
// Proofs about words of a group (docs/proofs.md); those of an index and an order are written by what finds them.
#pragma once

#include <string>

#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

/// Writes a proof that two words lead from the subgroup to the same coset; without a subgroup, that they are equal. Cosets are
/// enumerated from the words on until the two ends coincide. If they do not, this may never end. False if a limit was reached
/// first; then there is no file. Throws InputError if the table is closed and the ends are different.
[[nodiscard]] bool prove_equal(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,
                               const Options& options = {}, RunControl* run = nullptr);

/// Writes a proof that two words are different elements of the group, if it finds one: an action on finitely many points in which
/// they differ. It tries cyclic groups, and groups that some more relators, chosen at random, make finite.
[[nodiscard]] bool prove_different(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,
                                   RunControl* run = nullptr);

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// Proofs about words of a group (docs/proofs.md); those of an index and an order are written by what finds them.
#pragma once

#include <optional>
#include <string>

#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

/// Enumerates cosets from two words on until they lead from the subgroup to one coset, and writes a proof of that: without a
/// subgroup the words are then equal. If they are not this may never end; but a table that is closed, without a subgroup, shows
/// that they are different, and is written as a proof. Returns whether they are equal; nothing if a limit was reached first, and
/// then there is no file.
[[nodiscard]] std::optional<bool> prove_by_cosets(const std::string& path, const Problem& problem, const word::Word& u,
                                                  const word::Word& v, const Options& options = {}, RunControl* run = nullptr);

/// Writes a proof that two words are different elements of the group, if it finds one: an action on finitely many points in which
/// they differ. It tries cyclic groups, and groups that some more relators, chosen at random, make finite.
[[nodiscard]] bool prove_different(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,
                                   RunControl* run = nullptr);

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// An upper bound of the order of a permutation group, from a presentation.
#pragma once

#include <optional>
#include <string>

#include "wreath/group/generators.hpp"
#include "wreath/machine.hpp"
#include "wreath/natural.hpp"
#include "wreath/run.hpp"

namespace wreath::group {

/// The order of the group of a presentation, by coset enumeration, after a check that the permutations satisfy it: then they
/// generate a quotient of that group. The letters of the presentation are the names of the generators. The presentation is what
/// coset::open_problem takes. Throws InputError that names a relator which does not hold, a letter without a generator or a
/// generator without a letter, or if the presented group is infinite. Nothing if a limit was reached first: of the
/// run, or 100 cosets for each element that the permutations are known to have, and at least 100,000.
[[nodiscard]] std::optional<Natural> presented_order(const Generators& generators, const std::string& presentation,
                                                     const Machine& machine = {}, RunControl* run = nullptr);

}  // namespace wreath::group

// SPDX-License-Identifier: MIT
//
// A subgroup of a group whose structure is not built yet.
#pragma once

#include <optional>
#include <vector>

#include "wreath/word/subgroup.hpp"

namespace wreath::word {

/// The subgroup, if its cosets can be enumerated with at most this number of rows in a table; in a free group, always. Nothing if
/// not, or if the run is to stop.
std::optional<Subgroup> find_finite_index(const Presentation& presentation, const std::vector<Word>& generators,
                                          const Options& how, const SubgroupOptions& options, std::size_t rows, RunControl& run);
/// Enumerates cosets and builds the structure of the group in turns, with more of both each time: whichever succeeds first.
Subgroup find_subgroup(const Presentation& presentation, const std::vector<Word>& generators, const Options& how,
                       const SubgroupOptions& options, RunControl& run);
/// The subgroup of a group without a verified structure, of whose cosets nothing is known.
Subgroup without_cosets(const Group& group, const std::vector<Word>& generators, RunControl& run);

}  // namespace wreath::word

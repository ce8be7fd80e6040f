// SPDX-License-Identifier: MIT
//
// The subgroup by a coset table: generators (Schreier) and a presentation (Reidemeister and Schreier, simplified by
// Tietze transformations).
#pragma once

#include <vector>

#include "wreath/coset/table.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::coset {

/// Generators of the subgroup: for each edge of the table outside the tree of representatives u*x*v^-1, freely reduced. Words
/// that are empty, appear twice up to inversion, or are seen to be 1 by reading relators are left out. Throws LimitReached if the
/// run is stopped first.
[[nodiscard]] std::vector<word::Word> schreier_generators(const Table& table, RunControl* run = nullptr);

using word::PresentationOptions;
using word::SubgroupPresentation;

/// If it is simplified, the generators of the subgroup that the table's problem names are kept as generators, unless a relator
/// gives one of them by the others. Throws LimitReached if the run is stopped before there is a presentation; a run that is
/// stopped later leaves it less simple.
[[nodiscard]] SubgroupPresentation subgroup_presentation(const Table& table, const PresentationOptions& options = {},
                                                         RunControl* run = nullptr);

}  // namespace wreath::coset

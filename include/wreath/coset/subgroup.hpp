// SPDX-License-Identifier: MIT
//
// What follows from a coset table for the subgroup: generators (Schreier) and a presentation (Reidemeister and Schreier, simplified by
// Tietze transformations).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wreath/coset/table.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

/// Generators of the subgroup: for each edge of the table outside the tree of representatives u*x*v^-1, freely reduced. Words
/// that are empty or appear twice up to inversion are left out. Throws LimitReached if the run is stopped first.
std::vector<word::Word> schreier_generators(const Table& table, RunControl* run = nullptr);

/// A presentation of the subgroup. Generator k, from 1 on, is the word `generators[k-1]` of the group; a relator is a word in k
/// and -k, the inverse of k.
struct SubgroupPresentation {
  std::vector<word::Word> generators;
  std::vector<std::vector<std::int32_t>> relators;
  bool simplified = true;  // false if simplification was stopped or switched off

  /// <x1,x2 | x1^2, ...>, or "<x1 | >".
  std::string text() const;
};

struct PresentationOptions {
  bool simplify = true;
  std::uint64_t max_length = 1'000'000;  // letters of all relators, at which simplification ends
};

/// Throws LimitReached if the run is stopped before there is a presentation; a run that is stopped later leaves it less simple.
SubgroupPresentation subgroup_presentation(const Table& table, const PresentationOptions& options = {},
                                           RunControl* run = nullptr);

}  // namespace wreath::coset

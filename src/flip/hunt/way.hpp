// SPDX-License-Identifier: MIT
//
// The ways of a hunt to starts of a shape, and what they have cost and reached: plan.hpp chooses by that, and
// record.hpp writes it down for the hunts that follow.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "flip/scheme/symmetry.hpp"
#include "wreath/flip/derive.hpp"
#include "wreath/flip/hunt.hpp"

namespace wreath::flip {

struct Way {
  Shape shape;
  HuntMove move = HuntMove::standard;
  Swaps swaps{};                          // the mirror of the starts, which a walk does not keep; all 0: none, or any
  Shape from = {};                        // extend: the smaller shape, in the order of sides in which one grows
  unsigned side = 0;                      // extend: the one that grows,
  NewIndices where = NewIndices::middle;  // and where
  std::size_t from_rank = 0;              // extend: of the best schemes of the smaller shape with that mirror
  bool for_parts = false;                 // a round for the smaller shape

  auto operator<=>(const Way&) const = default;
};

struct WayOutcome {
  std::uint64_t cost = 0;  // in rounds of the least length
  std::size_t rank = 0;    // the lowest of its walks
};

class WayOutcomes : public std::map<Way, WayOutcome> {
 public:
  void add(const Way& way, const WayOutcome& outcome) {
    const auto [at, is_new] = try_emplace(way, WayOutcome{0, outcome.rank});
    at->second.cost += outcome.cost;
    if (outcome.rank < at->second.rank) at->second.rank = outcome.rank;
  }
};

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// How many summands share a factor: the sets on which flips, and looks ahead for dependences, can work (the article's Figure 2).
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "wreath/flip.hpp"

namespace wreath::flip {

struct SharedFactors {
  std::uint64_t schemes = 0;
  std::array<std::map<std::uint64_t, std::uint64_t>, 3> sets;  // at a position: how many sets of a size, from 2 on

  void add(const Scheme& scheme);
  /// Sets at all positions of at least this size.
  std::uint64_t of_size_at_least(std::uint64_t size) const;
  std::uint64_t largest() const;
};

}  // namespace wreath::flip

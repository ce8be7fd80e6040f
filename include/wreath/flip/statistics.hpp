// SPDX-License-Identifier: MIT
//
// How many summands share a factor: the sets on which flips, and looks ahead for dependences, can work (the article's Figure 2).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "wreath/flip/files.hpp"
#include "wreath/flip/scheme.hpp"

namespace wreath::flip {

struct SharedFactors {
  std::uint64_t schemes = 0;
  std::array<std::map<std::uint64_t, std::uint64_t>, 3> sets;  // at a position: how many sets of a size, from 2 on
  std::vector<SkippedFile> skipped = {};                       // of folders

  /// Counts the sets of summands of one more scheme that share a factor.
  void add(const Scheme& scheme);
  /// Sets of this size at a position.
  std::uint64_t of_size(std::uint64_t size, unsigned position) const;
  /// Sets at all positions of at least this size.
  std::uint64_t of_size_at_least(std::uint64_t size) const;
  /// The size of the largest set, or 0 if no factor is shared.
  std::uint64_t largest() const;
};
/// Of all schemes that the inputs name: files, folders of files, shapes. Throws InputError if there are none, LimitReached if the
/// run is stopped first.
[[nodiscard]] SharedFactors shared_factors(std::span<const std::string> inputs, const SchemeFileOptions& options = {},
                                           RunControl* run = nullptr);

}  // namespace wreath::flip

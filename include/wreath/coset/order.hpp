// SPDX-License-Identifier: MIT
//
// The order of a group as a product of indices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wreath/coset/files.hpp"

namespace wreath::coset {

struct GroupOrder {
  std::string order;  // decimal digits
  /// What it is the product of: indices in a chain of subgroups from the group down, and perhaps the order of the last of them.
  std::vector<std::uint64_t> factors;
};

/// |G| = [G:H] * |H| for the subgroup H of the problem; if it has none, a cyclic one is chosen. The order of a cyclic H = <w> is
/// known if a relator is a power w^n and w has cycles whose lengths have the least common multiple n; otherwise H has a
/// presentation (Reidemeister and Schreier), whose order is found in the same way. If the index is too large for that, the cosets
/// of the trivial subgroup are counted. files: checkpoints, of the enumeration under way and of what is known by then. Nothing if
/// a limit was reached first, which `ending` names: then the group may be infinite.
std::optional<GroupOrder> group_order(const Problem& problem, const Options& options = {}, RunControl* run = nullptr,
                                      Ending* ending = nullptr, const EnumerationFiles& files = {});

}  // namespace wreath::coset

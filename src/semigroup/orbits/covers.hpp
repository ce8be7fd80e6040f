// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace wreath::semigroup {

/// Above and below.
using Cover = std::pair<std::uint64_t, std::uint64_t>;
/// Of an acyclic relation on 0..count-1, the pairs that the others do not imply, in order.
std::vector<Cover> covers_of(std::size_t count, std::vector<Cover> pairs);

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// The example of CONTRIBUTING.md, "To add a verb": what would stand in include/wreath/ENGINE/.
#pragma once

#include <cstdint>

#include "wreath/run.hpp"

namespace wreath::toy {

struct Chain {
  std::uint64_t start = 1;
  std::uint64_t steps = 0;  // of x -> x/2 or 3x+1 until 1
  std::uint64_t tried = 0;  // numbers; fewer than were asked for where the run was stopped
};
/// The longest chain from one of 1..numbers; of equally long ones the first. Keeps RunControl::files.
Chain longest_chain(std::uint64_t numbers, RunControl* run = nullptr);

}  // namespace wreath::toy

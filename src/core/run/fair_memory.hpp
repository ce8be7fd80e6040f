// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wreath {

/// How many processes of this machine, this one included, work together and should each take a part of it; 1 at first.
void share_machine(unsigned processes) noexcept;
/// This process's part of the memory that can still be taken.
std::uint64_t fair_memory();

}  // namespace wreath

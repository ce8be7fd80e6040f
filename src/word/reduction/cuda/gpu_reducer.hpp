// SPDX-License-Identifier: MIT
#pragma once

#include "word/reduction/backend.hpp"

namespace wreath::word {

/// Reduction on the first GPU. memory: the most bytes to take there; 0: all that is free. Throws InputError if the tables are
/// too large for it.
std::unique_ptr<DeviceReducer> make_gpu_reducer(const ReductionMachine& machine, std::uint64_t memory);

}  // namespace wreath::word

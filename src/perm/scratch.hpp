// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "wreath/perm.hpp"

namespace wreath::perm {

/// Throws ResourceError where the run may not take so many bytes.
void require_memory(std::uint64_t bytes, const RunControl& run, const std::string& what);
/// The same for a function that may have no run.
void require_scratch(std::uint64_t bytes, const Options& options, const char* doing);

}  // namespace wreath::perm

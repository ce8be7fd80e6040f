// SPDX-License-Identifier: MIT
//
// The schemes of data/schemes, which are built into the library: what wreath has found or derived, one or two of a shape.
#pragma once

#include <vector>

#include "wreath/flip/scheme.hpp"

namespace wreath::flip {

/// Modulo 2, by name; verified when they are first asked for.
[[nodiscard]] const std::vector<Scheme>& built_in_schemes();

}  // namespace wreath::flip

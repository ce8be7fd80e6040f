// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/flip.hpp"

namespace wreath::flip {

/// Fills in what the options leave open, by what was measured to be best for the shape and machine (docs/flip.md).
SearchOptions with_defaults(const Shape& shape, SearchOptions options, bool gpu);

}  // namespace wreath::flip

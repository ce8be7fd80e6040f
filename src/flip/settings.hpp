// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/flip/search.hpp"

namespace wreath::flip {

/// The options with what they leave open filled in, by what was measured to be best for the shape and machine (docs/flip.md), and
/// with starts. Throws InputError if a number is out of range, or a start is not a scheme of the shape or lacks the symmetry.
SearchOptions complete_settings(const Shape& shape, SearchOptions options, bool gpu);

}  // namespace wreath::flip

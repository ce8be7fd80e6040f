// SPDX-License-Identifier: MIT
//
// Generators of semigroups in GAP's language. Files of any form are opened by wreath/semigroup/generators.hpp.
#pragma once

#include <string_view>

#include "wreath/semigroup/generators.hpp"

namespace wreath::format {

/// A list of transformations, Semigroup(...) or Monoid(...) of them. Throws InputError if degrees differ or an image is not a
/// point, and names both, counted from 1.
semigroup::Generators parse_gap_generators(std::string_view text, std::string_view name);

}  // namespace wreath::format

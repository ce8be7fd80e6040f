// SPDX-License-Identifier: MIT
#pragma once

#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// Throws InputError that names the first point whose image is not a point, or if there is not one image for each.
void require_map(std::span<const Point> images, std::uint64_t degree);

}  // namespace wreath::semigroup

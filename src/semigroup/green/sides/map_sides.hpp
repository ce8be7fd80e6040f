// SPDX-License-Identifier: MIT
//
// Transformations: the kernel, by a code (kernel_code.hpp), and the image, a set of points. Marks are points on both sides: one
// of each block, whose images determine the element, and the images themselves.
#pragma once

#include "semigroup/green/sides/kernel_code.hpp"

namespace wreath::semigroup {

/// The generators must live as long.
std::unique_ptr<Sides> make_map_sides(const Generators& generators, std::unique_ptr<KernelCode> code);

}  // namespace wreath::semigroup

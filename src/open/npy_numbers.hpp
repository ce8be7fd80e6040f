// SPDX-License-Identifier: MIT
//
// Rows of numbers from the arrays (.npy) that a user names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/npy.hpp"
#include "wreath/run.hpp"

namespace wreath::open {

// The values of an array of integers, and its header. Throw InputError that names the place of a value that does not fit, and
// LimitReached if the run is stopped first.

/// Points: each row is a map of as many points as there are columns. `dimensions` 0: one or two.
std::vector<std::uint32_t> npy_points(std::string_view file, const std::string& name, unsigned dimensions, NpyHeader& header,
                                      RunControl* run = nullptr);
/// Numbers of 32 bits with their signs, in an array of any shape.
std::vector<std::uint32_t> npy_numbers(std::string_view file, const std::string& name, NpyHeader& header,
                                       RunControl* run = nullptr);

}  // namespace wreath::open

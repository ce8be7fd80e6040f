// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "wreath/semigroup.hpp"

namespace wreath::semigroup {

/// Generators as plain text: how many, their degree, then a row of 0-based images each. Lines that start with '#' are comments,
/// and so is a first line that starts with no number. Throws InputError, with where it is as `name:line`.
Generators parse_generator_text(std::string_view text, std::string_view name);

/// One map: images separated by commas or white space.
std::vector<Point> parse_map_text(std::string_view text, std::string_view name);

/// Generators from rows of images. Throws InputError where degrees differ or an image is no point, and names both.
Generators generators_from_rows(const std::vector<std::vector<std::uint64_t>>& rows, std::string_view name);

}  // namespace wreath::semigroup

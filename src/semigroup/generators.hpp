// SPDX-License-Identifier: MIT
#pragma once

#include "core/text/json.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// Generators and maps as plain text, not as GAP's.
Generators parse_plain_generators(std::string_view text, std::string_view name, RunControl* run = nullptr);
std::vector<Point> parse_plain_map(std::string_view text, std::string_view name);
/// How many numbers each line has that has some, comments left out; nothing if there is anything else in the text.
std::optional<std::vector<std::size_t>> numbers_by_line(std::string_view text);

/// Whether the text is the name of a family with a number, as in "full:8"; "builtin:" may precede it.
bool is_family_name(std::string_view text);

/// Throws InputError if they are proven to generate infinitely many elements.
void require_finite(const Generators& generators);

/// What must agree for a checkpoint to be continued from (runs.cpp).
Json problem_of(const Generators& generators);

/// 0, 1, ... degree - 1: the images of the identity.
std::vector<Point> all_points(std::uint64_t degree);
/// normalise() of all of them.
void normalise(Generators& generators);

/// Throws InputError if the row is not an element of the kind of the generators.
void require_row(const Generators& generators, std::span<const Point> row);
/// Throws InputError that names the first point whose image is not a point, or if there is not one image for each.
void require_map(std::span<const Point> images, std::uint64_t degree);

}  // namespace wreath::semigroup

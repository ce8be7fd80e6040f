// SPDX-License-Identifier: MIT
//
// Elements and generators of every kind as text: our own, and GAP's (package Semigroups).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// Whether a text names a kind: by a first line `kind NAME`, or by GAP's PartialPerm, Bipartition, Matrix or BooleanMat.
bool names_kind(std::string_view text);
bool is_gap_of_kind(std::string_view text);

/// Generators of the kind that the text names, or of the given one: `generators size`, then a row for each; or GAP's.
Generators parse_kind_generators(std::string_view text, std::string_view name, const std::optional<ElementKind>& kind = {},
                                 RunControl* run = nullptr);
/// One element: our own text or GAP's.
std::vector<Point> parse_kind_element(std::string_view text, std::string_view name, const ElementKind& kind);

/// What GAP's Z(q) is: the least primitive root of a prime, otherwise x.
std::uint32_t gap_root(std::uint32_t order);

}  // namespace wreath::semigroup

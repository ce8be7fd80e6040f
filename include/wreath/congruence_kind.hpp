// SPDX-License-Identifier: MIT
//
// Kinds of congruences: of presentations (wreath/coset/monoid.hpp) and of enumerated semigroups
// (wreath/semigroup/congruence.hpp).
#pragma once

#include <string_view>

namespace wreath {

/// What a congruence is compatible with: products from both sides, from the right, or from the left.
enum class CongruenceKind { twosided, right, left };
/// "twosided", "right" or "left".
std::string_view to_string(CongruenceKind kind) noexcept;
/// Throws InputError for anything else.
[[nodiscard]] CongruenceKind parse_congruence_kind(std::string_view name);

}  // namespace wreath

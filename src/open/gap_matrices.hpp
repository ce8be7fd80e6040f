// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "wreath/orbit/generators.hpp"

namespace wreath::open {

/// Whether GAP text has elements of finite fields.
bool is_text_of_matrices(std::string_view text);

/// Matrices over a finite field, as GAP prints them: [ [ Z(5)^2, 0*Z(5) ], [ Z(5), Z(5)^0 ] ]; or of numbers, times one of the
/// field: [ [ 0, 1 ], [ 1, 1 ] ] * Z(2)^0; one, a list or Group(...) of them. Without inverses or powers. Throws InputError with
/// the place.
orbit::Generators gap_matrices(std::string_view text, std::string_view name);

/// [ [ Z(2)^0, 0*Z(2) ], ... ]: a matrix over a field, row by row.
std::string to_gap(std::span<const std::uint32_t> matrix, std::uint32_t rows, std::uint32_t field);

}  // namespace wreath::open

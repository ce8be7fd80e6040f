// SPDX-License-Identifier: MIT
//
// The formats of scheme files (wreath/flip/files.hpp) that other programs defined: products as text, lists of matrices, arrays.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/run/stop_check.hpp"
#include "wreath/flip/files.hpp"

namespace wreath::flip {

// All readers throw Stopped if the run is stopped first.
RationalScheme parse_exp(std::string_view text, std::string_view source, const SchemeFileOptions& options, StopCheck stop);
std::string print_exp(const RationalScheme& scheme, bool c_transposed, StopCheck stop);
RationalScheme parse_mathematica(std::string_view text, std::string_view source, const SchemeFileOptions& options,
                                 StopCheck stop);
RationalScheme parse_maple(std::string_view text, std::string_view source, const SchemeFileOptions& options, StopCheck stop);
/// The bytes of an .npy file. Throws LimitReached if the run is stopped while a scheme is verified to find its shape.
RationalScheme read_scheme_npy(std::span<const std::byte> bytes, const std::string& name, const SchemeFileOptions& options,
                               RunControl* run);
std::string print_scheme_npy(const RationalScheme& scheme, StopCheck stop);

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// Reduced JSON, in which common sums are named: "u_fresh" lists sums of entries of a and of earlier sums, which "u" may use, as
// [{"index": 4, "value": 1}, ...]: an index from nm on is a sum. "v" is the same for b. "w" has a row for each entry of c and
// sums of products: indices from the rank on are those of "w_fresh".
#pragma once

#include <string_view>

#include "core/run/json.hpp"
#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

bool is_reduced_scheme(const Json& object);
/// Throws InputError that names the source and the place if it is not a scheme of this shape.
RationalScheme parse_reduced_scheme(const Json& object, const Shape& shape, std::string_view source, StopCheck stop = {});

}  // namespace wreath::flip

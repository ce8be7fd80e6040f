// SPDX-License-Identifier: MIT
//
// Wreath's own forms of a scheme: lines of numbers, and JSON. Other programs of the field read and write them too.
//
// Text: a line `n m p R`, then R lines with the factors a, R lines with b and R with c, entries row by row with spaces between;
// fractions as 1/2; a comment goes from '#' to the end of the line. JSON: {"n": [n, m, p], "m": R, "z2": true, "u": [[...], ...],
// "v": ..., "w": ...} with the same rows, fractions as strings "1/2" or as numbers 0.5; other keys are passed over. For another
// tensor the text begins with the lines `tensor NAME` and R, and JSON has "tensor": "NAME" in place of "n". JSON may also be
// reduced, with common sums that are named: parse_reduced_scheme.
//
// Both hold c as the p x n matrix that it is everywhere here: callers that have it the other way turn it with
// transpose_third. What is read is not verified yet.
#pragma once

#include <string>
#include <string_view>

#include "core/run/stop_check.hpp"
#include "core/text/json.hpp"
#include "core/text/text_reader.hpp"
#include "wreath/flip/rational_scheme.hpp"
#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

/// Throw InputError with source, line and value if the text is not a scheme.
RationalScheme parse_scheme_text(std::string_view text, std::string_view source, StopCheck stop = {});
RationalScheme parse_scheme_json(std::string_view text, std::string_view source, StopCheck stop = {});

/// An integer, a fraction 1/2 or a decimal fraction 0.5.
Rational take_entry(TextReader& reader);
/// A floating-point number, if it is a multiple of 2^-20: others would not be exact.
std::optional<Rational> from_float(double value);

inline constexpr std::uint64_t kPrinting = 8;  // steps of a StopCheck for each coefficient
inline constexpr std::uint64_t kReading = 16;  // the same
std::string print_scheme_text(const RationalScheme& scheme, StopCheck stop = {});
/// modulo_2: the coefficients mean residues, and the file records that.
std::string print_scheme_json(const RationalScheme& scheme, bool modulo_2, StopCheck stop = {});

/// Between the p x n matrix of our third factors and the n x p matrix of those who do not transpose it.
enum class Third { from_n_by_p, to_n_by_p };
void transpose_third(RationalScheme& scheme, Third direction);

// Reduced JSON, in which common sums are named: "u_fresh" lists sums of entries of a and of earlier sums, which "u" may use, as
// [{"index": 4, "value": 1}, ...]: an index from nm on is a sum. "v" is the same for b. "w" has a row for each entry of c and
// sums of products: indices from the rank on are those of "w_fresh".

bool is_reduced_scheme(const Json& object);
/// Throws InputError that names the source and the place if it is not a scheme of this shape.
RationalScheme parse_reduced_scheme(const Json& object, const Shape& shape, std::string_view source, StopCheck stop = {});

}  // namespace wreath::flip

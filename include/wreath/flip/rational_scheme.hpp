// SPDX-License-Identifier: MIT
//
// Schemes with rational coefficients, and exact statements about them.
//
// Files of schemes hold integers or fractions; over F2 the same file means its coefficients modulo 2, which makes sense if
// the denominators are odd. So files are read into this form first, and what the engine walks on (Scheme, bits in words) is its
// image over F2.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/scheme.hpp"

namespace wreath::flip {

/// In lowest terms, the denominator positive.
struct Rational {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  /// Whether the number is 0.
  bool is_zero() const { return numerator == 0; }
  bool operator==(const Rational&) const = default;
};
/// In lowest terms. Throws InputError if the denominator is zero or a number does not fit.
[[nodiscard]] Rational make_rational(std::int64_t numerator, std::int64_t denominator);
/// The product in lowest terms. Throws InputError if it does not fit in 64 bits.
Rational operator*(const Rational& a, const Rational& b);
/// The number in decimal: "2", "-3/2".
std::string to_string(const Rational& value);

using Row = std::vector<Rational>;  // a factor, row by row

struct RationalScheme {
  Shape shape;
  std::vector<std::array<Row, 3>> summands;  // the third factor p x n, as everywhere

  /// The number of summands: the products that the scheme takes.
  std::size_t rank() const { return summands.size(); }
  bool operator==(const RationalScheme&) const = default;
};

/// f2, f3: valid modulo 2, or modulo 3, only. The others are the ring of the coefficients of a scheme that is valid over Q.
enum class Ring { f2, f3, ternary, integers, rationals };
/// "F2", "F3", "ZT", "Z" or "Q".
std::string_view to_string(Ring ring) noexcept;
/// "F2", "F3", "ZT", "Z" or "Q"; throws InputError for anything else.
[[nodiscard]] Ring parse_ring(std::string_view name);
/// For messages: "F2", "F3", "Z, with coefficients -1, 0, 1", "Z", "Q".
std::string_view describe(Ring ring) noexcept;

/// A scheme, and the ring over which it is valid.
struct VerifiedScheme {
  RationalScheme scheme;
  Ring ring = Ring::f2;
};

/// The same with a name for messages.
struct KnownScheme {
  RationalScheme scheme;
  Ring ring = Ring::f2;
  std::string name;
};

/// The least ring that holds all coefficients; never f2 or f3.
[[nodiscard]] Ring ring_of_coefficients(const RationalScheme& scheme);

/// The same bits as coefficients 0 and 1.
[[nodiscard]] RationalScheme to_rational(const Scheme& scheme);
/// The standard scheme over Z, also of shapes whose factors have more than 64 entries. Throws InputError if it has too many
/// coefficients.
[[nodiscard]] RationalScheme standard_rational_scheme(const Shape& shape);
/// Modulo 2. Throws InputError, with a message that begins with `name`, if a denominator is even.
[[nodiscard]] Scheme reduce_modulo_2(const RationalScheme& scheme, const std::string& name);
/// The same; throws InputError if the result is not valid over F2.
Scheme require_valid_modulo_2(const RationalScheme& scheme, const std::string& name);

struct WrongRationalEntry {
  std::array<std::array<unsigned, 2>, 3> at{};
  std::int64_t expected = 0;
  std::optional<Rational> found;  // where it fits 64 bits
};
/// The first entry, in the order of a, b, c, where the sum differs from the tensor over Q; none if the scheme is valid. Throws
/// LimitReached if the run is stopped first. Large schemes are checked on several threads; 0: all cores.
[[nodiscard]] std::optional<WrongRationalEntry> first_wrong_entry(const RationalScheme& scheme, unsigned threads = 0,
                                                                  RunControl* run = nullptr);

/// Throws InputError, with a message that begins with `name`, if a factor is zero, has the wrong size, or the sum is wrong
/// over Q.
void require_valid(const RationalScheme& scheme, const std::string& name, unsigned threads = 0, RunControl* run = nullptr);

/// The ring over which the scheme is valid: that of its coefficients, or f2 or f3 if it is valid modulo 2 or 3 only. Throws
/// InputError as require_valid does if it is valid over neither.
Ring require_right_somewhere(const RationalScheme& scheme, const std::string& name, unsigned threads = 0,
                             RunControl* run = nullptr);
/// The same without a message: nothing if it is valid over neither.
[[nodiscard]] std::optional<Ring> find_ring(const RationalScheme& scheme, unsigned threads = 0, RunControl* run = nullptr);
/// The scheme over `ring`: modulo 2 for f2, with coefficients -1, 0, 1 for f3, otherwise as it is. Throws InputError if it is not
/// valid there, or if its coefficients are not all in the ring.
VerifiedScheme require_right_over(Ring ring, const RationalScheme& scheme, const std::string& name, unsigned threads = 0,
                                  RunControl* run = nullptr);

/// The cost of applying the scheme, without sharing common sums.
struct Cost {
  std::uint64_t nonzeros = 0;
  std::uint64_t additions = 0;  // within factors a and b, and for every entry of the product
};
/// Counts non-zero coefficients and additions of a valid scheme.
[[nodiscard]] Cost cost_of(const RationalScheme& scheme);

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// Exponents of any length. To a cycle of a permutation an exponent is a rotation, by its remainder modulo the cycle's length.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/natural.hpp"

namespace wreath::perm {

class Exponent {
 public:
  Exponent(std::int64_t value);  // NOLINT(google-explicit-constructor): a number is a number
  /// In decimal, with or without a sign. Throws InputError.
  static Exponent parse(std::string_view text);

  bool is_zero() const noexcept { return value_.is_zero(); }
  bool is_negative() const noexcept { return value_.negative; }
  std::string text() const { return value_.text(); }

  /// The binary digits of its size, the highest first; none for zero.
  std::vector<bool> digits() const;
  /// How many products repeated squaring takes, and how many inverses: one for a negative exponent.
  std::size_t products() const;

  Exponent times(const Exponent& other) const;
  /// Its size without the sign, if that is below `limit`.
  std::optional<std::uint64_t> size_below(std::uint64_t limit) const;

  /// The remainder, from 0 to length-1.
  std::uint64_t modulo(std::uint64_t length) const { return value_.modulo(length); }
  /// An exponent of the same sign with a size below `order`.
  Exponent reduced(const Natural& order) const;

 private:
  Integer value_;
};

/// Its remainders for the lengths of cycles, of which the short ones come often.
class Rotations {
 public:
  explicit Rotations(const Exponent& exponent) : exponent_(exponent) {
    for (std::size_t length = 1; length < short_.size(); ++length) short_[length] = exponent.modulo(length);
  }
  std::uint64_t of(std::uint64_t length) const { return length < short_.size() ? short_[length] : exponent_.modulo(length); }

 private:
  Exponent exponent_;
  std::array<std::uint64_t, 1024> short_{};
};

}  // namespace wreath::perm

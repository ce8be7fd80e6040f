// SPDX-License-Identifier: MIT
//
// Numbers of any size: the order of a group, the words of a language and the coefficients of its series easily pass 2^64.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wreath {

/// A natural number of any size.
class Natural {
 public:
  Natural() = default;
  /// The number `value`; implicit, so that integers mix with naturals.
  Natural(std::uint64_t value) {  // NOLINT(google-explicit-constructor): a number is a number
    if (value != 0) limbs_.push_back(value);
  }

  /// Whether the number is 0.
  bool is_zero() const noexcept { return limbs_.empty(); }
  /// The number of binary digits.
  std::size_t bits() const noexcept;
  /// The number, if it fits in 64 bits; nothing otherwise.
  std::optional<std::uint64_t> small() const;
  /// Decimal digits.
  std::string text() const;
  /// Computes the decimal digits now and keeps them for text(), until the number changes: converting a large number takes longer
  /// than most sums.
  void keep_text() { text_ = std::make_shared<const std::string>(text()); }

  /// Adds the other number, in time linear in the number of digits.
  Natural& operator+=(const Natural& other);
  /// The other must not be larger.
  Natural& operator-=(const Natural& other);
  /// Multiplies by the other number. The time grows with the product of the numbers of digits.
  Natural& operator*=(const Natural& other);
  /// Multiplies by a 64-bit number, in linear time.
  Natural& operator*=(std::uint64_t factor);
  /// The sum of both.
  friend Natural operator+(Natural a, const Natural& b) { return a += b; }
  /// The difference; b must not be larger than a.
  friend Natural operator-(Natural a, const Natural& b) { return a -= b; }
  /// The product of both.
  friend Natural operator*(Natural a, const Natural& b) { return a *= b; }
  /// The quotient, rounded down. b > 0.
  friend Natural operator/(const Natural& a, const Natural& b);
  /// Divides this number by the divisor, rounding down, and returns the remainder. Throws InternalError if the divisor is 0.
  std::uint64_t divide(std::uint64_t divisor);
  /// The remainder of the division by the divisor, which must not be 0.
  std::uint64_t modulo(std::uint64_t divisor) const;

  /// Compares by value.
  std::strong_ordering operator<=>(const Natural& other) const;
  /// Whether both are the same number.
  bool operator==(const Natural& other) const { return limbs_ == other.limbs_; }

 private:
  void trim();

  std::vector<std::uint64_t> limbs_;         // least first, the last one not zero
  std::shared_ptr<const std::string> text_;  // if it was kept
};

/// How many there are: a number of any size, or infinitely many.
class Cardinal {
 public:
  Cardinal() = default;
  /// Finitely many: `number` of them.
  Cardinal(std::uint64_t number) : number_(number) {}  // NOLINT(google-explicit-constructor)
  /// Finitely many: `number` of them.
  Cardinal(Natural number) : number_(std::move(number)) {}  // NOLINT(google-explicit-constructor)
  /// `number` of them, or infinitely many if there is no number.
  Cardinal(std::optional<Natural> number) : number_(std::move(number)) {}  // NOLINT: nothing stands for infinitely many
  /// Infinitely many.
  [[nodiscard]] static Cardinal infinite() { return std::optional<Natural>(); }

  /// Whether there are infinitely many.
  bool is_infinite() const noexcept { return !number_; }
  /// The number; the cardinal must not be infinite.
  const Natural& number() const noexcept { return *number_; }
  /// Decimal digits, or "infinite".
  std::string text() const { return number_ ? number_->text() : "infinite"; }
  bool operator==(const Cardinal&) const = default;

 private:
  std::optional<Natural> number_ = Natural();
};

/// An integer of any size.
struct Integer {
  Natural magnitude;
  bool negative = false;

  /// Whether the integer is 0.
  bool is_zero() const noexcept { return magnitude.is_zero(); }
  /// The remainder modulo a number greater than 0, from 0 to `prime` - 1, also for negative integers.
  std::uint64_t modulo(std::uint64_t prime) const {
    const std::uint64_t rest = magnitude.modulo(prime);
    return negative && rest != 0 ? prime - rest : rest;
  }
  /// Decimal digits, after a '-' if it is negative.
  std::string text() const { return (negative ? "-" : "") + magnitude.text(); }
  bool operator==(const Integer&) const = default;
};

}  // namespace wreath

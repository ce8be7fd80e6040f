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
  Natural(std::uint64_t value) {  // NOLINT(google-explicit-constructor): a number is a number
    if (value != 0) limbs_.push_back(value);
  }

  bool is_zero() const noexcept { return limbs_.empty(); }
  /// The number of binary digits.
  std::size_t bits() const noexcept;
  /// The number, where it fits 64 bits.
  std::optional<std::uint64_t> small() const;
  /// Decimal digits.
  std::string text() const;
  /// Makes them now, for text(): of a large number that takes longer than most sums.
  void keep_text() { text_ = std::make_shared<const std::string>(text()); }

  Natural& operator+=(const Natural& other);
  /// The other must not be larger.
  Natural& operator-=(const Natural& other);
  Natural& operator*=(const Natural& other);
  Natural& operator*=(std::uint64_t factor);
  friend Natural operator+(Natural a, const Natural& b) { return a += b; }
  friend Natural operator-(Natural a, const Natural& b) { return a -= b; }
  friend Natural operator*(Natural a, const Natural& b) { return a *= b; }
  /// The quotient, rounded down. b > 0.
  friend Natural operator/(const Natural& a, const Natural& b);
  /// Divides, and returns the remainder.
  std::uint64_t divide(std::uint64_t divisor);
  std::uint64_t modulo(std::uint64_t divisor) const;

  std::strong_ordering operator<=>(const Natural& other) const;
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
  Cardinal(std::uint64_t number) : number_(number) {}                      // NOLINT(google-explicit-constructor)
  Cardinal(Natural number) : number_(std::move(number)) {}                 // NOLINT(google-explicit-constructor)
  Cardinal(std::optional<Natural> number) : number_(std::move(number)) {}  // NOLINT: nothing stands for infinitely many
  [[nodiscard]] static Cardinal infinite() { return std::optional<Natural>(); }

  bool is_infinite() const noexcept { return !number_; }
  /// Of one that is not infinite.
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

  bool is_zero() const noexcept { return magnitude.is_zero(); }
  std::uint64_t modulo(std::uint64_t prime) const {
    const std::uint64_t rest = magnitude.modulo(prime);
    return negative && rest != 0 ? prime - rest : rest;
  }
  std::string text() const { return (negative ? "-" : "") + magnitude.text(); }
  bool operator==(const Integer&) const = default;
};

}  // namespace wreath

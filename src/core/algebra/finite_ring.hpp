// SPDX-License-Identifier: MIT
//
// The integers modulo m, and the fields with a prime power of elements, on the numbers 0..size-1.
//
// An element of the field with p^k elements is a polynomial of degree below k over the integers modulo p, in a root of the Conway
// polynomial, so that the root is GAP's Z(p^k); its number has the coefficients as digits in base p, that of 1 the least. Fields
// that are not of prime order compute by tables.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace wreath {

class FiniteRing {
 public:
  /// The integers modulo `modulus`, at least 1.
  explicit FiniteRing(std::uint32_t modulus);
  /// The field with that many elements: a prime below 2^16, or one of prime_powers(), whose tables are made once. Throws
  /// InputError for anything else.
  static FiniteRing field(std::uint32_t order);
  /// The orders of fields that are known here and not prime: 4, 8, 9, 16, 25, 27, ...
  static std::vector<std::uint32_t> prime_powers();

  std::uint32_t size() const noexcept { return size_; }
  bool is_field() const noexcept { return is_field_; }
  /// Whether it is not the integers modulo size(): then it computes by tables of size() rows.
  bool by_tables() const noexcept { return tables_ != nullptr; }

  std::uint32_t add(std::uint32_t a, std::uint32_t b) const noexcept {
    if (by_tables()) return tables_->sums[a * size_ + b];
    return static_cast<std::uint32_t>((std::uint64_t{a} + b) % size_);
  }
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const noexcept {
    if (by_tables()) return tables_->products[a * size_ + b];
    return static_cast<std::uint32_t>(std::uint64_t{a} * b % size_);
  }
  std::uint32_t negative(std::uint32_t a) const noexcept;
  /// In a field; that of 0 is 0.
  std::uint32_t inverse(std::uint32_t a) const noexcept;
  std::uint32_t power(std::uint32_t a, std::uint64_t exponent) const noexcept;
  /// Z(q) of GAP: a generator of the multiplicative group of a field.
  std::uint32_t root() const;

 private:
  std::uint32_t size_;
  std::uint32_t prime_;
  bool is_field_;
  struct Tables {
    std::vector<std::uint8_t> sums;
    std::vector<std::uint8_t> products;
  };
  static const std::vector<FiniteRing>& known();

  std::shared_ptr<const Tables> tables_ = {};
};

}  // namespace wreath

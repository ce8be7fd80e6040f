// SPDX-License-Identifier: MIT
//
// Natural numbers of any size: the order of a group or a semigroup easily passes 2^64.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace wreath::semigroup {

class Natural {
 public:
  Natural(std::uint64_t value = 0);

  Natural& operator+=(const Natural& other);
  Natural& operator-=(const Natural& other);  // other <= *this
  Natural& operator*=(const Natural& other);
  friend Natural operator+(Natural a, const Natural& b) { return a += b; }
  friend Natural operator-(Natural a, const Natural& b) { return a -= b; }
  friend Natural operator*(Natural a, const Natural& b) { return a *= b; }
  /// The quotient, rounded down. b > 0.
  friend Natural operator/(const Natural& a, const Natural& b);

  friend bool operator==(const Natural&, const Natural&) = default;
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b);

  bool fits64() const { return digits_.size() <= 2; }
  /// The value modulo 2^64.
  std::uint64_t low64() const;
  std::string to_string() const;

 private:
  void trim();
  std::vector<std::uint32_t> digits_;  // base 2^32, the lowest first, no leading zero
};

}  // namespace wreath::semigroup

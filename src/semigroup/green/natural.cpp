// SPDX-License-Identifier: MIT
#include "semigroup/green/natural.hpp"

#include <algorithm>

namespace wreath::semigroup {

Natural::Natural(std::uint64_t value) : digits_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {
  trim();
}

void Natural::trim() {
  while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
}

Natural& Natural::operator+=(const Natural& other) {
  digits_.resize(std::max(digits_.size(), other.digits_.size()) + 1, 0);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    carry += std::uint64_t{digits_[i]} + (i < other.digits_.size() ? other.digits_[i] : 0);
    digits_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  trim();
  return *this;
}

Natural& Natural::operator-=(const Natural& other) {
  std::int64_t carry = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    carry += std::int64_t{digits_[i]} - (i < other.digits_.size() ? std::int64_t{other.digits_[i]} : 0);
    digits_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  trim();
  return *this;
}

Natural& Natural::operator*=(const Natural& other) {
  std::vector<std::uint32_t> product(digits_.size() + other.digits_.size(), 0);
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < other.digits_.size(); ++j) {
      carry += std::uint64_t{digits_[i]} * other.digits_[j] + product[i + j];
      product[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    product[i + other.digits_.size()] = static_cast<std::uint32_t>(carry);
  }
  digits_ = std::move(product);
  trim();
  return *this;
}

Natural operator/(const Natural& a, const Natural& b) {
  Natural quotient;
  Natural rest;
  quotient.digits_.assign(a.digits_.size(), 0);
  for (std::size_t bit = a.digits_.size() * 32; bit-- > 0;) {
    rest += rest;
    if ((a.digits_[bit / 32] >> bit % 32 & 1) != 0) rest += 1;
    if (rest < b) continue;
    rest -= b;
    quotient.digits_[bit / 32] |= 1U << bit % 32;
  }
  quotient.trim();
  return quotient;
}

std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
  if (a.digits_.size() != b.digits_.size()) return a.digits_.size() <=> b.digits_.size();
  for (std::size_t i = a.digits_.size(); i-- > 0;) {
    if (a.digits_[i] != b.digits_[i]) return a.digits_[i] <=> b.digits_[i];
  }
  return std::strong_ordering::equal;
}

std::uint64_t Natural::low64() const {
  std::uint64_t value = digits_.size() > 1 ? std::uint64_t{digits_[1]} << 32 : 0;
  return digits_.empty() ? 0 : value | digits_[0];
}

std::string Natural::to_string() const {
  constexpr std::uint64_t kNineDigits = 1000000000;
  std::string text;
  std::vector<std::uint32_t> left = digits_;
  while (!left.empty()) {
    std::uint64_t rest = 0;
    for (std::size_t i = left.size(); i-- > 0;) {
      rest = rest << 32 | left[i];
      left[i] = static_cast<std::uint32_t>(rest / kNineDigits);
      rest %= kNineDigits;
    }
    while (!left.empty() && left.back() == 0) left.pop_back();
    for (int digit = 0; digit < 9 && (rest != 0 || !left.empty()); ++digit) {
      text.push_back(static_cast<char>('0' + rest % 10));
      rest /= 10;
    }
  }
  if (text.empty()) text = "0";
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace wreath::semigroup

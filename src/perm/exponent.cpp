// SPDX-License-Identifier: MIT
#include "perm/exponent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "wreath/run.hpp"

namespace wreath::perm {

namespace {

Natural parse_digits(std::string_view digits) {
  constexpr std::size_t kDigits = 18;  // of a step
  Natural number;
  for (std::size_t at = 0; at < digits.size(); at += kDigits) {
    std::uint64_t step = 0;
    std::uint64_t scale = 1;
    for (const char digit : digits.substr(at, kDigits)) {
      step = step * 10 + static_cast<std::uint64_t>(digit - '0');
      scale *= 10;
    }
    number *= scale;
    number += step;
  }
  return number;
}

}  // namespace

Exponent::Exponent(std::int64_t value)
    : value_{value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value), value < 0} {}

Exponent Exponent::parse(std::string_view text) {
  const bool sign = text.starts_with('-') || text.starts_with('+');
  const std::string_view digits = text.substr(sign ? 1 : 0);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
    throw InputError(fmt::format("'{}' is not an exponent: give an integer in decimal, such as 1000 or -3", text));
  Exponent exponent(0);
  exponent.value_.magnitude = parse_digits(digits);
  exponent.value_.negative = text.starts_with('-') && !exponent.is_zero();
  return exponent;
}

std::vector<bool> Exponent::digits() const {
  std::vector<bool> digits(value_.magnitude.bits());
  Natural rest = value_.magnitude;
  for (std::size_t end = digits.size(); end != 0;) {
    std::uint64_t low = rest.divide(std::uint64_t{1} << 32);
    for (std::size_t bit = 0; bit < 32 && end != 0; ++bit, low >>= 1) digits[--end] = (low & 1) != 0;
  }
  return digits;
}

std::size_t Exponent::products() const {
  if (is_zero()) return 0;
  const std::vector<bool> all = digits();
  return all.size() - 1 + static_cast<std::size_t>(std::count(all.begin() + 1, all.end(), true)) + (is_negative() ? 1 : 0);
}

Exponent Exponent::times(const Exponent& other) const {
  Exponent product(0);
  product.value_.magnitude = value_.magnitude * other.value_.magnitude;
  product.value_.negative = !product.is_zero() && is_negative() != other.is_negative();
  return product;
}

std::optional<std::uint64_t> Exponent::size_below(std::uint64_t limit) const {
  const auto size = value_.magnitude.small();
  return size && *size < limit ? size : std::nullopt;
}

Exponent Exponent::reduced(const Natural& order) const {
  Exponent rest = *this;
  rest.value_.magnitude -= order * (value_.magnitude / order);
  if (rest.is_zero()) rest.value_.negative = false;
  return rest;
}

}  // namespace wreath::perm

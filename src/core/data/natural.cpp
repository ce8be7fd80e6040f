// SPDX-License-Identifier: MIT
#include "wreath/natural.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "wreath/run.hpp"

namespace wreath {
namespace {
using Wide = unsigned __int128;
}

void Natural::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

std::size_t Natural::bits() const noexcept {
  return limbs_.empty() ? 0 : 64 * limbs_.size() - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
}

std::optional<std::uint64_t> Natural::small() const {
  if (limbs_.size() > 1) return std::nullopt;
  return limbs_.empty() ? 0 : limbs_[0];
}

std::string Natural::text() const {
  constexpr std::uint64_t kChunk = 10'000'000'000'000'000'000U;  // nineteen digits
  if (text_) return *text_;
  if (limbs_.empty()) return "0";
  std::vector<std::uint64_t> chunks;
  for (Natural rest = *this; !rest.is_zero();) chunks.push_back(rest.divide(kChunk));
  std::string digits = fmt::format("{}", chunks.back());
  for (std::size_t i = chunks.size() - 1; i-- > 0;) digits += fmt::format("{:019}", chunks[i]);
  return digits;
}

Natural& Natural::operator+=(const Natural& other) {
  text_.reset();
  if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size(), 0);
  Wide carry = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    if (i >= other.limbs_.size() && carry == 0) return *this;
    carry += Wide{limbs_[i]} + (i < other.limbs_.size() ? other.limbs_[i] : 0);
    limbs_[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  if (carry != 0) limbs_.push_back(static_cast<std::uint64_t>(carry));
  return *this;
}

Natural& Natural::operator-=(const Natural& other) {
  text_.reset();
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const Wide less = Wide{i < other.limbs_.size() ? other.limbs_[i] : 0} + borrow;
    borrow = limbs_[i] < less ? 1 : 0;
    limbs_[i] = static_cast<std::uint64_t>(limbs_[i] - less);
  }
  trim();
  return *this;
}

Natural& Natural::operator*=(const Natural& other) {
  text_.reset();
  std::vector<std::uint64_t> product(limbs_.size() + other.limbs_.size(), 0);
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    Wide carry = 0;
    for (std::size_t j = 0; j < other.limbs_.size(); ++j) {
      carry += Wide{limbs_[i]} * other.limbs_[j] + product[i + j];
      product[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    product[i + other.limbs_.size()] = static_cast<std::uint64_t>(carry);
  }
  limbs_ = std::move(product);
  trim();
  return *this;
}

Natural& Natural::operator*=(std::uint64_t factor) {
  text_.reset();
  if (factor == 0) limbs_.clear();
  Wide carry = 0;
  for (std::uint64_t& limb : limbs_) {
    carry += Wide{limb} * factor;
    limb = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  if (carry != 0) limbs_.push_back(static_cast<std::uint64_t>(carry));
  return *this;
}

std::uint64_t Natural::divide(std::uint64_t divisor) {
  text_.reset();
  if (divisor == 0) throw InternalError("division by zero");
  Wide rest = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    rest = rest << 64 | limbs_[i];
    limbs_[i] = static_cast<std::uint64_t>(rest / divisor);
    rest %= divisor;
  }
  trim();
  return static_cast<std::uint64_t>(rest);
}

Natural operator/(const Natural& a, const Natural& b) {
  if (const auto divisor = b.small()) {
    Natural quotient = a;
    quotient.divide(*divisor);
    return quotient;
  }
  Natural quotient;
  Natural rest;
  quotient.limbs_.assign(a.limbs_.size(), 0);
  for (std::size_t bit = a.limbs_.size() * 64; bit-- > 0;) {
    rest *= 2;
    if ((a.limbs_[bit / 64] >> bit % 64 & 1) != 0) rest += 1;
    if (rest < b) continue;
    rest -= b;
    quotient.limbs_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  quotient.trim();
  return quotient;
}

std::uint64_t Natural::modulo(std::uint64_t divisor) const {
  if (divisor == 0) throw InternalError("division by zero");
  Wide rest = 0;
  for (std::size_t i = limbs_.size(); i-- > 0;) rest = (rest << 64 | limbs_[i]) % divisor;
  return static_cast<std::uint64_t>(rest);
}

std::strong_ordering Natural::operator<=>(const Natural& other) const {
  if (limbs_.size() != other.limbs_.size()) return limbs_.size() <=> other.limbs_.size();
  return std::lexicographical_compare_three_way(limbs_.rbegin(), limbs_.rend(), other.limbs_.rbegin(), other.limbs_.rend());
}

}  // namespace wreath

// SPDX-License-Identifier: MIT
#include "core/algebra/finite_ring.hpp"

#include <algorithm>

#include "core/algebra/integers.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

/// x^degree = the polynomial with these coefficients, that of 1 first: the Conway polynomial, solved for its first term.
struct FieldOfPolynomials {
  std::uint32_t order;
  std::uint32_t prime;
  std::vector<std::uint32_t> highest;
};

const std::vector<FieldOfPolynomials>& known_fields() {
  static const std::vector<FieldOfPolynomials> fields{{4, 2, {1, 1}},
                                                      {8, 2, {1, 1, 0}},
                                                      {9, 3, {1, 1}},
                                                      {16, 2, {1, 1, 0, 0}},
                                                      {25, 5, {3, 1}},
                                                      {27, 3, {2, 1, 0}},
                                                      {32, 2, {1, 0, 1, 0, 0}},
                                                      {49, 7, {4, 1}},
                                                      {64, 2, {1, 1, 0, 1, 1, 0}},
                                                      {81, 3, {1, 0, 0, 1}},
                                                      {125, 5, {2, 2, 0}},
                                                      {128, 2, {1, 1, 0, 0, 0, 0, 0}},
                                                      {256, 2, {1, 0, 1, 1, 1, 0, 0, 0}}};
  return fields;
}

std::vector<std::uint32_t> digits_of(std::uint32_t number, const FieldOfPolynomials& field) {
  std::vector<std::uint32_t> digits;
  for (std::size_t i = 0; i < field.highest.size(); ++i, number /= field.prime) digits.push_back(number % field.prime);
  return digits;
}
std::uint8_t number_of(const std::vector<std::uint32_t>& digits, const FieldOfPolynomials& field) {
  std::uint32_t number = 0;
  for (std::size_t i = digits.size(); i-- > 0;) number = number * field.prime + digits[i];
  return static_cast<std::uint8_t>(number);
}

std::uint8_t product_of(std::uint32_t a, std::uint32_t b, const FieldOfPolynomials& field) {
  const std::size_t k = field.highest.size();
  const std::vector<std::uint32_t> x = digits_of(a, field);
  const std::vector<std::uint32_t> y = digits_of(b, field);
  std::vector<std::uint32_t> product(k);
  for (std::size_t i = k; i-- > 0;) {  // Horner: product * root + x[i] * y
    const std::uint32_t carry = product[k - 1];
    for (std::size_t j = k; j-- > 1;) product[j] = product[j - 1];
    product[0] = 0;
    for (std::size_t j = 0; j < k; ++j) product[j] = (product[j] + carry * field.highest[j] + x[i] * y[j]) % field.prime;
  }
  return number_of(product, field);
}

}  // namespace

FiniteRing::FiniteRing(std::uint32_t modulus) : size_(modulus), prime_(modulus), is_field_(is_prime(modulus)) {}

const std::vector<FiniteRing>& FiniteRing::known() {
  static const std::vector<FiniteRing> rings = [] {
    std::vector<FiniteRing> made;
    for (const FieldOfPolynomials& field : known_fields()) {
      Tables tables;
      for (std::uint32_t a = 0; a < field.order; ++a) {
        for (std::uint32_t b = 0; b < field.order; ++b) {
          std::vector<std::uint32_t> sum = digits_of(a, field);
          const std::vector<std::uint32_t> more = digits_of(b, field);
          for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = (sum[i] + more[i]) % field.prime;
          tables.sums.push_back(number_of(sum, field));
          tables.products.push_back(product_of(a, b, field));
        }
      }
      FiniteRing& ring = made.emplace_back(field.order);
      ring.prime_ = field.prime;
      ring.is_field_ = true;
      ring.tables_ = std::make_shared<const Tables>(std::move(tables));
    }
    return made;
  }();
  return rings;
}

FiniteRing FiniteRing::field(std::uint32_t order) {
  if (order < 65536 && is_prime(order)) return FiniteRing(order);
  const auto& rings = known();
  const auto found = std::ranges::find(rings, order, &FiniteRing::size);
  if (found != rings.end()) return *found;
  std::string orders;
  for (const std::uint32_t each : prime_powers()) orders += (orders.empty() ? "" : ", ") + std::to_string(each);
  throw InputError("a field of " + std::to_string(order) + " elements is not known: the order must be a prime, or one of " +
                   orders);
}

std::vector<std::uint32_t> FiniteRing::prime_powers() {
  std::vector<std::uint32_t> orders;
  for (const FieldOfPolynomials& each : known_fields()) orders.push_back(each.order);
  return orders;
}

std::uint32_t FiniteRing::negative(std::uint32_t a) const noexcept {
  if (!by_tables()) return a == 0 ? 0 : size_ - a;
  return multiply(a, prime_ - 1);
}

std::uint32_t FiniteRing::inverse(std::uint32_t a) const noexcept {
  return a == 0 || !is_field_ ? 0 : power(a, size_ - 2);
}

std::uint32_t FiniteRing::power(std::uint32_t a, std::uint64_t exponent) const noexcept {
  std::uint32_t product = 1 % size_;
  for (; exponent != 0; exponent >>= 1, a = multiply(a, a)) {
    if ((exponent & 1) != 0) product = multiply(product, a);
  }
  return product;
}

std::uint32_t FiniteRing::root() const {
  return by_tables() ? prime_ : static_cast<std::uint32_t>(least_primitive_root(size_));
}

}  // namespace wreath

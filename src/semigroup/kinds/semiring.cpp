// SPDX-License-Identifier: MIT
#include "semigroup/kinds/semiring.hpp"

#include <algorithm>
#include <bit>

namespace wreath::semigroup {

namespace {

/// Products of polynomials over F2 modulo the Conway polynomial of degree k, so that codes agree with GAP's Z(2^k).
std::uint32_t binary_product(std::uint32_t a, std::uint32_t b, std::uint32_t order) {
  constexpr std::uint32_t kConway[] = {0, 0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1011011, 0b10000011, 0b100011101};
  const std::uint32_t modulus = kConway[std::bit_width(order) - 1];
  std::uint32_t product = 0;
  for (; b != 0; b >>= 1) {
    if ((b & 1) != 0) product ^= a;
    a <<= 1;
    if ((a & order) != 0) a ^= modulus;
  }
  return product;
}

std::uint32_t truncated(const ElementKind& kind, std::uint32_t value) {
  if (value <= kind.threshold) return value;
  return kind.threshold + (value - kind.threshold) % kind.period;
}

std::uint32_t sum(const ElementKind& kind, std::uint32_t a, std::uint32_t b) {
  switch (kind.name) {
    case KindName::boolean: return a | b;
    case KindName::field: return std::has_single_bit(kind.order) ? a ^ b : (a + b) % kind.order;
    case KindName::max_plus: return std::max(a, b);
    case KindName::min_plus: return a == 0 ? b : b == 0 ? a : std::min(a, b);
    default: return truncated(kind, a + b);
  }
}

std::uint32_t product(const ElementKind& kind, std::uint32_t a, std::uint32_t b) {
  switch (kind.name) {
    case KindName::boolean: return a & b;
    case KindName::field: return std::has_single_bit(kind.order) ? binary_product(a, b, kind.order) : a * b % kind.order;
    case KindName::max_plus:
    case KindName::min_plus: return a == 0 || b == 0 ? 0 : std::min(a + b - 1, kind.threshold + 1);
    default: return truncated(kind, a * b);
  }
}

}  // namespace

bool has_finite_semiring(const ElementKind& kind) noexcept {
  const bool tropical = kind.name == KindName::max_plus || kind.name == KindName::min_plus;
  return kind.is_matrix() && (!tropical || kind.threshold > 0);
}

std::uint64_t semiring_size(const ElementKind& kind) noexcept {
  switch (kind.name) {
    case KindName::boolean: return 2;
    case KindName::field: return kind.order;
    case KindName::natural: return std::uint64_t{kind.threshold} + kind.period;
    default: return std::uint64_t{kind.threshold} + 2;
  }
}

Semiring make_semiring(const ElementKind& kind) {
  Semiring ring{.size = static_cast<std::uint32_t>(semiring_size(kind)), .add = {}, .multiply = {}};
  if (ring.size == 1) ring.one = 0;
  for (std::uint32_t a = 0; a < ring.size; ++a) {
    for (std::uint32_t b = 0; b < ring.size; ++b) {
      ring.add.push_back(static_cast<std::uint8_t>(sum(kind, a, b)));
      ring.multiply.push_back(static_cast<std::uint8_t>(product(kind, a, b)));
    }
  }
  return ring;
}

std::uint64_t count_vectors(const ElementKind& kind) noexcept {
  std::uint64_t vectors = 1;
  for (std::uint64_t i = 0; i < kind.size && vectors <= kMostVectors; ++i) vectors *= semiring_size(kind);
  return vectors;
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "wreath/semigroup/kinds.hpp"

namespace wreath::semigroup {

/// A finite semiring by its tables. Its elements are the codes 0..size-1; 0 is the zero.
struct Semiring {
  std::uint32_t size = 0;
  std::uint8_t one = 1;
  std::vector<std::uint8_t> add;       // add[a * size + b]
  std::vector<std::uint8_t> multiply;  // likewise

  std::uint8_t sum(std::uint8_t a, std::uint8_t b) const { return add[a * size + b]; }
  std::uint8_t product(std::uint8_t a, std::uint8_t b) const { return multiply[a * size + b]; }
};

/// Whether the kind is of matrices over a finite semiring.
bool has_finite_semiring(const ElementKind& kind) noexcept;
/// How many elements it has.
std::uint64_t semiring_size(const ElementKind& kind) noexcept;
Semiring make_semiring(const ElementKind& kind);

/// How many row vectors a matrix acts on, or more than kMostVectors.
inline constexpr std::uint64_t kMostVectors = std::uint64_t{1} << 16;
std::uint64_t count_vectors(const ElementKind& kind) noexcept;

/// A matrix entry as the code of an element of the semiring, and back. The zero of max-plus and min-plus is an infinity, and v
/// has the code v + 1; otherwise a code is the number itself.
inline std::uint8_t code_of(const ElementKind& kind, Point entry) noexcept {
  if (kind.name == KindName::max_plus) return static_cast<std::uint8_t>(entry == kMinusInfinity ? 0 : entry + 1);
  if (kind.name == KindName::min_plus) return static_cast<std::uint8_t>(entry == kPlusInfinity ? 0 : entry + 1);
  return static_cast<std::uint8_t>(entry);
}
inline Point entry_of(const ElementKind& kind, std::uint32_t code) noexcept {
  if (kind.name == KindName::max_plus) return code == 0 ? kMinusInfinity : code - 1;
  if (kind.name == KindName::min_plus) return code == 0 ? kPlusInfinity : code - 1;
  return code;
}

}  // namespace wreath::semigroup

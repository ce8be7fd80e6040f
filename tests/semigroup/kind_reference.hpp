// SPDX-License-Identifier: MIT
//
// The products of all kinds of elements from their definitions, without tables or packed words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wreath/semigroup/kinds.hpp"

namespace wreath::semigroup {

using RowReference = std::vector<Point>;

/// Puts y below x: a graph of 3n points, whose components are found by passing labels along until none changes.
inline RowReference bipartition_product_reference(std::size_t n, const RowReference& x, const RowReference& y) {
  std::vector<std::size_t> label(3 * n);
  for (std::size_t i = 0; i < label.size(); ++i) label[i] = i;
  bool changed = true;
  const auto join = [&](std::size_t a, std::size_t b) {
    const std::size_t least = std::min(label[a], label[b]);
    changed = changed || label[a] != least || label[b] != least;
    label[a] = label[b] = least;
  };
  while (changed) {
    changed = false;
    for (std::size_t i = 0; i < 2 * n; ++i) {
      for (std::size_t j = 0; j < 2 * n; ++j) {
        if (x[i] == x[j]) join(i, j);
        if (y[i] == y[j]) join(n + i, n + j);
      }
    }
  }
  RowReference blocks;
  std::vector<std::size_t> met;
  for (std::size_t i = 0; i < 2 * n; ++i) {
    const std::size_t at = label[i < n ? i : n + i];
    const auto place = std::find(met.begin(), met.end(), at);
    blocks.push_back(static_cast<Point>(place - met.begin()));
    if (place == met.end()) met.push_back(at);
  }
  return blocks;
}

/// Of polynomials over F2, modulo the Conway polynomial of the field with `order` elements, by long division.
inline std::uint32_t binary_field_product_reference(std::uint32_t a, std::uint32_t b, std::uint32_t order) {
  const std::uint32_t conway = order == 2 ? 0x3 : order == 4 ? 0x7 : order == 8 ? 0xB : order == 16 ? 0x13 : 0x11D;
  std::uint32_t product = 0;
  for (unsigned bit = 0; bit < 8; ++bit) product ^= (b >> bit & 1) != 0 ? a << bit : 0;
  for (int bit = 20; bit >= 0; --bit) {
    const std::uint32_t multiple = conway << bit;
    const std::uint32_t top = order << bit;
    if ((product & top) != 0) product ^= multiple;
  }
  return product;
}

inline Point entry_product_reference(const ElementKind& kind, const RowReference& x, const RowReference& y, std::size_t i,
                                     std::size_t j) {
  const std::size_t n = kind.size;
  const bool prime = kind.order % 2 == 1;
  std::uint64_t sum = 0;
  bool any = false;
  std::int64_t best = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Point a = x[i * n + k];
    const Point b = y[k * n + j];
    switch (kind.name) {
      case KindName::boolean: sum = sum != 0 || (a != 0 && b != 0) ? 1 : 0; break;
      case KindName::natural: sum += std::uint64_t{a} * b; break;
      case KindName::field:
        if (prime) {
          sum = (sum + std::uint64_t{a} * b) % kind.order;
        } else {
          sum ^= binary_field_product_reference(a, b, kind.order);
        }
        break;
      default: {
        const Point none = kind.name == KindName::max_plus ? kMinusInfinity : kPlusInfinity;
        if (a == none || b == none) break;
        std::int64_t value = std::int64_t{static_cast<std::int32_t>(a)} + static_cast<std::int32_t>(b);
        if (kind.threshold > 0) value = std::min<std::int64_t>(value, kind.threshold);
        const bool better = kind.name == KindName::max_plus ? value > best : value < best;
        if (!any || better) best = value;
        any = true;
      }
    }
  }
  if (kind.name == KindName::max_plus) return any ? static_cast<Point>(best) : kMinusInfinity;
  if (kind.name == KindName::min_plus) return any ? static_cast<Point>(best) : kPlusInfinity;
  if (kind.name == KindName::natural && sum > kind.threshold) sum = kind.threshold + (sum - kind.threshold) % kind.period;
  return static_cast<Point>(sum);
}

inline RowReference product_reference(const ElementKind& kind, const RowReference& x, const RowReference& y) {
  if (kind.name == KindName::bipartition) return bipartition_product_reference(kind.size, x, y);
  RowReference z;
  if (kind.is_matrix()) {
    for (std::size_t i = 0; i < kind.size; ++i) {
      for (std::size_t j = 0; j < kind.size; ++j) z.push_back(entry_product_reference(kind, x, y, i, j));
    }
  } else {
    for (const Point p : x) z.push_back(p == kUndefined ? kUndefined : y[p]);
  }
  return z;
}

}  // namespace wreath::semigroup

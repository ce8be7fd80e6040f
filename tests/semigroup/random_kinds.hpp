// SPDX-License-Identifier: MIT
//
// Random elements and generators of every kind.
#pragma once

#include <algorithm>
#include <random>

#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

using Random = std::mt19937_64;

inline std::vector<Point> random_element(const ElementKind& kind, Random& random) {
  std::vector<Point> row = identity_of(kind);
  const auto below = [&](std::uint64_t n) { return static_cast<Point>(random() % n); };
  const bool partial = kind.name == KindName::partial_transformation || kind.name == KindName::partial_permutation;
  const bool injective = kind.name == KindName::permutation || kind.name == KindName::partial_permutation;
  if (!kind.is_matrix() && kind.name != KindName::bipartition) {
    if (injective) std::shuffle(row.begin(), row.end(), random);
    for (Point& image : row) {
      if (!injective) image = below(kind.size);
      if (partial && below(3) == 0) image = kUndefined;
    }
    return row;
  }
  if (kind.name == KindName::bipartition) {
    const std::uint64_t blocks = 1 + below(2 * kind.size);
    for (Point& block : row) block = below(3) == 0 ? below(blocks) : block;
    normalise(kind, row);
    return row;
  }
  for (Point& entry : row) {
    switch (kind.name) {
      case KindName::boolean: entry = below(3) == 0 ? 1 : 0; break;
      case KindName::field: entry = below(kind.order); break;
      case KindName::natural: entry = below(2) == 0 ? 0 : below(kind.threshold + kind.period); break;
      default: {
        const Point none = kind.name == KindName::max_plus ? kMinusInfinity : kPlusInfinity;
        const bool finite = kind.threshold > 0;
        // Without a threshold entries must not grow, or the semigroup is infinite.
        const Point value = finite ? below(kind.threshold + 1) : kind.name == KindName::max_plus ? -below(2) : below(2);
        entry = below(3) == 0 ? none : value;
      }
    }
  }
  return row;
}

/// A bipartition or matrix that is random in its first `part` points or rows and the identity elsewhere: large ones generate
/// small semigroups then.
inline std::vector<Point> random_in_part(const ElementKind& kind, std::uint64_t part, Random& random) {
  ElementKind small = kind;
  small.size = part;
  const std::vector<Point> inside = random_element(small, random);
  std::vector<Point> row = identity_of(kind);
  if (kind.name == KindName::bipartition) {
    for (std::uint64_t i = 0; i < kind.size; ++i) {
      row[i] = i < part ? inside[i] : static_cast<Point>(part + i);
      row[kind.size + i] = i < part ? inside[part + i] : row[i];
    }
  } else {
    for (std::uint64_t k = 0; k < part * part; ++k) row[k / part * kind.size + k % part] = inside[k];
  }
  normalise(kind, row);
  return row;
}

/// `part` is 0 or as in random_in_part.
inline Generators random_generators_of(const ElementKind& kind, std::size_t count, bool monoid, Random& random,
                                       std::uint64_t part = 0) {
  Generators generators{.degree = row_length(kind), .images = {}, .monoid = monoid, .kind = kind};
  for (std::size_t g = 0; g < count; ++g) {
    const std::vector<Point> row = part == 0 ? random_element(kind, random) : random_in_part(kind, part, random);
    generators.images.insert(generators.images.end(), row.begin(), row.end());
  }
  return generators;
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Transformation semigroups: enumeration, words, Cayley graphs, Green's structure.
//
// Points are 0-based. Everything acts on the right: x*y is x first, then y.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::semigroup {

/// A point of the set that is acted on.
using Point = std::uint32_t;

/// Generators of a transformation semigroup: the images of 0, 1, 2, ... under each, one row after another.
struct Generators {
  std::uint64_t degree = 0;
  std::vector<Point> images;
  /// Whether the identity belongs to what they generate, as the product of no generators.
  bool monoid = false;

  std::size_t count() const { return degree == 0 ? 0 : images.size() / degree; }
  std::span<const Point> row(std::size_t generator) const { return std::span(images).subspan(generator * degree, degree); }
};

/// A classical family such as "bihecke:5" or "full:8". Throws InputError that lists the families where there is none of that name.
Generators make_family(std::string_view name);

/// Names, arguments and meaning of the families, one line each.
std::string family_help();

}  // namespace wreath::semigroup

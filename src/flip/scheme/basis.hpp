// SPDX-License-Identifier: MIT
//
// Schemes in another basis. Invertible X, Y and Z of the sizes n, m and p take a to X a Y^-1, b to Y b Z^-1 and c to Z c X^-1,
// and the tensor to itself: a scheme becomes another one, which flips see as the same. But two schemes that are merged may have
// different bases on the sides that they share, and deleting an index in a random basis is a projection along any line onto any
// hyperplane that does not contain it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/data/rng.hpp"
#include "wreath/flip/symmetry.hpp"

namespace wreath::flip {

/// An invertible matrix over F2 and its inverse; bit j of row i is entry (i, j).
struct Basis {
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> inverse;

  static Basis identity(unsigned size);
  /// Nothing if the matrix is singular.
  static std::optional<Basis> of(std::vector<std::uint64_t> rows);
  /// Of those that commute with the mirror of this number of swaps (symmetry.hpp) all are equally likely.
  static Basis random(unsigned size, unsigned swaps, RandomStream& random);
};

/// Of a square matrix of bits, by rows or by columns; nothing if it is singular.
std::optional<std::vector<std::uint64_t>> inverse_of(std::vector<std::uint64_t> rows);

/// Of the sides n, m and p.
using Bases = std::array<Basis, 3>;
Scheme change_basis(const Scheme& scheme, const Bases& bases);
/// With a mirror that a scheme has, which stays one of it.
Bases random_bases(const Shape& shape, RandomStream& random, const Swaps& swaps = {});

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// What the chain of stabilizers does on a GPU besides products, and whether it is worth it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "group/images.hpp"
#include "group/products.hpp"

namespace wreath::group {

/// Whether elements are multiplied on a GPU: as the machine says, or, if that is left open, for permutations so long that the
/// products gain more than the start of the GPU costs. `bytes` is what the elements take. The choice is noted in the record.
bool choose_gpu(const Machine& machine, std::uint64_t degree, std::uint64_t bytes, RunControl& run);

/// A tree of a level.
struct Grown {
  std::uint64_t orbit = 1;
  unsigned depth = 0;
};
/// The same tree as the host makes (chain.cpp).
Grown grow_on_gpu(std::uint8_t* tree, std::uint64_t degree, Point base, std::span<const Element> arrays, Products& products);

/// The first point from `from` on, and then from 0, that is moved.
std::optional<Point> moved_point_on_gpu(const Images& x, std::uint64_t from);

}  // namespace wreath::group

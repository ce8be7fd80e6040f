// SPDX-License-Identifier: MIT
//
// How the kernel of an element is written down: a partition of the points as a string of bytes, equal exactly where the
// kernels are.
//
// A generator g acts on kernels from the left: points p and q are together in the kernel of g*x exactly where p*g and q*g are in
// that of x. A code knows this action without the element; and it knows a few points, the transversal of a kernel, whose images
// determine an element that has this kernel. There are two codes: block numbers, point by point, for any semigroup (below), and
// bits for classes of pairs where a certificate holds (pair_code.hpp), which is far shorter.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "semigroup/green/key_set.hpp"
#include "semigroup/green/packed.hpp"

namespace wreath::semigroup {

class KernelCode {
 public:
  virtual ~KernelCode() = default;

  virtual std::size_t bytes() const = 0;
  /// Into out, for each kernel of first..last-1 in turn, its images under all generators.
  virtual void pull_back(const KeySet& kernels, Index first, Index last, std::byte* out) const = 0;
  /// The kernel of the map that takes p to map[row[p]].
  virtual void encode(std::span<const Point> row, std::span<const Point> map, std::byte* key) const = 0;
  /// Points whose images determine an element with this kernel.
  virtual std::vector<Point> transversal(std::span<const std::byte> key) const = 0;
  /// All images of the element that has this kernel and these images of the transversal's points.
  virtual void row(std::span<const std::byte> key, std::span<const Point> images, std::span<Point> row) const = 0;
  /// A number below the degree for each point: the same in a block, different in different blocks.
  virtual void labels(std::span<const std::byte> key, std::span<Point> labels) const = 0;
  /// How labels_at() comes to these points.
  virtual std::vector<std::uint32_t> way_to(std::span<const Point> points) const = 0;
  /// The same numbers as labels() at the points to which the way leads; other labels may be written, too.
  virtual void labels_at(std::span<const std::byte> key, std::span<const std::uint32_t> way, std::span<Point> labels) const = 0;
  /// Whether p and q are in the same block.
  virtual bool together(std::span<const std::byte> key, Point p, Point q) const = 0;

  /// Whether the transversal has a point of each block, so that permutations of blocks can be seen on it.
  virtual bool shows_groups() const = 0;
  virtual std::string_view name() const = 0;
};

/// The number of each point's block, blocks numbered as they appear.
std::unique_ptr<KernelCode> make_block_code(const Generators& generators);

}  // namespace wreath::semigroup

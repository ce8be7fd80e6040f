// SPDX-License-Identifier: MIT
//
// A set that bipartitions of n points act on as transformations: the partitions of n + 2 points, two of which, the tops, stand
// above the n. Put x below such a partition v: v*x is what is left when the n points in the middle are forgotten.
//
// The partition v(i,j), whose blocks are {top 0, i}, {top 1, j} and single points, shows the blocks of x below, which of them
// belongs to i and which to j, and whether i and j are in one block. So the v(i,j) with i < j are a base: their images
// determine x.
//
// There are Bell(n + 2) points: 21,147 for n = 7, with a base of 21.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wreath/semigroup/kinds.hpp"

namespace wreath::semigroup {

class BipartitionPoints {
 public:
  static constexpr std::uint64_t kMostSize = 7;

  explicit BipartitionPoints(std::uint64_t n);

  std::uint64_t size() const { return codes_.size(); }
  const std::vector<Point>& base() const { return base_; }
  /// v*x.
  Point image(Point v, std::span<const Point> x) const;
  /// The x with these images of the base.
  void read(std::span<const Point> base_images, std::span<Point> x) const;

 private:
  /// The number of each point's block, as they are met first, in four bits each, the first point's highest.
  using Code = std::uint64_t;
  static constexpr std::size_t kTops = 2;

  void list(std::size_t points, Code code, unsigned blocks);
  unsigned block(Code code, std::size_t point) const { return code >> (4 * (kTops + n_ - 1 - point)) & 15U; }
  template <class BlockOf>
  Point number(const BlockOf& block_of) const;
  Point base_point(std::size_t i, std::size_t j) const;

  std::size_t n_;
  std::vector<Code> codes_;  // of all points, ascending
  std::vector<Point> base_;
};

}  // namespace wreath::semigroup

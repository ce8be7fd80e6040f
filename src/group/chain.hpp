// SPDX-License-Identifier: MIT
//
// A chain of stabilizers with trees that are walked towards the root.
//
// Level i has a base point b and arrays: permutations in the group that fixes the base points before b. A byte per point says by
// which of the arrays the point comes nearer to b; b is the root, and what has no way to b is out. So to take off a level, x is
// multiplied by one array after another as the byte at the image of b says, until that image is b: no inverse is ever needed,
// stored or made on the fly, and images of base points alone can be walked in the same way.
//
// A tree is made breadth-first from the root by pulling: in each round every point that has no way yet looks at its image under
// each array, and takes the first that had one in the round before. Rounds read the arrays in order and a bit per point out of
// order, on all threads, and the tree does not depend on their number.
//
// The product of the orbits is a lower bound of the order, whatever the arrays are: products of one walk per level are different
// elements of the group. Nothing else is claimed here.
//
// Cost of a tree: (points without a way) x arrays per round, as many rounds as it is deep. Memory: 4 bytes per point and array,
// one byte per point and level.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/data/huge_array.hpp"
#include "core/data/rng.hpp"
#include "group/images.hpp"
#include "group/products.hpp"
#include "wreath/natural.hpp"

namespace wreath::group {

inline constexpr std::uint8_t kOut = 0xFF;
inline constexpr std::uint8_t kRoot = 0xFE;
inline constexpr std::size_t kMostArrays = 0xFE;

/// A step of a walk: an array of a level.
struct Step {
  std::uint32_t level;
  std::uint32_t array;
};

struct Level {
  Point base = 0;
  std::vector<Element> arrays = {};
  std::vector<std::uint8_t> small_tree = {};
  HugeArray<std::uint8_t> large_tree = {};
  std::uint64_t orbit = 1;
  unsigned depth = 0;

  const std::uint8_t* tree() const noexcept { return large_tree.size() != 0 ? large_tree.data() : small_tree.data(); }
  std::uint8_t* tree() noexcept { return large_tree.size() != 0 ? large_tree.data() : small_tree.data(); }
};

class Chain {
 public:
  explicit Chain(std::uint64_t degree = 0) : degree_(degree) {}

  std::uint64_t degree() const noexcept { return degree_; }
  std::size_t size() const noexcept { return levels_.size(); }
  const Level& operator[](std::size_t level) const noexcept { return levels_[level]; }
  Natural order() const;
  std::uint64_t bytes() const;

  /// A level at the end, whose orbit is its base point.
  void push(Point base);
  /// More arrays for a level, whose tree is made again. They fix the base points before. Throws Stopped, and then nothing
  /// changed.
  void add(std::size_t level, std::vector<Element> arrays, Products& products);

  /// Walks images of base points: points[i] is the image of the base point i, from level `from` on, and what follows them goes
  /// along. Returns the level at which the walk leaves the tree, or size(). Steps are appended to `path`.
  std::size_t walk(std::span<Point> points, std::size_t from, std::size_t to, std::vector<Step>& path) const;
  /// The steps from a point of a level's orbit to the base point.
  void walk_point(std::size_t level, Point point, std::vector<Step>& path) const;
  /// x * the arrays of a path, and its value in the record.
  Element times(const Element& x, std::span<const Step> path, Products& products, Lines& lines) const;
  Images times(const Images& x, std::span<const Step> path, Products& products) const;
  const Element& array(Step step) const noexcept { return levels_[step.level].arrays[step.array]; }
  /// Where a path takes a point.
  Point image(Point point, std::span<const Step> path) const {
    for (const Step step : path) point = array(step)[point];
    return point;
  }
  /// The images of the base points from level `from` on.
  template <class Map>
  void base_images(const Map& x, std::span<Point> points, std::size_t from = 0) const {
    for (std::size_t i = from; i < levels_.size(); ++i) points[i] = x[levels_[i].base];
  }

 private:
  std::uint64_t degree_;
  std::vector<Level> levels_;
};

/// A uniformly random point of the orbit of a level.
Point random_point(const Chain& chain, std::size_t level, RandomStream& random);

/// The first point from `from` on, and then from 0, that is moved; nothing if it is the identity.
std::optional<Point> moved_point(std::span<const Point> x, std::uint64_t from, unsigned threads);
/// The same, in the memory that has them.
std::optional<Point> moved_point(const Images& x, std::uint64_t from, const Products& products);

}  // namespace wreath::group

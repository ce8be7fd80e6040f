// SPDX-License-Identifier: MIT
//
// Was every point reached? Asked while a bucket is placed, with its block in the cache.
//
// n values that reach all of n points are a permutation. In an inverse the values are indices, so that a block can be filled
// beforehand with a number that is none, and searched for it afterwards: no more is written than before. In a quotient the values
// may be anything, and each point that is reached gets a mark, a byte in an array as long as the block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace wreath::perm::ram {

/// Nobody asks.
template <class Value>
struct AnyArrivals {
  explicit AnyArrivals(std::size_t) {}
  void begin(std::span<Value>) {}
  void note(std::size_t) {}
  std::size_t missing(std::span<const Value>) const { return 0; }
};

/// Of indices.
template <class Point>
struct IndexArrivals {
  static constexpr Point kNone = std::numeric_limits<Point>::max();

  explicit IndexArrivals(std::size_t) {}
  void begin(std::span<Point> block) { std::fill(block.begin(), block.end(), kNone); }
  void note(std::size_t) {}
  std::size_t missing(std::span<const Point> block) const {
    return static_cast<std::size_t>(std::count(block.begin(), block.end(), kNone));
  }
  /// Whether all of z was reached, if `missing` points seem not to have been. kNone may be the last index itself, which is then
  /// to be found once, at `last`: the last point of x.
  static bool is_complete(std::size_t missing, std::span<const Point> z, Point last) {
    if (z.empty() || z.size() - 1 != kNone) return missing == 0;
    return missing == 1 && z[last] == kNone;
  }
};

/// Of values.
template <class Value>
class ValueArrivals {
 public:
  explicit ValueArrivals(std::size_t block) : marks_(block) {}
  void begin(std::span<Value>) { std::fill(marks_.begin(), marks_.end(), std::uint8_t{0}); }
  void note(std::size_t offset) { marks_[offset] = 1; }
  std::size_t missing(std::span<const Value> block) const {
    return block.size() - static_cast<std::size_t>(std::count(marks_.begin(), marks_.end(), 1));
  }

 private:
  std::vector<std::uint8_t> marks_;
};

}  // namespace wreath::perm::ram

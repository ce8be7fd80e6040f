// SPDX-License-Identifier: MIT
//
// Whether every point of an array was reached by a scatter: n values that reach all of n points are a permutation.
//
// A bit for each point would have to be set atomically, and other threads' cache lines fetched for every one. An inverse needs
// nothing at all: the array is first filled with a number that is not an index, and looked through afterwards. Otherwise a byte
// for each point goes the way of the values, by the same scatter, which is as fast as that of one process.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/arrays/widths.hpp"
#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"

namespace wreath::arrays {

/// Whether `missing` is true of no item.
template <class Item, class Missing>
bool none_is(std::span<const Item> items, unsigned threads, const Missing& missing) {
  std::atomic<bool> found{false};
  parallel_ranges(items.size(), threads, 4096, [&](Range range, unsigned) {
    if (std::any_of(items.begin() + range.begin, items.begin() + range.end, missing)) found = true;
  });
  return !found;
}

/// For the points of an array that this rank looks after: its block, or its part of an array that is shared.
template <class Value, class Local>
class Arrivals {
 public:
  /// Whether indices below `points` leave a number free that marks where none arrived.
  static bool indices_suffice(std::uint64_t points) { return points <= largest_of_width(sizeof(Value)); }

  /// `hits` has a byte, zero, for each point of the array, or is empty where the values are indices.
  Arrivals(std::span<std::uint8_t> hits, const Local& local) : hits_(hits), local_(local) {}

  /// To be called before the scatter, for this rank's part of the array.
  void prepare(std::span<Value> part) const {
    if (!hits_.empty()) return;
    parallel_ranges(part.size(), local_.threads(), 4096, [&](Range range, unsigned) {
      std::memset(static_cast<void*>(part.data() + range.begin), 0xFF, range.size() * sizeof(Value));
    });
  }
  /// Along with the scatter of a slice.
  template <class Point>
  void note(std::span<const Point> points) {
    if (hits_.empty()) return;
    if (ones_.size() < points.size()) {
      ones_ = HugeArray<std::uint8_t>(points.size());
      std::fill(ones_.begin(), ones_.end(), 1);
    }
    local_.scatter(points, std::span<const std::uint8_t>(ones_.span().first(points.size())), hits_);
  }
  /// Whether every point of `part`, which begins at `first`, was reached.
  bool complete(std::span<const Value> part, std::size_t first) const {
    if (!hits_.empty()) {
      return none_is(std::span<const std::uint8_t>(hits_.subspan(first, part.size())), local_.threads(),
                     [](std::uint8_t hit) { return hit == 0; });
    }
    return none_is(part, local_.threads(), [](const Value& value) {
      constexpr std::uint64_t kNone = ~std::uint64_t{0};
      return std::memcmp(&value, &kNone, sizeof value) == 0;
    });
  }

 private:
  std::span<std::uint8_t> hits_;
  Local local_;
  HugeArray<std::uint8_t> ones_;
};

}  // namespace wreath::arrays

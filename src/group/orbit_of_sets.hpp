// SPDX-License-Identifier: MIT
//
// The orbit of a tuple or of a set of points, breadth-first, in a hash table. Sets are ascending.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wreath/group/generators.hpp"
#include "wreath/run.hpp"

namespace wreath::group {

class OrbitOfSets {
 public:
  enum class Kind { tuples, sets };
  /// Throws InputError if a point is not one or is repeated, ResourceError beyond `most` items, Stopped.
  OrbitOfSets(const Generators& generators, std::span<const Point> start, Kind kind, std::uint64_t most, RunControl* run);

  std::uint64_t size() const noexcept { return parents_.size(); }
  std::size_t row() const noexcept { return row_; }
  std::span<const Point> item(std::uint64_t number) const { return std::span(items_).subspan(number * row_, row_); }
  std::uint64_t parent(std::uint64_t number) const { return parents_[number]; }
  std::uint32_t letter(std::uint64_t number) const { return letters_[number]; }
  /// The number of an item of the orbit, which is sorted if it is a set.
  std::uint64_t find(std::vector<Point>& item) const;
  /// The image of an item under each generator.
  std::uint64_t image(std::uint64_t number, std::size_t generator) const { return images_[number * generators_ + generator]; }

 private:
  std::uint64_t slot_of(std::span<const Point> item) const;
  void grow_table();

  Kind kind_;
  std::size_t row_;
  std::size_t generators_;
  std::vector<Point> items_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> letters_;
  std::vector<std::uint32_t> images_;
  std::vector<std::uint32_t> table_;  // numbers + 1
};

}  // namespace wreath::group

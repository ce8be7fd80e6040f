// SPDX-License-Identifier: MIT
//
// A chain grows by random elements (Schreier and Sims, as Leon made it random).
//
// An element is walked down the chain by the images of the base points alone. If it leaves a tree, it is multiplied out, and what
// is left of it becomes an array of that level; if it does not, a few probes, and now and then all points, show whether the rest
// is the identity. A new level collects a few elements before its first tree is made. Where a tree is deep, an element that went
// through becomes one more array of its level, which makes it shallow.
#pragma once

#include <optional>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "group/chain.hpp"
#include "group/products.hpp"
#include "group/random_elements.hpp"

namespace wreath::group {

class Builder {
 public:
  Builder() = default;
  /// The chain begins with these base points.
  Builder(std::uint64_t degree, std::size_t generators, const std::vector<Point>& base);

  /// Throws Stopped, and then nothing has changed but the record.
  void take(const Element& x, Products& products);
  /// An element that is not in the chain, if a random test finds one: the product of a generator and two random walks.
  std::optional<Element> missing_product(const std::vector<Element>& given, RandomStream& random, Products& products);
  /// How many elements in a row showed nothing new.
  unsigned idle() const noexcept { return idle_; }
  bool has_tree(std::size_t level) const noexcept { return !chain[level].arrays.empty(); }

  void save(ByteWriter& into) const;
  void restore(ByteReader& from, Products& products);

  Chain chain;
  Lines lines;

 private:
  void collect(const Element& x, Products& products);
  void make_shallow(const Element& x, std::span<const Step> path, Products& products);
  std::uint64_t probe(std::size_t number) const;

  std::size_t wanted_base_ = 0;   // levels that were asked for
  std::vector<Element> pending_;  // for the last level, whose tree is not made yet
  unsigned collected_ = 0;        // elements looked at for it
  bool collecting_ = false;
  unsigned idle_ = 0;
};

/// A chain of at least the same order, with each base point, after those that are given, in a short orbit of the points before:
/// its proof is fast. Throws Stopped.
Builder with_short_orbits(const Builder& from, const std::vector<Point>& base, RandomElements& elements, Products& products);

/// A path that comes to a random element of the group of the levels from that one on: a uniformly random one if they are
/// complete.
std::vector<Step> random_path(const Chain& chain, std::size_t level, RandomStream& random);

}  // namespace wreath::group

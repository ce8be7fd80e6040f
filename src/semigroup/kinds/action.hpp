// SPDX-License-Identifier: MIT
//
// Elements that act on a small set are transformations of it, and a few of its points, the base, determine each of them:
//   partial maps of n points act on n + 1, the last of which stands for "undefined": the base is the n points;
//   n x n matrices over a semiring of q elements act on the q^n row vectors: the base is the n unit vectors, whose images are the
//   matrix's rows;
//   bipartitions of n points act on the partitions of n + 2 (action.cpp), which is slower than to keep them as they
//   are, and is done where that cannot be: on disk and by ranks.
// So everything that is made for transformations with a certified base serves them: packed rows, tables with a place for every
// row, GPU, disk, cluster. A Boolean 8 x 8 matrix is eight points of eight bits, and a product eight look-ups.
#pragma once

#include <memory>
#include <vector>

#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/semiring.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

class Action {
 public:
  /// Whether elements of a kind act on few enough points for `generators` of them to be kept as transformations.
  static bool exists(const ElementKind& kind, std::size_t generators) { return kind_of(kind).acts(kind, generators); }

  /// Whether they are bipartitions that can be kept as transformations, if they must be.
  static bool exists_for_bipartitions(const ElementKind& kind) {
    return kind.name == KindName::bipartition && kind.size <= kMostBipartition;
  }

  explicit Action(const ElementKind& kind);
  ~Action();

  std::uint64_t points() const { return points_; }
  const std::vector<Point>& base() const { return base_; }
  /// The transformations that generators of the kind are.
  Generators transformations(const Generators& generators) const;
  /// The images of all points, of an element.
  void write_images(std::span<const Point> row, std::span<Point> images) const;
  /// The images of the base, of an element.
  void write_base_images(std::span<const Point> row, std::span<Point> images) const;
  /// The element with these images of the base.
  void read_base_images(std::span<const Point> images, std::span<Point> row) const;
  /// Whether it is idempotent.
  bool is_idempotent(std::span<const Point> base_images) const;

 private:
  static constexpr std::uint64_t kMostBipartition = 7;  // points
  class BipartitionPoints;

  bool is_idempotent_matrix(std::span<const Point> base_images) const;
  Point image_of(Point point, std::span<const Point> base_images) const;
  std::uint32_t digit(Point vector, std::size_t column) const { return vector / weights_[column] % ring_.size; }

  ElementKind kind_;
  std::uint64_t points_ = 0;
  std::vector<Point> base_;
  std::unique_ptr<const BipartitionPoints> partitions_;  // of bipartitions
  Semiring ring_;
  std::vector<Point> weights_;  // of a vector's digits
};

}  // namespace wreath::semigroup

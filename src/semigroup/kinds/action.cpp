// SPDX-License-Identifier: MIT
#include "semigroup/kinds/action.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace wreath::semigroup {

/// A set that bipartitions of n points act on as transformations: the partitions of n + 2 points, two of which, the tops, stand
/// above the n. Put x below such a partition v: v*x is what is left when the n points in the middle are forgotten.
///
/// The partition v(i,j), whose blocks are {top 0, i}, {top 1, j} and single points, shows the blocks of x below, which of them
/// belongs to i and which to j, and whether i and j are in one block. So the v(i,j) with i < j are a base: their images
/// determine x.
///
/// There are Bell(n + 2) points: 21,147 for n = 7, with a base of 21.
class Action::BipartitionPoints {
 public:
  explicit BipartitionPoints(std::uint64_t n) : n_(n) {
    list(0, 0, 0);
    if (n == 1) base_.push_back(base_point(0, n_));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) base_.push_back(base_point(i, j));
    }
  }

  std::uint64_t size() const { return codes_.size(); }
  const std::vector<Point>& base() const { return base_; }
  /// v*x.
  Point image(Point v, std::span<const Point> x) const {
    const Code code = codes_[v];
    SmallClasses joined;  // the blocks of x from 0 on, those of v from 16 on
    for (std::size_t i = 0; i < n_; ++i) joined.unite(x[i], 16 + block(code, kTops + i));
    return number([&](std::size_t p) { return joined.find(p < kTops ? 16 + block(code, p) : x[n_ + p - kTops]); });
  }
  /// The x with these images of the base.
  void read(std::span<const Point> base_images, std::span<Point> x) const {
    SmallClasses joined;  // the points of x: n above, n below
    const auto take = [&](Point image, std::size_t i, std::size_t j) {
      const Code code = codes_[image];
      const auto below = [&](std::size_t p) { return block(code, kTops + p); };
      for (std::size_t p = 0; p < n_; ++p) {
        for (std::size_t q = 0; q < p; ++q) {
          if (below(p) == below(q)) joined.unite(n_ + p, n_ + q);
        }
        if (below(p) == block(code, 0)) joined.unite(n_ + p, i);
        if (j < n_ && below(p) == block(code, 1)) joined.unite(n_ + p, j);
      }
      if (j < n_ && block(code, 0) == block(code, 1)) joined.unite(i, j);
    };
    std::size_t k = 0;
    if (n_ == 1) take(base_images[0], 0, n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = i + 1; j < n_; ++j) take(base_images[k++], i, j);
    }
    std::array<std::uint8_t, 32> numbers;
    numbers.fill(0xFF);
    std::uint8_t next = 0;
    for (std::size_t p = 0; p < 2 * n_; ++p) {
      std::uint8_t& of = numbers[joined.find(p)];
      if (of == 0xFF) of = next++;
      x[p] = of;
    }
  }

 private:
  /// Up to 32 things in classes.
  class SmallClasses {
   public:
    SmallClasses() { std::iota(parent_.begin(), parent_.end(), std::uint8_t{0}); }
    std::size_t find(std::size_t thing) {
      while (parent_[thing] != thing) thing = parent_[thing] = parent_[parent_[thing]];
      return thing;
    }
    void unite(std::size_t a, std::size_t b) { parent_[find(a)] = static_cast<std::uint8_t>(find(b)); }

   private:
    std::array<std::uint8_t, 32> parent_;
  };
  /// The number of each point's block, as they are met first, in four bits each, the first point's highest.
  using Code = std::uint64_t;
  static constexpr std::size_t kTops = 2;

  /// All codes that begin with these points, in order.
  void list(std::size_t points, Code code, unsigned blocks) {
    if (points == kTops + n_) {
      codes_.push_back(code);
      return;
    }
    for (unsigned b = 0; b <= blocks; ++b) list(points + 1, code << 4 | b, std::max(blocks, b + 1));
  }
  unsigned block(Code code, std::size_t point) const { return code >> (4 * (kTops + n_ - 1 - point)) & 15U; }
  /// The partition in which block_of(p), below 32, names the block of each point.
  template <class BlockOf>
  Point number(const BlockOf& block_of) const {
    std::array<std::uint8_t, 32> numbers;
    numbers.fill(0xFF);
    std::uint8_t next = 0;
    Code code = 0;
    for (std::size_t p = 0; p < kTops + n_; ++p) {
      std::uint8_t& of = numbers[block_of(p)];
      if (of == 0xFF) of = next++;
      code = code << 4 | of;
    }
    return static_cast<Point>(std::lower_bound(codes_.begin(), codes_.end(), code) - codes_.begin());
  }
  /// v(i,j); the second top is alone if j is not a point.
  Point base_point(std::size_t i, std::size_t j) const {
    return number([&](std::size_t p) { return p == kTops + i ? 0 : p == kTops + j ? 1 : p; });
  }

  std::size_t n_;
  std::vector<Code> codes_;  // of all points, ascending
  std::vector<Point> base_;
};

Action::Action(const ElementKind& kind) : kind_(kind) {
  if (kind.name == KindName::bipartition) {
    partitions_ = std::make_unique<const BipartitionPoints>(kind.size);
    points_ = partitions_->size();
    base_ = partitions_->base();
    return;
  }
  if (!kind.is_matrix()) {
    points_ = kind.name == KindName::permutation ? kind.size : kind.size + 1;
    for (std::uint64_t p = 0; p < kind.size; ++p) base_.push_back(static_cast<Point>(p));
    return;
  }
  ring_ = make_semiring(kind);
  points_ = count_vectors(kind);
  Point weight = 1;
  for (std::uint64_t j = 0; j < kind.size; ++j, weight *= ring_.size) {
    weights_.push_back(weight);
    base_.push_back(ring_.one * weight);
  }
}

Action::~Action() = default;

Generators Action::transformations(const Generators& generators) const {
  Generators acting{.degree = points_, .images = std::vector<Point>(generators.count() * points_), .monoid = generators.monoid};
  for (std::size_t g = 0; g < generators.count(); ++g)
    write_images(generators.row(g), std::span(acting.images).subspan(g * points_, points_));
  return acting;
}

void Action::write_images(std::span<const Point> row, std::span<Point> images) const {
  if (partitions_) {
    for (std::uint64_t p = 0; p < points_; ++p) images[p] = partitions_->image(static_cast<Point>(p), row);
    return;
  }
  std::vector<Point> base_images(base_.size());
  write_base_images(row, base_images);
  for (std::uint64_t p = 0; p < points_; ++p) images[p] = image_of(static_cast<Point>(p), base_images);
}

void Action::write_base_images(std::span<const Point> row, std::span<Point> images) const {
  const std::size_t n = base_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (partitions_) {
      images[i] = partitions_->image(base_[i], row);
    } else if (kind_.is_matrix()) {
      images[i] = 0;
      for (std::size_t j = 0; j < n; ++j) images[i] += code_of(kind_, row[i * n + j]) * weights_[j];
    } else {
      images[i] = row[i] == kUndefined ? static_cast<Point>(kind_.size) : row[i];
    }
  }
}

void Action::read_base_images(std::span<const Point> images, std::span<Point> row) const {
  if (partitions_) return partitions_->read(images, row);
  const std::size_t n = base_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (kind_.is_matrix()) {
      for (std::size_t j = 0; j < n; ++j) row[i * n + j] = entry_of(kind_, digit(images[i], j));
    } else {
      row[i] = images[i] == kind_.size ? kUndefined : images[i];
    }
  }
}

/// Of a vector: the sum of its entries times the rows.
Point Action::image_of(Point point, std::span<const Point> base_images) const {
  const std::size_t n = base_.size();
  if (!kind_.is_matrix()) return point < n ? base_images[point] : point;
  Point image = 0;
  if (kind_.name == KindName::boolean) {
    for (Point left = point; left != 0; left &= left - 1) image |= base_images[static_cast<std::size_t>(std::countr_zero(left))];
    return image;
  }
  for (std::size_t j = 0; j < n; ++j) {
    std::uint8_t entry = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const auto of_row = static_cast<std::uint8_t>(digit(base_images[k], j));
      entry = ring_.sum(entry, ring_.product(static_cast<std::uint8_t>(digit(point, k)), of_row));
    }
    image += entry * weights_[j];
  }
  return image;
}

/// The square of a matrix over a semiring, an entry at a time, until one differs.
bool Action::is_idempotent_matrix(std::span<const Point> base_images) const {
  const std::size_t n = base_.size();
  constexpr std::size_t kMostRows = 16;  // of a matrix over two elements or more, which acts on 2^16 vectors at most
  std::uint8_t entries[kMostRows * kMostRows];
  for (std::size_t i = 0; i < n; ++i) {
    Point rest = base_images[i];
    for (std::size_t j = 0; j < n; ++j, rest /= ring_.size) entries[i * n + j] = static_cast<std::uint8_t>(rest % ring_.size);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      std::uint8_t entry = 0;
      for (std::size_t k = 0; k < n; ++k) entry = ring_.sum(entry, ring_.product(entries[i * n + k], entries[k * n + j]));
      if (entry != entries[i * n + j]) return false;
    }
  }
  return true;
}

bool Action::is_idempotent(std::span<const Point> base_images) const {
  if (partitions_) {
    std::vector<Point> row(2 * kind_.size);
    partitions_->read(base_images, row);
    return multiply(kind_, row, row) == row;
  }
  if (kind_.is_matrix() && kind_.name != KindName::boolean) return is_idempotent_matrix(base_images);
  return std::ranges::all_of(base_images, [&](Point image) { return image_of(image, base_images) == image; });
}

}  // namespace wreath::semigroup

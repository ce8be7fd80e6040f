// SPDX-License-Identifier: MIT
#include "semigroup/kinds/action.hpp"

#include <algorithm>
#include <bit>

namespace wreath::semigroup {

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

AsTransformations::AsTransformations(const Generators& given, const std::string& what) : given_(given) {
  if (given.kind.is_transformation()) return;
  if (!given.kind.is_map()) {
    throw InputError(what + " is made for transformations, partial maps and permutations, not for elements of the kind " +
                     to_string(given.kind));
  }
  acting_ = std::make_unique<const Generators>(Action(given.kind).transformations(given));
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

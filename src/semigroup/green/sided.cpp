// SPDX-License-Identifier: MIT
#include "semigroup/green/sided.hpp"

#include <fmt/format.h>

#include <numeric>

#include "core/text/units.hpp"
#include "core/text/option.hpp"

namespace wreath::semigroup {

bool Sided::is_made_for(const ElementKind& kind) noexcept {
  return !kind.is_matrix() || has_own_sides(kind) || (has_finite_semiring(kind) && semiring_size(kind) > 1);
}

Sided::Sided(const Generators& given, StopCheck check) : given_(given) {
  if (!is_made_for(given.kind)) {
    throw InputError(
        fmt::format("orbits are made for maps, partial maps, permutations, bipartitions and matrices over finite semirings; not "
                    "for {} matrices of {}, whose elements are enumerated without {} and {}",
                    to_string(given.kind), counted(given.kind.size, "row"), option("count"), option("orbits")));
  }
  if (has_own_sides(given.kind) || given.kind.is_transformation()) return;
  if (!Action::exists(given.kind, given.count())) {
    reached_ = std::make_unique<const ReachedVectors>(given, check);
    return;
  }
  action_ = std::make_unique<const Action>(given.kind);
  acting_ = std::make_unique<const Generators>(action_->transformations(given));
}

std::vector<Point> Sided::row_of(std::span<const Point> element) const {
  if (reached_) return reached_->images(element);
  std::vector<Point> row(element.begin(), element.end());
  if (action_) {
    row.resize(acting_->degree);
    action_->write_images(element, row);
  } else if (has_own_sides(given_.kind)) {
    normalise(given_.kind, row);
  }
  return row;
}

std::vector<Point> Sided::element_of(std::span<const Point> row) const {
  if (reached_) return reached_->matrix(row);
  if (!action_) return {row.begin(), row.end()};
  std::vector<Point> base_images;
  for (const Point point : action_->base()) base_images.push_back(row[point]);
  std::vector<Point> element(given_.degree);
  action_->read_base_images(base_images, element);
  return element;
}

std::vector<Point> Sided::identity() const {
  if (has_own_sides(given_.kind)) return identity_of(given_.kind);
  std::vector<Point> row((**this).degree);
  std::iota(row.begin(), row.end(), Point{0});
  return row;
}

std::vector<Point> Sided::multiply(std::span<const Point> x, std::span<const Point> y) const {
  if (has_own_sides(given_.kind)) return semigroup::multiply(given_.kind, x, y);
  std::vector<Point> product(x.begin(), x.end());
  for (Point& point : product) point = y[point];
  return product;
}

std::uint64_t Sided::rank_of(std::span<const Point> row, std::size_t positions) const {
  if (given_.kind.is_matrix()) return semigroup::rank_of(given_.kind, element_of(row));
  return positions - ((**this).degree - given_.degree);  // a point that stands for "undefined" is in every image
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#include "semigroup/green/sided.hpp"

#include <fmt/format.h>

#include "core/data/key_table.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/kinds/semiring.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::uint64_t kMostReached = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostImages = std::uint64_t{1} << 26;  // of all generators
}  // namespace

/// Matrices over a finite semiring as transformations of the row vectors that products of some of them lead the unit vectors to.
/// The images of the unit vectors are a matrix's rows, so this set determines every element; where matrices act on more vectors
/// than can be listed (action.hpp), it may be small all the same: 256 of the 2^24 vectors for a diagonal matrix over GF(256).
class Sided::ReachedVectors {
 public:
  /// Throws TooManyVectors, and Stopped if the run stops.
  ReachedVectors(const Generators& generators, StopCheck check) : kind_(generators.kind), ring_(make_semiring(generators.kind)) {
    const std::size_t n = kind_.size;
    std::vector<std::vector<std::uint8_t>> matrices;
    for (std::size_t g = 0; g < generators.count(); ++g) matrices.push_back(codes(generators.row(g)));
    std::vector<std::uint8_t> vector(n);
    std::vector<std::uint8_t> image(n);
    for (std::size_t i = 0; i < n; ++i) {
      vector[i] = ring_.one;
      vectors_.intern(vector);
      vector[i] = 0;
    }
    const std::uint64_t most = std::min(kMostReached, kMostImages / std::max<std::size_t>(generators.count(), 1));
    std::vector<Point> to;  // by vector, then by generator
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      vector.assign(vectors_[v].begin(), vectors_[v].end());
      for (const std::vector<std::uint8_t>& matrix : matrices) {
        check.spend(2 * n * n);
        multiply(vector, matrix, image);
        to.push_back(vectors_.intern(image));
      }
      if (vectors_.size() > most) {
        throw TooManyVectors(
            fmt::format("{} matrices of {} lead the unit vectors to more than {} vectors, too many for orbits; omit "
                        "{} to enumerate the elements",
                        to_string(kind_), counted(kind_.size, "row"), most, option("orbits")));
      }
    }
    acting_ = {.degree = vectors_.size(), .images = std::vector<Point>(to.size()), .monoid = generators.monoid};
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      for (std::size_t g = 0; g < generators.count(); ++g)
        acting_.images[g * acting_.degree + v] = to[v * generators.count() + g];
    }
  }

  /// The generators as transformations.
  const Generators& transformations() const { return acting_; }
  /// The images of all vectors under a matrix; nothing if it leads one elsewhere: then it is not a product of generators.
  std::vector<Point> images(std::span<const Point> matrix) const {
    const std::vector<std::uint8_t> rows = codes(matrix);
    std::vector<std::uint8_t> image;
    std::vector<Point> found;
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      multiply(vectors_[v], rows, image);
      found.push_back(vectors_.find(image));
      if (found.back() == KeyTable<std::uint8_t>::kAbsent) return {};
    }
    return found;
  }
  /// The matrix with these images.
  std::vector<Point> matrix(std::span<const Point> images) const {
    std::vector<Point> row;
    for (std::size_t i = 0; i < kind_.size; ++i) {
      for (const std::uint8_t code : vectors_[images[i]]) row.push_back(entry_of(kind_, code));
    }
    return row;
  }

 private:
  std::vector<std::uint8_t> codes(std::span<const Point> matrix) const {
    std::vector<std::uint8_t> found;
    for (const Point entry : matrix) found.push_back(code_of(kind_, entry));
    return found;
  }
  void multiply(std::span<const std::uint8_t> vector, std::span<const std::uint8_t> matrix,
                std::vector<std::uint8_t>& image) const {
    image.assign(vector.size(), 0);
    for (std::size_t k = 0; k < vector.size(); ++k) {
      if (vector[k] == 0) continue;
      for (std::size_t j = 0; j < image.size(); ++j)
        image[j] = ring_.sum(image[j], ring_.product(vector[k], matrix[k * image.size() + j]));
    }
  }

  ElementKind kind_;
  Semiring ring_;
  KeyTable<std::uint8_t> vectors_;  // first the unit vectors
  Generators acting_;
};

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

Sided::~Sided() = default;

const Generators& Sided::operator*() const {
  return acting_ ? *acting_ : reached_ ? reached_->transformations() : given_;
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
  return all_points((**this).degree);
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

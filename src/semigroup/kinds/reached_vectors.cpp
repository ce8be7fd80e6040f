// SPDX-License-Identifier: MIT
#include "semigroup/kinds/reached_vectors.hpp"

#include <fmt/format.h>

#include "core/text/units.hpp"
#include "core/text/option.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::uint64_t kMostReached = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostImages = std::uint64_t{1} << 26;  // of all generators
}  // namespace

ReachedVectors::ReachedVectors(const Generators& generators, StopCheck check)
    : kind_(generators.kind), ring_(make_semiring(generators.kind)) {
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
    for (std::size_t g = 0; g < generators.count(); ++g) acting_.images[g * acting_.degree + v] = to[v * generators.count() + g];
  }
}

std::vector<std::uint8_t> ReachedVectors::codes(std::span<const Point> matrix) const {
  std::vector<std::uint8_t> found;
  for (const Point entry : matrix) found.push_back(code_of(kind_, entry));
  return found;
}

void ReachedVectors::multiply(std::span<const std::uint8_t> vector, std::span<const std::uint8_t> matrix,
                              std::vector<std::uint8_t>& image) const {
  image.assign(vector.size(), 0);
  for (std::size_t k = 0; k < vector.size(); ++k) {
    if (vector[k] == 0) continue;
    for (std::size_t j = 0; j < image.size(); ++j)
      image[j] = ring_.sum(image[j], ring_.product(vector[k], matrix[k * image.size() + j]));
  }
}

std::vector<Point> ReachedVectors::images(std::span<const Point> matrix) const {
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

std::vector<Point> ReachedVectors::matrix(std::span<const Point> images) const {
  std::vector<Point> row;
  for (std::size_t i = 0; i < kind_.size; ++i) {
    for (const std::uint8_t code : vectors_[images[i]]) row.push_back(entry_of(kind_, code));
  }
  return row;
}

}  // namespace wreath::semigroup

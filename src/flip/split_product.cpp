// SPDX-License-Identifier: MIT
#include "flip/split_product.hpp"

#include <map>
#include <set>

namespace wreath::flip {

namespace {

/// The block of the matrix at a row and a column of blocks.
Factor block_of(Factor factor, unsigned columns, unsigned row, unsigned column, unsigned height, unsigned width) {
  Factor block = 0;
  for (unsigned i = 0; i < height; ++i) {
    for (unsigned j = 0; j < width; ++j) {
      block |= (factor >> ((row * height + i) * columns + column * width + j) & 1) << (i * width + j);
    }
  }
  return block;
}

/// The two parts of a factor; nothing if it is not a product.
std::optional<std::pair<Factor, Factor>> split(Factor factor, const Shape& first, const Shape& second, unsigned position) {
  const unsigned columns = first.columns(position) * second.columns(position);
  Factor outer = 0;
  Factor inner = 0;
  for (unsigned i = 0; i < first.rows(position); ++i) {
    for (unsigned j = 0; j < first.columns(position); ++j) {
      const Factor block = block_of(factor, columns, i, j, second.rows(position), second.columns(position));
      if (block == 0) continue;
      if (inner != 0 && block != inner) return std::nullopt;
      inner = block;
      outer |= Factor{1} << (i * first.columns(position) + j);
    }
  }
  return std::pair(outer, inner);
}

/// The number of a summand of a scheme that grows.
std::uint32_t number_of(const Summand& summand, Scheme& scheme, std::map<Summand, std::uint32_t>& numbers) {
  const auto [at, is_new] = numbers.emplace(summand, static_cast<std::uint32_t>(scheme.rank()));
  if (is_new) scheme.summands.push_back(summand);
  return at->second;
}

std::optional<SplitProduct> split_as(const Scheme& scheme, const Shape& first, const Shape& second) {
  SplitProduct parts{{first, {}}, {second, {}}, {}};
  std::map<Summand, std::uint32_t> numbers_first;
  std::map<Summand, std::uint32_t> numbers_second;
  for (const Summand& summand : scheme.summands) {
    Summand outer;
    Summand inner;
    for (unsigned position = 0; position < 3; ++position) {
      const auto found = split(summand.factor[position], first, second, position);
      if (!found) return std::nullopt;
      std::tie(outer.factor[position], inner.factor[position]) = *found;
    }
    parts.pairs.emplace_back(number_of(outer, parts.first, numbers_first), number_of(inner, parts.second, numbers_second));
  }
  const std::set<std::pair<std::uint32_t, std::uint32_t>> distinct(parts.pairs.begin(), parts.pairs.end());
  if (distinct.size() != scheme.rank() || parts.first.rank() * parts.second.rank() != scheme.rank()) return std::nullopt;
  if (first_wrong_entry(parts.first) || first_wrong_entry(parts.second)) return std::nullopt;
  return parts;
}

}  // namespace

std::optional<SplitProduct> split_product(const Scheme& scheme) {
  const Shape& shape = scheme.shape;
  const std::uint64_t volume = std::uint64_t{shape.n} * shape.m * shape.p;
  for (unsigned n = 1; n <= shape.n; ++n) {
    for (unsigned m = 1; m <= shape.m; ++m) {
      for (unsigned p = 1; p <= shape.p; ++p) {
        const std::uint64_t part = std::uint64_t{n} * m * p;
        if (shape.n % n != 0 || shape.m % m != 0 || shape.p % p != 0 || part == 1 || part == volume) continue;
        if (auto found = split_as(scheme, {n, m, p}, {shape.n / n, shape.m / m, shape.p / p})) return found;
      }
    }
  }
  return std::nullopt;
}

}  // namespace wreath::flip

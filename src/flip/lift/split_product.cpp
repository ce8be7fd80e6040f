// SPDX-License-Identifier: MIT
#include "flip/lift/split_product.hpp"

#include <map>
#include <set>

#include "flip/scheme/rational.hpp"

namespace wreath::flip {

namespace {

using Ones = BitScheme::Ones;
using Factors = std::array<Ones, 3>;

/// The two parts of a factor; nothing if it is not a product.
std::optional<std::pair<Ones, Ones>> split(const Ones& factor, const Shape& first, const Shape& second, unsigned position) {
  const unsigned height = second.rows(position);
  const unsigned width = second.columns(position);
  const unsigned columns = first.columns(position) * width;
  std::map<std::uint32_t, Ones> blocks;  // those that are not zero
  for (const std::uint32_t one : factor) {
    const std::uint32_t row = one / columns;
    const std::uint32_t column = one % columns;
    blocks[row / height * first.columns(position) + column / width].push_back(row % height * width + column % width);
  }
  std::pair<Ones, Ones> parts;
  for (const auto& [place, block] : blocks) {
    if (!parts.first.empty() && block != parts.second) return std::nullopt;
    parts.first.push_back(place);
    parts.second = block;
  }
  return parts;
}

/// The number of a summand of a scheme that grows.
std::uint32_t number_of(const Factors& summand, BitScheme& scheme, std::map<Factors, std::uint32_t>& numbers) {
  const auto [at, is_new] = numbers.emplace(summand, static_cast<std::uint32_t>(scheme.rank()));
  if (is_new) scheme.summands.push_back(summand);
  return at->second;
}

bool is_valid(const BitScheme& scheme, unsigned threads, RunControl* run) {
  return !first_wrong_modulo(to_rational(scheme), 2, threads, run);
}

std::optional<SplitProduct> split_as(const BitScheme& scheme, const Shape& first, const Shape& second, unsigned threads,
                                     RunControl* run) {
  SplitProduct parts{BitScheme(first), BitScheme(second), {}};
  std::map<Factors, std::uint32_t> numbers_first;
  std::map<Factors, std::uint32_t> numbers_second;
  for (const Factors& summand : scheme.summands) {
    Factors outer;
    Factors inner;
    for (unsigned position = 0; position < 3; ++position) {
      auto found = split(summand[position], first, second, position);
      if (!found) return std::nullopt;
      std::tie(outer[position], inner[position]) = std::move(*found);
    }
    parts.pairs.emplace_back(number_of(outer, parts.first, numbers_first), number_of(inner, parts.second, numbers_second));
  }
  const std::set<std::pair<std::uint32_t, std::uint32_t>> distinct(parts.pairs.begin(), parts.pairs.end());
  if (distinct.size() != scheme.rank() || parts.first.rank() * parts.second.rank() != scheme.rank()) return std::nullopt;
  if (!is_valid(parts.first, threads, run) || !is_valid(parts.second, threads, run)) return std::nullopt;
  return parts;
}

}  // namespace

std::optional<SplitProduct> split_product(const BitScheme& scheme, unsigned threads, RunControl* run) {
  const Shape& shape = scheme.shape;
  if (!shape.is_matrices()) return std::nullopt;
  const std::uint64_t volume = std::uint64_t{shape.n} * shape.m * shape.p;
  for (unsigned n = 1; n <= shape.n; ++n) {
    for (unsigned m = 1; m <= shape.m; ++m) {
      for (unsigned p = 1; p <= shape.p; ++p) {
        const std::uint64_t part = std::uint64_t{n} * m * p;
        if (shape.n % n != 0 || shape.m % m != 0 || shape.p % p != 0 || part == 1 || part == volume) continue;
        const Shape rest{shape.n / n, shape.m / m, shape.p / p};
        if (auto found = split_as(scheme, {n, m, p}, rest, threads, run)) return found;
      }
    }
  }
  return std::nullopt;
}

BitScheme::BitScheme(const RationalScheme& scheme) : shape(scheme.shape), summands(scheme.rank()) {
  for (std::size_t r = 0; r < summands.size(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      const Row& row = scheme.summands[r][position];
      for (std::uint32_t k = 0; k < row.size(); ++k) {
        if (row[k].numerator % 2 != 0) summands[r][position].push_back(k);
      }
    }
  }
}

RationalScheme to_rational(const BitScheme& scheme) {
  RationalScheme result{scheme.shape, {}};
  for (const auto& summand : scheme.summands) {
    auto& rows = result.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      rows[position].resize(scheme.shape.bits(position));
      for (const std::uint32_t k : summand[position]) rows[position][k].numerator = 1;
    }
  }
  return result;
}

}  // namespace wreath::flip

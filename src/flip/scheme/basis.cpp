// SPDX-License-Identifier: MIT
#include "flip/scheme/basis.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace wreath::flip {

namespace {

using Rows = std::vector<std::uint64_t>;

/// A row vector times a matrix.
std::uint64_t times(std::uint64_t vector, const Rows& matrix) {
  std::uint64_t product = 0;
  for (; vector != 0; vector &= vector - 1) product ^= matrix[static_cast<std::size_t>(__builtin_ctzll(vector))];
  return product;
}

Factor changed(Factor factor, unsigned columns, const Rows& left, const Rows& right) {
  const Factor mask = columns == 64 ? ~Factor{0} : (Factor{1} << columns) - 1;
  Rows rows(left.size());
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a factor has at most 64 entries
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = times(factor >> (i * columns) & mask, right);
  Factor result = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) result |= times(left[i], rows) << (i * columns);
  return result;
}

}  // namespace

/// By Gauss and Jordan.
std::optional<Rows> inverse_of(Rows rows) {
  Rows inverse(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) inverse[i] = std::uint64_t{1} << i;
  for (std::size_t column = 0; column < rows.size(); ++column) {
    std::size_t pivot = column;
    while (pivot < rows.size() && (rows[pivot] >> column & 1) == 0) ++pivot;
    if (pivot == rows.size()) return std::nullopt;
    std::swap(rows[pivot], rows[column]);
    std::swap(inverse[pivot], inverse[column]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == column || (rows[i] >> column & 1) == 0) continue;
      rows[i] ^= rows[column];
      inverse[i] ^= inverse[column];
    }
  }
  return inverse;
}

Basis Basis::identity(unsigned size) {
  Rows rows(size);
  for (unsigned i = 0; i < size; ++i) rows[i] = std::uint64_t{1} << i;
  return {rows, rows};
}

std::optional<Basis> Basis::of(Rows rows) {
  std::optional<Rows> inverse = inverse_of(rows);
  if (!inverse) return std::nullopt;
  return Basis{std::move(rows), std::move(*inverse)};
}

Basis Basis::random(unsigned size, unsigned swaps, RandomStream& random) {
  const auto image = [&](unsigned i) { return std::min(i, size - 1 - i) < swaps ? size - 1 - i : i; };
  for (;;) {  // a few times: between a quarter and a half of all matrices are invertible
    Rows rows(size);
    for (unsigned i = 0; i < size; ++i) {
      for (unsigned j = 0; j < size; ++j) {
        if (std::pair(i, j) > std::pair(image(i), image(j))) continue;
        const std::uint64_t bit = random.next() & 1;
        rows[i] |= bit << j;
        if (std::pair(i, j) != std::pair(image(i), image(j))) rows[image(i)] |= bit << image(j);
      }
    }
    if (auto inverse = inverse_of(rows)) return {std::move(rows), std::move(*inverse)};
  }
}

Scheme change_basis(const Scheme& scheme, const Bases& bases) {
  Scheme result = scheme;
  for (Summand& summand : result.summands) {
    for (unsigned position = 0; position < 3; ++position) {
      summand.factor[position] = changed(summand.factor[position], scheme.shape.columns(position), bases[position].rows,
                                         bases[(position + 1) % 3].inverse);
    }
  }
  return result;
}

Bases random_bases(const Shape& shape, RandomStream& random, const Swaps& swaps) {
  Bases bases;
  for (unsigned side = 0; side < 3; ++side) bases[side] = Basis::random(shape.rows(side), swaps[side], random);
  return bases;
}

}  // namespace wreath::flip

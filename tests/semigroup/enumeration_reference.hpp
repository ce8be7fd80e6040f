// SPDX-License-Identifier: MIT
//
// The slow, obvious enumeration that every backend must agree with: a dictionary of rows, filled in the order of words.
#pragma once

#include <map>
#include <numeric>
#include <vector>

#include "semigroup/kind_reference.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {

struct Reference {
  std::vector<std::vector<Point>> rows;
  std::vector<Word> words;
  std::vector<std::vector<std::uint32_t>> right;
  std::vector<std::vector<std::uint32_t>> left;
  std::uint64_t idempotents = 0;
  std::map<std::vector<Point>, std::uint32_t> numbers;
};

inline std::vector<Point> compose(const std::vector<Point>& x, std::span<const Point> y) {
  std::vector<Point> z;
  for (const Point p : x) z.push_back(y[p]);
  return z;
}

/// All elements, or the first ones where there are more than `most`.
inline Reference enumerate_reference(const Generators& generators, std::size_t most = ~std::size_t{0}) {
  Reference found;
  const auto times = [&](const std::vector<Point>& x, std::span<const Point> y) {
    return product_reference(generators.kind, x, {y.begin(), y.end()});
  };
  const auto add = [&](const std::vector<Point>& row, const Word& word) {
    const auto [place, fresh] = found.numbers.emplace(row, static_cast<std::uint32_t>(found.rows.size()));
    if (!fresh) return;
    found.rows.push_back(row);
    found.words.push_back(word);
  };
  std::vector<Point> identity = identity_of(generators.kind);
  if (generators.kind.is_transformation()) {
    identity.resize(generators.degree);
    std::iota(identity.begin(), identity.end(), Point{0});
  }
  if (generators.monoid) add(identity, {});
  if (!generators.monoid) {
    for (std::size_t g = 0; g < generators.count(); ++g) add(times(identity, generators.row(g)), {static_cast<Letter>(g)});
  }
  for (std::size_t at = 0; at < found.rows.size(); ++at) {
    if (found.rows.size() > most) return found;
    for (std::size_t g = 0; g < generators.count(); ++g) {
      Word word = found.words[at];
      word.push_back(static_cast<Letter>(g));
      add(times(found.rows[at], generators.row(g)), word);
    }
  }
  for (const std::vector<Point>& row : found.rows) {
    found.right.emplace_back();
    found.left.emplace_back();
    for (std::size_t g = 0; g < generators.count(); ++g) {
      found.right.back().push_back(found.numbers.at(times(row, generators.row(g))));
      found.left.back().push_back(found.numbers.at(times(times(identity, generators.row(g)), row)));
    }
    found.idempotents += times(row, row) == row;
  }
  return found;
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// The edges of a coset table as generators of the subgroup (Schreier): each edge outside a tree is one.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "coset/tables/closed_table.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset {

struct EdgeNames {
  /// Of each place (coset, letter): 0 in the tree, k for generator k, -k for the same edge read backwards.
  std::vector<std::int32_t> names = {};
  std::vector<Table::Step> generators = {};
  /// Loops by letters that are their own inverses: the squares of these generators are 1.
  std::vector<std::int32_t> involutions = {};
};

/// The tree is Table::tree(). Generators are numbered from `first` + 1 on.
template <class Image>
EdgeNames name_edges(std::uint64_t index, std::span<const word::Letter> inverses, const Image& image, std::size_t first = 0) {
  using word::Letter;
  constexpr std::int32_t kUnnamed = std::numeric_limits<std::int32_t>::min();
  const std::size_t letters = inverses.size();
  EdgeNames edges;
  edges.names.assign(index * letters, kUnnamed);
  const auto set = [&](Coset c, Letter x, Coset d, std::int32_t name) {
    edges.names[d * letters + inverses[x]] = -name;
    edges.names[c * letters + x] = name;  // last: a loop by an involution is its own inverse
  };
  reach_cosets<Coset>(index, letters, image, [&](Coset c, Letter x, Coset d) { set(c, x, d, 0); });
  for (Coset c = 0; c < index; ++c) {
    for (std::size_t k = 0; k < letters; ++k) {
      if (edges.names[c * letters + k] != kUnnamed) continue;
      const auto x = static_cast<Letter>(k);
      const Coset d = image(c, x);
      edges.generators.push_back({c, x});
      const auto name = static_cast<std::int32_t>(first + edges.generators.size());
      if (d == c && inverses[x] == x) edges.involutions.push_back(name);
      set(c, x, d, name);
    }
  }
  return edges;
}

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// The edges of a coset table as generators of the subgroup (Schreier): each edge outside a tree is one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel/function_ref.hpp"
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
EdgeNames name_edges(std::uint64_t index, std::span<const word::Letter> inverses, FunctionRef<Coset(Coset, word::Letter)> image,
                     std::size_t first = 0);

}  // namespace wreath::coset

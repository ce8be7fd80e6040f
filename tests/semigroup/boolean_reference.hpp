// SPDX-License-Identifier: MIT
//
// Green's classes of all n x n Boolean matrices, n up to 5, from the definitions and by brute force: every matrix is looked at.
//
// Two matrices are L-equivalent exactly if their row spaces are equal, and R-equivalent if their column spaces are. A space is a
// set of vectors here, one bit for each of the 2^n. D is the join of the two: a matrix links its two spaces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

namespace wreath::semigroup {

struct BooleanClassesReference {
  std::uint64_t r_classes = 0;
  std::uint64_t l_classes = 0;
  std::uint64_t h_classes = 0;
  std::uint64_t d_classes = 0;
  std::uint64_t regular_d_classes = 0;
  std::uint64_t idempotents = 0;
};

class BooleanBruteForce {
 public:
  explicit BooleanBruteForce(unsigned n) : n_(n), low_((1U << n) - 1) {}

  BooleanClassesReference count() const {
    const std::uint64_t matrices = std::uint64_t{1} << (n_ * n_);
    std::vector<std::uint32_t> row_spaces(matrices);
    std::vector<std::uint32_t> column_spaces(matrices);
    for (std::uint64_t x = 0; x < matrices; ++x) {
      // The transposed matrix has the same spaces, exchanged.
      row_spaces[x] = space_of(x);
      column_spaces[x] = space_of(transposed(x));
    }
    const std::vector<std::uint32_t> rows = distinct(row_spaces);
    const std::vector<std::uint32_t> columns = distinct(column_spaces);
    BooleanClassesReference found{.r_classes = columns.size(), .l_classes = rows.size()};
    std::vector<std::uint32_t> parent(rows.size() + columns.size());  // row spaces, then column spaces
    std::iota(parent.begin(), parent.end(), 0U);
    const auto root = [&](std::uint32_t at) {
      while (parent[at] != at) at = parent[at] = parent[parent[at]];
      return at;
    };
    std::vector<std::uint64_t> cells(matrices);
    std::vector<std::uint32_t> regular;  // row spaces of idempotents
    for (std::uint64_t x = 0; x < matrices; ++x) {
      const std::uint32_t row = place(rows, row_spaces[x]);
      const auto column = static_cast<std::uint32_t>(rows.size() + place(columns, column_spaces[x]));
      cells[x] = std::uint64_t{row} << 32 | column;
      parent[root(row)] = root(column);
      if (product(x, x) != x) continue;
      ++found.idempotents;
      regular.push_back(row);
    }
    std::ranges::sort(cells);
    found.h_classes = static_cast<std::uint64_t>(std::ranges::unique(cells).begin() - cells.begin());
    std::set<std::uint32_t> d;
    std::set<std::uint32_t> regular_d;
    for (std::uint32_t at = 0; at < parent.size(); ++at) d.insert(root(at));
    for (const std::uint32_t row : regular) regular_d.insert(root(row));
    found.d_classes = d.size();
    found.regular_d_classes = regular_d.size();
    return found;
  }

 private:
  unsigned row(std::uint64_t x, unsigned i) const { return static_cast<unsigned>(x >> (n_ * i)) & low_; }
  std::uint64_t product(std::uint64_t x, std::uint64_t y) const {
    std::uint64_t z = 0;
    for (unsigned i = 0; i < n_; ++i) {
      for (unsigned k = 0; k < n_; ++k) {
        if ((row(x, i) >> k & 1) != 0) z |= std::uint64_t{row(y, k)} << (n_ * i);
      }
    }
    return z;
  }
  std::uint64_t transposed(std::uint64_t x) const {
    std::uint64_t y = 0;
    for (unsigned i = 0; i < n_; ++i) {
      for (unsigned j = 0; j < n_; ++j) y |= (x >> (n_ * i + j) & 1) << (n_ * j + i);
    }
    return y;
  }
  /// All unions of rows.
  std::uint32_t space_of(std::uint64_t x) const {
    std::uint32_t space = 1;  // the empty union
    for (unsigned i = 0; i < n_; ++i) {
      std::uint32_t with_row = 0;
      for (unsigned v = 0; v <= low_; ++v) with_row |= (space >> v & 1U) << (v | row(x, i));
      space |= with_row;
    }
    return space;
  }
  static std::vector<std::uint32_t> distinct(std::vector<std::uint32_t> values) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
  }
  static std::uint32_t place(const std::vector<std::uint32_t>& sorted, std::uint32_t value) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
  }

  unsigned n_;
  unsigned low_;
};

}  // namespace wreath::semigroup

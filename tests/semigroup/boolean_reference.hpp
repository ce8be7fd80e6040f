// SPDX-License-Identifier: MIT
//
// Green's classes of all n x n Boolean matrices, n up to 5, from the definitions and by brute force: every matrix is looked at.
//
// Two matrices are L-equivalent exactly if their row spaces are equal, and R-equivalent if their column spaces are. A space is a
// set of vectors here, one bit for each of the 2^n; it is found row by row, from that of the rows before, and numbered when it
// comes up first. D is the join of the two relations: a matrix links its two spaces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
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
  explicit BooleanBruteForce(unsigned n) : n_(n), low_((1U << n) - 1), matrices_(std::uint64_t{1} << (n * n)) {}

  BooleanClassesReference count() const {
    const std::vector<std::uint32_t> spaces = row_spaces();
    std::uint32_t count = 0;
    for (const std::uint32_t space : spaces) count = std::max(count, space + 1);
    // The column space of a matrix is the row space of the transposed one, so there are as many.
    BooleanClassesReference found{.r_classes = count, .l_classes = count};
    std::vector<std::uint32_t> parent(std::size_t{2} * count);  // row spaces, then column spaces
    std::iota(parent.begin(), parent.end(), 0U);
    const auto root = [&](std::uint32_t at) {
      while (parent[at] != at) at = parent[at] = parent[parent[at]];
      return at;
    };
    std::vector<std::uint32_t> starts(std::size_t{count} + 1);  // of the matrices of each row space
    for (const std::uint32_t space : spaces) ++starts[space + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> columns(matrices_);  // the column spaces of these
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    std::vector<std::uint32_t> regular;  // row spaces of idempotents
    for (std::uint64_t x = 0; x < matrices_; ++x) {
      const std::uint32_t row = spaces[x];
      const std::uint32_t column = spaces[transposed(x)];
      columns[next[row]++] = column;
      parent[root(row)] = root(count + column);
      if (!is_idempotent(x)) continue;
      ++found.idempotents;
      regular.push_back(row);
    }
    found.h_classes = distinct_pairs(starts, columns, count);
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
  bool is_idempotent(std::uint64_t x) const {
    for (unsigned i = 0; i < n_; ++i) {
      unsigned square = 0;  // a row of x*x
      for (unsigned k = 0; k < n_; ++k) {
        if ((row(x, i) >> k & 1) != 0) square |= row(x, k);
      }
      if (square != row(x, i)) return false;
    }
    return true;
  }
  std::uint64_t transposed(std::uint64_t x) const {
    std::uint64_t y = 0;
    for (; x != 0; x &= x - 1) {
      const auto at = static_cast<unsigned>(__builtin_ctzll(x));
      y |= std::uint64_t{1} << (at % n_ * n_ + at / n_);
    }
    return y;
  }
  /// The unions of the vectors of a space with a row, and the vectors themselves.
  std::uint32_t with_row(std::uint32_t space, unsigned added) const {
    std::uint32_t larger = space;
    for (unsigned v = 0; v <= low_; ++v) larger |= (space >> v & 1U) << (v | added);
    return larger;
  }
  /// The number of the row space of each matrix. The row at the highest place changes slowest, so all matrices of few rows come
  /// first, and the space of x is that of the matrix without its highest row, with this row.
  std::vector<std::uint32_t> row_spaces() const {
    std::vector<std::uint32_t> spaces(matrices_);
    std::vector<std::uint32_t> sets{1};  // of each number: at first the empty union
    std::map<std::uint32_t, std::uint32_t> numbers{{1, 0}};
    std::vector<std::vector<std::uint32_t>> after;  // the number of a space with a row, where it is known
    constexpr auto kUnknown = ~std::uint32_t{0};
    for (unsigned i = 0; i < n_; ++i) {
      const std::uint64_t before = std::uint64_t{1} << (n_ * i);
      for (unsigned added = 1; added <= low_; ++added) {
        for (std::uint64_t x = 0; x < before; ++x) {
          const std::uint32_t space = spaces[x];
          if (after.size() <= space) after.resize(space + 1, std::vector<std::uint32_t>(low_ + 1, kUnknown));
          std::uint32_t& larger = after[space][added];
          if (larger == kUnknown) {
            const std::uint32_t set = with_row(sets[space], added);
            const auto [at, fresh] = numbers.emplace(set, static_cast<std::uint32_t>(sets.size()));
            if (fresh) sets.push_back(set);
            larger = at->second;
          }
          spaces[before * added + x] = larger;
        }
      }
    }
    return spaces;
  }
  /// How many numbers differ in each part of the list, all parts together.
  static std::uint64_t distinct_pairs(const std::vector<std::uint32_t>& starts, const std::vector<std::uint32_t>& list,
                                      std::uint32_t numbers) {
    std::vector<std::uint32_t> last_seen(numbers);  // in a part, from 1
    std::uint64_t pairs = 0;
    for (std::uint32_t part = 1; part < starts.size(); ++part) {
      for (std::uint32_t k = starts[part - 1]; k < starts[part]; ++k) {
        if (last_seen[list[k]] == part) continue;
        last_seen[list[k]] = part;
        ++pairs;
      }
    }
    return pairs;
  }

  unsigned n_;
  unsigned low_;
  std::uint64_t matrices_;
};

}  // namespace wreath::semigroup

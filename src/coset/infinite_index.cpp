// SPDX-License-Identifier: MIT
//
// A proof that an index is infinite.
//
// If the group is made abelian, and the subgroup trivial, what is left is a quotient on which the cosets act: if it is infinite,
// so is the index. It is infinite exactly if the exponent sums of the relators and of the subgroup's generators span fewer
// dimensions than there are generators, and then some generator has infinite order in it.
#include <algorithm>

#include "core/algebra/integer_rows.hpp"
#include "wreath/coset/order.hpp"

namespace wreath::coset {

namespace {

/// A letter and its inverse share a column; one that is its own inverse has finite order and counts nothing.
void add_exponent_sums(IntegerRows::Row& row, const word::Word& word, const std::vector<word::Letter>& inverses, int sign) {
  for (const word::Letter x : word) {
    if (inverses[x] != x) row[std::min(x, inverses[x])] += x < inverses[x] ? sign : -sign;
  }
}

}  // namespace

std::optional<word::Letter> letter_of_infinite_order(const Problem& problem) {
  if (!problem.group.is_group()) return std::nullopt;
  const auto& inverses = problem.group.alphabet.inverses;
  const std::size_t letters = problem.group.alphabet.size();
  IntegerRows rows(letters);
  for (const auto& [u, v] : problem.group.equations) {
    IntegerRows::Row row(letters);
    add_exponent_sums(row, u, inverses, 1);
    add_exponent_sums(row, v, inverses, -1);
    if (!rows.add(std::move(row))) return std::nullopt;
  }
  for (const word::Word& word : problem.subgroup) {
    IntegerRows::Row row(letters);
    add_exponent_sums(row, word, inverses, 1);
    if (!rows.add(std::move(row))) return std::nullopt;
  }
  for (std::size_t x = 0; x < letters; ++x) {
    if (inverses[x] <= x) continue;
    IntegerRows::Row row(letters);
    row[x] = 1;
    const auto rest = rows.reduced(std::move(row));
    if (rest && IntegerRows::first_nonzero(*rest) < letters) return static_cast<word::Letter>(x);
  }
  return std::nullopt;
}

}  // namespace wreath::coset

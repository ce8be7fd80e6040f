// SPDX-License-Identifier: MIT
//
// A proof that an index is infinite.
//
// If the group is made abelian, and the subgroup trivial, what is left is a quotient on which the cosets act: if it is infinite,
// so is the index. It is infinite exactly if the exponent sums of the relators and of the subgroup's generators span fewer
// dimensions than there are generators, and then some generator has infinite order in it.
#include "core/algebra/exponent_sums.hpp"
#include "wreath/coset/order.hpp"

namespace wreath::coset {

std::optional<word::Letter> letter_of_infinite_order(const Problem& problem) {
  if (!problem.group.is_group()) return std::nullopt;
  const auto& inverses = problem.group.alphabet.inverses;
  const std::size_t letters = problem.group.alphabet.size();
  auto rows = exponent_rows(inverses, problem.group.equations);
  if (!rows) return std::nullopt;
  for (const word::Word& word : problem.subgroup) {
    IntegerRows::Row row(letters);
    add_exponent_sums(row, word, inverses, 1);
    if (!rows->add(std::move(row))) return std::nullopt;
  }
  for (std::size_t x = 0; x < letters; ++x) {
    if (inverses[x] <= x) continue;
    IntegerRows::Row row(letters);
    row[x] = 1;
    const auto rest = rows->reduced(std::move(row));
    if (rest && IntegerRows::first_nonzero(*rest) < letters) return static_cast<word::Letter>(x);
  }
  return std::nullopt;
}

}  // namespace wreath::coset

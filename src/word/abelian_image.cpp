// SPDX-License-Identifier: MIT
#include "word/abelian_image.hpp"

#include <vector>

#include "core/algebra/integer_rows.hpp"
#include "word/words.hpp"

namespace wreath::word {

namespace {

using Row = IntegerRows::Row;

/// A letter and its inverse share a column; one that is its own inverse has finite order and counts nothing.
void add_exponents(Row& row, std::span<const Letter> word, const Alphabet& alphabet, std::int64_t sign) {
  for (const Letter x : word) {
    const Letter inverse = alphabet.inverses[x];
    if (inverse == x) continue;
    if (x < inverse) {
      row[x] += sign;
    } else {
      row[inverse] -= sign;
    }
  }
}

}  // namespace

bool has_infinite_abelian_image(const Presentation& group, std::span<const Letter> word) {
  if (!group.is_group()) return false;
  const std::size_t letters = group.alphabet.size();
  IntegerRows relators(letters);
  for (const auto& [u, v] : group.equations) {
    Row row(letters);
    add_exponents(row, u, group.alphabet, 1);
    add_exponents(row, v, group.alphabet, -1);
    if (!relators.add(std::move(row))) return false;
  }
  Row row(letters);
  add_exponents(row, word, group.alphabet, 1);
  const auto rest = relators.reduced(std::move(row));
  return rest && IntegerRows::first_nonzero(*rest) < letters;
}

}  // namespace wreath::word

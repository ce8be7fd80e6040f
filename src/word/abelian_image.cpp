// SPDX-License-Identifier: MIT
#include "word/abelian_image.hpp"

#include "core/algebra/exponent_sums.hpp"

namespace wreath::word {

bool has_infinite_abelian_image(const Presentation& group, std::span<const Letter> word) {
  if (!group.is_group()) return false;
  const auto& inverses = group.alphabet.inverses;
  const auto relators = exponent_rows(inverses, group.equations);
  if (!relators) return false;
  IntegerRows::Row row(inverses.size());
  add_exponent_sums(row, word, inverses, 1);
  const auto rest = relators->reduced(std::move(row));
  return rest && IntegerRows::first_nonzero(*rest) < inverses.size();
}

}  // namespace wreath::word

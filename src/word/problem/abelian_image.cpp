// SPDX-License-Identifier: MIT
#include "word/problem/abelian_image.hpp"

#include <algorithm>

namespace wreath::word {

AbelianImage::AbelianImage(const Presentation& group, std::span<const Word> trivial)
    : inverses_(group.alphabet.inverses), relators_(inverses_.size()) {
  for (std::size_t x = 0; x < inverses_.size(); ++x) {
    if (inverses_[x] != x) continue;
    IntegerLattice::Row square(inverses_.size());
    square[x] = 2;
    relators_.add(std::move(square));
  }
  for (const auto& [u, v] : group.equations) relators_.add(row_of(u, v));
  for (const Word& word : trivial) relators_.add(row_of(word, {}));
}

void AbelianImage::add_sums(IntegerLattice::Row& row, std::span<const Letter> word, int sign) const {
  for (const Letter x : word) row[std::min(x, inverses_[x])] += x <= inverses_[x] ? sign : -sign;
}

IntegerLattice::Row AbelianImage::row_of(std::span<const Letter> u, std::span<const Letter> v) const {
  IntegerLattice::Row row(inverses_.size());
  add_sums(row, u, 1);
  add_sums(row, v, -1);
  return row;
}

std::optional<std::uint64_t> AbelianImage::order_of(std::span<const Letter> u, std::span<const Letter> v) const {
  return relators_.order_of(row_of(u, v));
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#include "flip/derive/relations.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/data/hash.hpp"

namespace wreath::flip {

namespace {

Factor row_mask(unsigned columns) {
  return columns == 64 ? ~Factor{0} : (Factor{1} << columns) - 1;
}

unsigned rank_of(Factor matrix, unsigned rows, unsigned columns) {
  std::array<Factor, 64> reduced;  // of the rank so far
  unsigned rank = 0;
  for (unsigned i = 0; i < rows && matrix != 0; ++i, matrix = columns == 64 ? 0 : matrix >> columns) {
    Factor row = matrix & row_mask(columns);
    for (unsigned k = 0; k < rank; ++k) row = std::min(row, row ^ reduced[k]);
    if (row != 0) reduced[rank++] = row;
  }
  return rank;
}

/// The rank of a product, whose rows are sums of rows of the second matrix; it need not fit a word.
unsigned rank_of_product(Factor first, unsigned rows, unsigned inner, Factor second, unsigned columns) {
  std::array<Factor, 64> reduced;
  unsigned rank = 0;
  for (unsigned i = 0; i < rows && first != 0; ++i, first = inner == 64 ? 0 : first >> inner) {
    Factor row = 0;
    for (Factor left = first & row_mask(inner); left != 0; left &= left - 1)
      row ^= second >> (static_cast<unsigned>(std::countr_zero(left)) * columns) & row_mask(columns);
    for (unsigned k = 0; k < rank; ++k) row = std::min(row, row ^ reduced[k]);
    if (row != 0) reduced[rank++] = row;
  }
  return rank;
}

Factor transposed(Factor matrix, unsigned rows, unsigned columns) {
  Factor result = 0;
  for (; matrix != 0; matrix &= matrix - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(matrix));
    result |= Factor{1} << (k % columns * rows + k / columns);
  }
  return result;
}

}  // namespace

Shape image_of(const Outer& outer, const Shape& shape) {
  std::array<unsigned, 3> sides{shape.n, shape.m, shape.p};
  std::ranges::rotate(sides, sides.begin() + outer.turns);
  return outer.transposed ? Shape{sides[2], sides[1], sides[0]} : Shape{sides[0], sides[1], sides[2]};
}

Scheme apply(const Outer& outer, const Scheme& scheme) {
  Scheme image{image_of(outer, scheme.shape), scheme.summands};
  const Shape turned = image_of(Outer{outer.turns, false}, scheme.shape);
  for (Summand& summand : image.summands) {
    std::ranges::rotate(summand.factor, summand.factor.begin() + outer.turns);
    if (!outer.transposed) continue;
    for (unsigned p = 0; p < 3; ++p) summand.factor[p] = transposed(summand.factor[p], turned.rows(p), turned.columns(p));
    std::swap(summand.factor[0], summand.factor[1]);
  }
  return image;
}

Relations::Relations(const Scheme& scheme) : size_(scheme.rank()), ranks_(size_ * size_) {
  const Shape& shape = scheme.shape;
  for (std::size_t r = 0; r < size_; ++r) {
    for (std::size_t s = 0; s < size_; ++s) {
      for (unsigned p = 0; p < 3; ++p) {
        const Factor mine = scheme.summands[r].factor[p];
        const Factor other = scheme.summands[s].factor[p];
        Ranks& ranks = ranks_[r * size_ + s];
        if (s < r) {
          ranks[p] = ranks_[s * size_ + r][p];
        } else {
          ranks[p] = static_cast<std::uint8_t>(rank_of(r == s ? mine : mine ^ other, shape.rows(p), shape.columns(p)));
        }
        const unsigned next = (p + 1) % 3;
        ranks[3 + p] = static_cast<std::uint8_t>(
            rank_of_product(mine, shape.rows(p), shape.columns(p), scheme.summands[s].factor[next], shape.columns(next)));
      }
    }
  }
}

std::uint64_t Relations::relation(std::size_t r, std::size_t s, const Outer& outer) const {
  // Turned, position p has what p + turns had; transposed, (a, b, c) are (b', a', c') and a_r b_s is (a_s b_r)'.
  const Ranks& from = at(r, s);
  const Ranks& back = at(s, r);
  const auto turned = [&](unsigned p) { return (p + outer.turns) % 3; };
  constexpr std::array<unsigned, 3> kFactors{1, 0, 2};
  constexpr std::array<unsigned, 3> kProducts{0, 2, 1};
  std::uint64_t word = 0;
  for (unsigned p = 0; p < 3; ++p) word = word << 7 | from[turned(outer.transposed ? kFactors[p] : p)];
  for (unsigned p = 0; p < 3; ++p) {
    const unsigned q = 3 + turned(outer.transposed ? kProducts[p] : p);
    word = word << 14 | std::uint64_t{outer.transposed ? back[q] : from[q]} << 7 | (outer.transposed ? from[q] : back[q]);
  }
  return mix64(word);
}

Colours Relations::colours(const Outer& outer) const {
  Colours colours(size_);
  for (std::size_t r = 0; r < size_; ++r) colours[r] = relation(r, r, outer);
  return colours;
}

void Relations::refine(Colours& colours, const Outer& outer) const {
  Colours refined(size_);
  for (std::size_t r = 0; r < size_; ++r) {
    std::uint64_t sum = 0;
    for (std::size_t s = 0; s < size_; ++s) sum += mix64(colours[s] ^ relation(r, s, outer));
    refined[r] = mix64(colours[r] + mix64(sum));
  }
  colours = std::move(refined);
}

std::uint64_t basis_invariant(const Scheme& scheme) {
  constexpr unsigned kRounds = 2;
  const Relations relations(scheme);
  std::array<unsigned, 3> sides{scheme.shape.n, scheme.shape.m, scheme.shape.p};
  std::ranges::sort(sides);
  const Shape ordered{sides[0], sides[1], sides[2]};
  std::optional<std::uint64_t> least;
  for (const Outer& outer : kOuters) {
    if (image_of(outer, scheme.shape) != ordered) continue;
    Colours colours = relations.colours(outer);
    for (unsigned round = 0; round < kRounds; ++round) relations.refine(colours, outer);
    std::uint64_t sum = scheme.rank();
    for (const std::uint64_t colour : colours) sum += mix64(colour);
    least = std::min(least.value_or(~std::uint64_t{0}), mix64(sum));
  }
  return *least;
}

}  // namespace wreath::flip

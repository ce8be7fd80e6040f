// SPDX-License-Identifier: MIT
#include "flip/bit_scheme.hpp"

namespace wreath::flip {

BitScheme::BitScheme(const Scheme& scheme) : shape(scheme.shape), summands(scheme.rank()) {
  for (std::size_t r = 0; r < summands.size(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      for (Factor rest = scheme.summands[r].factor[position]; rest != 0; rest &= rest - 1)
        summands[r][position].push_back(static_cast<std::uint32_t>(__builtin_ctzll(rest)));
    }
  }
}

BitScheme::BitScheme(const RationalScheme& scheme) : shape(scheme.shape), summands(scheme.rank()) {
  for (std::size_t r = 0; r < summands.size(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      const Row& row = scheme.summands[r][position];
      for (std::uint32_t k = 0; k < row.size(); ++k) {
        if (row[k].numerator % 2 != 0) summands[r][position].push_back(k);
      }
    }
  }
}

RationalScheme to_rational(const BitScheme& scheme) {
  RationalScheme result{scheme.shape, {}};
  for (const auto& summand : scheme.summands) {
    auto& rows = result.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      rows[position].resize(scheme.shape.bits(position));
      for (const std::uint32_t k : summand[position]) rows[position][k].numerator = 1;
    }
  }
  return result;
}

}  // namespace wreath::flip

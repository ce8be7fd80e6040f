// SPDX-License-Identifier: MIT
#include "flip/scheme/reflection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/text/option.hpp"
#include "flip/walk/moves.hpp"

namespace wreath::flip {

Reflection::Reflection(const Shape& shape, const Swaps& swaps) {
  if (!shape.is_matrices()) return;  // nothing is mirrored
  const unsigned sides[] = {shape.n, shape.m, shape.p};
  const auto reflected = [&](unsigned i, unsigned side) {
    const unsigned moved = std::min(swaps[side], sides[side] / 2);
    return i < moved || i >= sides[side] - moved ? sides[side] - 1 - i : i;
  };
  for (unsigned position = 0; position < 3; ++position) {
    const unsigned next = next_position(position);
    const unsigned columns = sides[next];
    for (unsigned entry = 0; entry < sides[position] * columns; ++entry) {
      const unsigned image = reflected(entry / columns, position) * columns + reflected(entry % columns, next);
      image_of_[position][entry] = static_cast<std::uint8_t>(image);
      if (image > entry) first_[position] |= Factor{1} << entry;
      if (image == entry) staying_[position] |= Factor{1} << entry;
    }
    const auto pairs = static_cast<unsigned>(std::popcount(first_[position]));
    pairs_ = std::max(pairs_, pairs);
    shift_ = std::max(shift_, pairs + static_cast<unsigned>(std::popcount(staying_[position])));
  }
  if (width() > 64) {
    throw ResourceError(fmt::format("a walk's word would need {} bits to mirror factors of {}, and has 64; choose other {}",
                                    width(), to_string(shape), option("swaps")));
  }
}

Factor Reflection::image(Factor factor, unsigned position) const {
  Factor image = 0;
  for (Factor rest = factor; rest != 0; rest &= rest - 1) {
    image |= Factor{1} << image_of_[position][static_cast<unsigned>(std::countr_zero(rest))];
  }
  return image;
}

Summand Reflection::image(const Summand& summand) const {
  Summand image;
  for (unsigned position = 0; position < 3; ++position) image.factor[position] = this->image(summand.factor[position], position);
  return image;
}

std::uint64_t Reflection::to_word(Factor factor, unsigned position) const {
  std::uint64_t word = 0;
  unsigned bit = 0;
  for (Factor rest = first_[position]; rest != 0; rest &= rest - 1, ++bit) {
    const auto entry = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t one = factor >> entry & 1;
    const std::uint64_t other = factor >> image_of_[position][entry] & 1;
    word |= other << bit | (one ^ other) << (shift_ + bit);
  }
  for (Factor rest = staying_[position]; rest != 0; rest &= rest - 1, ++bit) {
    word |= (factor >> static_cast<unsigned>(std::countr_zero(rest)) & 1) << bit;
  }
  return word;
}

Factor Reflection::to_factor(std::uint64_t word, unsigned position) const {
  Factor factor = 0;
  unsigned bit = 0;
  for (Factor rest = first_[position]; rest != 0; rest &= rest - 1, ++bit) {
    const auto entry = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t other = word >> bit & 1;
    factor |= (other ^ (word >> (shift_ + bit) & 1)) << entry | other << image_of_[position][entry];
  }
  for (Factor rest = staying_[position]; rest != 0; rest &= rest - 1, ++bit) {
    factor |= (word >> bit & 1) << static_cast<unsigned>(std::countr_zero(rest));
  }
  return factor;
}

}  // namespace wreath::flip

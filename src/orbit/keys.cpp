// SPDX-License-Identifier: MIT
#include "orbit/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wreath::orbit {

KeyCodec::KeyCodec(const Generators& generators, Start::Kind kind, std::size_t parts, std::uint32_t largest)
    : moves_(generators.moves),
      kind_(kind),
      degree_(generators.degree),
      modulus_(generators.modulus),
      parts_(parts),
      bits_(std::max(1U, static_cast<unsigned>(std::bit_width(largest)))) {}

std::size_t KeyCodec::words() const {
  const std::size_t words = (parts_ * bits_ + 1 + 63) / 64;  // the top bit is free
  if (words > kMostWords) {
    throw InputError(fmt::format("a state has {} bits, and keys have at most {}: start with fewer points", parts_ * bits_,
                                 kMostWords * 64 - 1));
  }
  return words;
}

void KeyCodec::move(const std::uint32_t* state, const std::uint32_t* row, std::uint32_t* moved) const noexcept {
  if (moves_ == Moves::permutations) {
    if (kind_ == Start::Kind::word) {
      for (std::size_t i = 0; i < parts_; ++i) moved[row[i]] = state[i];
    } else {
      for (std::size_t i = 0; i < parts_; ++i) moved[i] = row[state[i]];
    }
    return;
  }
  if (moves_ == Moves::matrices) {
    for (std::size_t from = 0; from < parts_; from += degree_) {
      for (std::size_t j = 0; j < degree_; ++j) {
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k < degree_; ++k) sum += std::uint64_t{state[from + k]} * row[k * degree_ + j];
        moved[from + j] = static_cast<std::uint32_t>(sum % modulus_);
      }
    }
    return;
  }
  std::copy_n(state, parts_, moved);
  if (moves_ == Moves::hanoi) {
    std::uint32_t* disc = std::find(moved, moved + parts_, row[0]);
    if (disc < std::find(moved, moved + parts_, row[1])) *disc = row[1];
    return;
  }
  const auto blank = static_cast<std::size_t>(std::find(moved, moved + parts_, 0U) - moved);
  std::size_t tile = parts_;
  if (row[0] == 0) tile = blank + modulus_;
  if (row[0] == 1 && blank >= modulus_) tile = blank - modulus_;
  if (row[0] == 2 && blank % modulus_ + 1 < modulus_) tile = blank + 1;
  if (row[0] == 3 && blank % modulus_ != 0) tile = blank - 1;
  if (tile < parts_) std::swap(moved[blank], moved[tile]);
}

KeyCodec codec_of(const Generators& generators, const Start& start) {
  std::uint32_t largest = generators.degree - 1;
  if (start.kind == Start::Kind::word) largest = *std::ranges::max_element(start.state);
  if (generators.moves == Moves::matrices || generators.moves == Moves::hanoi) largest = generators.modulus - 1;
  return KeyCodec(generators, start.kind, start.state.size(), largest);
}

}  // namespace wreath::orbit

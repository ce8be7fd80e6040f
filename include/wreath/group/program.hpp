// SPDX-License-Identifier: MIT
//
// Elements of a group as products of its generators.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "wreath/group/generators.hpp"
#include "wreath/natural.hpp"

namespace wreath::group {

/// Instead of the second factor of a line: the value is the inverse of the first.
inline constexpr std::uint32_t kInverse = 0xFFFFFFFF;

/// An element as a straight-line program. Values 0..generators-1 are the generators, and each line makes the next value as the
/// product of two earlier ones, or as an inverse. Words of hundreds of letters that would otherwise be repeated are values here.
struct Program {
  std::size_t generators = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines = {};
  std::optional<std::uint32_t> result = {};  // the value that counts; none: the identity

  /// The number of letters of the word that it stands for.
  [[nodiscard]] Natural length() const;
  /// The word, if it has at most `most` letters: g + 1 for the generator g, -(g + 1) for its inverse.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> word(std::uint64_t most) const;
  /// One statement per line, "x1 = a*b", and the element as the last of them.
  [[nodiscard]] std::string text(const std::vector<std::string>& names) const;
};

/// The word as text, "a*b^-1*a"; "()" if it is empty.
[[nodiscard]] std::string print_word(const std::vector<std::int64_t>& word, const std::vector<std::string>& names);

/// The permutation that a program makes of the generators. Throws InputError if it names others, LimitReached if the run is
/// stopped first.
[[nodiscard]] Permutation evaluate(const Program& program, const Generators& generators, const Machine& machine = {},
                                   RunControl* run = nullptr);

}  // namespace wreath::group

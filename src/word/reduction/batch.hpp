// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "word/reduction/machine.hpp"

namespace wreath::word {

/// Words one after the other: word i is letters[offsets[i] .. offsets[i+1]).
struct WordsRef {
  std::span<const Letter> letters;
  std::span<const std::uint64_t> offsets;  // one more than words

  std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::span<const Letter> operator[](std::size_t word) const {
    return letters.subspan(offsets[word], offsets[word + 1] - offsets[word]);
  }
};

/// The normal forms of many words, on one thread: that of word i is written to out[offsets[i]...], and its length to lengths[i].
/// out must not overlap the letters.
void reduce_words(const Machine& machine, const WordsRef& words, Letter* out, std::uint64_t* lengths);

}  // namespace wreath::word

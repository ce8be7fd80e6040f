// SPDX-License-Identifier: MIT
//
// A presentation as those see it who recognise its family: generators with signs, and cyclically reduced relators.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// The generators of a group. A letter and its inverse are one generator, with the signs 1 and -1.
struct Generators {
  explicit Generators(const Alphabet& alphabet);

  std::size_t size() const { return letters.size(); }
  /// Whether the generator is its own inverse as a letter.
  bool is_involution(std::size_t generator) const { return inverses[letters[generator]] == letters[generator]; }
  /// The letter of the generator, or of its inverse.
  Letter letter(std::size_t generator, bool negative) const {
    return negative ? inverses[letters[generator]] : letters[generator];
  }

  std::vector<Letter> inverses;   // of each letter
  std::vector<Letter> letters;    // of each generator
  std::vector<std::uint32_t> of;  // the generator of each letter
  std::vector<int> sign;          // of each letter
};

/// The equations u = v as relators u*v^-1, freely and cyclically reduced; those that are 1 are left out. Of a group.
[[nodiscard]] std::vector<Word> cyclic_relators(const Presentation& presentation);

/// If all letters are the same generator: the exponent; otherwise 0. Of a cyclically reduced word.
[[nodiscard]] std::int64_t exponent_of(std::span<const Letter> word, const Generators& generators);

/// A generator to a power that is not 0.
struct Syllable {
  std::uint32_t generator = 0;
  std::int64_t exponent = 0;

  auto operator<=>(const Syllable&) const = default;
};

/// The word as powers of generators, the exponents of neighbours added up; nothing else cancels.
[[nodiscard]] std::vector<Syllable> syllables_of(std::span<const Letter> word, const Generators& generators);
/// The word with these powers. Throws ResourceError if it has more letters than a word may have.
[[nodiscard]] Word word_of(std::span<const Syllable> syllables, const Generators& generators);
/// The syllables of the inverse element.
[[nodiscard]] std::vector<Syllable> inverted(std::span<const Syllable> syllables);

/// Throws LimitReached if the run is to stop.
void require_time(RunControl& run);
/// The same, now and then: `step` counts the calls.
inline void stop_now_and_then(RunControl& run, std::uint64_t step) {
  if ((step & 0x3FFF) == 0) require_time(run);
}

/// c^-1 * u * c.
[[nodiscard]] Word conjugated(std::span<const Letter> u, std::span<const Letter> c, std::span<const Letter> inverses);

}  // namespace wreath::word

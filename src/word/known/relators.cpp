// SPDX-License-Identifier: MIT
#include "word/known/relators.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/words/words.hpp"

namespace wreath::word {

Generators::Generators(const Alphabet& alphabet) : inverses(alphabet.inverses), of(alphabet.size()), sign(alphabet.size(), 1) {
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const auto letter = static_cast<Letter>(x);
    if (is_inverse_letter(letter, alphabet)) continue;
    of[x] = of[inverses[x]] = static_cast<std::uint32_t>(letters.size());
    if (inverses[x] != letter) sign[inverses[x]] = -1;
    letters.push_back(letter);
  }
}

std::vector<Word> cyclic_relators(const Presentation& presentation) {
  const Alphabet& alphabet = presentation.alphabet;
  std::vector<Word> relators;
  for (const auto& [u, v] : presentation.equations) {
    Word relator = quotient(u, v, alphabet);
    reduce_freely(relator, alphabet.inverses);
    std::size_t ends = 0;  // letters that cancel if the word is written on a circle
    while (2 * ends + 1 < relator.size() && relator[ends] == alphabet.inverses[relator[relator.size() - 1 - ends]]) ++ends;
    relator.erase(relator.begin(), relator.begin() + static_cast<std::ptrdiff_t>(ends));
    relator.resize(relator.size() - ends);
    if (!relator.empty()) relators.push_back(std::move(relator));
  }
  return relators;
}

std::int64_t exponent_of(std::span<const Letter> word, const Generators& generators) {
  const bool constant = std::ranges::all_of(word, [&](Letter x) { return x == word[0]; });
  return constant && !word.empty() ? generators.sign[word[0]] * static_cast<std::int64_t>(word.size()) : 0;
}

std::vector<Syllable> syllables_of(std::span<const Letter> word, const Generators& generators) {
  std::vector<Syllable> syllables;
  for (const Letter x : word) {
    if (syllables.empty() || syllables.back().generator != generators.of[x]) syllables.push_back({generators.of[x], 0});
    syllables.back().exponent += generators.sign[x];
    if (syllables.back().exponent == 0) syllables.pop_back();
  }
  return syllables;
}

Word word_of(std::span<const Syllable> syllables, const Generators& generators) {
  Word word;
  for (const auto& [generator, exponent] : syllables) {
    const std::uint64_t letters = exponent < 0 ? -static_cast<std::uint64_t>(exponent) : static_cast<std::uint64_t>(exponent);
    if (letters > kMaxWordLength - word.size())
      throw ResourceError(
          fmt::format("this element has no word that can be written: its normal form has more than {} letters", kMaxWordLength));
    word.insert(word.end(), letters, generators.letter(generator, exponent < 0));
  }
  return word;
}

std::vector<Syllable> inverted(std::span<const Syllable> syllables) {
  std::vector<Syllable> result(syllables.rbegin(), syllables.rend());
  for (Syllable& each : result) each.exponent = -each.exponent;
  return result;
}

void require_time(RunControl& run) {
  if (run.should_stop()) throw LimitReached("the run was stopped before there was an answer");
}

Word conjugated(std::span<const Letter> u, std::span<const Letter> c, std::span<const Letter> inverses) {
  return joined(joined(inverted(c, inverses), u), c);
}

}  // namespace wreath::word

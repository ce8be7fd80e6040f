// SPDX-License-Identifier: MIT
//
// Pairs of elements as words in the generators.
#include <fmt/format.h>

#include "core/text/text_reader.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/semigroup/congruence.hpp"

namespace wreath::semigroup {

std::vector<ElementPair> parse_element_pairs(std::string_view text, const Enumeration& enumeration) {
  const std::size_t letters = enumeration.generators().count();
  if (letters > word::kMaxLetters)
    throw InputError(fmt::format("words are read for at most {} generators, and there are {}", word::kMaxLetters, letters));
  word::Alphabet alphabet;
  for (std::size_t g = 0; g < letters; ++g) alphabet.names.push_back(fmt::format("s{}", g + 1));
  alphabet.inverses.assign(letters, word::kNoLetter);
  std::vector<ElementPair> pairs;
  TextReader reader(text, {});
  if (reader.at_end()) return pairs;
  const word::Vocabulary vocabulary(alphabet, enumeration.generators().monoid ? "monoid" : "semigroup");
  word::WordReader limited;
  const auto right = enumeration.right_graph();
  do {
    const std::size_t start = reader.skip_space();
    const std::vector<word::Word> chain = limited.take_chain(reader, vocabulary);
    if (chain.size() < 2) reader.fail(start, "expected a pair of words such as s1 s2 = s2 s1");
    std::vector<std::uint64_t> elements;
    for (const word::Word& word : chain) {
      if (word.empty() && !enumeration.generators().monoid)
        reader.fail(start, "a word is 1, which is not an element of this semigroup");
      std::uint64_t at = 0;
      std::size_t next = 0;
      if (!enumeration.generators().monoid) at = enumeration.find(enumeration.generators().row(word[next++])).value();
      for (; next < word.size(); ++next) at = right[at * letters + word[next]];
      elements.push_back(at);
    }
    for (std::size_t k = 1; k < elements.size(); ++k) pairs.emplace_back(elements[k - 1], elements[k]);
  } while (reader.take(","));
  if (!reader.at_end()) reader.fail_expected("',' or the end of the pairs");
  return pairs;
}

}  // namespace wreath::semigroup

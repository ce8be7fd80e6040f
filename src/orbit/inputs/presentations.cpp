// SPDX-License-Identifier: MIT
//
// Presentations as states: their families, and how they are read and written.
#include "orbit/spaces/presentations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "orbit/inputs/families.hpp"

namespace wreath::orbit {

namespace {

constexpr std::string_view kRelatorLetters = "abBA";
constexpr std::uint32_t kLeastLetters = 2;
constexpr std::uint32_t kRenamings = 8;

Generators presentations(std::string_view family, std::uint32_t cap, const FamilyArguments& a, std::size_t renamings) {
  const bool renames = a.size() > renamings;
  if (renames && a[renamings] != kRenamings)
    throw InputError(fmt::format("{}: the last number is {} or left out", family, kRenamings));
  if (cap < kLeastLetters || cap > RelatorPair::kMostLetters) {
    throw InputError(fmt::format("{}: the most letters of two relators must be from {} to {}, and {} are asked for", family,
                                 kLeastLetters, RelatorPair::kMostLetters, cap));
  }
  return {.moves = Moves::relators,
          .degree = cap,
          .modulus = renames ? kRenamings : 1,
          .images = {renames ? kRenamings : 1},
          .names = {"multiply"},
          .start = "<a,b | a, b>"};
}

Generators make_andrews_curtis(const FamilyArguments& a) {
  return presentations("andrews-curtis", a[0], a, 1);
}

Generators make_akbulut_kirby(const FamilyArguments& a) {
  Generators made = presentations("akbulut-kirby", a[1], a, 2);
  const std::uint32_t n = a[0];
  if (2 * n + 7 > a[1])
    throw InputError(fmt::format("akbulut-kirby:{},{}: the presentation itself has {} letters", n, a[1], 2 * n + 7));
  made.start = fmt::format("<a,b | {}{}, abaBAB>", std::string(n, 'a'), std::string(n + 1, 'B'));
  return made;
}

constexpr Family kPresentationFamilies[] = {
    {{"andrews-curtis", "L,8",
      "presentations of 2 generators and relators with at most L letters; ,8: up to the names of generators"},
     make_andrews_curtis,
     1,
     2,
     2,
     RelatorPair::kMostLetters},
    {{"akbulut-kirby", "N,L,8", "the same, from <a,b | a^N = b^(N+1), aba = bab>"}, make_akbulut_kirby, 2, 3, 1, 14},
};

/// A word over two generators and their inverses, reduced.
Relator relator_of(const word::Word& letters, const word::Alphabet& alphabet, std::string_view text) {
  const word::Letter inverse_of_first = alphabet.inverses[0];
  Relator word;
  for (const word::Letter letter : letters) {
    const bool first = letter == 0 || letter == inverse_of_first;
    const bool generator = first ? letter == 0 : letter < alphabet.inverses[letter];
    const std::uint32_t value = first ? (generator ? 0 : 3) : generator ? 1 : 2;
    if (word.length != 0 && word.letter(word.length - 1) == (value ^ 3U)) {
      word = word.without_last(1);
    } else if (word.length == Relator::kMost) {
      throw InputError(fmt::format("'{}': a relator has more than {} letters", TextReader::shown(text), Relator::kMost));
    } else {
      word.append(value);
    }
  }
  return cyclically_reduced(word);
}

}  // namespace

std::span<const Family> presentation_families() {
  return kPresentationFamilies;
}

State state_of_pair(const RelatorPair& pair, std::uint32_t cap) {
  State state{pair.first.length, pair.second.length};
  const Relator both = pair.first.then(pair.second);
  for (std::uint32_t i = 0; i < both.length; ++i) state.push_back(both.letter(i));
  state.resize(cap + 2);
  return state;
}

std::pair<Relator, Relator> parse_relators(std::string_view text, const Generators& generators) {
  const word::Presentation presentation = word::parse_presentation(text, "", {.order = {}, .involutions = false});
  const word::Alphabet& alphabet = presentation.alphabet;
  if (!presentation.is_group() || alphabet.size() != 4 || presentation.equations.size() != 2) {
    throw InputError(
        fmt::format("'{}': a state is a presentation of two generators and two relators, such as <a,b | aaB, abaBAB>",
                    TextReader::shown(text)));
  }
  const auto take = [&](const word::Equation& equation) {
    return relator_of(word::quotient(equation.first, equation.second, alphabet), alphabet, text);
  };
  const std::pair<Relator, Relator> found{take(presentation.equations[0]), take(presentation.equations[1])};
  if (found.first.length == 0 || found.second.length == 0)
    throw InputError(fmt::format("'{}': a relator is the identity", TextReader::shown(text)));
  if (const std::uint32_t letters = found.first.length + found.second.length; letters > generators.degree) {
    throw InputError(fmt::format("'{}': the relators have {} letters, and this graph has presentations of at most {}",
                                 TextReader::shown(text), letters, generators.degree));
  }
  return found;
}

RelatorPair pair_of_state(const State& state) {
  RelatorPair pair;
  for (std::uint32_t i = 0; i < state[0]; ++i) pair.first.append(state[2 + i]);
  for (std::uint32_t i = 0; i < state[1]; ++i) pair.second.append(state[2 + state[0] + i]);
  return pair;
}

std::string print_relator(const Relator& word) {
  std::string text;
  for (std::uint32_t i = 0; i < word.length; ++i) text += kRelatorLetters[word.letter(i)];
  return text.empty() ? "1" : text;
}

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
//
// From the contents of a text to a presentation: which letters there are, which are involutions, and in which order they stand.
//
// A text is read over its full alphabet, in which each generator is followed by its inverse. Only when all relators are known can
// one show that a generator is its own inverse (a relator a^2); then its inverse is not a letter, and the relator adds
// nothing to the alphabet.
#include "core/words/parse_presentation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text_reader.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

/// The letter whose square the equation is, or kNoLetter.
Letter square_root(const Equation& equation, const Alphabet& alphabet) {
  Word relator = quotient(equation.first, equation.second, alphabet);
  reduce_freely(relator, alphabet.inverses);
  std::size_t first = 0;
  std::size_t end = relator.size();
  while (end - first > 2 && relator[first] == alphabet.inverses[relator[end - 1]]) ++first, --end;  // conjugates of squares
  return end - first == 2 && relator[first] == relator[first + 1] ? relator[first] : kNoLetter;
}

/// For each letter, whether it and its inverse are the same by a relator.
std::vector<bool> find_involutions(const Alphabet& full, const std::vector<Equation>& equations) {
  std::vector<bool> involution(full.size());
  for (const Equation& equation : equations) {
    const Letter root = square_root(equation, full);
    if (root == kNoLetter) continue;
    involution[root] = true;
    involution[full.inverses[root]] = true;
  }
  return involution;
}

[[noreturn]] void fail_order(std::string_view order, const std::string& why) {
  throw InputError(fmt::format("letter order '{}': {}", TextReader::shown(order), why));
}

/// The letters that the user's order names, each once.
std::vector<Letter> parse_order(std::string_view order, const Alphabet& full) {
  TextReader reader(order, "letter order");
  const Vocabulary vocabulary(full);
  std::vector<Letter> letters;
  do {
    const Word part = parse_word(reader, vocabulary);
    letters.insert(letters.end(), part.begin(), part.end());
  } while (reader.take(","));
  if (!reader.at_end()) reader.fail_expected("',' or a letter");
  std::vector<bool> seen(full.size());
  for (const Letter letter : letters) {
    if (seen[letter]) fail_order(order, fmt::format("'{}' appears twice", full.names[letter]));
    seen[letter] = true;
  }
  return letters;
}

/// The letters of the presentation in their order, as letters of the full alphabet. Of an involution only the generator remains.
std::vector<Letter> arrange(const Alphabet& full, std::vector<bool>& involution, std::string_view order) {
  std::vector<Letter> letters;
  const auto inverse = [&](std::size_t x) { return full.inverses[x]; };
  const auto is_second = [&](std::size_t x) { return inverse(x) != kNoLetter && inverse(x) < x; };
  if (order.empty()) {
    for (std::size_t x = 0; x < full.size(); ++x) {
      if (!(involution[x] && is_second(x))) letters.push_back(static_cast<Letter>(x));
    }
    return letters;
  }
  const std::vector<Letter> named = parse_order(order, full);
  std::vector<bool> has(full.size());
  for (const Letter x : named) has[x] = true;
  const bool generators_only = std::none_of(named.begin(), named.end(), is_second);
  for (const Letter x : named) {
    const Letter y = inverse(x);
    if (involution[x] && y != x && has[y]) involution[x] = involution[y] = false;  // both are wanted as letters
    letters.push_back(involution[x] ? std::min(x, y) : x);
    if (generators_only && y != kNoLetter && y != x && !involution[x]) {
      letters.push_back(y);
      has[y] = true;
    }
  }
  for (std::size_t x = 0; x < full.size(); ++x) {
    if (!has[x] && !(involution[x] && has[inverse(x)])) fail_order(order, fmt::format("'{}' is missing", full.names[x]));
  }
  return letters;
}

}  // namespace

bool AlphabetBuilder::taken(std::string_view name) const {
  return std::any_of(generators_.begin(), generators_.end(),
                     [&](const Generator& generator) { return generator.name == name || generator.inverse == name; });
}

void AlphabetBuilder::add(std::string name, std::string inverse, const TextReader& reader, std::size_t offset) {
  if (taken(name)) reader.fail(offset, fmt::format("'{}' is named twice: generators come before '|', relators after it", name));
  if (!inverse.empty() && taken(inverse))
    reader.fail(offset, fmt::format("'{}' is named twice: generators come before '|', relators after it", inverse));
  if (name == "IdWord" || inverse == "IdWord") reader.fail(offset, "IdWord is the identity and cannot be a generator");
  generators_.push_back({std::move(name), std::move(inverse)});
  std::size_t letters = 0;
  for (const Generator& generator : generators_)
    letters += generator.inverse == generator.name || (monoid_ && generator.inverse.empty()) ? 1 : 2;
  if (letters > kMaxLetters)
    reader.fail(offset, fmt::format("a group may have at most {} letters, counting inverses", kMaxLetters));
}

Alphabet AlphabetBuilder::finish() const {
  Alphabet alphabet;
  for (const Generator& generator : generators_) {
    const auto letter = static_cast<Letter>(alphabet.size());
    alphabet.names.push_back(generator.name);
    if (generator.inverse.empty() && monoid_) {
      alphabet.inverses.push_back(kNoLetter);
      continue;
    }
    if (generator.inverse == generator.name) {
      alphabet.inverses.push_back(letter);
      continue;
    }
    std::string inverse = generator.inverse;
    if (inverse.empty() && generator.name.size() == 1) inverse = with_case_swapped(generator.name);
    if (inverse.empty() || (generator.inverse.empty() && taken(inverse))) inverse = generator.name + "^-1";
    alphabet.names.push_back(inverse);
    alphabet.inverses.push_back(static_cast<Letter>(letter + 1));
    alphabet.inverses.push_back(letter);
  }
  return alphabet;
}

Word WordReader::take(TextReader& reader, const Vocabulary& vocabulary) {
  const std::size_t start = reader.skip_space();
  Word word = parse_word(reader, vocabulary);
  if (reader.at() == start) reader.fail_expected("a word");
  letters_ += word.size();
  const std::size_t most = std::max(kMaxTextLetters, reader.text().size());  // what is written out may be longer
  if (letters_ > most) reader.fail(start, fmt::format("the words of this text have more than {} letters in total", most));
  return word;
}

std::vector<Word> WordReader::take_chain(TextReader& reader, const Vocabulary& vocabulary) {
  std::vector<Word> chain;
  do chain.push_back(take(reader, vocabulary));
  while (reader.take("="));
  return chain;
}

void add_chain(const std::vector<Word>& chain, std::vector<Equation>& equations) {
  if (chain.size() == 1 || (chain.size() == 2 && !chain.front().empty())) {
    equations.emplace_back(chain.front(), chain.size() == 2 ? chain.back() : Word{});
    return;
  }
  // All are set equal to the shortest, so that each word of a chain with a 1 in it is a relator.
  const auto shorter = [](const Word& u, const Word& v) { return u.size() < v.size(); };
  const auto shortest = std::min_element(chain.begin(), chain.end(), shorter);
  for (auto word = chain.begin(); word != chain.end(); ++word) {
    if (word != shortest) equations.emplace_back(*word, *shortest);
  }
}

Presentation assemble(std::string name, const Alphabet& full, std::vector<Equation> equations, const GroupReading& reading) {
  Presentation presentation;
  presentation.name = std::move(name);
  const bool group = std::find(full.inverses.begin(), full.inverses.end(), kNoLetter) == full.inverses.end();
  std::vector<bool> involution(full.size());
  if (group && reading.involutions) involution = find_involutions(full, equations);
  const std::vector<Letter> letters = arrange(full, involution, reading.order);

  Word renamed(full.size(), kNoLetter);  // from the full alphabet
  for (std::size_t i = 0; i < letters.size(); ++i) renamed[letters[i]] = static_cast<Letter>(i);
  for (std::size_t x = 0; x < full.size(); ++x) {
    if (renamed[x] == kNoLetter) renamed[x] = renamed[full.inverses[x]];
  }
  Alphabet& alphabet = presentation.alphabet;
  for (const Letter x : letters) {
    alphabet.names.push_back(full.names[x]);
    alphabet.inverses.push_back(full.inverses[x] == kNoLetter ? kNoLetter : renamed[full.inverses[x]]);
  }
  for (Equation& equation : equations) {
    for (Word* side : {&equation.first, &equation.second}) {
      for (Letter& letter : *side) letter = renamed[letter];
      reduce_freely(*side, alphabet.inverses);
    }
    if (equation.first != equation.second) presentation.equations.push_back(std::move(equation));
  }
  return presentation;
}

}  // namespace wreath::word

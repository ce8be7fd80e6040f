// SPDX-License-Identifier: MIT
#include "word/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "wreath/run.hpp"

namespace wreath::word {

Vocabulary::Vocabulary(const Alphabet& alphabet) : alphabet_(alphabet) {
  letters_.fill(kNoLetter);
  for (std::size_t x = 0; x < alphabet.size(); ++x) define(alphabet.names[x], {static_cast<Letter>(x)});
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const Letter inverse = alphabet.inverses[x];
    std::string swapped = with_case_swapped(alphabet.names[x]);
    if (inverse != kNoLetter && find(swapped) == nullptr) define(std::move(swapped), {inverse});
  }
}

void Vocabulary::define(std::string name, Word value) {
  // A name such as x1^-1 is read as a power and never looked up: its length does not count.
  if (name.find('^') == std::string::npos) longest_ = std::max(longest_, name.size());
  if (name.size() == 1 && value.size() == 1) {
    letters_[static_cast<unsigned char>(name[0])] = value[0];
  } else if (name.size() == 1) {
    longest_ = std::max<std::size_t>(longest_, 2);  // not a letter: the table alone does not do
  }
  words_.insert_or_assign(std::move(name), std::move(value));
}

const Word* Vocabulary::find(std::string_view name) const {
  const auto found = words_.find(name);
  return found == words_.end() ? nullptr : &found->second;
}

std::string Vocabulary::listed() const {
  constexpr std::size_t kMost = 16;
  std::string names;
  for (std::size_t x = 0; x < std::min(kMost, alphabet_.size()); ++x) {
    if (x > 0) names += ", ";
    names += alphabet_.names[x];
  }
  if (alphabet_.size() > kMost) names += fmt::format(" and {} more", alphabet_.size() - kMost);
  return names.empty() ? "none" : names;
}

std::string print_word(std::span<const Letter> word, const Alphabet& alphabet, WordForm form) {
  if (word.empty()) return "1";
  const bool single =
      std::all_of(alphabet.names.begin(), alphabet.names.end(), [](const auto& name) { return name.size() == 1; });
  std::string text;
  for (std::size_t i = 0; i < word.size();) {
    std::size_t end = i + 1;
    while (form == WordForm::powers && end < word.size() && word[end] == word[i]) ++end;
    if (i > 0 && (form == WordForm::powers || !single)) text += '*';
    const bool negative = form == WordForm::powers && is_inverse_letter(word[i], alphabet);
    text += alphabet.names[negative ? alphabet.inverses[word[i]] : word[i]];
    if (negative || end - i > 1) text += fmt::format("^{}{}", negative ? "-" : "", end - i);
    i = end;
  }
  return text;
}

Word inverse_word(std::span<const Letter> word, const Alphabet& alphabet) {
  Word inverse(word.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    const Letter letter = alphabet.inverses[word[i]];
    if (letter == kNoLetter) throw InputError(fmt::format("'{}' has no inverse in this monoid", alphabet.names[word[i]]));
    inverse[word.size() - 1 - i] = letter;
  }
  return inverse;
}

Word quotient(std::span<const Letter> u, std::span<const Letter> v, const Alphabet& alphabet) {
  Word word(u.begin(), u.end());
  const Word back = inverse_word(v, alphabet);
  word.insert(word.end(), back.begin(), back.end());
  return word;
}

void invert_words(const WordsRef& words, const Alphabet& alphabet, std::vector<Letter>& inverses) {
  inverses.resize(words.letters.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    Letter* out = inverses.data() + words.offsets[i + 1];
    for (const Letter x : words[i]) *--out = alphabet.inverses[x];
  }
}

void reduce_freely(Word& word, const Alphabet& alphabet) {
  std::size_t kept = 0;
  for (const Letter letter : word) {
    if (kept > 0 && alphabet.inverses[word[kept - 1]] == letter) {
      --kept;
    } else {
      word[kept++] = letter;
    }
  }
  word.resize(kept);
}

bool is_inverse_letter(Letter letter, const Alphabet& alphabet) {
  const Letter inverse = alphabet.inverses[letter];
  if (inverse == kNoLetter || inverse == letter) return false;
  const auto is_power = [&](Letter x) { return alphabet.names[x].find('^') != std::string::npos; };
  return is_power(letter) == is_power(inverse) ? inverse < letter : is_power(letter);
}

std::string with_case_swapped(std::string_view name) {
  std::string swapped(name);
  for (char& c : swapped) {
    const auto byte = static_cast<unsigned char>(c);
    c = static_cast<char>(std::islower(byte) != 0 ? std::toupper(byte) : std::tolower(byte));
  }
  return swapped;
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#include "core/words/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/text/text_reader.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

bool has_inverses(const Alphabet& alphabet) {
  return std::ranges::find(alphabet.inverses, kNoLetter) == alphabet.inverses.end();
}

}  // namespace

Vocabulary::Vocabulary(const Alphabet& alphabet, std::string_view structure) : alphabet_(alphabet), structure_(structure) {
  if (structure.empty()) structure_ = has_inverses(alphabet) ? "group" : "monoid";
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
  const auto none = std::ranges::find(word, kNoLetter, [&](Letter letter) { return alphabet.inverses[letter]; });
  if (none != word.end()) throw InputError(fmt::format("'{}' has no inverse in this monoid", alphabet.names[*none]));
  return inverted(word, alphabet.inverses);
}

Word inverted(std::span<const Letter> word, std::span<const Letter> inverses) {
  Word result;
  result.reserve(word.size());
  for (std::size_t i = word.size(); i-- > 0;) result.push_back(inverses[word[i]]);
  return result;
}

Word joined(std::span<const Letter> u, std::span<const Letter> v) {
  Word word(u.begin(), u.end());
  word.insert(word.end(), v.begin(), v.end());
  return word;
}

Word rotated(std::span<const Letter> word, std::size_t by) {
  return joined(word.subspan(by), word.first(by));
}

std::size_t period_of(std::span<const Letter> word) {
  std::size_t length = word.size();
  const auto is_period = [&](std::size_t period) {
    return std::equal(word.begin() + static_cast<std::ptrdiff_t>(period), word.begin() + static_cast<std::ptrdiff_t>(length),
                      word.begin());
  };
  std::size_t rest = word.size();
  for (std::size_t prime = 2; rest > 1; prime += prime == 2 ? 1 : 2) {
    if (prime * prime > rest) prime = rest;
    for (; rest % prime == 0; rest /= prime) {
      if (is_period(length / prime)) length /= prime;
    }
  }
  return length;
}

Word quotient(std::span<const Letter> u, std::span<const Letter> v, const Alphabet& alphabet) {
  return joined(u, inverse_word(v, alphabet));
}

void invert_words(const WordsRef& words, const Alphabet& alphabet, std::vector<Letter>& inverses) {
  inverses.resize(words.letters.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    Letter* out = inverses.data() + words.offsets[i + 1];
    for (const Letter x : words[i]) *--out = alphabet.inverses[x];
  }
}

void reduce_freely(Word& word, std::span<const Letter> inverses) {
  std::size_t kept = 0;
  for (const Letter letter : word) {
    if (kept > 0 && inverses[word[kept - 1]] == letter) {
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

// Many words of one alphabet as text, at the speed of the memory.
//
// If every name is one character, a word that is written out (abAB) needs no parser: a table turns each byte into a letter, and
// a byte that is none sends the whole word to the parser of words.hpp, which knows all other forms and explains what is wrong. So
// the two read alike, and the second is never asked about millions of letters without need.

struct WordText::State {
  /// Without inverses it may be the alphabet of a monoid or of a semigroup.
  explicit State(Alphabet its_alphabet)
      : alphabet(std::move(its_alphabet)), vocabulary(alphabet, has_inverses(alphabet) ? "group" : "alphabet") {
    for (std::size_t c = 0; c < letters.size(); ++c)
      letters[c] = vocabulary.single() ? vocabulary.letter(static_cast<char>(c)) : kNoLetter;
    spells_identity = std::ranges::all_of(std::string_view("IdWord"), [&](char c) { return vocabulary.letter(c) != kNoLetter; });
    single_names = std::ranges::all_of(alphabet.names, [](const auto& name) { return name.size() == 1; });
    for (std::size_t x = 0; single_names && x < alphabet.size(); ++x) names[x] = alphabet.names[x][0];
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool read_written_out(std::string_view text, Word& out) const;
  bool read_product(std::string_view text, Word& out) const;
  Letter letter_named(std::string_view name) const;

  const Alphabet alphabet;
  const Vocabulary vocabulary;
  std::array<Letter, 256> letters{};  // of each byte, or kNoLetter
  std::array<char, 256> names{};      // of each letter, if all have one character
  bool single_names = false;
  bool spells_identity = false;  // the name IdWord of the identity could be taken for letters
};

WordText::WordText(Alphabet alphabet) : state_(std::make_shared<const State>(std::move(alphabet))) {}

const Alphabet& WordText::alphabet() const noexcept {
  return state_->alphabet;
}

bool WordText::State::read_written_out(std::string_view text, Word& out) const {
  constexpr std::size_t kBlock = 4096;  // after which a byte that is not a letter is noticed
  const std::size_t start = out.size();
  out.resize(start + text.size());
  Letter* to = out.data() + start;
  for (std::size_t begin = 0; begin < text.size(); begin += kBlock) {
    const std::size_t end = std::min(text.size(), begin + kBlock);
    Letter greatest = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Letter x = letters[static_cast<unsigned char>(text[i])];
      to[i] = x;
      greatest = std::max(greatest, x);
    }
    if (greatest == kNoLetter) return false;
  }
  return true;
}

Letter WordText::State::letter_named(std::string_view name) const {
  if (name.size() == 1) return vocabulary.letter(name[0]);
  const Word* word = vocabulary.find(name);
  return word != nullptr && word->size() == 1 ? word->front() : kNoLetter;
}

bool WordText::State::read_product(std::string_view text, Word& out) const {
  const auto is = [&](std::size_t i, auto what) { return i < text.size() && what(static_cast<unsigned char>(text[i])); };
  const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (!vocabulary.single() && is(end, in_name)) ++end;
    Letter x = letter_named(text.substr(i, end - i));
    if (x == kNoLetter) return false;
    if (text.compare(end, 3, "^-1") == 0) {
      end += 3;
      x = alphabet.inverses[x];
      if (x == kNoLetter || is(end, [](unsigned char c) { return std::isdigit(c) != 0 || c == '^'; })) return false;
    }
    out.push_back(x);
    i = end;
    if (i == text.size()) return true;
    const bool star = text[i] == '*';
    if (star ? ++i == text.size() : !vocabulary.single()) return false;
  }
  return true;
}

void WordText::read(std::string_view text, std::string_view source, std::size_t line, Word& out) const {
  const std::size_t start = out.size();
  if (!state_->spells_identity) {
    if (state_->vocabulary.single() && state_->read_written_out(text, out)) return;
    out.resize(start);
    if (state_->read_product(text, out)) return;
    out.resize(start);
  }
  TextReader reader(text, source, line);
  const Word word = parse_whole_word(reader, state_->vocabulary);
  out.insert(out.end(), word.begin(), word.end());
}

Word WordText::read(std::string_view text, std::string_view source) const {
  Word word;
  read(text, source, 1, word);
  return word;
}

void WordText::print(std::span<const Letter> word, std::string& out) const {
  if (word.empty()) {
    out += '1';
  } else if (state_->single_names) {
    const std::size_t start = out.size();
    out.resize(start + word.size());
    for (std::size_t i = 0; i < word.size(); ++i) out[start + i] = state_->names[word[i]];
  } else {
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (i > 0) out += '*';
      out += alphabet().names[word[i]];
    }
  }
}

std::string WordText::print(std::span<const Letter> word) const {
  std::string printed;
  print(word, printed);
  return printed;
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// Many words of one alphabet as text, at the speed of the memory.
//
// If every name is one character, a word that is written out (abAB) needs no parser: a table turns each byte into a letter, and
// a byte that is none sends the whole word to the parser of words.hpp, which knows all other forms and explains what is wrong. So
// the two read alike, and the second is never asked about millions of letters without need.
#include <algorithm>
#include <array>
#include <cctype>

#include "core/text/text_reader.hpp"
#include "word/words.hpp"

namespace wreath::word {

struct WordText::State {
  explicit State(Alphabet its_alphabet) : alphabet(std::move(its_alphabet)), vocabulary(alphabet) {
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

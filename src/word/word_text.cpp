// SPDX-License-Identifier: MIT
#include "word/word_text.hpp"

#include <algorithm>
#include <cctype>

#include "core/io/text_reader.hpp"

namespace wreath::word {

WordText::WordText(const Alphabet& alphabet) : vocabulary_(alphabet) {
  for (std::size_t c = 0; c < letters_.size(); ++c)
    letters_[c] = vocabulary_.single() ? vocabulary_.letter(static_cast<char>(c)) : kNoLetter;
  spells_identity_ = std::ranges::all_of(std::string_view("IdWord"), [&](char c) { return vocabulary_.letter(c) != kNoLetter; });
  single_names_ = std::ranges::all_of(alphabet.names, [](const auto& name) { return name.size() == 1; });
  for (std::size_t x = 0; single_names_ && x < alphabet.size(); ++x) names_[x] = alphabet.names[x][0];
}

bool WordText::read_written_out(std::string_view text, Word& out) const {
  constexpr std::size_t kBlock = 4096;  // after which a byte that is no letter is noticed
  const std::size_t start = out.size();
  out.resize(start + text.size());
  Letter* to = out.data() + start;
  for (std::size_t begin = 0; begin < text.size(); begin += kBlock) {
    const std::size_t end = std::min(text.size(), begin + kBlock);
    Letter greatest = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Letter x = letters_[static_cast<unsigned char>(text[i])];
      to[i] = x;
      greatest = std::max(greatest, x);
    }
    if (greatest == kNoLetter) return false;
  }
  return true;
}

Letter WordText::letter_named(std::string_view name) const {
  if (name.size() == 1) return vocabulary_.letter(name[0]);
  const Word* word = vocabulary_.find(name);
  return word != nullptr && word->size() == 1 ? word->front() : kNoLetter;
}

bool WordText::read_product(std::string_view text, Word& out) const {
  const auto is = [&](std::size_t i, auto what) { return i < text.size() && what(static_cast<unsigned char>(text[i])); };
  const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (!vocabulary_.single() && is(end, in_name)) ++end;
    Letter x = letter_named(text.substr(i, end - i));
    if (x == kNoLetter) return false;
    if (text.compare(end, 3, "^-1") == 0) {
      end += 3;
      x = alphabet().inverses[x];
      if (x == kNoLetter || is(end, [](unsigned char c) { return std::isdigit(c) != 0 || c == '^'; })) return false;
    }
    out.push_back(x);
    i = end;
    if (i == text.size()) return true;
    const bool star = text[i] == '*';
    if (star ? ++i == text.size() : !vocabulary_.single()) return false;
  }
  return true;
}

void WordText::read(std::string_view text, std::string_view source, std::size_t line, Word& out) const {
  const std::size_t start = out.size();
  if (!spells_identity_) {
    if (vocabulary_.single() && read_written_out(text, out)) return;
    out.resize(start);
    if (read_product(text, out)) return;
    out.resize(start);
  }
  TextReader reader(text, source, line);
  const Word word = parse_whole_word(reader, vocabulary_);
  out.insert(out.end(), word.begin(), word.end());
}

void WordText::print(std::span<const Letter> word, std::string& out) const {
  if (word.empty()) {
    out += '1';
  } else if (single_names_) {
    const std::size_t start = out.size();
    out.resize(start + word.size());
    for (std::size_t i = 0; i < word.size(); ++i) out[start + i] = names_[word[i]];
  } else {
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (i > 0) out += '*';
      out += alphabet().names[word[i]];
    }
  }
}

}  // namespace wreath::word

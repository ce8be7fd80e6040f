// SPDX-License-Identifier: MIT
#include "word/word_text.hpp"

#include <algorithm>

#include "core/io/text_reader.hpp"

namespace wreath::word {

WordText::WordText(const Alphabet& alphabet) : vocabulary_(alphabet) {
  for (std::size_t c = 0; c < letters_.size(); ++c)
    letters_[c] = vocabulary_.single() ? vocabulary_.letter(static_cast<char>(c)) : kNoLetter;
  single_names_ = std::ranges::all_of(alphabet.names, [](const auto& name) { return name.size() == 1; });
  for (std::size_t x = 0; single_names_ && x < alphabet.size(); ++x) names_[x] = alphabet.names[x][0];
}

bool WordText::read_written_out(std::string_view text, Letter* out) const {
  constexpr std::size_t kBlock = 4096;  // after which a byte that is no letter is noticed
  for (std::size_t begin = 0; begin < text.size(); begin += kBlock) {
    const std::size_t end = std::min(text.size(), begin + kBlock);
    Letter greatest = 0;
    for (std::size_t i = begin; i < end; ++i) {
      out[i] = letters_[static_cast<unsigned char>(text[i])];
      greatest = std::max(greatest, out[i]);
    }
    if (greatest == kNoLetter) return false;
  }
  return true;
}

void WordText::read(std::string_view text, std::string_view source, std::size_t line, Word& out) const {
  const std::size_t start = out.size();
  if (vocabulary_.single() && text != "IdWord") {
    out.resize(start + text.size());
    if (read_written_out(text, out.data() + start)) return;
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

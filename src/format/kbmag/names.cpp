// SPDX-License-Identifier: MIT
#include "format/kbmag/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "format/gap_record.hpp"
#include "format/kbmag/kbmag.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

using word::kMaxLetters;
using word::Letter;

std::string take_letter_name(TextReader& reader, std::string_view what) {
  std::string name(reader.take_name());
  if (name.empty()) reader.fail_expected(fmt::format("the name of {}", what));
  if (name == "IdWord") reader.fail(reader.at(), "IdWord is the identity and cannot be a letter");
  const std::size_t place = reader.skip_space();
  if (!reader.take("^")) return name;
  if (reader.take_integer("the exponent in a name", 1) != -1) reader.fail(place, "the only power that can be a name is x^-1");
  return name + "^-1";
}

std::vector<std::string> take_letter_names(TextReader& reader, std::string_view what) {
  std::vector<std::string> names;
  for_each_entry(reader, what, [&](std::size_t) {
    const std::size_t place = reader.skip_space();
    names.push_back(take_letter_name(reader, "a letter"));
    if (names.size() > kMaxLetters) reader.fail(place, fmt::format("at most {} letters are possible", kMaxLetters));
    if (std::find(names.begin(), names.end() - 1, names.back()) != names.end() - 1)
      reader.fail(place, fmt::format("the letter '{}' appears twice", TextReader::shown(names.back())));
  });
  return names;
}

Letter find_letter(const TextReader& reader, std::string_view name, const std::vector<std::string>& names, std::size_t offset) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    reader.fail(offset, fmt::format("'{}' is not a letter of this group: the letters are {}", TextReader::shown(name),
                                    fmt::join(names, ", ")));
  }
  return static_cast<Letter>(found - names.begin());
}

std::string kbmag_word(std::span<const Letter> word, const std::vector<std::string>& names) {
  constexpr std::size_t kColumns = 70;
  if (word.empty()) return "IdWord";
  std::string text;
  std::size_t line = 0;
  for (std::size_t i = 0; i < word.size();) {
    std::size_t end = i + 1;
    while (end < word.size() && word[end] == word[i]) ++end;
    if (i > 0) text += '*';
    if (text.size() - line > kColumns) {
      text += "\n      ";
      line = text.size();
    }
    const std::string& name = names[word[i]];
    const bool power = name.find('^') != std::string::npos;  // x^-1 cannot be given another exponent
    text += name;
    if (end - i > 1 && !power) text += fmt::format("^{}", end - i);
    for (std::size_t k = i + 1; power && k < end; ++k) text += "*" + name;
    i = end;
  }
  return text;
}

std::vector<Letter> match_letters(const std::vector<std::string>& names, const word::Alphabet& alphabet,
                                  std::string_view source) {
  const word::Vocabulary vocabulary(alphabet);
  std::vector<Letter> letters;
  for (const std::string& name : names) {
    const word::Word* known = vocabulary.find(name);
    if (known == nullptr) {
      throw InputError(fmt::format("{}: this belongs to another group: its letter '{}' is not one of {}", source,
                                   TextReader::shown(name), vocabulary.listed()));
    }
    if (std::find(letters.begin(), letters.end(), known->front()) != letters.end()) {
      throw InputError(
          fmt::format("{}: this belongs to another group: '{}' and another letter of it are the same here", source, name));
    }
    letters.push_back(known->front());
  }
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    if (std::find(letters.begin(), letters.end(), x) == letters.end())
      throw InputError(fmt::format("{}: this belongs to another group: it has no letter '{}'", source, alphabet.names[x]));
  }
  return letters;
}

KbmagKind kbmag_kind(std::string_view text) {
  TextReader reader(text, "");
  const std::size_t start = reader.skip_space();
  reader.take_name();
  if (!reader.take(":=")) reader.go_to(start);
  if (reader.take_name() != "rec" || !reader.take("(")) return KbmagKind::none;
  if (text.find("isRWS") != std::string_view::npos) return KbmagKind::rewriting;
  return text.find("isFSA") != std::string_view::npos ? KbmagKind::automaton : KbmagKind::none;
}

}  // namespace wreath::format

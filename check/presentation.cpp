// SPDX-License-Identifier: MIT
#include "presentation.hpp"

#include <algorithm>
#include <utility>

namespace check {

namespace {

/// The least p such that the word is a power of its first p letters. border[i] is the length of the longest proper beginning of
/// the first i letters that is also their end (Knuth, Morris, Pratt).
std::size_t least_period(const Word& word) {
  std::vector<std::size_t> border(word.size() + 1, 0);
  for (std::size_t i = 1, length = 0; i < word.size(); ++i) {
    while (length > 0 && word[i] != word[length]) length = border[length];
    if (word[i] == word[length]) ++length;
    border[i + 1] = length;
  }
  const std::size_t period = word.size() - border[word.size()];
  return word.empty() || word.size() % period != 0 ? word.size() : period;
}

}  // namespace

Relator root_of(const Word& reduced, const std::vector<Letter>& inverse) {
  std::size_t begin = 0;
  std::size_t end = reduced.size();
  while (end - begin >= 2 && reduced[begin] == inverse[reduced[end - 1]]) ++begin, --end;
  const Word word(reduced.begin() + static_cast<std::ptrdiff_t>(begin), reduced.begin() + static_cast<std::ptrdiff_t>(end));
  if (word.empty()) return {};
  const std::size_t period = least_period(word);
  const bool is_mirrored = period == 2 && inverse[word[0]] == word[0] && inverse[word[1]] == word[1];
  return {{word.begin(), word.begin() + static_cast<std::ptrdiff_t>(period)}, word.size() / period, 0, is_mirrored};
}

Presentation PresentationReader::read(const std::vector<Line>& lines) {
  constexpr std::string_view kOrder[] = {"letter", "relator", "subgroup"};
  std::size_t part = 0;
  for (const Line& line : lines) {
    const std::string_view keyword = line.text.substr(0, line.text.find(' '));
    const auto* const found = std::ranges::find(kOrder, keyword);
    if (found == std::end(kOrder))
      reject(line, "expected a letter, a relator, a word of the subgroup or the claim, found " + quoted(line.text));
    if (found < kOrder + part) reject(line, "expected letters, then relators, then words of the subgroup");
    part = static_cast<std::size_t>(found - kOrder);
    if (part == 0) {
      read_letter(line);
      continue;
    }
    Word word = freely_reduced(words_.word_of(line.text.substr(std::min(keyword.size() + 1, line.text.size())), line));
    if (part == 1)
      add_relator(word, line);
    else
      made_.subgroup.push_back(std::move(word));
  }
  add_subgroup_cycles();
  return std::move(made_);
}

Claim PresentationReader::read_claim(const Line& line, bool of_whole_group) {
  std::string_view rest = line.text.substr(std::string_view("claim ").size());
  Claim claim;
  claim.line = line;
  claim.kind = rest.substr(0, rest.find(' '));
  rest = rest.substr(std::min(rest.size(), claim.kind.size() + 1));
  if (claim.kind == "index" || claim.kind == "order") {
    claim.number = number_of(rest, line);
    const bool is_order = of_whole_group || claim.kind == "order";
    claim.statement = (is_order ? "G has order " : "H has index ") + std::to_string(claim.number) + (is_order ? "" : " in G");
    return claim;
  }
  const std::size_t sign = rest.find(" = ");
  if ((claim.kind != "equal" && claim.kind != "different") || sign == std::string_view::npos)
    reject(line, "expected an index, an order, or two words that are equal or different");
  const std::string_view left = rest.substr(0, sign);
  const std::string_view right = rest.substr(sign + 3);
  claim.left = words_.word_of(left, line);
  claim.right = words_.word_of(right, line);
  const std::string subgroup = of_whole_group ? "" : "H ";
  claim.statement = subgroup + std::string(left) + (claim.kind == "equal" ? " = " : " is not ") + subgroup + std::string(right) +
                    (of_whole_group ? " in G" : "");
  return claim;
}

Letter WordReader::add_letter(std::string_view name, const Line& line) {
  const bool printable = std::ranges::all_of(name, [](char c) { return c > ' ' && c <= '~' && c != '(' && c != ')'; });
  if (!printable || name == "1" || name == "=") reject(line, quoted(name) + " cannot be the name of a letter");
  if (numbers_.size() == kMostLetters) reject(line, "more than 2^24 letters");
  const auto letter = static_cast<Letter>(numbers_.size());
  if (!numbers_.emplace(name, letter).second) reject(line, quoted(name) + " is already the name of a letter");
  return letter;
}

Letter WordReader::letter_of(std::string_view name, const Line& line) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) reject(line, quoted(name) + " is not a letter");
  return found->second;
}

Word WordReader::word_of(std::string_view text, const Line& line) {
  if (text == "1") return {};
  std::uint64_t power = 1;
  if (text.starts_with("(")) {
    const std::size_t end = text.rfind(")^");
    if (end == std::string_view::npos) reject(line, quoted(text) + " is not of the form (word)^k");
    power = number_of(text.substr(end + 2), line);
    if (power == 0) reject(line, "a power of 0; the empty word is written 1");
    text = text.substr(1, end - 1);
  }
  Word word;
  for (const std::string_view name : words_of({text, line.number})) word.push_back(letter_of(name, line));
  if (power > (kMostLetters - written_) / word.size()) reject(line, "the words have more than 2^24 letters");
  written_ += word.size() * power;
  Word all;
  for (std::uint64_t i = 0; i < power; ++i) all.insert(all.end(), word.begin(), word.end());
  return all;
}

void PresentationReader::read_letter(const Line& line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() != 3) reject(line, "expected 'letter NAME INVERSE'");
  const Letter letter = add_letter(words[1], line);
  const Letter inverse = words[1] == words[2] ? letter : add_letter(words[2], line);
  made_.inverse[letter] = inverse;
  made_.inverse[inverse] = letter;
}

Letter PresentationReader::add_letter(std::string_view name, const Line& line) {
  const Letter letter = words_.add_letter(name, line);
  made_.names.push_back(name);
  made_.inverse.push_back(letter);
  return letter;
}

Word PresentationReader::freely_reduced(const Word& word) const {
  Word reduced;
  for (const Letter letter : word) {
    if (!reduced.empty() && reduced.back() == made_.inverse[letter])
      reduced.pop_back();
    else
      reduced.push_back(letter);
  }
  return reduced;
}

void PresentationReader::add_relator(const Word& reduced, const Line& line) {
  Relator relator = root_of(reduced, made_.inverse);
  if (relator.period.empty()) return;
  relator.line = line.number;
  // The word and its first letters once more: every cycle is a part of that.
  const std::size_t from = made_.letters.size();
  const std::size_t period = relator.period.size();
  for (std::uint64_t i = 0; i < relator.power; ++i)
    made_.letters.insert(made_.letters.end(), relator.period.begin(), relator.period.end());
  const std::size_t length = made_.letters.size() - from;
  made_.letters.insert(made_.letters.end(), relator.period.begin(), relator.period.end() - 1);
  for (std::size_t turn = 0; turn < period; ++turn) made_.cycles.push_back({from + turn, length});
  made_.relators.push_back(std::move(relator));
}

void PresentationReader::add_subgroup_cycles() {
  made_.subgroup_cycles_from = made_.cycles.size();
  for (const Word& word : made_.subgroup) {
    made_.cycles.push_back({made_.letters.size(), word.size()});
    made_.letters.insert(made_.letters.end(), word.begin(), word.end());
  }
}

}  // namespace check

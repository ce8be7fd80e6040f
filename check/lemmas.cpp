// SPDX-License-Identifier: MIT
#include "lemmas.hpp"

#include <algorithm>

namespace check {

bool Equations::is_group() const {
  return std::ranges::find(inverse, kNone) == inverse.end();
}

std::size_t read_equations(const std::vector<Line>& lines, Equations& made) {
  WordReader words;
  std::size_t at = 0;
  std::vector<std::string_view> inverses;
  for (; at < lines.size() && lines[at].text.starts_with("letter "); ++at) {
    const std::vector<std::string_view> parts = words_of(lines[at]);
    if (parts.size() > 3) reject(lines[at], "expected 'letter NAME' or 'letter NAME INVERSE'");
    words.add_letter(parts[1], lines[at]);
    made.names.push_back(parts[1]);
    inverses.push_back(parts.size() == 3 ? parts[2] : std::string_view());
  }
  for (Letter x = 0; x < inverses.size(); ++x)
    made.inverse.push_back(inverses[x].empty() ? kNone : words.letter_of(inverses[x], lines[x]));
  for (Letter x = 0; x < inverses.size(); ++x)
    if (made.inverse[x] != kNone && made.inverse[made.inverse[x]] != x)
      reject(lines[x], quoted(inverses[x]) + " has another inverse, or none");
  for (; at < lines.size() && lines[at].text.starts_with("equation "); ++at) {
    const std::string_view rest = lines[at].text.substr(std::string_view("equation ").size());
    const std::size_t sign = rest.find(" = ");
    if (sign == std::string_view::npos) reject(lines[at], "expected 'equation WORD = WORD'");
    made.left.push_back(words.word_of(rest.substr(0, sign), lines[at]));
    made.right.push_back(words.word_of(rest.substr(sign + 3), lines[at]));
  }
  return at;
}

void reject_step(std::uint64_t step, const std::string& why) {
  throw Rejected("step " + std::to_string(step) + ": " + why);
}

Word read_word(NumberReader& numbers, std::size_t letters, std::uint64_t step) {
  Word word;
  for (std::uint64_t left = numbers.next(); left > 0; --left) {
    const std::uint64_t letter = numbers.next();
    if (letter >= letters) reject_step(step, "there is no letter " + std::to_string(letter));
    if (word.size() == kMostLetters) reject_step(step, "a word of more than 2^24 letters");
    word.push_back(static_cast<Letter>(letter));
  }
  return word;
}

Lemmas::Lemmas(const Equations& given) : letters_(given.names.size()) {
  for (Letter x = 0; x < letters_; ++x) {
    if (given.inverse[x] == kNone) continue;
    left_.push_back({x, given.inverse[x]});
    right_.emplace_back();
  }
  left_.insert(left_.end(), given.left.begin(), given.left.end());
  right_.insert(right_.end(), given.right.begin(), given.right.end());
  axioms_ = left_.size();
}

/// A use: 2 * the lemma's number + 1 if it is used from the right to the left, and the position.
void Lemmas::use(Word& word, NumberReader& numbers, std::uint64_t step) {
  const std::uint64_t code = numbers.next();
  const std::uint64_t position = numbers.next();
  if (code / 2 >= size()) reject_step(step, "lemma " + std::to_string(code / 2) + " is not an earlier one");
  const Word& from = code % 2 == 0 ? left_[code / 2] : right_[code / 2];
  const Word& to = code % 2 == 0 ? right_[code / 2] : left_[code / 2];
  if (position > word.size() || from.size() > word.size() - position ||
      !std::equal(from.begin(), from.end(), word.begin() + static_cast<std::ptrdiff_t>(position)))
    reject_step(step, "a side of lemma " + std::to_string(code / 2) + " is not at position " + std::to_string(position));
  if (word.size() - from.size() + to.size() > kMostLetters) reject_step(step, "a word of more than 2^24 letters");
  moved_.take(to.size() + (from.size() == to.size() ? 0 : word.size() - position));
  const auto begin = word.begin() + static_cast<std::ptrdiff_t>(position);
  const std::size_t same = std::min(from.size(), to.size());
  std::copy_n(to.begin(), same, begin);
  const auto end = begin + static_cast<std::ptrdiff_t>(same);
  if (from.size() > same)
    word.erase(end, begin + static_cast<std::ptrdiff_t>(from.size()));
  else
    word.insert(end, to.begin() + static_cast<std::ptrdiff_t>(same), to.end());
}

void Lemmas::read(NumberReader& numbers, std::uint64_t step) {
  Word left = read_word(numbers, letters_, step);
  Word word = left;
  for (std::uint64_t uses = numbers.next(); uses > 0; --uses) use(word, numbers, step);
  kept_.take(left.size() + word.size());
  left_.push_back(std::move(left));
  right_.push_back(std::move(word));
}

}  // namespace check

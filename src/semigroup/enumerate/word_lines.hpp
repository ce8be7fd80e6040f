// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <functional>
#include <string_view>
#include <vector>

#include "semigroup/enumerate/word_tree.hpp"

namespace wreath::semigroup {

/// Lines of words, as print_word() writes them, for files of millions of lines. A word is read from its end, prefix after prefix,
/// so a line is written from its end, too.
class WordLines {
 public:
  /// `take` gets the text in pieces.
  WordLines(const WordTree& tree, const std::function<void(std::string_view)>& take)
      : tree_(tree), take_(take), line_(12 * tree.longest() + 64), text_(kPiece + line_.size()) {}

  void add_word(Index element) { add(put_word(start(), element)); }
  void add_rule(Index element, Letter letter, Index equal) {
    char* at = put_word(start(), equal);
    at -= 3;
    std::memcpy(at, " = ", 3);
    at = put_letter(at, letter);
    if (element != 0) {
      // An element has several rules, one after another.
      if (element != named_) name_ = put_word(names_.data() + names_.size(), named_ = element);
      const auto length = static_cast<std::size_t>(names_.data() + names_.size() - name_);
      *--at = ' ';
      at -= length;
      std::memcpy(at, name_, length);
    }
    add(at);
  }
  void flush() {
    take_({text_.data(), used_});
    used_ = 0;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  char* end() { return line_.data() + line_.size(); }
  char* start() {
    *(end() - 1) = '\n';
    return end() - 1;
  }
  /// s1, s2, ...
  static char* put_letter(char* at, Letter letter) {
    unsigned number = unsigned{letter} + 1;
    for (; number >= 10; number /= 10) *--at = static_cast<char>('0' + number % 10);
    *--at = static_cast<char>('0' + number);
    *--at = 's';
    return at;
  }
  char* put_word(char* at, Index element) const {
    if (element == 0) {
      *--at = '1';
      return at;
    }
    while (true) {
      at = put_letter(at, tree_.last(element));
      element = tree_.prefix(element);
      if (element == 0) return at;
      *--at = ' ';
    }
  }
  void add(const char* line) {
    const auto length = static_cast<std::size_t>(end() - line);
    std::memcpy(text_.data() + used_, line, length);
    used_ += length;
    if (used_ >= kPiece) flush();
  }

  const WordTree& tree_;
  const std::function<void(std::string_view)>& take_;
  std::vector<char> line_;
  std::vector<char> names_{line_};  // has the word of the last element with a rule at its end
  const char* name_ = nullptr;
  Index named_ = 0;
  std::vector<char> text_;
  std::size_t used_ = 0;
};

}  // namespace wreath::semigroup

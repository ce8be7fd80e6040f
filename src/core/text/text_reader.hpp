// SPDX-License-Identifier: MIT
//
// What every reader of text made by people needs: a place in the text, white space and comments that do not matter, names and
// numbers, and errors of the form `source:line:column: what is wrong`, or `'text', column 3: what is wrong` if the text was
// typed. Lines are counted only when an error needs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wreath {

/// Goes once through a text. The text and the source's name must outlive the reader.
class TextReader {
 public:
  /// The source is the name of a file, or empty if the text itself is what a person typed; a comment goes from '#' to the end of
  /// the line. A text that is a part of its source begins at a later line.
  TextReader(std::string_view text, std::string_view source, std::size_t first_line = 1);

  std::size_t at() const noexcept { return at_; }
  void go_to(std::size_t offset) noexcept { at_ = offset; }
  std::string_view text() const noexcept { return text_; }
  std::string_view source() const noexcept { return source_; }

  /// Past white space, comments and lines that GAP has broken by a backslash; returns where that is.
  std::size_t skip_space() noexcept;
  /// Past such a backslash alone, which may stand within a number.
  bool skip_broken_line() noexcept;
  bool at_end() noexcept { return skip_space() == text_.size(); }
  /// The next character that is not a space, or 0 at the end.
  char peek() noexcept { return at_end() ? '\0' : text_[at_]; }
  /// The character right here, space or not, or 0 at the end.
  char here() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void advance() noexcept { at_ += at_ < text_.size() ? 1 : 0; }

  /// Takes this token where it comes next.
  bool take(std::string_view token) noexcept;
  /// The same, and an error where it does not: "expected ... in the list, found 'x'".
  void expect(std::string_view token, std::string_view in_what);
  /// The same for the bracket that ends what `open` began; where the text ends, the error names the bracket that is open.
  void expect_close(char close, std::size_t open, std::string_view in_what);

  /// A letter or '_', then letters, digits and '_'; a '.' may stand before any of these but the first. Empty where there is none.
  std::string_view take_name() noexcept;
  /// Digits, after '-' or not. Throws where there are none or where the value is beyond `most` (which is at most 10^17).
  std::int64_t take_integer(std::string_view what, std::int64_t most);
  /// What stands between double quotes. Throws where there are none or where they stay open.
  std::string_view take_quoted(std::string_view what);

  /// "line:column" of an offset, both from 1; in typed text "column 3".
  std::string place(std::size_t offset) const;
  /// What is found here, for a message: 'x', the byte 0xFF, or the end of the text.
  std::string shown_here() const;
  /// A piece of the input for a message, cut where it is long and free of bytes that no terminal shows.
  static std::string shown(std::string_view piece);

  [[noreturn]] void fail(std::size_t offset, std::string_view message) const;
  /// "expected WHAT, found 'x'", here.
  [[noreturn]] void fail_expected(std::string_view what);

 private:
  std::string_view text_;
  std::string_view source_;
  std::size_t first_line_;
  std::size_t at_ = 0;
};

}  // namespace wreath

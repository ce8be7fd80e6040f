// SPDX-License-Identifier: MIT
#include "core/text/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/characters.hpp"
#include "wreath/run.hpp"

namespace wreath {

TextReader::TextReader(std::string_view text, std::string_view source, std::size_t first_line)
    : text_(text), source_(source), first_line_(first_line) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte-order mark
}

std::size_t TextReader::skip_space() noexcept {
  while (at_ < text_.size()) {
    const char next = text_[at_];
    if (is_space(next)) {
      ++at_;
    } else if (next == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (!skip_broken_line()) {
      break;
    }
  }
  return at_;
}

bool TextReader::skip_broken_line() noexcept {
  if (here() != '\\') return false;
  const std::size_t length = text_.compare(at_, 2, "\\\n") == 0 ? 2 : text_.compare(at_, 3, "\\\r\n") == 0 ? 3 : 0;
  at_ += length;
  return length != 0;
}

bool TextReader::take(std::string_view token) noexcept {
  skip_space();
  if (!text_.substr(at_).starts_with(token)) return false;
  at_ += token.size();
  return true;
}

void TextReader::expect(std::string_view token, std::string_view in_what) {
  if (!take(token)) fail_expected(fmt::format("'{}' in {}", token, in_what));
}

void TextReader::expect_close(char close, std::size_t open, std::string_view in_what) {
  if (take(std::string_view(&close, 1))) return;
  if (at_end()) fail(at_, fmt::format("the text ends inside {}, whose '{}' is at {}", in_what, text_[open], place(open)));
  fail_expected(fmt::format("'{}' for the '{}' at {}", close, text_[open], place(open)));
}

std::string_view TextReader::take_name() noexcept {
  const std::size_t start = skip_space();
  if (!is_name_character(here()) || is_digit(here())) return {};
  while (at_ < text_.size()) {
    const bool dot = text_[at_] == '.' && at_ + 1 < text_.size() && is_name_character(text_[at_ + 1]);
    if (!dot && !is_name_character(text_[at_])) break;
    ++at_;
  }
  return text_.substr(start, at_ - start);
}

std::int64_t TextReader::take_integer(std::string_view what, std::int64_t most) {
  const std::size_t start = skip_space();
  const bool negative = here() == '-';
  if (negative) ++at_;
  if (!is_digit(here())) fail_expected(fmt::format("a number ({})", what));
  std::int64_t value = 0;
  while (is_digit(here())) {
    const std::int64_t digit = text_[at_++] - '0';
    if (digit > most || value > (most - digit) / 10)
      fail(start, fmt::format("{} is too large: it may be at most {}", what, most));
    value = value * 10 + digit;
  }
  return negative ? -value : value;
}

std::string_view TextReader::take_quoted(std::string_view what) {
  const std::size_t open = skip_space();
  if (here() != '"') fail_expected(fmt::format("{} in double quotes", what));
  const std::size_t close = text_.find('"', open + 1);
  if (close == std::string_view::npos) fail(open, fmt::format("the quotation mark before {} is not closed", what));
  at_ = close + 1;
  return text_.substr(open + 1, close - open - 1);
}

std::string TextReader::place(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = first_line_ + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 where there is none
  const std::size_t column = offset - line_start + 1;
  if (!source_.empty()) return fmt::format("{}:{}", line, column);
  return line == 1 ? fmt::format("column {}", column) : fmt::format("line {}, column {}", line, column);
}

namespace {

/// How many bytes the character at the front takes, in UTF-8; 0 where it is none that a terminal shows.
std::size_t shown_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= ' ' && first < 0x7F ? 1 : 0;
  const std::size_t length = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (first < 0xC2 || length == 0) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool no_character = (first == 0xED && byte(1) >= 0xA0) || (first == 0xF4 && byte(1) >= 0x90);
  const bool control = first == 0xC2 && byte(1) < 0xA0;
  return overlong || no_character || control ? 0 : length;
}

}  // namespace

std::string TextReader::shown_here() const {
  if (at_ >= text_.size()) return "the end of the text";
  const std::string_view rest = text_.substr(at_);
  const std::size_t length = shown_length(rest);
  return length != 0 ? fmt::format("'{}'", rest.substr(0, length))
                     : fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(rest.front()));
}

std::string TextReader::shown(std::string_view piece) {
  constexpr std::size_t kMost = 32;
  std::string shown;
  std::size_t at = 0;
  while (at < piece.size() && at < kMost) {
    const std::size_t length = shown_length(piece.substr(at));
    shown += length == 0 ? "?" : piece.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return at == piece.size() ? shown : shown + "...";
}

void TextReader::fail(std::size_t offset, std::string_view message) const {
  if (source_.empty()) throw InputError(fmt::format("'{}', {}: {}", shown(text_), place(offset), message));
  throw InputError(fmt::format("{}:{}: {}", source_, place(offset), message));
}

void TextReader::fail_expected(std::string_view what) {
  skip_space();
  fail(at_, fmt::format("expected {}, found {}", what, shown_here()));
}

}  // namespace wreath

// SPDX-License-Identifier: MIT
#include "core/io/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "wreath/run.hpp"

namespace wreath {

namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_character(char c) {
  return is_digit(c) || is_name_start(c);
}

}  // namespace

TextReader::TextReader(std::string_view text, std::string_view source, std::size_t first_line)
    : text_(text), source_(source), first_line_(first_line) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte-order mark
}

std::size_t TextReader::skip_space() noexcept {
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_, 3);
    if (is_space(rest[0])) {
      ++at_;
    } else if (rest[0] == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest.starts_with("\\\n")) {
      at_ += 2;
    } else if (rest == "\\\r\n") {
      at_ += 3;
    } else {
      break;
    }
  }
  return at_;
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
  if (!is_name_start(here())) return {};
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
  if (!is_digit(here())) fail_expected(fmt::format("{}, a number,", what));
  std::int64_t value = 0;
  while (is_digit(here())) {
    value = value * 10 + (text_[at_++] - '0');
    if (value > most) fail(start, fmt::format("{} is too large: it may be at most {}", what, most));
  }
  return negative ? -value : value;
}

std::string_view TextReader::take_quoted(std::string_view what) {
  const std::size_t open = skip_space();
  if (here() != '"') fail_expected(fmt::format("{} in double quotes", what));
  const std::size_t close = text_.find('"', open + 1);
  if (close == std::string_view::npos) fail(open, fmt::format("the quotation mark before {} has no partner", what));
  at_ = close + 1;
  return text_.substr(open + 1, close - open - 1);
}

std::string TextReader::place(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = first_line_ + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 where there is none
  return fmt::format("{}:{}", line, offset - line_start + 1);
}

std::string TextReader::shown_here() const {
  if (at_ >= text_.size()) return "the end of the text";
  const auto byte = static_cast<unsigned char>(text_[at_]);
  return byte >= ' ' && byte < 0x7F ? fmt::format("'{}'", text_[at_]) : fmt::format("the byte 0x{:02X}", byte);
}

std::string TextReader::shown(std::string_view piece) {
  constexpr std::size_t kMost = 32;
  std::string shown(piece.substr(0, kMost));
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < ' ' || c >= 0x7F; }, '?');
  return piece.size() <= kMost ? shown : shown + "...";
}

void TextReader::fail(std::size_t offset, std::string_view message) const {
  throw InputError(fmt::format("{}:{}: {}", source_, place(offset), message));
}

void TextReader::fail_expected(std::string_view what) {
  skip_space();
  fail(at_, fmt::format("{} is expected, and {} is found", what, shown_here()));
}

}  // namespace wreath

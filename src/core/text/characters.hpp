// SPDX-License-Identifier: MIT
//
// Classes of ASCII characters, whatever the locale; words for a shell.
#pragma once

#include <string>
#include <string_view>

namespace wreath {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// Of a name, but for its first.
constexpr bool is_name_character(char c) {
  return is_digit(c) || is_letter(c) || c == '_';
}
constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// In quotes if a shell would not take it as one word.
inline std::string quoted_for_shell(std::string_view word) {
  const bool plain =
      !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@^%") ==
                           std::string_view::npos;
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

}  // namespace wreath

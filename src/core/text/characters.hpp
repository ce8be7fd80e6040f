// SPDX-License-Identifier: MIT
//
// Classes of ASCII characters, whatever the locale.
#pragma once

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

}  // namespace wreath

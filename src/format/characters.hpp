// SPDX-License-Identifier: MIT
//
// Classes of ASCII characters, whatever the locale.
#pragma once

namespace wreath::format {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace wreath::format

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/run/units.hpp"

namespace wreath {

/// "1 word", "2,000 words"; a plural that is not the noun and an s is named.
inline std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural = {}) {
  const std::string text = format_count(count) + " ";
  if (count == 1) return text + std::string(noun);
  return text + (plural.empty() ? std::string(noun) + "s" : std::string(plural));
}

/// "1 point", "30000 points": in messages that quote numbers as they are in the input; counted() is for results.
inline std::string plural(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}
/// "there is 1 point", "there are 30000 points"
inline std::string there_are(std::uint64_t count, std::string_view noun) {
  return (count == 1 ? "there is " : "there are ") + plural(count, noun);
}

}  // namespace wreath

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wreath {

/// "1 point", "30000 points": in messages that quote numbers as they are in the input; counted() is for results.
inline std::string plural(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}
/// "there is 1 point", "there are 30000 points"
inline std::string there_are(std::uint64_t count, std::string_view noun) {
  return (count == 1 ? "there is " : "there are ") + plural(count, noun);
}

}  // namespace wreath

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace wreath {

/// "244,823,040", for a number of any length. What is not a number, such as "infinite", stays as it is.
inline std::string group_digits(std::string digits) {
  if (digits.find_first_not_of("0123456789") != std::string::npos) return digits;
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

}  // namespace wreath

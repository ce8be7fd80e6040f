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

}  // namespace wreath

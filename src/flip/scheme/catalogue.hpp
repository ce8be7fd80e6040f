// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace wreath::flip {

/// A file of data/schemes: its name without the ending, and what is in it.
struct SchemeText {
  std::string_view name;
  std::string_view text;
};
const std::vector<SchemeText>& scheme_texts();  // made by CMake

}  // namespace wreath::flip

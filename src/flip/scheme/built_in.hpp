// SPDX-License-Identifier: MIT
//
// What is built in, so that the program needs no files beside it; made by CMake.
#pragma once

#include <string_view>
#include <vector>

namespace wreath::flip {

extern const std::string_view kMatmulRecords;
extern const std::string_view kTensorRecords;

/// A file of data/schemes: its name without the ending, and what is in it.
struct SchemeText {
  std::string_view name;
  std::string_view text;
};
const std::vector<SchemeText>& scheme_texts();

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// Whether two words are equal in a group that may have no automatic structure.
//
// Where no structure is at hand, confluent rules come first if they are soon found, in whatever order of words; then the
// structure is built; and where that fails, rules once more, within all limits. The answer is proven either way.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "wreath/word.hpp"

namespace wreath::format {

struct Equality {
  std::optional<bool> equal;  // nothing where no proof was found
  std::string group;          // its name
  std::string by;             // "normal forms" or "confluent rules"
  std::string ending;         // if there is no answer: why there is no structure
  bool from_file = false;     // and it was a file that held none
};

/// The words are read by the letters of the group: read() is called once these are known, and again where a second way is tried.
Equality decide_equality(const std::string& source,
                         const std::function<std::pair<word::Word, word::Word>(const word::WordText&)>& read,
                         const word::Options& options, const word::ReduceOptions& how);

}  // namespace wreath::format

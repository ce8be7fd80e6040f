// SPDX-License-Identifier: MIT
//
// "did you mean": the known name that a misspelled word was probably meant to be.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wreath {

/// The candidate nearest to the word, if one is near enough to be meant.
std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& candidates);
/// "; did you mean 'surface:2'?", or nothing. What follows a ':' (arguments) is kept and not compared.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace wreath

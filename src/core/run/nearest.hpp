// SPDX-License-Identifier: MIT
//
// What a misspelt name was likely meant to be.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace wreath {

/// The candidate nearest to a misspelt word, where one is near enough to be meant.
std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& candidates);

/// "; did you mean 'full'?", or nothing: the end of a message.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace wreath

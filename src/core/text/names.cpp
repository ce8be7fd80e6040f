// SPDX-License-Identifier: MIT
#include "core/text/names.hpp"

#include <fmt/ranges.h>

namespace wreath {

UnknownName::UnknownName(std::string_view name, std::string_view what, std::vector<std::string> choices)
    : InputError(fmt::format("'{}' is not a valid {}: choose one of {}", name, what, fmt::join(choices, ", "))),
      choices_(std::make_shared<const std::vector<std::string>>(std::move(choices))) {}

UnknownName::~UnknownName() = default;

namespace {

/// Edit distance in which a swap of neighbours counts once (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 100;  // no name is longer, and the distance costs the product of the lengths
  std::optional<std::string> best;
  if (word.empty() || word.size() > kLongest) return best;
  if (word.size() < 3 && word[0] == '-') return best;  // any letter is near to any other
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const bool begins = word.size() >= 2 && candidate.starts_with(word);
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::size_t end = std::min(word.find(':'), word.size());
  const auto name = nearest_name(word.substr(0, end), candidates);
  return name ? "; did you mean '" + *name + std::string(word.substr(end)) + "'?" : "";
}

}  // namespace wreath

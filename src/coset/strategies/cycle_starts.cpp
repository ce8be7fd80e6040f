// SPDX-License-Identifier: MIT
#include "coset/strategies/cycle_starts.hpp"

#include <numeric>

namespace wreath::coset {

namespace {

/// The letter after `place` others, forwards or backwards.
Letter letter_at(const RelatorRef& cycle, std::uint32_t place, bool is_reversed) {
  return is_reversed ? cycle.backward[cycle.span - 1 - cycle.place_of(place)] : cycle.forward[cycle.place_of(place)];
}

/// Letters that two words have in common at their beginnings, up to a limit.
std::uint32_t common_letters(const RelatorRef& first, const RelatorRef& second, bool is_reversed, std::uint32_t most) {
  const std::uint32_t end = std::min({most, first.length, second.length});
  std::uint32_t letters = 0;
  while (letters < end && letter_at(first, letters, is_reversed) == letter_at(second, letters, is_reversed)) ++letters;
  return letters;
}

/// Whether the first word comes before the second; words that have `most` letters in common are alike.
bool is_before(const RelatorRef& first, const RelatorRef& second, bool is_reversed, std::uint32_t most) {
  const std::uint32_t common = common_letters(first, second, is_reversed, most);
  if (common == most || common == second.length) return false;
  return common == first.length || letter_at(first, common, is_reversed) < letter_at(second, common, is_reversed);
}

}  // namespace

std::vector<CycleStarts::Directed> CycleStarts::sorted(bool is_reversed) const {
  std::vector<std::uint32_t> order(starts_.size());
  std::iota(order.begin(), order.end(), 0U);
  if (order.size() <= tuning::kMostSortedStarts) {  // any order is right
    std::ranges::stable_sort(order, [&](std::uint32_t first, std::uint32_t second) {
      return is_before(starts_[first].cycle, starts_[second].cycle, is_reversed, tuning::kMostShared);
    });
  }
  std::vector<Directed> all;
  for (const std::uint32_t k : order) {
    const RelatorRef& cycle = starts_[k].cycle;
    const std::uint32_t shared =
        all.empty() ? 0 : common_letters(starts_[all.back().start].cycle, cycle, is_reversed, tuning::kMostShared);
    all.push_back({is_reversed ? cycle.backward + cycle.span - 1 : cycle.forward, cycle.span, cycle.length, shared, k});
  }
  return all;
}

void CycleStarts::sort() {
  forward_ = sorted(false);
  backward_ = sorted(true);
  fronts_.resize(starts_.size());
}

}  // namespace wreath::coset

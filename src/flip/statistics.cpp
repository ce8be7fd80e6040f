// SPDX-License-Identifier: MIT
#include "flip/statistics.hpp"

#include <algorithm>

namespace wreath::flip {

void SharedFactors::add(const Scheme& scheme) {
  ++schemes;
  for (unsigned position = 0; position < 3; ++position) {
    std::map<Factor, std::uint64_t> count;
    for (const Summand& summand : scheme.summands) ++count[summand.factor[position]];
    for (const auto& [factor, size] : count) {
      if (size > 1) ++sets[position][size];
    }
  }
}

std::uint64_t SharedFactors::of_size_at_least(std::uint64_t size) const {
  std::uint64_t total = 0;
  for (const auto& at : sets) {
    for (auto entry = at.lower_bound(size); entry != at.end(); ++entry) total += entry->second;
  }
  return total;
}

std::uint64_t SharedFactors::largest() const {
  std::uint64_t most = 0;
  for (const auto& at : sets) {
    if (!at.empty()) most = std::max(most, at.rbegin()->first);
  }
  return most;
}

}  // namespace wreath::flip

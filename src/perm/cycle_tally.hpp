// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "wreath/perm.hpp"

namespace wreath::perm {

/// How many cycles of each length were found. Short ones are the many.
class CycleTally {
 public:
  void add(std::uint64_t length, std::uint64_t count = 1) {
    if (length < short_.size()) {
      short_[length] += count;
    } else {
      long_[length] += count;
    }
  }
  void add(const CycleTally& other) {
    for (std::size_t length = 0; length < short_.size(); ++length) short_[length] += other.short_[length];
    for (const auto& [length, count] : other.long_) long_[length] += count;
  }
  std::vector<CycleCount> sorted() const {
    std::vector<CycleCount> counts;
    for (std::size_t length = 0; length < short_.size(); ++length) {
      if (short_[length] != 0) counts.push_back({length, short_[length]});
    }
    const auto first_long = static_cast<std::ptrdiff_t>(counts.size());
    for (const auto& [length, count] : long_) counts.push_back({length, count});
    std::sort(counts.begin() + first_long, counts.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    return counts;
  }

 private:
  std::array<std::uint64_t, 256> short_{};
  std::unordered_map<std::uint64_t, std::uint64_t> long_;
};

}  // namespace wreath::perm

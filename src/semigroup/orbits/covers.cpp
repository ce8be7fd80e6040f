// SPDX-License-Identifier: MIT
#include "semigroup/orbits/covers.hpp"

#include <algorithm>

namespace wreath::semigroup {

std::vector<Cover> covers_of(std::size_t count, std::vector<Cover> pairs) {
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  std::vector<std::vector<std::uint64_t>> below(count);
  std::vector<std::size_t> waiting(count);  // pairs into a class that are not dealt with
  for (const auto& [a, b] : pairs) {
    below[a].push_back(b);
    ++waiting[b];
  }
  std::vector<std::size_t> order;  // above before below
  for (std::size_t i = 0; i < count; ++i) {
    if (waiting[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::uint64_t b : below[order[i]]) {
      if (--waiting[b] == 0) order.push_back(b);
    }
  }
  std::vector<std::size_t> position(count);
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  const std::size_t words = (count + 63) / 64;
  std::vector<std::uint64_t> reach(count * words);  // what lies below, each itself included
  std::vector<Cover> covers;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::size_t a = order[i];
    std::uint64_t* mine = reach.data() + a * words;
    // Those nearest above in the order first: whatever is reached from one of these is not directly below.
    std::ranges::sort(below[a], {}, [&](std::uint64_t b) { return position[b]; });
    for (const std::uint64_t b : below[a]) {
      if ((mine[b / 64] >> (b % 64) & 1) != 0) continue;
      covers.emplace_back(a, b);
      for (std::size_t w = 0; w < words; ++w) mine[w] |= reach[b * words + w];
    }
    mine[a / 64] |= std::uint64_t{1} << (a % 64);
  }
  std::ranges::sort(covers);
  return covers;
}

}  // namespace wreath::semigroup

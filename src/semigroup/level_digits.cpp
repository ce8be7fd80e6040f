// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/data/bitset.hpp"
#include "semigroup/level_states.hpp"

namespace wreath::semigroup {

LevelDigits::LevelDigits(const Generators& generators, std::span<const Point> base) : generators_(generators.count()) {
  constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 56;
  numbers_ = 1;
  for (const Point point : base) {
    Bitset seen(generators.degree);
    std::vector<Point> orbit{point};
    seen.claim<false>(point);
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      for (std::size_t g = 0; g < generators_; ++g) {
        const Point image = generators.row(g)[orbit[i]];
        if (seen.claim<false>(image)) orbit.push_back(image);
      }
    }
    std::ranges::sort(orbit);
    std::vector<std::uint32_t> place(generators.degree);
    for (std::size_t i = 0; i < orbit.size(); ++i) place[orbit[i]] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> images;
    images.reserve(generators_ * orbit.size());
    for (std::size_t g = 0; g < generators_; ++g) {
      for (const Point value : orbit) images.push_back(place[generators.row(g)[value]]);
    }
    if (numbers_ && *numbers_ > kMostNumbers / orbit.size()) numbers_.reset();
    if (numbers_) *numbers_ *= orbit.size();
    values_.push_back(std::move(orbit));
    images_.push_back(std::move(images));
  }
}

std::uint64_t LevelDigits::number_of(std::span<const Point> images) const {
  std::uint64_t number = 0;
  for (std::size_t i = values_.size(); i-- > 0;) {
    const auto at = std::ranges::lower_bound(values_[i], images[i]);
    number = number * values_[i].size() + static_cast<std::uint64_t>(at - values_[i].begin());
  }
  return number;
}

}  // namespace wreath::semigroup

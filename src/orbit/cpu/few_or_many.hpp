// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace wreath::orbit {

/// Room for `most` items, without allocating memory where they are few.
template <class Item>
class FewOrMany {
 public:
  explicit FewOrMany(std::size_t most) : many_(most > kFew ? most : 0) {}
  Item* data() { return many_.empty() ? few_.data() : many_.data(); }

 private:
  static constexpr std::size_t kFew = 64;
  std::array<Item, kFew> few_;
  std::vector<Item> many_;
};

}  // namespace wreath::orbit

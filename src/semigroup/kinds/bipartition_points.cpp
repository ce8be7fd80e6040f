// SPDX-License-Identifier: MIT
#include "semigroup/kinds/bipartition_points.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace wreath::semigroup {

namespace {

/// Up to 32 things in classes.
class SmallClasses {
 public:
  SmallClasses() { std::iota(parent_.begin(), parent_.end(), std::uint8_t{0}); }
  std::size_t find(std::size_t thing) {
    while (parent_[thing] != thing) thing = parent_[thing] = parent_[parent_[thing]];
    return thing;
  }
  void unite(std::size_t a, std::size_t b) { parent_[find(a)] = static_cast<std::uint8_t>(find(b)); }

 private:
  std::array<std::uint8_t, 32> parent_;
};

}  // namespace

BipartitionPoints::BipartitionPoints(std::uint64_t n) : n_(n) {
  list(0, 0, 0);
  if (n == 1) base_.push_back(base_point(0, n_));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) base_.push_back(base_point(i, j));
  }
}

/// All codes that begin with these points, in order.
void BipartitionPoints::list(std::size_t points, Code code, unsigned blocks) {
  if (points == kTops + n_) {
    codes_.push_back(code);
    return;
  }
  for (unsigned b = 0; b <= blocks; ++b) list(points + 1, code << 4 | b, std::max(blocks, b + 1));
}

/// The partition in which block_of(p), below 32, names the block of each point.
template <class BlockOf>
Point BipartitionPoints::number(const BlockOf& block_of) const {
  std::array<std::uint8_t, 32> numbers;
  numbers.fill(0xFF);
  std::uint8_t next = 0;
  Code code = 0;
  for (std::size_t p = 0; p < kTops + n_; ++p) {
    std::uint8_t& of = numbers[block_of(p)];
    if (of == 0xFF) of = next++;
    code = code << 4 | of;
  }
  return static_cast<Point>(std::lower_bound(codes_.begin(), codes_.end(), code) - codes_.begin());
}

/// v(i,j); the second top is alone if j is not a point.
Point BipartitionPoints::base_point(std::size_t i, std::size_t j) const {
  return number([&](std::size_t p) { return p == kTops + i ? 0 : p == kTops + j ? 1 : p; });
}

Point BipartitionPoints::image(Point v, std::span<const Point> x) const {
  const Code code = codes_[v];
  SmallClasses joined;  // the blocks of x from 0 on, those of v from 16 on
  for (std::size_t i = 0; i < n_; ++i) joined.unite(x[i], 16 + block(code, kTops + i));
  return number([&](std::size_t p) { return joined.find(p < kTops ? 16 + block(code, p) : x[n_ + p - kTops]); });
}

void BipartitionPoints::read(std::span<const Point> base_images, std::span<Point> x) const {
  SmallClasses joined;  // the points of x: n above, n below
  const auto take = [&](Point image, std::size_t i, std::size_t j) {
    const Code code = codes_[image];
    const auto below = [&](std::size_t p) { return block(code, kTops + p); };
    for (std::size_t p = 0; p < n_; ++p) {
      for (std::size_t q = 0; q < p; ++q) {
        if (below(p) == below(q)) joined.unite(n_ + p, n_ + q);
      }
      if (below(p) == block(code, 0)) joined.unite(n_ + p, i);
      if (j < n_ && below(p) == block(code, 1)) joined.unite(n_ + p, j);
    }
    if (j < n_ && block(code, 0) == block(code, 1)) joined.unite(i, j);
  };
  std::size_t k = 0;
  if (n_ == 1) take(base_images[0], 0, n_);
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = i + 1; j < n_; ++j) take(base_images[k++], i, j);
  }
  std::array<std::uint8_t, 32> numbers;
  numbers.fill(0xFF);
  std::uint8_t next = 0;
  for (std::size_t p = 0; p < 2 * n_; ++p) {
    std::uint8_t& of = numbers[joined.find(p)];
    if (of == 0xFF) of = next++;
    x[p] = of;
  }
}

}  // namespace wreath::semigroup

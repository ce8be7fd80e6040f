// SPDX-License-Identifier: MIT
//
// Transformations as the images of some points, all of them or a base, in 8, 16 or 32 bits each.
#pragma once

#include <algorithm>
#include <vector>

#include "core/closure/space.hpp"
#include "semigroup/kinds/packing.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

template <class P>
class Points {
 public:
  using Cell = P;

  Points(const Generators& generators, std::size_t columns) : degree_(generators.degree), columns_(columns) {
    set_letters(generators);
  }
  void set_letters(const Generators& generators) { images_.assign(generators.images.begin(), generators.images.end()); }

  std::size_t cells() const { return columns_; }
  bool act(const P* x, Letter letter, P* z) const {
    const P* g = images_.data() + letter * degree_;
    for (std::size_t c = 0; c < columns_; ++c) z[c] = g[x[c]];
    return true;
  }
  std::uint64_t hash(const P* x) const { return closure::hash_row<P>({x, columns_}); }
  bool equal(const P* x, const P* y) const { return closure::same_row<P>({x, columns_}, {y, columns_}); }

  std::size_t columns() const { return columns_; }
  void code(std::span<const Point> row, P* z) const {
    for (std::size_t c = 0; c < columns_; ++c) z[c] = static_cast<P>(row[c]);
  }
  void read(const P* x, std::span<Point> row) const { std::copy_n(x, columns_, row.begin()); }
  /// All points are tracked.
  bool idempotent(const P* x) const {
    return std::all_of(x, x + columns_, [&](P image) { return x[image] == image; });
  }

 private:
  std::size_t degree_;
  std::size_t columns_;
  std::vector<P> images_;
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Elements of any kind as a Space (core/closure/space.hpp): generators are elements, and act by multiplication.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/closure/space.hpp"
#include "semigroup/kinds/cells.hpp"
#include "semigroup/kinds/kind.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// By the cells of a kind (cells.hpp).
template <class Cells>
class KindSpace {
 public:
  using Cell = typename Cells::Cell;
  static constexpr const char* kOutOfRange = semigroup::kOutOfRange;

  KindSpace(Cells elements, const Generators& generators) : elements_(std::move(elements)), columns_(generators.degree) {
    set_letters(generators);
  }
  void set_letters(const Generators& generators) {
    letters_.resize(generators.count() * cells());
    for (std::size_t g = 0; g < generators.count(); ++g) elements_.pack(generators.row(g), letters_.data() + g * cells());
  }

  std::size_t cells() const { return elements_.cells(); }
  bool act(const Cell* x, Letter letter, Cell* z) const { return elements_.multiply(x, letters_.data() + letter * cells(), z); }
  std::uint64_t hash(const Cell* x) const { return closure::hash_cells(x, cells()); }
  bool equal(const Cell* x, const Cell* y) const { return closure::equal_cells(x, y, cells()); }

  std::size_t columns() const { return columns_; }
  void code(std::span<const Point> row, Cell* z) const { elements_.pack(row, z); }
  void read(const Cell* x, std::span<Point> row) const { elements_.unpack(x, row); }
  bool idempotent(const Cell* x) const {
    Cell few[64];
    std::vector<Cell> many(cells() > std::size(few) ? cells() : 0);
    Cell* square = many.empty() ? few : many.data();
    return elements_.multiply(x, x, square) && equal(square, x);
  }

 private:
  Cells elements_;
  std::size_t columns_;
  std::vector<Cell> letters_;
};

/// By the numbers of their rows, whatever the kind: for files and ranks, which wait for longer than for a call.
class KindRowSpace {
 public:
  using Cell = Point;

  explicit KindRowSpace(const Generators& generators) : product_(make_row_product(generators.kind)), generators_(generators) {}

  std::size_t cells() const { return generators_.degree; }
  bool act(const Point* x, Letter letter, Point* z) const {
    (*product_)(x, generators_.images.data() + letter * cells(), z);
    return true;
  }
  std::uint64_t hash(const Point* x) const { return closure::hash_cells(x, cells()); }
  bool equal(const Point* x, const Point* y) const { return closure::equal_cells(x, y, cells()); }

  std::size_t columns() const { return cells(); }
  void code(std::span<const Point> row, Point* z) const { std::ranges::copy(row, z); }
  void read(const Point* x, std::span<Point> row) const { std::copy_n(x, cells(), row.begin()); }
  bool idempotent(const Point* x) const { return product_->is_idempotent(x); }

 private:
  std::shared_ptr<const RowProduct> product_;
  Generators generators_;
};

}  // namespace wreath::semigroup

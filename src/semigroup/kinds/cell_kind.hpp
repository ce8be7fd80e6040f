// SPDX-License-Identifier: MIT
//
// What every kind gets from its class of cells (cells.hpp): products of rows, and a backend on the CPU.
#pragma once

#include <utility>

#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/kind_space.hpp"

namespace wreath::semigroup {

/// Products of rows by way of the cells.
template <class Cells>
class CellProduct final : public RowProduct {
 public:
  CellProduct(Cells cells, std::size_t columns) : cells_(std::move(cells)), columns_(columns) {}

  void operator()(const Point* x, const Point* y, Point* z) const override {
    if (!form(x, y, z)) throw InputError(kOutOfRange);
  }
  bool is_idempotent(const Point* x) const override {
    std::vector<Point> square(columns_);
    return form(x, x, square.data()) && std::equal(square.begin(), square.end(), x);
  }

 private:
  bool form(const Point* x, const Point* y, Point* z) const {
    const std::size_t cells = cells_.cells();
    thread_local std::vector<typename Cells::Cell> memory;
    memory.resize(3 * cells);
    auto* const all = memory.data();
    cells_.pack({x, columns_}, all);
    cells_.pack({y, columns_}, all + cells);
    if (!cells_.multiply(all, all + cells, all + 2 * cells)) return false;
    cells_.unpack(all + 2 * cells, {z, columns_});
    return true;
  }

  Cells cells_;
  std::size_t columns_;
};

/// A kind whose class Self has with_cells(kind, visit), which calls visit(cells) with the class of cells for that size.
template <class Self>
class CellKind : public Kind {
 public:
  std::shared_ptr<const RowProduct> make_product(const ElementKind& kind) const override {
    return Self::with_cells(kind, [&](auto cells) -> std::shared_ptr<const RowProduct> {
      return std::make_shared<CellProduct<decltype(cells)>>(std::move(cells), row_length(kind));
    });
  }
  std::unique_ptr<Backend> make_backend(const Generators& generators, unsigned threads) const override {
    return Self::with_cells(generators.kind, [&](auto cells) -> std::unique_ptr<Backend> {
      using Store = closure::CellStore<KindSpace<decltype(cells)>>;
      return std::make_unique<HashBackend<Store>>(Store({std::move(cells), generators}, identity(generators.kind)),
                                                  generators.count(), generators.monoid, threads);
    });
  }

 protected:
  using Kind::Kind;
};

}  // namespace wreath::semigroup

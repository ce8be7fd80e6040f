// SPDX-License-Identifier: MIT
//
// Elements of any kind as their cells (kinds/element_kinds.hpp). A product is formed into scratch memory, hashed there, compared
// with an element of the same hash, and copied where it is new.
#pragma once

#include <atomic>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "semigroup/cpu/batch.hpp"
#include "semigroup/kinds/element_kinds.hpp"
#include "semigroup/row_hash.hpp"

namespace wreath::semigroup {

template <class K>
class KindStore {
 public:
  using Cell = typename K::Cell;
  struct Query {
    std::uint64_t hash;
    std::vector<Cell> cells;
  };

  KindStore(K kind, const Generators& generators) : kind_(std::move(kind)), cells_(kind_.cells()), columns_(generators.degree) {
    set_generators(generators);
    elements_.resize(cells_);
    kind_.pack(identity_of(generators.kind), elements_.data());
    count_ = 1;
  }

  void form(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes, std::span<std::uint8_t> fixed) {
    products_.resize(batch.size() * cells_);
    std::atomic<bool> in_range = true;
    parallel_chunks(batch.size(), chunk(), threads, [&](Range range, std::size_t, unsigned) {
      bool all = true;
      batch.for_each(range, [&](std::size_t i, Product product) {
        const Cell* x = element(product.element);
        Cell* y = products_.data() + i * cells_;
        all = kind_.multiply(x, generators_.data() + product.letter * cells_, y) && all;
        fixed[i] = product.element != 0 && equal(x, y);
        if (fixed[i] == 0) hashes[i] = hash(y);
      });
      if (!all) in_range = false;
    });
    if (!in_range) throw InputError(TropicalMatrices::kOutOfRange);
  }
  bool same(std::size_t i, Index index) const { return equal(products_.data() + i * cells_, element(index)); }
  bool same_new(std::size_t i, std::size_t j) const {
    return equal(products_.data() + i * cells_, products_.data() + j * cells_);
  }
  void prefetch_far(Index) const {}
  void prefetch(Index index) const { __builtin_prefetch(element(index)); }
  void append(std::span<const std::uint32_t> new_ones, unsigned threads) {
    elements_.resize((count_ + new_ones.size()) * cells_);
    parallel_chunks(new_ones.size(), chunk(), threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) copy(products_.data() + new_ones[k] * cells_, count_ + k);
    });
    count_ += new_ones.size();
  }

  void set_generators(const Generators& generators) {
    generators_.resize(generators.count() * cells_);
    for (std::size_t g = 0; g < generators.count(); ++g) kind_.pack(generators.row(g), generators_.data() + g * cells_);
  }
  void reorder(std::span<const Index> order, unsigned threads) {
    const GrowingArray<Cell> old = std::exchange(elements_, {});
    elements_.resize(count_ * cells_);
    parallel_chunks(count_, chunk(), threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) copy(old.data() + order[k] * cells_, k);
    });
  }

  std::size_t count() const { return count_; }
  std::size_t piece(unsigned threads) const {
    const std::size_t most = std::min<std::size_t>(threads, 16) << 16;
    return std::clamp<std::size_t>((std::size_t{1} << 24) / (cells_ * sizeof(Cell)), 64, most);
  }
  std::size_t product_bytes() const { return cells_ * sizeof(Cell); }
  bool large_rows() const { return cells_ * sizeof(Cell) >= 4096; }
  void read(Index first, Index last, std::span<Point> rows) const {
    for (Index e = first; e < last; ++e) kind_.unpack(element(e), rows.subspan(std::size_t{e - first} * columns_, columns_));
  }
  std::optional<Query> query(std::span<const Point> row) const {
    Query query{0, std::vector<Cell>(cells_)};
    kind_.pack(row, query.cells.data());
    query.hash = hash(query.cells.data());
    return query;
  }
  bool matches(const Query& query, Index index) const { return equal(query.cells.data(), element(index)); }
  bool idempotent(Index index) const {
    Cell few[64];
    std::vector<Cell> many(cells_ > std::size(few) ? cells_ : 0);
    Cell* square = many.empty() ? few : many.data();
    return kind_.multiply(element(index), element(index), square) && equal(square, element(index));
  }
  std::uint64_t hash_of(Index index) const { return hash(element(index)); }
  std::uint64_t memory() const { return elements_.memory(); }
  std::string_view exactness() const { return "every fingerprint hit compared"; }

 private:
  const Cell* element(std::size_t index) const { return elements_.data() + index * cells_; }
  std::size_t chunk() const { return std::clamp<std::size_t>((std::size_t{1} << 16) / (cells_ * sizeof(Cell)), 1, 1024); }
  std::uint64_t hash(const Cell* cells) const {
    if (sizeof(Cell) == 8 && cells_ == 1) return mix64(static_cast<std::uint64_t>(*cells));
    return hash_row<Cell>({cells, cells_});
  }
  bool equal(const Cell* x, const Cell* y) const {
    if (cells_ == 1) return *x == *y;
    return same_row<Cell>({x, cells_}, {y, cells_});
  }
  void copy(const Cell* from, std::size_t index) {
    if (cells_ == 1) {
      elements_[index] = *from;
    } else {
      std::memcpy(elements_.data() + index * cells_, from, cells_ * sizeof(Cell));
    }
  }

  K kind_;
  std::size_t cells_;
  std::size_t columns_;
  std::vector<Cell> generators_;
  GrowingArray<Cell> elements_;
  std::size_t count_ = 0;
  GrowingArray<Cell> products_;  // of the batch
};

}  // namespace wreath::semigroup

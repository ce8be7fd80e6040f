// SPDX-License-Identifier: MIT
//
// Elements as plain rows of 8-, 16- or 32-bit points. A product is composed into scratch memory, hashed there, compared with a
// row of the same hash, and copied where it is new. With 32 bits a row can also be an element of another kind, and `tracked` is
// the identity then.
#pragma once

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "semigroup/cpu/batch.hpp"
#include "semigroup/kinds/row_product.hpp"
#include "semigroup/row_hash.hpp"

namespace wreath::semigroup {

template <class P>
class RowStore {
 public:
  struct Query {
    std::uint64_t hash;
    std::vector<P> row;
  };

  RowStore(const Generators& generators, std::span<const Point> tracked)
      : degree_(generators.degree),
        columns_(tracked.size()),
        generators_(generators.images.begin(), generators.images.end()),
        product_(make_row_product(generators.kind)) {
    rows_.resize(columns_);
    for (std::size_t c = 0; c < columns_; ++c) rows_[c] = static_cast<P>(tracked[c]);
    count_ = 1;
  }

  void form(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes, std::span<std::uint8_t> fixed) {
    products_.resize(batch.size() * columns_);
    parallel_chunks(batch.size(), chunk(), threads, [&](Range range, std::size_t, unsigned) {
      batch.for_each(range, [&](std::size_t i, Product product) {
        const P* x = row(product.element);
        const P* g = generators_.data() + product.letter * degree_;
        P* y = products_.data() + i * columns_;
        if (product_ == nullptr) {
          for (std::size_t c = 0; c < columns_; ++c) y[c] = g[x[c]];
        } else if constexpr (sizeof(P) == sizeof(Point)) {
          (*product_)(x, g, y);
        }
        fixed[i] = product.element != 0 && equal(x, y);
        if (fixed[i] == 0) hashes[i] = hash_row<P>({y, columns_});
      });
    });
  }
  bool same(std::size_t i, Index index) const { return equal(products_.data() + i * columns_, row(index)); }
  bool same_new(std::size_t i, std::size_t j) const {
    return equal(products_.data() + i * columns_, products_.data() + j * columns_);
  }
  void prefetch_far(Index) const {}
  void prefetch(Index index) const { __builtin_prefetch(row(index)); }
  void append(std::span<const std::uint32_t> new_ones, unsigned threads) {
    append_rows(new_ones.size(), threads, [&](std::size_t k) { return products_.data() + new_ones[k] * columns_; });
  }

  void set_generators(const Generators& generators) { generators_.assign(generators.images.begin(), generators.images.end()); }
  void reorder(std::span<const Index> order, unsigned threads) {
    const GrowingArray<P> old = std::exchange(rows_, {});
    count_ = 0;
    append_rows(order.size(), threads, [&](std::size_t k) { return old.data() + std::size_t{order[k]} * columns_; });
  }

  // Products as ranks send them to one another: the row.
  std::uint64_t owner_hash(std::size_t, std::uint64_t hash) const { return hash; }
  std::size_t sent_words(std::size_t) const { return row_words(); }
  void write_sent(std::size_t i, SentWord* sent) const {
    sent[row_words() - 1] = 0;  // which may not be filled
    std::memcpy(sent, products_.data() + i * columns_, columns_ * sizeof(P));
  }
  std::size_t words_of_sent(const SentWord*) const { return row_words(); }
  std::uint64_t hash_of_sent(const SentWord* sent) const { return hash_row<P>({row_of_sent(sent), columns_}); }
  bool is_sent(const SentWord* sent, Index index) const { return equal(row_of_sent(sent), row(index)); }
  bool same_sent(const SentWord* x, const SentWord* y) const { return equal(row_of_sent(x), row_of_sent(y)); }
  template <class Sent>
  void append_sent(std::size_t count, unsigned threads, const Sent& sent) {
    append_rows(count, threads, [&](std::size_t k) { return row_of_sent(sent(k)); });
  }

  std::size_t count() const { return count_; }
  std::size_t piece(unsigned) const {
    return std::clamp<std::size_t>((std::size_t{1} << 24) / (columns_ * sizeof(P)), 64, 1 << 16);
  }
  std::size_t product_bytes() const { return columns_ * sizeof(P); }
  bool large_rows() const { return columns_ >= 4096; }
  void read(Index first, Index last, std::span<Point> rows) const {
    const P* from = row(first);
    for (std::size_t k = 0; k < std::size_t{last - first} * columns_; ++k) rows[k] = from[k];
  }
  std::optional<Query> query(std::span<const Point> images) const {
    std::vector<P> row(images.begin(), images.end());
    const std::uint64_t hash = hash_row<P>(row);
    return Query{hash, std::move(row)};
  }
  bool matches(const Query& query, Index index) const { return equal(query.row.data(), row(index)); }
  bool idempotent(Index index) const {
    const P* images = row(index);
    if constexpr (sizeof(P) == sizeof(Point)) {
      if (product_ != nullptr) return product_->is_idempotent(images);
    }
    return std::all_of(images, images + columns_, [&](P image) { return images[image] == image; });
  }
  std::uint64_t hash_of(Index index) const { return hash_row<P>({row(index), columns_}); }
  std::uint64_t memory() const { return rows_.memory(); }
  std::string_view exactness() const { return "every fingerprint hit compared"; }

 private:
  std::size_t row_words() const { return (columns_ * sizeof(P) + sizeof(SentWord) - 1) / sizeof(SentWord); }
  static const P* row_of_sent(const SentWord* sent) { return reinterpret_cast<const P*>(sent); }
  template <class RowOf>
  void append_rows(std::size_t count, unsigned threads, const RowOf& row_of) {
    rows_.resize((count_ + count) * columns_);
    parallel_chunks(count, chunk(), threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k)
        std::memcpy(rows_.data() + (count_ + k) * columns_, row_of(k), columns_ * sizeof(P));
    });
    count_ += count;
  }
  const P* row(std::size_t index) const { return rows_.data() + index * columns_; }
  /// Products that a thread takes at once.
  std::size_t chunk() const { return std::clamp<std::size_t>((std::size_t{1} << 16) / (columns_ * sizeof(P)), 1, 1024); }
  bool equal(const P* x, const P* y) const { return std::memcmp(x, y, columns_ * sizeof(P)) == 0; }

  std::size_t degree_;
  std::size_t columns_;
  std::vector<P> generators_;
  std::shared_ptr<const RowProduct> product_;  // of another kind than transformations, whose rows have 32-bit numbers
  GrowingArray<P> rows_;
  std::size_t count_ = 0;
  GrowingArray<P> products_;  // of the batch
};

}  // namespace wreath::semigroup

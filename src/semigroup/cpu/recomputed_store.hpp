// SPDX-License-Identifier: MIT
//
// Elements as fingerprints and words: where rows do not fit the memory.
//
// Only the rows of the newest elements are kept, from the first whose products are still to be formed. A product that meets an
// older element of the same fingerprint is compared with that element as its word gives it, point by point and letter by letter;
// or, where fingerprints are to be believed, not at all. A fingerprint has 64 bits here and 38 in the table, of another hash.
#pragma once

#include <cstring>
#include <optional>
#include <vector>

#include "core/data/growing_array.hpp"
#include "semigroup/backend.hpp"
#include "semigroup/enumerate/word_tree.hpp"
#include "semigroup/kinds/points.hpp"

namespace wreath::semigroup {

template <class P>
class RecomputedStore {
 public:
  struct Query {
    std::uint64_t hash;
    std::vector<P> row;
  };

  /// The tree holds the words of all elements but those of the call in progress.
  RecomputedStore(const Generators& generators, const WordTree& tree, bool believe)
      : source_(&generators), tree_(&tree), believe_(believe), degree_(generators.degree), space_(generators, degree_) {
    rows_.resize(degree_);
    for (std::size_t p = 0; p < degree_; ++p) rows_[p] = static_cast<P>(p);
    fingerprints_.push_back(second_hash(row(0)));
  }

  void form(const Batch& batch, unsigned threads, std::span<std::uint64_t> hashes, std::span<std::uint8_t> fixed) {
    forget_before(batch.product(0).element);
    products_.resize(batch.size() * degree_);
    second_.resize(batch.size());
    parallel_chunks(batch.size(), chunk(), threads, [&](Range range, std::size_t, unsigned) {
      std::vector<P> recomputed;
      Index parent = kNoIndex;
      batch.for_each(range, [&](std::size_t i, Product product) {
        if (product.element < kept_from_ && product.element != parent) recompute(parent = product.element, recomputed);
        const P* x = product.element < kept_from_ ? recomputed.data() : row(product.element).data();
        P* y = products_.data() + i * degree_;
        space_.act(x, product.letter, y);
        fixed[i] = product.element != 0 && space_.equal(x, y);
        if (fixed[i] != 0) return;
        hashes[i] = space_.hash(y);
        second_[i] = second_hash({y, degree_});
      });
    });
  }
  bool same(std::size_t i, Index index) const {
    return second_[i] == fingerprints_[index] && (believe_ || is(index, product(i)));
  }
  bool same_new(std::size_t i, std::size_t j) const {
    return second_[i] == second_[j] && (believe_ || space_.equal(product(i).data(), product(j).data()));
  }
  void prefetch_far(Index) const {}
  void prefetch(Index index) const { __builtin_prefetch(&fingerprints_[index]); }
  void append(std::span<const std::uint32_t> new_ones, unsigned threads) {
    const std::size_t old = rows_.size();
    const std::size_t old_count = count();
    fingerprints_.reserve(old_count + new_ones.size());
    rows_.resize(old + new_ones.size() * degree_);
    fingerprints_.resize(old_count + new_ones.size());
    parallel_chunks(new_ones.size(), chunk(), threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        std::ranges::copy(product(new_ones[k]), rows_.data() + old + k * degree_);
        fingerprints_[old_count + k] = second_[new_ones[k]];
      }
    });
  }

  std::size_t count() const { return fingerprints_.size(); }
  std::size_t piece(unsigned) const {
    return std::clamp<std::size_t>((std::size_t{1} << 24) / (degree_ * sizeof(P)), 64, 1 << 16);
  }
  std::size_t product_bytes() const { return degree_ * sizeof(P); }
  bool large_rows() const { return degree_ >= 4096; }
  void read(Index first, Index last, std::span<Point> rows) const {
    for (Index e = first; e < last; ++e) {
      const std::span<Point> into = rows.subspan(std::size_t{e - first} * degree_, degree_);
      if (e >= kept_from_) {
        std::ranges::copy(row(e), into.begin());
      } else {
        for (std::size_t p = 0; p < degree_; ++p) into[p] = static_cast<Point>(p);
        tree_->trace(e, *source_, into);
      }
    }
  }
  std::optional<Query> query(std::span<const Point> images) const {
    std::vector<P> row(images.begin(), images.end());
    const std::uint64_t hash = space_.hash(row.data());
    return Query{hash, std::move(row)};
  }
  bool matches(const Query& query, Index index) const {
    return second_hash(query.row) == fingerprints_[index] && is(index, query.row);
  }
  bool idempotent(Index index) const {
    std::vector<Point> images(degree_);
    read(index, index + 1, images);
    return std::ranges::all_of(images, [&](Point image) { return images[image] == image; });
  }
  std::uint64_t hash_of(Index index) const { return space_.hash(row(index).data()); }
  std::uint64_t memory() const { return rows_.memory() + fingerprints_.memory(); }
  Exactness exactness() const { return believe_ ? Exactness::fingerprints : Exactness::recomputed; }

 private:
  /// Products that a thread takes at once.
  std::size_t chunk() const { return std::clamp<std::size_t>((std::size_t{1} << 16) / (degree_ * sizeof(P)), 1, 1024); }
  static std::uint64_t second_hash(std::span<const P> row) {
    // Another function than hash_row: a polynomial in a fixed multiplier, mixed.
    std::uint64_t a = 0x452821E638D01377U;
    std::uint64_t b = 0xBE5466CF34E90C6CU;
    std::size_t p = 0;
    for (; p + 2 <= row.size(); p += 2) {
      a = a * 0xD1342543DE82EF95U + mix_point(row[p]);
      b = b * 0xDA942042E4DD58B5U + mix_point(row[p + 1]);
    }
    if (p < row.size()) a = a * 0xD1342543DE82EF95U + mix_point(row[p]);
    return mix64(a) ^ mix64(b + 0x9E3779B97F4A7C15U);
  }
  static std::uint64_t mix_point(P point) { return (std::uint64_t{point} + 1) * 0xA0761D6478BD642FU; }

  std::span<const P> row(Index index) const { return {rows_.data() + (index - kept_from_) * degree_, degree_}; }
  std::span<const P> product(std::size_t i) const { return {products_.data() + i * degree_, degree_}; }

  void recompute(Index index, std::vector<P>& row) const {
    std::vector<Point> points(degree_);
    read(index, index + 1, points);
    row.assign(points.begin(), points.end());
  }
  bool is(Index index, std::span<const P> images) const {
    if (index >= kept_from_) return space_.equal(row(index).data(), images.data());
    const Word word = tree_->word(index);
    for (std::size_t p = 0; p < degree_; ++p) {
      std::size_t image = p;
      for (const Letter letter : word) image = source_->images[letter * degree_ + image];
      if (image != images[p]) return false;
    }
    return true;
  }
  /// Drops rows that no product needs any more, when they are half of what is kept.
  void forget_before(Index element) {
    if (element <= kept_from_) return;
    const std::size_t old = element - kept_from_;
    if (2 * old * degree_ < rows_.size()) return;
    const std::size_t left = rows_.size() - old * degree_;
    std::memmove(rows_.data(), rows_.data() + old * degree_, left * sizeof(P));
    rows_.resize(left);
    kept_from_ = element;
  }

  const Generators* source_;
  const WordTree* tree_;
  bool believe_;
  std::size_t degree_;
  Points<P> space_;
  GrowingArray<P> rows_;  // of the elements from kept_from_ on
  std::size_t kept_from_ = 0;
  GrowingArray<std::uint64_t> fingerprints_;
  // of the batch
  GrowingArray<P> products_;
  std::vector<std::uint64_t> second_;
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Expansion with a place for every possible row: where a packed row has so few bits that an array of all of them fits.
//
// There is nothing to hash, to probe or to compare: the array says which element a row is. One core does it at the speed of one
// access to that array a product, which is asked for ahead; that is faster than several cores with a table up to some 2^27 rows.
#pragma once

#include <vector>

#include "semigroup/cpu/batch.hpp"
#include "semigroup/cpu/packed_store.hpp"

namespace wreath::semigroup {

class DirectBackend final : public Backend {
 public:
  static constexpr unsigned kMostBits = 27;

  DirectBackend(PackedStore store, std::size_t letters, bool monoid, unsigned threads)
      : store_(std::move(store)), letters_(letters), threads_(resolve_threads(threads)) {
    element_plus_one_.resize(std::size_t{1} << store_.key_bits());
    if (monoid) element_plus_one_[store_.key(0)] = 1;
  }

  Expansion expand(const Candidates& candidates, bool want_results) override {
    prefixes_.clear();
    new_letters_.clear();
    results_.clear();
    const std::size_t total = Batch::count(candidates, letters_);
    for (std::size_t begin = 0; begin < total; begin += kPiece) {
      const Batch batch(candidates, letters_, begin, std::min(total, begin + kPiece));
      batch.for_each({0, batch.size()}, [&](std::size_t i, Product product) {
        keys_[i] = store_.product(product.element, product.letter);
        __builtin_prefetch(&element_plus_one_[keys_[i]], 1);
      });
      batch.for_each({0, batch.size()}, [&](std::size_t i, Product product) { look_up(keys_[i], product, want_results); });
    }
    return {prefixes_, new_letters_, results_};
  }

  std::size_t batch() const override { return std::max<std::size_t>(1, (std::size_t{1} << 18) / letters_); }
  Index size() const override { return static_cast<Index>(store_.count()); }
  void read_rows(Index first, Index last, std::span<Point> rows) const override { store_.read(first, last, rows); }
  std::optional<Index> find(std::span<const Point> row) const override {
    const Index found = element_plus_one_[store_.pack_row(row)];
    return found == 0 ? std::nullopt : std::optional(found - 1);
  }
  std::uint64_t count_idempotents(Index first, Index last) const override {
    return count_idempotents_in(store_, first, last, threads_);
  }
  std::uint64_t memory() const override { return store_.memory() + element_plus_one_.memory(); }
  std::string_view exactness() const override { return "every possible element has a place of its own in the table"; }
  std::string_view name() const override { return "cpu"; }

 private:
  static constexpr std::size_t kPiece = 256;

  void look_up(PackedStore::Key key, Product product, bool want_results) {
    Index& known = element_plus_one_[key];
    if (known == 0) {
      store_.append_key(key);
      known = static_cast<Index>(store_.count());
      prefixes_.push_back(product.element);
      new_letters_.push_back(product.letter);
    }
    if (want_results) results_.push_back(known - 1);
  }

  PackedStore store_;
  std::size_t letters_;
  unsigned threads_;
  GrowingArray<Index> element_plus_one_;  // of each row; 0: none
  PackedStore::Key keys_[kPiece];         // of the products at hand
  std::vector<Index> prefixes_;
  std::vector<Letter> new_letters_;
  std::vector<Index> results_;
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Expansion on all cores of one machine, in pieces of some ten thousand candidates per core.
//
// A piece goes through a few passes, each in parallel: form the products and their hashes; look them up and claim slots of the
// table for those that are not known, so that of equal ones the first wins; number the winners in their order; write them to the
// store (claim_table.hpp). Nothing is locked, and numbers do not depend on the threads.
//
// How elements are kept is the Store's affair. It has
//   form(batch, threads, hashes, fixed)   makes the products of a batch and keeps them until the next; fixed[i] shows where the
//                                         product is its own parent (not element 0), which happens often and
//                                         needs no look-up
//   same(i, index), same_new(i, j)        whether product i of the batch is that element, that other product of the batch
//   prefetch_far(index), prefetch(index)  what same() will read, in two steps
//   append(new_ones, threads)             these products of the batch are the next elements, in this order
//   product_bytes()                       of a product, on average
//   count(), piece(), read(), query(), matches(), memory()
//   reorder(order, threads)               element order[i] becomes element i; optional
// and an element 0 from the start. CellStore (cell_store.hpp) is the store of any Space.
#pragma once

#include "core/closure/claim_table.hpp"
#include "core/closure/numbering.hpp"

namespace wreath::closure {

/// Base is Numbering, or what an engine makes of it.
template <class Store, class Base = Numbering>
class HashNumbering : public Base {
 public:
  /// `first_counts`: whether a product can be equal to element 0.
  HashNumbering(Store store, std::size_t letters, bool first_counts, unsigned threads)
      : store_(std::move(store)), letters_(letters), threads_(resolve_threads(threads)) {
    if (first_counts) table_.put(store_.hash_of(0), 0);
  }

  Expansion expand(const Candidates& candidates, bool want_results) override {
    prefixes_.resize(0);
    new_letters_.resize(0);
    results_.resize(0);
    const std::size_t total = Batch::count(candidates, letters_);
    if (want_results) results_.resize(total);
    for (std::size_t begin = 0; begin < total;) {
      const std::size_t end = std::min(total, begin + piece());
      expand_piece(Batch(candidates, letters_, begin, end), want_results ? results_.data() + begin : nullptr);
      begin = end;
    }
    return {prefixes_.span(), new_letters_.span(), results_.span()};
  }

  std::size_t batch() const override { return std::max<std::size_t>(1, 4 * piece() / letters_); }
  std::size_t product_bytes() const override { return 96 + 2 * store_.product_bytes(); }
  std::uint64_t growth(std::size_t products) const override { return table_.growth(products); }
  Index size() const override { return static_cast<Index>(store_.count()); }
  void read_rows(Index first, Index last, std::span<Number> rows) const override { store_.read(first, last, rows); }
  std::optional<Index> find(std::span<const Number> row) const override {
    const auto query = store_.query(row);
    if (!query) return std::nullopt;
    const Index index = table_.find(query->hash, [&](Index i) { return store_.matches(*query, i); });
    return index == kNoIndex ? std::nullopt : std::optional(index);
  }
  bool reorder(std::span<const Index> order, std::span<const Index> places) override {
    if constexpr (requires { store_.reorder(order, threads_); }) {
      store_.reorder(order, threads_);
      table_.renumber_all(places, threads_);
      return true;
    } else {
      return false;
    }
  }
  std::uint64_t memory() const override { return store_.memory() + table_.memory(); }
  Exactness exactness() const override { return store_.exactness(); }
  std::string_view name() const override { return "cpu"; }

  const Store& store() const { return store_; }

 protected:
  Store store_;
  std::size_t letters_;
  unsigned threads_;

 private:
  // bihecke:5, whose levels have up to 5778 elements, takes 18 ms on one of 16 cores, and 22, 24 to 30 ms if all batches of 4096
  // products and more go to 4 or 16 threads.
  /// A batch of fewer products is done by one thread.
  static constexpr std::size_t kWorthThreads = 4096;
  /// A larger one by as many threads as get this many products each.
  static constexpr std::size_t kProductsPerThread = 2048;

  /// What the table asks of the candidates.
  struct Keys {
    bool wanted(std::size_t i) const { return fixed[i] == 0; }
    std::uint64_t make_hash(std::size_t i) const { return hashes[i]; }
    std::uint64_t hash(std::size_t i) const { return hashes[i]; }
    bool same(std::size_t i, Index index) const { return store.same(i, index); }
    bool same_new(std::size_t i, std::size_t j) const { return store.same_new(i, j); }
    void prefetch_far(Index index) const { store.prefetch_far(index); }
    void prefetch(Index index) const { store.prefetch(index); }
    void found(std::size_t i, Index index) const {
      if (results != nullptr) results[i] = index;
    }

    const Store& store;
    const std::uint64_t* hashes;
    const std::uint8_t* fixed;
    Index* results;
  };

  std::size_t piece() const { return std::min(store_.piece(threads_), kMostPending / 2); }
  /// Threads that are worth their waking up for this many products.
  unsigned threads_for(std::size_t products) const {
    if (products < kWorthThreads) return 1;
    return static_cast<unsigned>(std::min<std::size_t>(threads_, products / kProductsPerThread));
  }

  void expand_piece(const Batch& batch, Index* results) {
    const std::size_t n = batch.size();
    if (store_.count() + n >= kPending) throw ResourceError("there are more than 4278190078 elements, which is the limit");
    const unsigned few = threads_for(n);
    const unsigned threads = store_.large_rows() ? threads_ : few;
    hashes_.resize(n);
    fixed_.resize(n);
    store_.form(batch, threads, hashes_.span(), fixed_.span());
    Keys keys{store_, hashes_.data(), fixed_.data(), results};
    const std::size_t fresh = table_.claim(n, keys, few, results != nullptr);
    try {
      append(batch, fresh, few, threads);
    } catch (...) {
      table_.take_back();
      throw;
    }
    if (results != nullptr) {
      table_.settle_repeats(few, [&](std::size_t i, Index index) { results[i] = index; });
      parallel_chunks(n, 1 << 14, few, [&](Range range, std::size_t, unsigned) {
        batch.for_each(range, [&](std::size_t i, Product product) {
          if (fixed_[i] != 0) results[i] = product.element;
        });
      });
    }
  }

  void append(const Batch& batch, std::size_t fresh, unsigned few, unsigned threads) {
    const std::size_t before = prefixes_.size();
    new_ones_.resize(fresh);
    prefixes_.resize(before + fresh);
    new_letters_.resize(before + fresh);
    table_.number(static_cast<Index>(store_.count()), few, [&](std::uint32_t i, std::size_t k) {
      const Product product = batch.product(i);
      new_ones_[k] = i;
      prefixes_[before + k] = product.element;
      new_letters_[before + k] = product.letter;
    });
    store_.append(new_ones_.span(), threads);
  }

  ClaimTable table_;
  // of the call
  GrowingArray<Index> prefixes_;
  GrowingArray<Letter> new_letters_;
  GrowingArray<Index> results_;
  // of the piece
  GrowingArray<std::uint64_t> hashes_;
  GrowingArray<std::uint8_t> fixed_;
  GrowingArray<std::uint32_t> new_ones_;
};

}  // namespace wreath::closure

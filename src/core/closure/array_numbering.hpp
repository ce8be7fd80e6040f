// SPDX-License-Identifier: MIT
//
// A place for every possible code: for codes of few bits, and for closures that have a large part of all possible codes, so that
// an array of them pays.
//
// There is nothing to hash, to probe or to compare: the array has the element of each code. A place is the code itself, or,
// where that would leave large gaps, its rank. One thread takes the products as
// they come. Several threads claim places for their candidates, the least of equal ones wins, and the winners are numbered in the
// order of the candidates (as in claim_table.hpp).
//
// Cost: one access to the array per product, asked for ahead; with several threads one more for each new element.
#pragma once

#include <array>
#include <atomic>
#include <numeric>
#include <vector>

#include "core/closure/cell_store.hpp"
#include "core/closure/numbering.hpp"
#include "core/closure/shard.hpp"

namespace wreath::closure {

template <RankedSpace S, class Base = Numbering>
class ArrayNumbering : public Base {
 public:
  using Store = CellStore<S>;

  /// Takes the elements of the store; whether products can be equal to the first. The array is empty, or zero and as large as
  /// needed.
  ArrayNumbering(Store store, GrowingArray<Index> array, std::size_t letters, bool first_counts, unsigned threads)
      : store_(std::move(store)),
        letters_(letters),
        threads_(resolve_threads(threads)),
        sparse_(store_.space().sparse()),
        element_plus_one_(std::move(array)) {
    element_plus_one_.resize(store_.space().ranks());
    put_all(first_counts ? 0 : 1);
  }

  Expansion expand(const Candidates& candidates, bool want_results) override {
    prefixes_.resize(0);
    new_letters_.resize(0);
    const std::size_t total = Batch::count(candidates, letters_);
    results_.resize(want_results ? total : 0);
    const std::size_t piece = threads_ == 1 || total < kWorthThreads ? total : std::min<std::size_t>(threads_, 32) << kPieceBits;
    for (std::size_t begin = 0; begin < total;) {
      const std::size_t end = std::min(total, begin + piece);
      const Batch batch(candidates, letters_, begin, end);
      Index* results = want_results ? results_.data() + begin : nullptr;
      if (threads_ != 1 && end - begin >= kWorthThreads) {
        expand_together(batch, results);
      } else if (sparse_) {
        expand_alone<true>(batch, results);
      } else {
        expand_alone<false>(batch, results);
      }
      begin = end;
    }
    return {prefixes_.span(), new_letters_.span(), results_.span()};
  }

  std::size_t batch() const override {
    return std::max<std::size_t>(1, (threads_ == 1 ? std::size_t{1} << 18 : std::size_t{1} << 22) / letters_);
  }
  bool cheap_products() const override { return true; }
  Index size() const override { return static_cast<Index>(store_.count()); }
  void read_rows(Index first, Index last, std::span<Number> rows) const override { store_.read(first, last, rows); }
  std::optional<Index> find(std::span<const Number> row) const override {
    Key key = 0;
    store_.space().code(row, &key);
    const Index found = element_plus_one_[place(key)];
    return found == 0 ? std::nullopt : std::optional(found - 1);
  }
  bool reorder(std::span<const Index> order, std::span<const Index>) override {
    store_.reorder(order, threads_);
    put_all(1);
    return true;
  }
  std::uint64_t memory() const override { return store_.memory() + element_plus_one_.memory(); }
  Exactness exactness() const override { return Exactness::places; }
  std::string_view name() const override { return "cpu"; }

 protected:
  Store store_;
  std::size_t letters_;
  unsigned threads_;

 private:
  using Key = typename S::Cell;
  static constexpr std::size_t kGroup = 256;   // products formed before the first is looked up
  static constexpr std::size_t kChunk = 4096;  // candidates that a thread takes at once
  static constexpr std::size_t kWorthThreads = 1 << 15;
  static constexpr unsigned kPieceBits = 15;  // candidates per thread: their places stay in its cache
  // What a place has from here on is a candidate of the piece at hand.
  static constexpr Index kMark = kPending;
  struct Pending {
    Key key;
    std::uint32_t candidate;
    std::uint32_t place;
  };

  template <bool sparse>
  std::size_t place(Key key) const {
    return sparse ? store_.space().rank(key) : key;
  }
  std::size_t place(Key key) const { return sparse_ ? place<true>(key) : place<false>(key); }

  /// Elements from the first on are found in their places.
  void put_all(std::size_t first) {
    parallel_chunks(store_.count(), kChunk, threads_, [&](Range range, std::size_t, unsigned) {
      for (std::size_t e = std::max(first, range.begin); e < range.end; ++e)
        element_plus_one_[place(*store_.code(e))] = static_cast<Index>(e + 1);
    });
  }
  void require_numbers(std::size_t more) const {
    if (store_.count() + more >= kMark) throw ResourceError("there are more than 4278190078 elements, which is the limit");
  }

  template <bool sparse>
  void expand_alone(const Batch& batch, Index* results) {
    std::array<Key, kGroup> keys;
    std::array<std::size_t, kGroup> places;
    for (std::size_t begin = 0; begin < batch.size(); begin += kGroup) {
      const Range group{begin, std::min(batch.size(), begin + kGroup)};
      require_numbers(group.size());
      batch.for_each(group, [&](std::size_t i, Product product) {
        keys[i - begin] = store_.formed(product);
        places[i - begin] = place<sparse>(keys[i - begin]);
        __builtin_prefetch(&element_plus_one_[places[i - begin]], 1);
      });
      const std::size_t old = store_.count();
      const std::size_t before = prefixes_.size();
      store_.resize(old + group.size());
      prefixes_.resize(before + group.size());
      new_letters_.resize(before + group.size());
      Index* prefix = prefixes_.data() + before;
      Letter* letter = new_letters_.data() + before;
      std::size_t count = old;
      batch.for_each(group, [&](std::size_t i, Product product) {
        Index& known = element_plus_one_[places[i - begin]];
        if (known == 0) {
          store_.set_code(count++, keys[i - begin]);
          known = static_cast<Index>(count);
          *prefix++ = product.element;
          *letter++ = product.letter;
        }
        if (results != nullptr) results[i] = known - 1;
      });
      store_.resize(count);
      prefixes_.resize(before + (count - old));
      new_letters_.resize(before + (count - old));
    }
  }

  void expand_together(const Batch& batch, Index* results) {
    require_numbers(batch.size());
    pending_.resize(batch.size());
    lengths_.assign(batch.size() / kChunk + 2, 0);
    starts_.assign(lengths_.size(), 0);
    parallel_chunks(batch.size(), kChunk, threads_, [&](Range range, std::size_t chunk, unsigned) {
      lengths_[chunk] = sparse_ ? claim<true>(batch, range, results) : claim<false>(batch, range, results);
    });
    std::exclusive_scan(starts_.begin(), starts_.end(), starts_.begin(), std::size_t{0});
    const std::size_t old = store_.count();
    const std::size_t before = prefixes_.size();
    try {
      store_.touch_ahead(old + starts_.back(), threads_);
      prefixes_.resize(before + starts_.back());
      new_letters_.resize(before + starts_.back());
      store_.resize(old + starts_.back());
    } catch (...) {
      for (std::size_t begin = 0, chunk = 0; begin < batch.size(); begin += kChunk, ++chunk) {
        for (const Pending& one : pending_of({begin, begin + kChunk}, chunk)) element_plus_one_[one.place] = 0;
      }
      throw;
    }
    parallel_chunks(batch.size(), kChunk, threads_, [&](Range range, std::size_t chunk, unsigned) {
      std::size_t k = starts_[chunk];
      for_each_pending(range, chunk, [&](const Pending& one) {
        if (!holds(one)) return;
        const Product product = batch.product(one.candidate);
        prefixes_[before + k] = product.element;
        new_letters_[before + k] = product.letter;
        store_.set_code(old + k, one.key);
        std::atomic_ref(element_plus_one_[one.place]).store(static_cast<Index>(old + ++k), std::memory_order_relaxed);
      });
    });
    if (results == nullptr) return;
    parallel_chunks(batch.size(), kChunk, threads_, [&](Range range, std::size_t chunk, unsigned) {
      for_each_pending(range, chunk, [&](const Pending& one) { results[one.candidate] = element_plus_one_[one.place] - 1; });
    });
  }

  /// Looks up the candidates of a range, which is a chunk, and claims places for those that are not known; these are in pending_,
  /// from the range's beginning on. Returns how many there are. In starts_ a chunk gains each place that it claims, and loses
  /// those that lesser candidates take from it.
  template <bool sparse>
  std::size_t claim(const Batch& batch, Range range, Index* results) {
    std::array<Key, kGroup> keys;
    std::array<std::uint32_t, kGroup> places;
    Pending* pending = pending_.data() + range.begin;
    std::size_t claimed = 0;
    for (std::size_t begin = range.begin; begin < range.end; begin += kGroup) {
      const std::size_t end = std::min(range.end, begin + kGroup);
      batch.for_each({begin, end}, [&](std::size_t i, Product product) {
        keys[i - begin] = store_.formed(product);
        places[i - begin] = static_cast<std::uint32_t>(place<sparse>(keys[i - begin]));
        __builtin_prefetch(&element_plus_one_[places[i - begin]], 1);
      });
      for (std::size_t i = begin; i < end; ++i) {
        const Index mark = kMark + static_cast<Index>(i);
        std::atomic_ref<Index> slot(element_plus_one_[places[i - begin]]);
        Index now = slot.load(std::memory_order_relaxed);
        while ((now == 0 || now > mark) && !slot.compare_exchange_weak(now, mark, std::memory_order_relaxed)) {
        }
        if (now == 0 || now > mark) {
          ++claimed;
          if (now != 0) std::atomic_ref(starts_[(now - kMark) / kChunk]).fetch_sub(1, std::memory_order_relaxed);
        }
        if (now != 0 && now < kMark) {
          if (results != nullptr) results[i] = now - 1;
        } else if (now == 0 || now > mark || results != nullptr) {
          *pending++ = {keys[i - begin], static_cast<std::uint32_t>(i), places[i - begin]};
        }
      }
    }
    std::atomic_ref(starts_[range.begin / kChunk]).fetch_add(claimed, std::memory_order_relaxed);
    return static_cast<std::size_t>(pending - (pending_.data() + range.begin));
  }

  std::span<const Pending> pending_of(Range range, std::size_t chunk) const {
    return pending_.span().subspan(range.begin, lengths_[chunk]);
  }
  /// Their places are asked for ahead: other candidates may have driven them out of the cache since.
  template <class Visit>
  void for_each_pending(Range range, std::size_t chunk, const Visit& visit) const {
    constexpr std::size_t kAhead = 16;
    const std::span<const Pending> all = pending_of(range, chunk);
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (at + kAhead < all.size()) __builtin_prefetch(&element_plus_one_[all[at + kAhead].place], 1);
      visit(all[at]);
    }
  }
  bool holds(const Pending& one) {
    return std::atomic_ref(element_plus_one_[one.place]).load(std::memory_order_relaxed) == kMark + one.candidate;
  }

  bool sparse_;
  GrowingArray<Index> element_plus_one_;  // of each row; 0: none
  // of the call
  GrowingArray<Index> prefixes_;
  GrowingArray<Letter> new_letters_;
  GrowingArray<Index> results_;
  // of the piece
  GrowingArray<Pending> pending_;     // those of a chunk from its beginning on
  std::vector<std::size_t> lengths_;  // how many a chunk has
  std::vector<std::size_t> starts_;   // how many new ones are before it
};

}  // namespace wreath::closure

// SPDX-License-Identifier: MIT
//
// Expansion on all cores of one machine, in pieces of some ten thousand candidates.
//
// A piece goes through five passes, each in parallel: form the products and their hashes; sort them by shard of the table; look
// them up, a shard at a time, in their order, so that of equal new ones the first wins; number the winners in their order; write
// them to the store and their numbers to the table. Nothing is locked, and numbers do not depend on the threads.
//
// How elements are kept is the Store's affair. It has
//   form(batch, threads, hashes, fixed)   makes the products of a batch and keeps them until the next; fixed[i] tells where the
//                                         product is its own parent (not the empty word), which happens often and
//                                         needs no look-up
//   same(i, index), same_new(i, j)        whether product i of the batch is that element, that other product of the batch
//   prefetch_far(index), prefetch(index)  what same() will read, in two steps
//   append(new_ones, threads)             these products of the batch are the next elements, in this order
//   count(), piece(), read(), find_hash(), matches(), memory()
// and an element 0 from the start, the empty word.
#pragma once

#include <vector>

#include "core/parallel/radix_partition.hpp"
#include "semigroup/cpu/batch.hpp"
#include "semigroup/cpu/table.hpp"

namespace wreath::semigroup {

template <class Store>
class CpuBackend final : public Backend {
 public:
  CpuBackend(Store store, std::size_t letters, bool monoid, unsigned threads)
      : store_(std::move(store)), letters_(letters), threads_(resolve_threads(threads)), shards_(Place::kShards) {
    if (monoid) {
      const std::uint64_t hash = store_.hash_of(0);
      Shard& shard = shards_[Place::shard(hash)];
      shard.put(shard.find(Place::tag(hash), [](Index) { return false; }).second, Place::tag(hash), 0);
    }
  }

  Expansion expand(const Candidates& candidates, bool want_results) override {
    prefixes_.clear();
    new_letters_.clear();
    results_.clear();
    const std::size_t total = Batch::count(candidates, letters_);
    for (std::size_t begin = 0; begin < total;) {
      const std::size_t end = std::min(total, begin + store_.piece());
      expand_piece(Batch(candidates, letters_, begin, end), want_results);
      begin = end;
    }
    return {prefixes_, new_letters_, results_};
  }

  std::size_t batch() const override { return std::max<std::size_t>(1, 4 * store_.piece() / letters_); }
  Index size() const override { return static_cast<Index>(store_.count()); }
  void read_rows(Index first, Index last, std::span<Point> rows) const override { store_.read(first, last, rows); }
  std::optional<Index> find(std::span<const Point> row) const override {
    const auto query = store_.query(row);
    if (!query) return std::nullopt;
    const Shard& shard = shards_[Place::shard(query->hash)];
    const Index index = shard.find(Place::tag(query->hash), [&](Index i) { return store_.matches(*query, i); }).first;
    return index == kNoIndex ? std::nullopt : std::optional(index);
  }
  std::uint64_t count_idempotents(Index first, Index last) const override {
    return count_idempotents_in(store_, first, last, threads_);
  }
  std::uint64_t memory() const override {
    std::uint64_t bytes = store_.memory();
    for (const Shard& shard : shards_) bytes += shard.memory();
    return bytes;
  }
  std::string_view exactness() const override { return store_.exactness(); }
  std::string_view name() const override { return "cpu"; }

 private:
  // A number from kPending on stands for a product of this batch that has no number yet.
  static constexpr Index kPending = kNoIndex - (Index{1} << 24);
  static constexpr std::size_t kWorthThreads = 4096;
  struct Fresh {
    std::uint32_t candidate;
    std::uint32_t slot;
  };

  void expand_piece(const Batch& batch, bool want_results) {
    const std::size_t n = batch.size();
    if (store_.count() + n >= kPending) throw ResourceError("there are more than 4278190078 elements, which is the limit");
    const unsigned threads = n < kWorthThreads && !store_.large_rows() ? 1 : threads_;
    hashes_.resize(n);
    order_.resize(n);
    found_.resize(n);
    fixed_.assign(n, 0);
    store_.form(batch, threads, hashes_, fixed_);
    // What is fixed goes behind the last shard.
    const auto shard_of = [&] {
      return [&](std::size_t i) { return fixed_[i] != 0 ? Place::kShards : Place::shard(hashes_[i]); };
    };
    const std::vector<std::size_t> starts =
        stable_partition_indices(n, Place::kShards + 1, n < kWorthThreads ? 1 : threads, shard_of,
                                 [&](std::size_t i, std::size_t at) { order_[at] = static_cast<std::uint32_t>(i); });
    for (std::size_t at = starts[Place::kShards]; at < n; ++at) found_[order_[at]] = batch.product(order_[at]).element;
    parallel_tasks(Place::kShards, threads, [&](std::size_t s) { shards_[s].make_room(starts[s + 1] - starts[s]); });
    fresh_.resize(Place::kShards);
    parallel_tasks(Place::kShards, threads, [&](std::size_t s) { look_up(s, {starts[s], starts[s + 1]}); });
    number(batch, threads);
    if (want_results) {
      const std::size_t old = results_.size();
      results_.resize(old + n);
      for (std::size_t i = 0; i < n; ++i) results_[old + i] = found_[i] < kPending ? found_[i] : found_[found_[i] - kPending];
    }
  }

  void look_up(std::size_t s, Range range) {
    constexpr std::size_t kFar = 24;
    constexpr std::size_t kMiddle = 16;
    constexpr std::size_t kNear = 8;
    Shard& shard = shards_[s];
    std::vector<Fresh>& fresh = fresh_[s];
    fresh.clear();
    for (std::size_t at = range.begin; at < range.end; ++at) {
      if (at + kFar < range.end) shard.prefetch(Place::tag(hashes_[order_[at + kFar]]));
      if (at + kMiddle < range.end) {
        const Index hit = shard.first_hit(Place::tag(hashes_[order_[at + kMiddle]]));
        if (hit < kPending) store_.prefetch_far(hit);
      }
      if (at + kNear < range.end) {
        const Index hit = shard.first_hit(Place::tag(hashes_[order_[at + kNear]]));
        if (hit < kPending) store_.prefetch(hit);
      }
      const std::uint32_t i = order_[at];
      const std::uint32_t tag = Place::tag(hashes_[i]);
      const auto [index, slot] = shard.find(
          tag, [&](Index known) { return known >= kPending ? store_.same_new(i, known - kPending) : store_.same(i, known); });
      if (index == kNoIndex) {
        shard.put(slot, tag, kPending + i);
        fresh.push_back({i, static_cast<std::uint32_t>(slot)});
        found_[i] = kPending + i;
      } else {
        found_[i] = index;
      }
    }
  }

  /// Gives the new ones their numbers, and appends them. After this found_[i] is the number where product i is a new element.
  void number(const Batch& batch, unsigned threads) {
    new_ones_.clear();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (found_[i] == kPending + i) new_ones_.push_back(static_cast<std::uint32_t>(i));
    }
    const std::size_t old = store_.count();
    try {
      store_.append(new_ones_, threads);
    } catch (...) {
      for (std::size_t s = 0; s < Place::kShards; ++s) {
        for (auto it = fresh_[s].rbegin(); it != fresh_[s].rend(); ++it) shards_[s].take_back(it->slot);
      }
      throw;
    }
    for (std::size_t k = 0; k < new_ones_.size(); ++k) {
      const std::uint32_t i = new_ones_[k];
      found_[i] = static_cast<Index>(old + k);
      const Product product = batch.product(i);
      prefixes_.push_back(product.element);
      new_letters_.push_back(product.letter);
    }
    parallel_tasks(Place::kShards, threads, [&](std::size_t s) {
      for (const Fresh& one : fresh_[s]) shards_[s].renumber(one.slot, found_[one.candidate]);
    });
  }

  Store store_;
  std::size_t letters_;
  unsigned threads_;
  std::vector<Shard> shards_;
  // of the call
  std::vector<Index> prefixes_;
  std::vector<Letter> new_letters_;
  std::vector<Index> results_;
  // of the piece
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint8_t> fixed_;
  std::vector<std::uint32_t> order_;  // candidates by shard, in their order
  std::vector<Index> found_;
  std::vector<std::uint32_t> new_ones_;
  std::vector<std::vector<Fresh>> fresh_;
};

}  // namespace wreath::semigroup

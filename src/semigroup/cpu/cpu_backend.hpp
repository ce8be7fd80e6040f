// SPDX-License-Identifier: MIT
#pragma once

#include <numeric>
#include <vector>

#include "core/closure/array_numbering.hpp"
#include "core/closure/hash_numbering.hpp"
#include "semigroup/backend.hpp"
#include "semigroup/kinds/packed_points.hpp"

namespace wreath::semigroup {

/// How many of the elements first..last-1 of a store are idempotent.
template <class Store>
std::uint64_t count_idempotents_in(const Store& store, Index first, Index last, unsigned threads) {
  std::vector<std::uint64_t> counts(threads, 0);
  parallel_chunks(last - first, 256, threads, [&](Range range, std::size_t, unsigned thread) {
    std::uint64_t count = 0;
    for (std::size_t e = first + range.begin; e < first + range.end; ++e)
      count += store.idempotent(static_cast<Index>(e)) ? 1 : 0;
    counts[thread] += count;
  });
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// A numbering in main memory as the backend of an enumeration.
template <class Numbering>
class CpuBackend : public Numbering {
 public:
  using Numbering::Numbering;

  std::uint64_t count_idempotents(Index first, Index last) const override {
    return count_idempotents_in(this->store_, first, last, this->threads_);
  }
  bool add_letters(const Generators& larger) override {
    if constexpr (requires { this->store_.set_letters(larger); }) {
      this->store_.set_letters(larger);
      this->letters_ = larger.count();
      return true;
    } else {
      return false;
    }
  }
};

template <class Store>
using HashBackend = CpuBackend<closure::HashNumbering<Store, Backend>>;
template <class Space>
using ArrayBackend = CpuBackend<closure::ArrayNumbering<Space, Backend>>;

using PackedStore = closure::CellStore<PackedPoints>;

/// Packed rows that are too many for an array of all of them, at first: elements are found by a hash table until there are enough
/// of them for the array to be worth its memory, and by the array from then on.
class PackedBackend final : public HashBackend<PackedStore> {
 public:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr std::uint64_t kRowsPerElement = 16;  // where the array is worth its memory, 64 bytes per element

  /// The array may take up to `memory` bytes, once there are `worth` elements.
  PackedBackend(PackedStore store, std::size_t letters, bool monoid, unsigned threads, std::uint64_t memory, std::uint64_t worth)
      : HashBackend<PackedStore>(std::move(store), letters, monoid, threads), monoid_(monoid) {
    const std::uint64_t ranks = store_.space().ranks();
    if (ranks != 0 && ranks <= memory / sizeof(Index)) worth_array_ = worth;
  }

  /// If there is not enough memory for the array, the hash table remains.
  std::unique_ptr<Backend> successor() override {
    if (size() <= worth_array_) return nullptr;
    worth_array_ = kNever;
    try {
      GrowingArray<Index> array;
      array.resize(store_.space().ranks());
      return std::make_unique<ArrayBackend<PackedPoints>>(std::move(store_), std::move(array), letters_, monoid_, threads_);
    } catch (const ResourceError&) {
      return nullptr;
    }
  }

 private:
  bool monoid_;
  std::uint64_t worth_array_ = kNever;  // from how many elements on
};

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Packed rows that are too many for an array of all of them, at first: elements are found by a hash table until they are so many
// that the array is worth its memory, and by the array from then on.
#pragma once

#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/kinds/packed_points.hpp"

namespace wreath::semigroup {

using PackedStore = closure::CellStore<PackedPoints>;

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

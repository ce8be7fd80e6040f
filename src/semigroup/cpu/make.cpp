// SPDX-License-Identifier: MIT
#include "semigroup/cpu/make.hpp"

#include "semigroup/cpu/compressed_store.hpp"
#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/cpu/packed_backend.hpp"
#include "semigroup/cpu/recomputed_store.hpp"
#include "semigroup/cpu/row_store.hpp"

namespace wreath::semigroup {

namespace {

template <class Store>
std::unique_ptr<Backend> with_store(Store store, const Generators& generators, unsigned threads) {
  return std::make_unique<CpuBackend<Store>>(std::move(store), generators.count(), generators.monoid, threads);
}

template <class P>
std::unique_ptr<Backend> with_points(const Generators& generators, std::span<const Point> tracked, Keep keep,
                                     const WordTree& tree, unsigned threads) {
  switch (keep) {
    case Keep::compressed: return with_store(CompressedStore<P>(generators), generators, threads);
    case Keep::words: return with_store(RecomputedStore<P>(generators, tree, false), generators, threads);
    case Keep::fingerprint: return with_store(RecomputedStore<P>(generators, tree, true), generators, threads);
    default: return with_store(RowStore<P>(generators, tracked), generators, threads);
  }
}

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const Generators& generators, std::span<const Point> tracked, Keep keep,
                                          const WordTree& tree, unsigned threads, std::uint64_t memory) {
  const bool rows = keep == Keep::rows || keep == Keep::base;
  if (rows && PackedStore::fits(generators.degree, tracked.size())) {
    PackedStore store(generators, tracked);
    const std::uint64_t all_rows =
        store.key_bits() <= DirectBackend::kMostBits ? sizeof(Index) << store.key_bits() : ~std::uint64_t{0};
    if (all_rows <= memory / 2) {
      return std::make_unique<DirectBackend>(std::move(store), generators.count(), generators.monoid, threads);
    }
    const std::uint64_t worth = store.numbers() / PackedBackend::kRowsPerElement;
    return std::make_unique<PackedBackend>(std::move(store), generators.count(), generators.monoid, threads, memory / 4, worth);
  }
  if (generators.degree <= std::uint64_t{1} << 8) return with_points<std::uint8_t>(generators, tracked, keep, tree, threads);
  if (generators.degree <= std::uint64_t{1} << 16) return with_points<std::uint16_t>(generators, tracked, keep, tree, threads);
  return with_points<std::uint32_t>(generators, tracked, keep, tree, threads);
}

}  // namespace wreath::semigroup

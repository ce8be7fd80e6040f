// SPDX-License-Identifier: MIT
#include "semigroup/cpu/make.hpp"

#include "semigroup/cpu/compressed_store.hpp"
#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/cpu/recomputed_store.hpp"
#include "semigroup/kinds/points.hpp"

namespace wreath::semigroup {

namespace {

template <class Store>
std::unique_ptr<Backend> with_store(Store store, const Generators& generators, unsigned threads) {
  return std::make_unique<HashBackend<Store>>(std::move(store), generators.count(), generators.monoid, threads);
}

std::unique_ptr<Backend> with_packed_rows(const Generators& generators, std::span<const Point> tracked, unsigned threads,
                                          std::uint64_t memory) {
  PackedStore store(PackedPoints(generators, tracked.size()), tracked);
  const PackedPoints& space = store.space();
  const std::uint64_t ranks = space.ranks();
  if (!space.sparse() && ranks <= memory / 2 / sizeof(Index)) {
    return std::make_unique<ArrayBackend<PackedPoints>>(std::move(store), GrowingArray<Index>(), generators.count(),
                                                        generators.monoid, threads);
  }
  return std::make_unique<PackedBackend>(std::move(store), generators.count(), generators.monoid, threads, memory / 4,
                                         ranks / PackedBackend::kRowsPerElement);
}

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const Generators& generators, std::span<const Point> tracked, Method method,
                                          const WordTree& tree, unsigned threads, std::uint64_t memory) {
  const bool rows = method == Method::rows || method == Method::base;
  if (rows && PackedPoints::fits(generators.degree, tracked.size()))
    return with_packed_rows(generators, tracked, threads, memory);
  return with_width_for(generators.degree, [&](auto point) -> std::unique_ptr<Backend> {
    using P = decltype(point);
    switch (method) {
      case Method::compressed: return with_store(CompressedStore<P>(generators), generators, threads);
      case Method::words: return with_store(RecomputedStore<P>(generators, tree, false), generators, threads);
      case Method::fingerprint: return with_store(RecomputedStore<P>(generators, tree, true), generators, threads);
      default: return with_store(closure::CellStore<Points<P>>({generators, tracked.size()}, tracked), generators, threads);
    }
  });
}

}  // namespace wreath::semigroup

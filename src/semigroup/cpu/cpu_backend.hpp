// SPDX-License-Identifier: MIT
#pragma once

#include <numeric>
#include <vector>

#include "core/closure/array_numbering.hpp"
#include "core/closure/hash_numbering.hpp"
#include "semigroup/backend.hpp"

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

}  // namespace wreath::semigroup

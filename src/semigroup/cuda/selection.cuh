// SPDX-License-Identifier: MIT
#pragma once

#include "core/cuda/buffer.hpp"
#include "semigroup/cuda/table.cuh"

namespace wreath::semigroup {

/// Whether a candidate is the first of its row, for the selection that numbers the new elements.
struct IsFirst {
  TableRef table;
  const Outcome* outcomes;
  __device__ bool operator()(std::uint32_t position) const {
    const Outcome outcome = outcomes[position];
    return outcome.kind() == Outcome::held && TableRef::value(table.slots[outcome.value()]) == position;
  }
};

/// Lists the candidates that are the first of their rows, in order. Apart from the kernels, since CUB takes long to compile.
class Selection {
 public:
  /// Writes their positions; how many they are.
  std::uint32_t operator()(const IsFirst& is_first, std::uint32_t count, std::uint32_t* positions, cudaStream_t stream);
  std::size_t bytes() const { return scratch_.size(); }

 private:
  cuda::Buffer<std::uint32_t> selected_{1};
  cuda::Buffer<std::byte> scratch_;
};

}  // namespace wreath::semigroup

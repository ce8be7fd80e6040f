// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace wreath::coset {

/// From which sizes on work is done in bulk, on several threads and on a GPU. The first two decide which cosets are defined, and
/// are the same for any number of threads; nothing here decides the answer. Tests make everything small.
struct Grain {
  std::size_t batch_share = 32;                     // a batch of HLT is this part of the live cosets
  std::size_t piece = 512;                          // cosets whose traces are a list of their own
  std::size_t tasks_of_a_thread = 512;              // fewer are not worth waking it
  std::size_t collapse_piece = 64;                  // dying cosets that a thread takes at once; four times as many pairs
  std::uint64_t narrow_rows = ~std::uint64_t{0};    // from which on entries are wide; at most 2^32 - 2
  std::uint64_t device_cosets = ~std::uint64_t{0};  // that are alive when the rows go to the GPU

  /// For a loop over tasks that take some ten nanoseconds each.
  unsigned threads_for(std::size_t tasks, unsigned threads) const {
    return static_cast<unsigned>(std::clamp<std::size_t>(tasks / tasks_of_a_thread, 1, threads));
  }
};

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

namespace wreath::coset {

/// From which sizes on work is done in bulk and on several threads. The first two decide which cosets are defined, and are the
/// same for any number of threads; nothing here decides the answer. Tests make everything small.
struct Grain {
  std::size_t batch_share = 64;          // a batch of HLT is this part of the live cosets
  std::size_t few_tasks = 512;           // traces that are filled one after the other
  std::size_t piece = 512;               // tasks, or cosets, that a thread takes at once
  std::size_t tasks_of_a_thread = 2048;  // fewer are not worth waking it
  std::size_t great_collapse = 8192;     // dying cosets or pairs at one time that are worked off in generations
  std::size_t collapse_piece = 1024;     // of these
  unsigned collapse_threads = 4;         // fewer are not faster than one, which needs no atomic writes

  /// For a loop over tasks that take some ten nanoseconds each.
  unsigned threads_for(std::size_t tasks, unsigned threads) const {
    return static_cast<unsigned>(std::clamp<std::size_t>(tasks / tasks_of_a_thread, 1, threads));
  }
};

}  // namespace wreath::coset

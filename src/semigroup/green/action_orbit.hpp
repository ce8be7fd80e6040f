// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/parallel/loops.hpp"
#include "semigroup/green/key_set.hpp"

namespace wreath::semigroup {

/// Closes a set of keys under its generators, a batch of nodes at a time, and notes where each generator leads:
/// edges[node * letters + letter]. `batch_end(first)` says how far a batch that begins there should go, which may be too far, and
/// `fill(first, last, batch)` makes the candidates of the nodes first..last-1, letter by letter.
/// False where the run was stopped before the end.
template <class BatchEnd, class Fill>
bool close_orbit(KeySet& nodes, const BatchEnd& batch_end, GrowingArray<Index>& edges, unsigned threads, RunControl& run,
                 std::string_view unit, const Fill& fill) {
  KeyBatch batch;
  for (std::size_t done = 0; done < nodes.size();) {
    if (run.should_stop()) return false;
    const std::size_t last = std::min<std::size_t>(nodes.size(), batch_end(static_cast<Index>(done)));
    fill(static_cast<Index>(done), static_cast<Index>(last), batch);
    nodes.insert(batch, threads);
    edges.append(batch.ids());
    done = last;
    run.report({.phase = unit, .done = done, .total = 0, .unit = unit});
  }
  return true;
}

}  // namespace wreath::semigroup

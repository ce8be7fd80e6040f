// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/parallel/loops.hpp"
#include "semigroup/green/key_set.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::semigroup {

/// Closes a set of keys under its generators, a batch of nodes at a time, and notes where each generator leads:
/// edges[node * letters + letter]. `batch_end(first)` says how far a batch that begins there should go, which may be too far, and
/// `fill(first, last, batch)` makes the candidates of the nodes first..last-1, letter by letter.
/// Throws Stopped where the run was to stop before the end: then the set has what whole batches gave.
template <class BatchEnd, class Fill>
void close_orbit(KeySet& nodes, const BatchEnd& batch_end, GrowingArray<Index>& edges, unsigned threads, RunControl& run,
                 std::string_view unit, const Fill& fill) {
  StopCheck check(run);
  KeyBatch batch;
  for (std::size_t done = 0; done < nodes.size();) {
    check.look();
    const std::size_t last = std::min<std::size_t>(nodes.size(), batch_end(static_cast<Index>(done)));
    fill(static_cast<Index>(done), static_cast<Index>(last), batch);
    nodes.insert(batch, threads);
    edges.append(batch.ids());
    done = last;
    run.report({.phase = unit, .done = done, .total = 0, .unit = unit});
  }
}

}  // namespace wreath::semigroup

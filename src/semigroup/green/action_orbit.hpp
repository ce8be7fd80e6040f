// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/parallel/function_ref.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/green/key_set.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"

namespace wreath::semigroup {

/// Bytes of candidates that are made at once: what the caches of the cores hold.
inline std::size_t batch_bytes(unsigned threads) {
  return std::clamp<std::size_t>(resolve_threads(threads), 8, 32) << 21;
}

/// Called between two batches of work: the state is whole, and may be kept.
using Pause = FunctionRef<void()>;

/// Closes a set of keys under its generators, a batch of nodes at a time, and notes where each generator leads:
/// edges[node * letters + letter]; it continues after those that are there. `batch_end(first)` gives the end of the batch that
/// begins there, which may be too far, and `fill(first, last, batch)` makes the candidates of the nodes first..last-1, letter by
/// letter.
/// Throws Stopped if the run was to stop before the end: then the set has what whole batches gave.
template <class BatchEnd, class Fill>
void close_orbit(KeySet& nodes, std::size_t letters, const BatchEnd& batch_end, GrowingArray<Index>& edges, unsigned threads,
                 RunControl& run, Pause pause, std::string_view unit, const Fill& fill) {
  StopCheck check(run);
  KeyBatch batch;
  for (std::size_t done = edges.size() / letters; done < nodes.size();) {
    check.look();
    const std::size_t last = std::min<std::size_t>(nodes.size(), batch_end(static_cast<Index>(done)));
    fill(static_cast<Index>(done), static_cast<Index>(last), batch);
    nodes.insert(batch, threads);
    const std::size_t old = edges.size();
    edges.resize(old + batch.size());
    parallel_chunks(batch.size(), std::size_t{1} << 14, threads, [&](Range range, std::size_t, unsigned) {
      std::copy_n(batch.ids().begin() + static_cast<std::ptrdiff_t>(range.begin), range.size(), edges.data() + old + range.begin);
    });
    done = last;
    run.report({.phase = unit, .done = done, .total = 0, .unit = unit});
    pause();
  }
}

/// An orbit for a checkpoint: its keys, and the edges of those that were multiplied.
inline void save_orbit(ByteWriter& bytes, const KeySet& nodes, std::span<const Index> edges) {
  nodes.save(bytes);
  bytes.put_all(edges);
}
/// Into a set that has the first key, of the same orbit. Throws InputError if the saved bytes do not fit together.
inline void restore_orbit(ByteReader& saved, KeySet& nodes, std::size_t letters, GrowingArray<Index>& edges, unsigned threads,
                          const KeySet::Mend& mend) {
  nodes.restore(saved, threads, mend);
  saved.array_into<Index>(edges);
  if (edges.size() % std::max<std::size_t>(letters, 1) != 0 || edges.size() > nodes.size() * letters ||
      std::any_of(edges.begin(), edges.end(), [&](Index to) { return to >= nodes.size(); }))
    throw InputError("the checkpoint is damaged: its orbits are not valid");
}

/// The nodes and edges of an orbit, and what a checkpoint takes of them.
class ActionOrbit {
 public:
  std::size_t size() const { return nodes_.size(); }
  void save(ByteWriter& bytes) const { save_orbit(bytes, nodes_, edges_.span()); }
  /// Once the components are found the edges are dropped, unless they are to be saved after that.
  void keep_edges() { keep_edges_ = true; }

 protected:
  explicit ActionOrbit(KeySet nodes) : nodes_(std::move(nodes)) {}

  KeySet nodes_;
  GrowingArray<Index> edges_;
  bool keep_edges_ = false;
};

}  // namespace wreath::semigroup

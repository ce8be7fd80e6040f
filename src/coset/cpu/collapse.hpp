// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "coset/cpu/thread_lists.hpp"
#include "coset/tuning.hpp"
#include "coset/tasks.hpp"

namespace wreath::coset {

/// Coincidences, generation by generation (collapse.cpp).
template <class Entry>
class Collapse {
 public:
  using Row = RowOf<Entry>;
  using Ref = TableRefOf<Entry>;
  using Pair = std::pair<Row, Row>;

  Collapse(unsigned threads, const Grain& grain);

  /// Takes pairs of equal cosets, and dead cosets whose edges are still to be moved.
  void add(std::vector<Pair>& pending, std::vector<Row>& dying);
  std::vector<Pair>& pairs_of(unsigned thread) { return pairs_.of(thread); }
  bool is_done() const { return pairs_.empty() && dying_.empty(); }
  /// One generation: merges all pairs, and moves the edges of all that died. Returns the number that were merged.
  std::uint64_t step(const Ref& table);
  /// Gives back what is left, and memory.
  void give_back(std::vector<Pair>& pending, std::vector<Row>& dying);
  std::uint64_t memory() const;

 private:
  struct Edge {
    Row from;
    Row target;
    Row to;
    Row dead;
    Letter letter;
  };
  template <bool Shared>
  void merge_pairs(const Ref& table, unsigned threads);
  template <bool Shared>
  void move_all_edges(const Ref& table, unsigned threads);
  template <bool Shared>
  static void move_edges(const Ref& table, std::span<const Row> dying, std::vector<Edge>& edges, std::vector<Pair>& pairs);

  std::size_t pairs_piece() const { return 4 * piece_; }  // a pair is soon merged

  unsigned threads_;
  std::size_t piece_;
  ThreadLists<Pair> pairs_;
  ThreadLists<Row> dying_;
  ThreadLists<Edge> edges_;  // scratch memory
};

}  // namespace wreath::coset

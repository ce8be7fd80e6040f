// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/parallel/loops.hpp"
#include "coset/tasks.hpp"
#include "coset/tuning.hpp"

namespace wreath::coset {

/// A list that several threads append to, each to a part of its own, so that no two of them write to one cache line.
template <class Item>
class ThreadLists {
 public:
  explicit ThreadLists(unsigned threads) : lists_(threads) {}

  std::vector<Item>& of(unsigned thread) { return lists_[thread].items; }
  std::size_t size() const {
    std::size_t sum = 0;
    for (const List& list : lists_) sum += list.items.size();
    return sum;
  }
  bool empty() const { return size() == 0; }
  std::size_t memory() const {
    std::size_t bytes = 0;
    for (const List& list : lists_) bytes += list.items.capacity() * sizeof(Item);
    return bytes;
  }
  void clear() {
    for (List& list : lists_) list.items.clear();
  }
  /// Of empty lists: no part keeps more memory than a short one needs.
  void free_memory() {
    constexpr std::size_t kShort = std::size_t{1} << 16;
    for (List& list : lists_) {
      if (list.items.capacity() > kShort) list.items.shrink_to_fit();
    }
  }
  /// Appends all items to a vector, and is empty.
  void move_to(std::vector<Item>& into) {
    for (const List& list : lists_) into.insert(into.end(), list.items.begin(), list.items.end());
    clear();
  }

  /// body(items, thread) for pieces of at most `piece` items.
  template <class Body>
  void each_piece(std::size_t piece, unsigned threads, const Body& body) const {
    std::vector<std::span<const Item>> pieces;
    for (const List& list : lists_) {
      for (std::size_t k = 0; k < list.items.size(); k += piece)
        pieces.emplace_back(list.items.data() + k, std::min(piece, list.items.size() - k));
    }
    parallel_chunks(pieces.size(), 1, threads, [&](Range range, std::size_t, unsigned thread) {
      for (std::size_t k = range.begin; k < range.end; ++k) body(pieces[k], thread);
    });
  }

 private:
  struct alignas(128) List {
    std::vector<Item> items;
  };
  std::vector<List> lists_;
};

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

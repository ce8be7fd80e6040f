// SPDX-License-Identifier: MIT
//
// The graph of an enumeration of a monoid: nodes for classes of words, and for each letter an edge to where it leads.
//
// Letters have no inverses, so that an edge can be followed one way only, and any number of edges with one letter lead to one
// node. The table of cosets (tables/table.hpp) needs both: it finds the edges to a dead coset by the inverse letters. Here a row
// begins with the node's parent in a forest of merged nodes, itself while it is alive, and an edge to a dead node is put right
// when it is next followed: the parent lies in the cache line that the following step reads anyway. To merge two nodes is then to
// merge two rows, whatever leads to them.
//
// Felsch's method asks which edges lead to a node. With sources, a row has the lists of these edges as well, linked from row to
// row, and edges are moved when a node dies. A list may name dead nodes, which are left out where it is read.
//
// Nodes are numbered from 1. 0 stands for a missing node: its row is empty, so that a word can be followed beyond the last edge.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset::monoid {

using Node = std::uint32_t;
using word::Letter;

class WordGraph {
 public:
  WordGraph(unsigned letters, bool has_sources);

  unsigned letters() const noexcept { return letters_; }
  /// Nodes are 1..last(), dead ones included.
  Node last() const noexcept { return last_; }
  std::uint64_t live() const noexcept { return live_; }
  std::uint64_t maximum() const noexcept { return maximum_; }
  std::uint64_t total() const noexcept { return total_; }
  std::uint64_t row_bytes() const noexcept { return stride_ * sizeof(Node); }
  std::uint64_t memory() const noexcept { return rows_.memory() + (coincidences_.capacity() + edges_.capacity()) * 8; }

  bool is_live(Node c) const noexcept { return row(c)[0] == c; }
  Node root(Node c) noexcept;
  /// Where the edge of a live node, or of 0, leads; 0 if there is none.
  Node step(Node c, Letter x) noexcept {
    Node& slot = row(c)[1 + x];
    if (row(slot)[0] != slot) slot = root(slot);
    return slot;
  }
  /// A new node without edges.
  Node add();
  /// An edge that is missing so far.
  void set(Node c, Letter x, Node to);
  /// Two nodes that are equal; settle() merges them.
  void equate(Node a, Node b) { coincidences_.emplace_back(a, b); }
  bool is_settled() const noexcept { return coincidences_.empty(); }
  /// Merges what is equal and all that follows. May throw Stopped, and is then to be called again before anything else.
  void settle(StopCheck& stop);
  /// Removes dead nodes; the live ones keep their order. `mark` becomes the first live node that is not before it.
  void compact(Node& mark);

  // --- with sources
  struct Edge {
    Node from;
    Letter letter;
  };
  /// Edges that are new since they were last taken.
  std::vector<Edge>& new_edges() noexcept { return edges_; }
  /// visit(p) for each live node p whose edge leads to a live node.
  template <class Visit>
  void for_each_source(Node to, Letter x, const Visit& visit) {
    for (Node p = row(to)[1 + letters_ + x]; p != 0; p = row(p)[1 + 2 * letters_ + x]) {
      if (is_live(p)) visit(p);
    }
  }

 private:
  Node* row(Node c) noexcept { return rows_.data() + std::size_t{c} * stride_; }
  const Node* row(Node c) const noexcept { return rows_.data() + std::size_t{c} * stride_; }
  void link(Node from, Letter x, Node to);
  void merge(Node a, Node b);

  unsigned letters_;
  bool has_sources_;
  std::size_t stride_;
  GrowingArray<Node> rows_;  // parent, targets; first sources, next sources
  Node last_ = 0;
  std::uint64_t live_ = 0;
  std::uint64_t maximum_ = 0;
  std::uint64_t total_ = 0;
  std::vector<std::pair<Node, Node>> coincidences_;
  std::vector<Edge> edges_;
};

}  // namespace wreath::coset::monoid

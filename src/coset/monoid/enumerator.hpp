// SPDX-License-Identifier: MIT
//
// One enumeration of a monoid by one method, in turns.
//
// HLT (Haselgrove, Leech and Trotter) works through the nodes in order: every relation u = v is closed at the node by defining
// what u and v lack, and then its row is filled. Both sides of all relations are followed first, each beginning once
// (Relations::beginnings), which closes most of them. Whenever the graph has doubled, all relations are followed at all nodes
// without defining any. Felsch defines one node at a time, for the first edge that is missing, and follows the relations that
// have a new edge in one of their places, found backwards (BackwardTrie).
//
// Whatever the method, the pairs of a one-sided congruence are closed at the first node at the beginning, and a graph without
// holes in which all relations hold at all nodes is the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "coset/monoid/relations.hpp"
#include "coset/monoid/word_graph.hpp"

namespace wreath::coset::monoid {

class Enumerator {
 public:
  enum class End {
    complete,  // the live nodes are the classes
    budget,    // the turn is over
    full,      // the row limit was reached
    stopped,   // the run was asked to
  };

  /// The relations must outlive it. method: hlt or felsch. Throws Stopped.
  Enumerator(const Relations& relations, MonoidMethod method, StopCheck& stop);

  End turn(std::uint64_t budget, RunControl& run);
  /// memory: bytes. most: the most rows; 0: any number.
  void set_limits(std::uint64_t memory, std::uint64_t most);
  /// Which limit End::full is about.
  Ending why_full() const noexcept;

  MonoidMethod method() const noexcept { return method_; }
  const WordGraph& graph() const noexcept { return graph_; }
  std::uint64_t steps() const noexcept { return steps_; }
  /// The entries of the finished table, numbered from 0 by breadth-first search; the graph is empty afterwards.
  /// Throws Stopped, and then can be called again.
  std::vector<Coset> take_entries(StopCheck stop);

 private:
  bool start();
  bool close(Node c, const Equation& relation, bool defines);
  bool close_all(Node c, bool defines);
  bool has_room(std::uint64_t rows) const noexcept { return graph_.last() + rows <= row_limit_; }
  bool make_room();
  void look_ahead(Node first);
  void spend(std::uint64_t steps);

  End hlt_turn(std::uint64_t until);
  bool fill_row(Node c);
  End felsch_turn(std::uint64_t until);
  void test_edges();
  void test_edge(WordGraph::Edge edge);
  bool find_hole();

  const Relations& relations_;
  MonoidMethod method_;
  WordGraph graph_;
  std::optional<BackwardTrie> backwards_;  // of Felsch
  StopCheck stop_;
  std::vector<Node> ends_;                              // of the beginnings, from the node that is worked at
  std::vector<std::pair<std::uint32_t, Node>> visits_;  // of states of the backward trie at nodes
  std::uint64_t row_limit_ = 0;
  std::uint64_t most_rows_ = 0;
  std::uint64_t threshold_;  // of live nodes at which to look ahead
  std::uint64_t steps_ = 0;
  Node next_ = 1;  // HLT: nodes before it are closed; Felsch: they have no holes
  Letter hole_ = 0;
  Node checked_ = 0;  // of the last look over all nodes: where to continue
  bool started_ = false;
  bool dropped_ = false;  // new edges: all nodes have to be looked at in the end
};

}  // namespace wreath::coset::monoid

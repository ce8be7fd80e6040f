// SPDX-License-Identifier: MIT
//
// The search for all subgroups of an index up to N, one of each conjugacy class (Sims).
//
// A subgroup of index n is a coset table with n rows, and a table determines it up to the numbers of its rows. The search fills a
// table slot by slot in the order of rows and, within a row, of letters: the first hole is filled in all possible ways, with each
// row that has a hole in the column of the inverse letter, and with a new row if there are fewer than N. So rows are numbered in
// the order in which they first appear.
//
// After each choice all that follows is filled in. Relators close to cycles: where one letter of a cycle is missing it is
// deduced, and where the ends of a trace do not fit the branch ends (traced_words.hpp says which words are traced when).
//
// Conjugate subgroups have the same table seen from another row. Of the tables that belong to a class only the least one is
// kept, slot by slot in the same order. So for each row the table is renumbered as seen from there, as far as it is filled, and
// compared: a smaller one ends the branch, and a row that gives a larger one is never looked at again below this node. A
// comparison stops at a hole, and waits until that slot is filled. When a table is full, the rows that are left are those that
// look like row 1: their number is the index of the subgroup in its normaliser, and all are left if it is normal.
//
// If only normal subgroups are wanted, a difference of any kind ends the branch, and where one side of a comparison has a hole it
// is filled. Moreover, a word that leads from one row back to it does so from all: where a choice closes a cycle,
// the cycle becomes a relator below this node.
//
// If the subgroups are to contain certain words, these fix row 1, and only rows that they fix as well are compared with it.
//
// Memory: bytes up to N = 255, then two. Columns lie one after another, so that a step of a trace is one load, and row 0 is all
// holes. What a node changes is undone from a list of edges. The comparisons that are under way and the traces of long relators
// are lists of small records, which each node copies, so that nothing of them is undone; a renumbering is two arrays that refer
// to each other, and entries beyond its length count as empty, so that it is undone by its length.
#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel/function_ref.hpp"
#include "coset/low_index/traced_words.hpp"

namespace wreath::coset {

/// A part of the tree of choices: below the node that the choices lead to, from one choice on.
struct SearchTask {
  std::vector<std::uint32_t> choices = {};  // rows, from 1
  std::uint32_t from = 1;                   // the first that is tried there
};

/// A full table that was found, until the search continues.
template <class Row>
struct FoundTable {
  std::uint32_t index;
  std::uint32_t like_first;  // rows that look like row 1
  const Row* columns;
  std::uint32_t stride;

  /// From 0.
  Coset image(Coset coset, Letter x) const { return Coset{columns[x * stride + coset + 1]} - 1; }
};

template <class Row>
class LowIndexSearch {
 public:
  /// False if the table could not be taken because the work is to stop: it is then found again.
  using Sink = FunctionRef<bool(const FoundTable<Row>&)>;

  explicit LowIndexSearch(const SearchProblem& problem);

  /// Works on a task for at most `choices` choices, and subtracts those that it made, and calls found() for each table, in order.
  /// Returns the tasks that are left, in order; all of them come after what was found. stops(), which is called now and then,
  /// ends the work as well.
  std::vector<SearchTask> run(const SearchTask& task, std::uint64_t& choices, Sink found, FunctionRef<bool()> stops);

 private:
  struct Edge {
    Row from;
    Letter letter;
  };
  /// A row from which the table is compared with itself.
  struct Comparison {
    std::uint32_t waits_for;  // a slot
    Row base;
    Row row;   // the tables agree before this slot
    Row seen;  // the number of rows that have numbers
    Letter letter;
  };
  /// A long relator from a row: the letters before `begin` lead from there to `left`, those from `end` on from `right` back.
  struct Trace {
    std::uint32_t next_left;  // the slots that are waited for
    std::uint32_t next_right;
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t word;
    Row left;
    Row right;
  };
  /// A node: what there was when its slot was chosen.
  struct Node {
    std::uint32_t edges;
    std::uint32_t first_comparison;
    std::uint32_t comparisons;  // the end of the list
    std::uint32_t first_trace;
    std::uint32_t traces;
    std::uint32_t relators;  // that were added
    std::uint32_t next;      // the row to be tried
    std::uint32_t rows;
    Row row;  // the slot
    Letter letter;
  };
  enum class Verdict { waits, larger, smaller };
  enum class Fixes { yes, no, unknown };

  bool repeat(const std::vector<std::uint32_t>& choices, FunctionRef<bool()> stops);
  bool push_node(Row row, Letter letter, std::uint32_t from);
  void return_to(const Node& node);
  bool choose(const Node& node, std::uint32_t to);
  std::vector<SearchTask> tasks_left(std::size_t base) const;
  void connect(Row from, Letter letter, Row to);
  bool follow();
  bool follow_edges();
  bool close(const TracedWord& word, Row from);
  bool follow_contained();
  bool follow_traces();
  void begin_traces(Row row);
  void add_relator(Row from, Letter letter, Row to);
  const TracedWord& long_word(std::uint32_t k) const {
    return k < problem_.late.size() ? problem_.late[k] : added_[k - problem_.late.size()];
  }
  bool advance(Trace& trace, bool& closed);
  bool compare(std::uint32_t first, std::uint32_t end, Row fresh);
  bool compare_one(Comparison comparison, std::uint32_t& kept);
  Verdict advance(Comparison& comparison);
  bool force(const Comparison& comparison);
  Fixes fixes_contained(Row row, std::uint32_t& hole) const;
  bool has_number(const Comparison& comparison, Row row) const;

  const SearchProblem& problem_;
  std::vector<Row> table_;
  std::vector<Row> order_;    // row k of each renumbering
  std::vector<Row> numbers_;  // and back
  std::vector<Edge> edges_;
  std::vector<Comparison> comparisons_;
  std::vector<Trace> traces_;
  std::vector<Edge> entered_by_;   // for each row the edge that it was made for
  std::vector<TracedWord> added_;  // relators of a normal subgroup
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> choices_;  // of each node but the last
  std::uint32_t relators_ = 0;          // of those added
  std::uint32_t followed_ = 0;          // edges
  std::uint32_t first_comparison_ = 0;  // those of this node
  std::uint32_t comparisons_end_ = 0;
  std::uint32_t first_trace_ = 0;
  std::uint32_t rows_ = 1;
};

extern template class LowIndexSearch<std::uint8_t>;
extern template class LowIndexSearch<std::uint16_t>;

}  // namespace wreath::coset

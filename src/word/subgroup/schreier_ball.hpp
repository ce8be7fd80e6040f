// SPDX-License-Identifier: MIT
//
// A part of the Schreier graph of a subgroup, by a few steps of coset enumeration: where the equations of cosets come from.
//
// Vertices are names for cosets, the edge x leads from Hw to Hwx. The generators of H are loops at the base vertex; relators are
// closed from every vertex, in the order of definition, until there are `most` vertices. Two names of one coset that are found
// out are made one. The graph may still have several names for one coset, but every two paths between the same vertices are true:
// if words u and v lead from the base to the same vertex, then Hu = Hv.
//
// A letter x with the relator x^2 and its inverse have one column of the table: otherwise an enumeration defines many vertices
// before it sees that x leads back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

class SchreierBall {
 public:
  using Vertex = std::uint32_t;
  static constexpr Vertex kNoVertex = 0xFFFFFFFFU;

  /// Generators are followed to their ends, whatever `most` is. If the run is to stop, the graph has fewer vertices, or this
  /// throws LimitReached, which is looked at every 2^16 vertices.
  SchreierBall(const Presentation& presentation, std::span<const Word> generators, std::size_t most, RunControl* run);

  /// Closes relators at the vertices that were defined last, too, if the graph is not complete.
  void close_more(RunControl* run);

  /// Whether all edges of all vertices are known: then this is the whole graph, and the index is the number of vertices.
  bool complete() const noexcept { return complete_; }
  /// The vertices from the base on, breadth first; each by the last letter of the shortlex-least path to it, and the place
  /// before.
  struct Place {
    Vertex vertex;
    std::uint32_t before;
    std::uint32_t depth;
    Letter last;
  };
  /// Those at distance at most `radius`.
  std::vector<Place> places(std::size_t radius) const;
  Vertex step(Vertex vertex, Letter x) const { return at(vertex, column_[x]); }
  std::size_t rows() const noexcept { return parent_.size(); }

 private:
  using Column = Letter;
  Vertex at(Vertex vertex, Column x) const { return table_[std::size_t{vertex} * columns() + x]; }
  Vertex& at(Vertex vertex, Column x) { return table_[std::size_t{vertex} * columns() + x]; }
  std::size_t columns() const noexcept { return inverse_.size(); }
  std::vector<Column> columns_of(std::span<const Letter> word) const;
  void make_columns(const Alphabet& alphabet, const std::vector<Word>& relators);
  Vertex find(Vertex v);
  Vertex define(Vertex v, Column x);
  void set(Vertex v, Column x, Vertex w);
  void merge(Vertex a, Vertex b);
  /// Closes the relator at the vertex; with `fill` the missing edges are defined.
  void scan(Vertex v, std::span<const Column> relator, bool fill);
  bool is_alive(Vertex v) const { return parent_[v] == v; }

  std::vector<Column> column_;   // by letter
  std::vector<Column> inverse_;  // by column
  std::vector<std::vector<Column>> relators_;
  std::vector<Vertex> table_;
  std::vector<Vertex> parent_;
  std::vector<std::pair<Vertex, Vertex>> pending_;
  bool complete_ = false;
  RunControl* run_;  // while this is constructed
};

}  // namespace wreath::word

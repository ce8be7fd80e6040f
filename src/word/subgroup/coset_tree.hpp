// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/parallel/function_ref.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// A whole Schreier graph with its vertices numbered in the shortlex order of their least words, which are the paths of the
/// breadth-first tree. The base is 0. Of a subgroup of a free group it is the part that the generators make: an edge that is not
/// there leads into a tree of further cosets.
class CosetTree {
 public:
  static constexpr std::uint32_t kNoVertex = 0xFFFFFFFFU;

  /// step_of(v, x) is the vertex to which x leads from v, or kNoVertex; vertices are numbers below `vertices`, and the base is 0.
  CosetTree(std::uint32_t letters, std::size_t vertices, FunctionRef<std::uint32_t(std::uint32_t, Letter)> step_of);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(depth_.size()); }
  std::uint32_t letters() const noexcept { return letters_; }
  /// Whether every edge is there: then the index is finite.
  bool complete() const noexcept { return complete_; }
  std::uint32_t step(std::uint32_t i, std::uint32_t x) const { return next_[std::size_t{i} * letters_ + x]; }
  /// Whether the least word of i, followed by x, is a least word, too.
  bool grows(std::uint32_t i, std::uint32_t x) const {
    const std::uint32_t j = step(i, x);
    return j > i && j != kNoVertex && parent_[j] == i && last_[j] == x;
  }
  std::uint32_t parent(std::uint32_t i) const { return parent_[i]; }
  /// The last letter of the least word.
  Letter last(std::uint32_t i) const { return last_[i]; }
  std::uint32_t depth(std::uint32_t i) const { return depth_[i]; }
  /// The vertices on the way to this one, from the base on.
  void path(std::uint32_t i, std::vector<std::uint32_t>& way) const;
  Word word(std::uint32_t i) const;

 private:
  std::uint32_t letters_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> depth_;
  std::vector<Letter> last_;
  std::vector<std::uint32_t> parent_;
  bool complete_ = true;
};

/// The graph of a subgroup, if an enumeration of its cosets (by the engine coset) closes with about this number of rows in its
/// table. Nothing if it does not, or if the run is to stop.
std::optional<CosetTree> enumerate_tree(const Presentation& group, const std::vector<Word>& generators, std::size_t rows,
                                        RunControl& run);

/// The graph of a subgroup of a free group, by folding (Stallings): in time near the length of the generators. `group` must have
/// no relators. Nothing if the run is to stop, which is looked at every 2^16 vertices.
std::optional<CosetTree> fold_generators(const Presentation& group, const std::vector<Word>& generators, RunControl& run);

/// A part of the Schreier graph of a subgroup, by a few steps of coset enumeration (schreier_ball.cpp).
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
  /// The vertices from the base on, breadth first; each by the last letter of the shortlex-least path to it, and the one
  /// before.
  struct BallVertex {
    Vertex vertex;
    std::uint32_t before;
    std::uint32_t depth;
    Letter last;
  };
  /// Those at distance at most `radius`.
  std::vector<BallVertex> places(std::size_t radius) const;
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

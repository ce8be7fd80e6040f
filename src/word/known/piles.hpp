// SPDX-License-Identifier: MIT
//
// Words of a graph product of cyclic groups, as piles (Crisp, Godelle and Wiest, "The conjugacy problem in subgroups of
// right-angled Artin groups", 2009).
//
// Each vertex has a pile. A syllable stands on the pile of its vertex and puts a marker on the pile of each vertex that it does
// not commute with. So the last syllable of a vertex can be moved to the end of the word if and only if it is on top of its pile,
// and to the beginning if it is at the bottom. A syllable that meets another one of its vertex is added to it; if they cancel,
// both go, with their markers. The piles are then those of the element, whatever its word: no more of them cancels.
//
// Cost: a letter takes as many steps as there are vertices that do not commute with its own.
#pragma once

#include <cstdint>
#include <vector>

#include "word/known/relators.hpp"

namespace wreath::word {

/// The graph, and the orders of its vertices.
struct CommutationGraph {
  Generators generators;
  std::vector<std::uint64_t> orders;              // of each generator; 0: infinite
  std::vector<std::vector<bool>> commute;         // and no vertex with itself
  std::vector<std::vector<std::uint32_t>> block;  // for each vertex: the others that it does not commute with

  std::size_t size() const { return orders.size(); }
  /// The exponent that stands for all that are equal to it: the shortest power, and of two the one with the smaller letter.
  std::int64_t normal_exponent(std::uint32_t vertex, std::int64_t exponent) const;
};

class Piles {
 public:
  explicit Piles(const CommutationGraph& graph) : graph_(&graph), piles_(graph.size()) {}

  /// Multiplies by a syllable from the right.
  void append(Syllable syllable);
  void append(const std::vector<Syllable>& syllables);
  /// Removes the first syllables, the one with the smallest letter first: the ShortLex normal form.
  std::vector<Syllable> take_all();

  /// Replaces the element by a conjugate that has no vertex with different first and last syllables. Returns c: the element is
  /// now c^-1 * x * c.
  std::vector<Syllable> reduce_cyclically(RunControl& run);

 private:
  struct Item {
    std::int64_t value = 0;  // an exponent, or a number of markers
    bool is_marker = false;
  };
  struct Pile {
    std::vector<Item> items;
    std::size_t bottom = 0;  // items before it are gone

    bool empty() const { return bottom == items.size(); }
    bool starts_with_syllable() const { return !empty() && !items[bottom].is_marker; }
    bool ends_with_syllable() const { return !empty() && !items.back().is_marker; }
    void drop_last();
    void drop_first();
    void add_marker();
  };

  /// The syllable at the bottom of its pile, which goes.
  Syllable take_first(std::uint32_t vertex);
  Letter first_letter(std::uint32_t vertex) const;

  const CommutationGraph* graph_;
  std::vector<Pile> piles_;
};

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/geometry/difference_table.hpp"

namespace wreath::word {

/// A set of group elements, by their numbers in a table.
class ElementSet {
 public:
  bool contains(std::uint32_t d) const { return d < has_.size() && has_[d]; }
  void insert(std::uint32_t d) {
    if (contains(d)) return;
    if (d >= has_.size()) has_.resize(std::max<std::size_t>(d + 1, 2 * has_.size()), false);
    has_[d] = true;
    members_.push_back(d);
  }
  /// In the order in which they came.
  const std::vector<std::uint32_t>& members() const noexcept { return members_; }
  std::size_t size() const noexcept { return members_.size(); }

 private:
  std::vector<bool> has_;
  std::vector<std::uint32_t> members_;
};

/// The normal forms of a set of elements as a tree: a product with all of them shares the work for common prefixes.
class ElementTree {
 public:
  ElementTree(const ElementSet& set, const DifferenceTable& table) {
    nodes_.emplace_back();
    for (const std::uint32_t element : set.members()) add(element, table[element]);
  }

  /// visit(e, d*e) for all e of the set, except for some with a product longer than `longest`.
  template <class Visit>
  void multiply(std::uint32_t d, std::size_t longest, DifferenceTable& table, const Visit& visit, std::uint32_t at = 0) const {
    if (nodes_[at].is_member) visit(nodes_[at].element, d);
    for (const auto& [letter, child] : nodes_[at].children) {
      const std::uint32_t product = table.times(d, letter);
      if (table[product].size() <= longest + nodes_[child].height) multiply(product, longest, table, visit, child);
    }
  }

 private:
  struct Node {
    bool is_member = false;
    std::uint32_t element = 0;
    std::size_t height = 0;  // how far the deepest member is below
    std::vector<std::pair<Letter, std::uint32_t>> children;
  };

  void add(std::uint32_t element, const Word& word) {
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      nodes_[at].height = std::max(nodes_[at].height, word.size() - i);
      at = child(at, word[i]);
    }
    nodes_[at].is_member = true;
    nodes_[at].element = element;
  }

  std::uint32_t child(std::uint32_t at, Letter letter) {
    for (const auto& [known, child] : nodes_[at].children) {
      if (known == letter) return child;
    }
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].children.emplace_back(letter, child);
    nodes_.emplace_back();
    return child;
  }

  std::vector<Node> nodes_;
};

/// Pairs (u,v) of geodesics of the same length that begin two sides of a triangle and lie opposite to each other.
struct Legs {
  automata::KeyTable states;  // (state after u, state after v, u^-1 v), the states being those of the geodesic acceptor
  automata::Dfa dfa;          // of pairs of letters; labelled 1 where a triangle was found whose legs end here

  std::uint32_t difference(automata::State leg) const { return states[leg][2]; }
};

/// Three elements with d*e = m: how the points where the legs of a triangle end lie to each other, as seen from a corner. The leg
/// at the corner ends in p and q, and z is on the third side: d = p^-1 q, m = p^-1 z, e = q^-1 z.
struct Centre {
  std::uint32_t d;
  std::uint32_t m;
  std::uint32_t e;

  auto operator<=>(const Centre&) const = default;
};
void remove_repeated(std::vector<Centre>& centres);

/// What triangles to look at. A triangle without centre, whose legs have lengths with a half, must have a leg that ends with a
/// difference in the core.
struct Scope {
  ElementSet differences;       // of all legs, but at their ends;
  ElementSet ends;              // there these are allowed, too. Both have with an element its inverse
  std::vector<Centre> centres;  // as seen from each corner; mirror images may be missing
  ElementSet core;
  bool has_odd_cycles = true;  // whether there are triangles without centre

  bool has(std::uint32_t d) const { return differences.contains(d) || ends.contains(d); }
};

/// Finds legs of triangles.
class LegFinder {
 public:
  LegFinder(const StructureView& structure, const automata::Dfa& geodesics, DifferenceTable& table,
            const automata::Limits& limits);

  /// All legs of the triangles in the scope, and maybe of others.
  Legs find(Scope scope);

 private:
  struct Entry {
    automata::State from;
    Letter letter;
  };
  /// A leg, prolonged by a letter on each side: the states there.
  struct End {
    automata::State leg;
    automata::State s;
    automata::State t;
  };

  Legs explore(const Scope& scope);
  void find_arms(const ElementSet& differences, const Scope& scope);
  void mark_centres(Legs& legs, std::vector<Centre>& centres);
  void mark_edges(Legs& legs, const ElementSet& differences, const ElementSet& core);
  void mark_mirror_images(Legs& legs);
  bool has_arm(automata::State s, std::uint32_t m) const { return m < arms_[s].size() && arms_[s][m]; }
  Letter inverse(Letter x) const { return structure_.alphabet.inverses[x]; }
  template <class Visit>
  void for_each_letter(automata::State s, Visit visit) const;

  const StructureView& structure_;
  const automata::Dfa& geodesics_;
  DifferenceTable& table_;
  automata::Limits limits_;
  std::vector<std::vector<Entry>> entries_;  // the edges into each state of the geodesics
  std::vector<std::vector<bool>> arms_;      // for each state and element, whether it is an arm there
};

}  // namespace wreath::word

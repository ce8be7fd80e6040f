// SPDX-License-Identifier: MIT
//
// Elements of Thompson's group F as pairs of forests (Belk and Brown, "Forest diagrams for elements of Thompson's group F",
// 2005).
//
// A forest is a sequence of binary trees, infinite to both sides, of which all but finitely many are single leaves; one tree is
// current. The two forests have their leaves in common. A generator moves to a neighbour of the current tree of the upper forest,
// or joins this tree and the next one by a caret, or undoes this: if the tree is a leaf, the leaf gets a caret in the lower
// forest instead. Two carets on the same leaves, above and below, cancel. So a letter takes constant time, and no pair of
// opposite carets is left: the reduced diagram is determined by the element.
#pragma once

#include <cstdint>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::word {

class ForestPair {
 public:
  ForestPair() { upper_ = lower_ = first_ = last_ = add_node(); }

  void move_right();
  void move_left();
  void add_caret();
  void remove_caret();

  /// A step of a program that makes a forest out of single leaves.
  enum class Step : std::uint8_t { right, left, join };
  struct Programs {
    std::vector<Step> lower;
    std::vector<Step> upper;
  };
  /// Programs for both forests that start at the same leaf. They depend on the reduced diagram alone.
  Programs programs(RunControl& run) const;

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xFFFFFFFFU;

  /// A leaf, which belongs to both forests, or a caret of one of them.
  struct Node {
    Index children[2] = {kNone, kNone};
    Index lower_parent = kNone;
    Index previous = kNone;  // of the roots of the upper forest
    Index next = kNone;

    bool is_leaf() const { return children[0] == kNone; }
  };

  Index add_node();
  void link(Index left, Index right);
  void replace_in_lower(Index old, Index by);
  /// A program for the trees with these roots, from left to right, that starts at the leaf number `start` and ends at root `end`.
  std::vector<Step> program(const std::vector<Index>& roots, std::size_t start, Index end) const;

  std::vector<Node> nodes_;
  std::vector<Index> free_;  // nodes that are not used
  Index upper_;              // the current tree,
  Index lower_;              // and that of the lower forest, which never moves
  Index first_;              // roots of the upper forest
  Index last_;
};

}  // namespace wreath::word

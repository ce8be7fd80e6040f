// SPDX-License-Identifier: MIT
#include "word/known/forest_pair.hpp"

#include <algorithm>

#include "word/known/relators.hpp"

namespace wreath::word {

ForestPair::Index ForestPair::add_node() {
  if (free_.empty()) {
    nodes_.emplace_back();
    return static_cast<Index>(nodes_.size() - 1);
  }
  const Index node = free_.back();
  free_.pop_back();
  nodes_[node] = {};
  return node;
}

/// Makes neighbours of two roots of the upper forest, of which one may be missing.
void ForestPair::link(Index left, Index right) {
  (left != kNone ? nodes_[left].next : first_) = right;
  (right != kNone ? nodes_[right].previous : last_) = left;
}

void ForestPair::move_right() {
  if (nodes_[upper_].next == kNone) {
    const Index leaf = add_node();
    const Index last = last_;
    link(leaf, kNone);
    link(last, leaf);
  }
  upper_ = nodes_[upper_].next;
}

void ForestPair::move_left() {
  if (nodes_[upper_].previous == kNone) {
    const Index leaf = add_node();
    const Index first = first_;
    link(kNone, leaf);
    link(leaf, first);
  }
  upper_ = nodes_[upper_].previous;
}

void ForestPair::replace_in_lower(Index old, Index by) {
  const Index parent = nodes_[old].lower_parent;
  nodes_[by].lower_parent = parent;
  if (parent != kNone) nodes_[parent].children[nodes_[parent].children[0] == old ? 0 : 1] = by;
  if (lower_ == old) lower_ = by;
}

void ForestPair::add_caret() {
  const Index left = upper_;
  move_right();
  const Index right = upper_;
  const Index previous = nodes_[left].previous;
  const Index next = nodes_[right].next;
  const Index below = nodes_[left].lower_parent;
  upper_ = add_node();
  if (nodes_[left].is_leaf() && nodes_[right].is_leaf() && below != kNone && below == nodes_[right].lower_parent) {
    replace_in_lower(below, upper_);  // both carets cancel: a leaf takes their place
    free_.insert(free_.end(), {left, right, below});
  } else {
    nodes_[upper_].children[0] = left;
    nodes_[upper_].children[1] = right;
  }
  link(previous, upper_);
  link(upper_, next);
}

void ForestPair::remove_caret() {
  const Index root = upper_;
  const Index previous = nodes_[root].previous;
  const Index next = nodes_[root].next;
  Index left = nodes_[root].children[0];
  Index right = nodes_[root].children[1];
  if (left == kNone) {  // a leaf: it becomes a caret below
    left = add_node();
    right = add_node();
    const Index below = add_node();
    replace_in_lower(root, below);
    nodes_[below].children[0] = left;
    nodes_[below].children[1] = right;
    nodes_[left].lower_parent = nodes_[right].lower_parent = below;
  }
  free_.push_back(root);
  link(previous, left);
  link(left, right);
  link(right, next);
  upper_ = left;
}

std::vector<ForestPair::Step> ForestPair::program(const std::vector<Index>& roots, std::size_t start, Index end) const {
  std::vector<Step> steps;
  const auto move = [&](std::size_t from, std::size_t to) {
    steps.insert(steps.end(), from < to ? to - from : from - to, from < to ? Step::right : Step::left);
  };
  std::size_t here = start;  // the current tree, numbered with the trees before it as they are and leaves behind it
  std::size_t tree = 0;      // the number of trees that are built
  struct Visit {
    Index node;
    int children_done;
  };
  std::vector<Visit> stack;
  std::size_t end_tree = 0;
  const bool any = std::ranges::any_of(roots, [&](Index root) { return !nodes_[root].is_leaf(); });
  for (const Index root : roots) {
    if (root == end) end_tree = tree;
    if (!nodes_[root].is_leaf()) {
      move(here, tree);  // trees before it are built, and what follows are leaves
      stack.push_back({root, 0});
      while (!stack.empty()) {
        Visit& visit = stack.back();
        if (nodes_[visit.node].is_leaf() || visit.children_done == 2) {
          if (!nodes_[visit.node].is_leaf()) steps.insert(steps.end(), {Step::left, Step::join});
          stack.pop_back();
          continue;
        }
        if (visit.children_done == 1) steps.push_back(Step::right);
        const Index child = nodes_[visit.node].children[visit.children_done++];
        stack.push_back({child, 0});
      }
      here = tree;
    }
    ++tree;
  }
  move(any ? here : start, end_tree);
  return steps;
}

ForestPair::Programs ForestPair::programs(RunControl& run) const {
  std::vector<Index> upper_roots;
  std::vector<Index> lower_roots;
  std::vector<Index> stack;
  std::size_t leaves = 0;
  std::size_t start = 0;
  for (Index root = first_; root != kNone; root = nodes_[root].next) {
    upper_roots.push_back(root);
    stack.push_back(root);
    while (!stack.empty()) {
      const Index node = stack.back();
      stack.pop_back();
      stop_now_and_then(run, leaves);
      if (!nodes_[node].is_leaf()) {
        stack.push_back(nodes_[node].children[1]);
        stack.push_back(nodes_[node].children[0]);
        continue;
      }
      Index top = node;  // the root of its lower tree, if it is the first leaf of that
      while (nodes_[top].lower_parent != kNone && nodes_[nodes_[top].lower_parent].children[0] == top)
        top = nodes_[top].lower_parent;
      if (nodes_[top].lower_parent == kNone) {
        lower_roots.push_back(top);
        if (top == lower_) start = leaves;
      }
      ++leaves;
    }
  }
  return {program(lower_roots, start, lower_), program(upper_roots, start, upper_)};
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#include "coset/monoid/word_graph.hpp"

#include <algorithm>

namespace wreath::coset::monoid {

WordGraph::WordGraph(unsigned letters, bool has_sources)
    : letters_(letters), has_sources_(has_sources), stride_(1 + std::size_t{letters} * (has_sources ? 3 : 1)) {
  rows_.resize(stride_);
  std::fill_n(row(0), stride_, 0);
}

Node WordGraph::root(Node c) noexcept {
  while (true) {
    Node& parent = row(c)[0];
    if (parent == c) return c;
    const Node grand = row(parent)[0];
    if (grand == parent) return grand;
    parent = grand;
    c = grand;
  }
}

Node WordGraph::add() {
  const Node c = ++last_;
  rows_.resize((std::size_t{c} + 1) * stride_);
  Node* const fresh = row(c);
  std::fill_n(fresh, stride_, 0);
  fresh[0] = c;
  ++total_;
  maximum_ = std::max(maximum_, ++live_);
  return c;
}

void WordGraph::link(Node from, Letter x, Node to) {
  Node& first = row(to)[1 + letters_ + x];
  row(from)[1 + 2 * letters_ + x] = first;
  first = from;
  edges_.push_back({from, x});
}

void WordGraph::set(Node c, Letter x, Node to) {
  row(c)[1 + x] = to;
  if (has_sources_) link(c, x, to);
}

void WordGraph::settle(StopCheck& stop) {
  while (!coincidences_.empty()) {
    stop.spend(letters_);
    const auto [a, b] = coincidences_.back();
    coincidences_.pop_back();
    merge(root(a), root(b));
  }
}

/// The smaller one stays: all nodes before the one that HLT works at are closed.
void WordGraph::merge(Node a, Node b) {
  if (a == b) return;
  const Node low = std::min(a, b);
  const Node high = std::max(a, b);
  row(high)[0] = low;
  --live_;
  for (unsigned x = 0; x < letters_; ++x) {
    const auto letter = static_cast<Letter>(x);
    if (has_sources_) {
      Node next = 0;
      for (Node p = row(high)[1 + letters_ + x]; p != 0; p = next) {
        next = row(p)[1 + 2 * letters_ + x];
        if (!is_live(p)) continue;
        row(p)[1 + x] = low;
        link(p, letter, low);
      }
    }
    if (row(high)[1 + x] == 0) continue;
    const Node to = root(row(high)[1 + x]);
    const Node there = step(low, letter);
    if (there == 0) {
      set(low, letter, to);
    } else if (there != to) {
      equate(there, to);
    }
  }
}

void WordGraph::compact(Node& mark) {
  std::vector<Node> numbers(std::size_t{last_} + 1, 0);
  Node count = 0;
  Node moved_mark = 0;
  for (Node c = 1; c <= last_; ++c) {
    if (is_live(c)) numbers[c] = ++count;
    if (moved_mark == 0 && c >= mark && is_live(c)) moved_mark = count;
  }
  if (moved_mark == 0) moved_mark = count + 1;
  for (Node c = 1; c <= last_; ++c) {  // the roots are needed, so that no row moves yet
    if (!is_live(c)) continue;
    for (unsigned x = 0; x < letters_; ++x) row(c)[1 + x] = step(c, static_cast<Letter>(x));
  }
  for (Node c = 1; c <= last_; ++c) {
    const Node now = numbers[c];
    if (now == 0) continue;
    Node* const to = row(now);
    std::copy_n(row(c), stride_, to);
    to[0] = now;
    for (unsigned x = 0; x < letters_; ++x) to[1 + x] = numbers[to[1 + x]];
    std::fill(to + 1 + letters_, to + stride_, 0);
  }
  last_ = count;
  rows_.resize((std::size_t{count} + 1) * stride_);
  mark = moved_mark;
  if (!has_sources_) return;
  std::erase_if(edges_, [&](const Edge& edge) { return numbers[edge.from] == 0; });
  for (Edge& edge : edges_) edge.from = numbers[edge.from];
  for (Node c = 1; c <= last_; ++c) {
    for (unsigned x = 0; x < letters_; ++x) {
      const Node to = row(c)[1 + x];
      if (to == 0) continue;
      row(c)[1 + 2 * letters_ + x] = std::exchange(row(to)[1 + letters_ + x], c);
    }
  }
}

}  // namespace wreath::coset::monoid

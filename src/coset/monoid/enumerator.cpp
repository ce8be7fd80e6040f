// SPDX-License-Identifier: MIT
#include "coset/monoid/enumerator.hpp"

#include <algorithm>

#include "coset/monoid/tuning.hpp"

namespace wreath::coset::monoid {

Enumerator::Enumerator(const Relations& relations, MonoidMethod method, StopCheck& stop)
    : relations_(relations),
      method_(method),
      graph_(relations.letters, method == MonoidMethod::felsch),
      ends_(relations.beginnings.size()),
      threshold_(tuning::kFirstLookahead) {
  if (method == MonoidMethod::felsch) backwards_.emplace(relations, stop);
  graph_.add();
}

void Enumerator::set_limits(std::uint64_t memory, std::uint64_t most) {
  constexpr std::uint64_t kMostRows = 0xFFFFFFFEU;
  most_rows_ = most;
  row_limit_ = std::min(kMostRows, memory / (graph_.row_bytes() + sizeof(Node)));  // and the numbers of compact()
  if (most != 0) row_limit_ = std::min(row_limit_, most);
}

Ending Enumerator::why_full() const noexcept {
  if (most_rows_ != 0 && row_limit_ == most_rows_) return Ending::cosets;
  return row_limit_ == 0xFFFFFFFEU ? Ending::rows : Ending::memory;
}

void Enumerator::spend(std::uint64_t steps) {
  steps_ += steps;
  stop_.spend(steps);
}

Enumerator::End Enumerator::turn(std::uint64_t budget, RunControl& run) try {
  stop_ = StopCheck(run);
  stop_.look();
  graph_.settle(stop_);
  if (!started_ && !start()) return End::full;
  started_ = true;
  run.report({"coset monoid", graph_.live(), 0, "nodes"});
  const std::uint64_t until = steps_ + budget;
  return method_ == MonoidMethod::felsch ? felsch_turn(until) : hlt_turn(until);
} catch (const Stopped&) {
  dropped_ = true;  // the edge that was being tested
  return End::stopped;
}

bool Enumerator::start() {
  for (const Equation& pair : relations_.at_start) {
    if (!close(1, pair, true)) return false;
  }
  return true;
}

/// Follows both sides. What is one letter short is deduced, and ends that differ are equal. defines: whatever is missing is
/// defined. False if there is no room for it.
bool Enumerator::close(Node c, const Equation& relation, bool defines) {
  const auto& [u, v] = relation;
  spend(u.size() + v.size());
  const auto follow = [&](Node from, const Word& word, std::size_t& at) {
    for (; at < word.size(); ++at) {
      const Node to = graph_.step(from, word[at]);
      if (to == 0) break;
      from = to;
    }
    return from;
  };
  std::size_t i = 0;
  Node a = follow(c, u, i);
  std::size_t j = 0;
  Node b = follow(c, v, j);
  if (defines && (i < u.size() || j < v.size())) {
    if (!has_room(u.size() + v.size())) return false;
    const auto extend = [&](Node from, const Word& word, std::size_t& at) {
      for (from = follow(from, word, at); at + 1 < word.size(); ++at) {
        const Node fresh = graph_.add();
        graph_.set(from, word[at], fresh);
        from = fresh;
        if (at % tuning::kLettersBetweenLooks == tuning::kLettersBetweenLooks - 1) stop_.look();
      }
      return from;
    };
    a = extend(a, u, i);
    b = extend(b, v, j);
    a = follow(a, u, i);  // the edges of v may be those of u
    if (i < u.size() && j < v.size()) graph_.set(a, u[i], graph_.add());
    a = follow(a, u, i);
    b = follow(b, v, j);
  }
  if (i == u.size() && j == v.size()) {
    if (a == b) return true;
    graph_.equate(a, b);
    if (method_ == MonoidMethod::hlt || defines) graph_.settle(stop_);
  } else if (i == u.size() && j + 1 == v.size()) {
    graph_.set(b, v[j], a);
  } else if (j == v.size() && i + 1 == u.size()) {
    graph_.set(a, u[i], b);
  }
  return true;
}

/// Closes all relations at a node, which may die of it.
bool Enumerator::close_all(Node c, bool defines) {
  const Relations::Trie& trie = relations_.beginnings;
  Node* const ends = ends_.data();
  ends[0] = c;
  for (std::size_t k = 1; k < trie.size(); ++k) ends[k] = graph_.step(ends[trie.parents[k]], trie.letters[k]);
  spend(trie.size());
  for (std::size_t r = 0; r < relations_.everywhere.size(); ++r) {
    const Node u = ends[trie.left[r]];
    if (u != 0 && u == ends[trie.right[r]]) continue;
    if (!close(c, relations_.everywhere[r], defines)) return false;
    if (!graph_.is_live(c)) return true;
  }
  return true;
}

/// Follows all relations at all nodes from `first` on, and defines none.
void Enumerator::look_ahead(Node first) {
  for (checked_ = std::max(checked_, first); checked_ <= graph_.last(); ++checked_) {
    if (!graph_.is_live(checked_)) continue;
    close_all(checked_, false);
    graph_.settle(stop_);
    spend(1);
  }
  checked_ = 0;
}

/// Dead rows go, or else nodes that are equal are looked for. False if the rows stay nearly full.
bool Enumerator::make_room() {
  if (graph_.last() - graph_.live() < graph_.last() / tuning::kWorthwhileShare)
    look_ahead(method_ == MonoidMethod::hlt ? next_ : 1);
  const std::uint64_t before = graph_.last();
  graph_.compact(next_);
  hole_ = 0;
  checked_ = 0;
  return graph_.last() < before - before / tuning::kWorthwhileShare;
}

std::vector<Coset> Enumerator::take_entries(StopCheck stop) {
  const unsigned letters = graph_.letters();
  std::vector<Node> nodes{1};
  std::vector<Coset> numbers(std::size_t{graph_.last()} + 1, 0);  // from 1
  nodes.reserve(graph_.live());
  numbers[1] = 1;
  std::vector<Coset> entries;
  entries.reserve(graph_.live() * letters);
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    stop.spend(letters);
    for (unsigned x = 0; x < letters; ++x) {
      const Node to = graph_.step(nodes[at], static_cast<Letter>(x));
      if (numbers[to] == 0) {
        nodes.push_back(to);
        numbers[to] = static_cast<Coset>(nodes.size());
      }
      entries.push_back(numbers[to] - 1);
    }
  }
  graph_ = WordGraph(letters, false);
  return entries;
}

// --- HLT

Enumerator::End Enumerator::hlt_turn(std::uint64_t until) {
  while (next_ <= graph_.last()) {
    if (!graph_.is_live(next_)) {
      ++next_;
      continue;
    }
    if (steps_ >= until) return End::budget;
    if (checked_ != 0 || graph_.live() >= threshold_) {
      look_ahead(next_);
      threshold_ = std::max(tuning::kFirstLookahead, 2 * graph_.live());
      if (graph_.last() - graph_.live() > graph_.last() / 2) graph_.compact(next_);
      continue;
    }
    if (!close_all(next_, true) || (graph_.is_live(next_) && !fill_row(next_))) {
      if (!make_room()) return End::full;
      continue;
    }
    ++next_;
  }
  return End::complete;
}

bool Enumerator::fill_row(Node c) {
  if (!has_room(graph_.letters())) return false;
  for (unsigned x = 0; x < graph_.letters(); ++x) {
    if (graph_.step(c, static_cast<Letter>(x)) == 0) graph_.set(c, static_cast<Letter>(x), graph_.add());
  }
  return true;
}

// --- Felsch

Enumerator::End Enumerator::felsch_turn(std::uint64_t until) {
  while (true) {
    test_edges();
    if (!find_hole()) {
      if (!dropped_) return End::complete;
      look_ahead(1);
      dropped_ = false;
      continue;
    }
    if (steps_ >= until) return End::budget;
    if (!has_room(1)) {
      if (!make_room()) return End::full;
      continue;
    }
    graph_.set(next_, hole_, graph_.add());
  }
}

/// Moves to the first edge that is missing. Rows before it stay full: nodes that die are replaced by smaller ones.
bool Enumerator::find_hole() {
  for (; next_ <= graph_.last(); ++next_, hole_ = 0) {
    if (!graph_.is_live(next_)) continue;
    for (; hole_ < graph_.letters(); ++hole_) {
      if (graph_.step(next_, hole_) == 0) return true;
    }
    spend(1);
  }
  return false;
}

void Enumerator::test_edges() {
  auto& edges = graph_.new_edges();
  while (!edges.empty()) {
    if (edges.size() > tuning::kMostNewEdges) {
      edges.clear();
      dropped_ = true;
      break;
    }
    const WordGraph::Edge edge = edges.back();
    edges.pop_back();
    if (!graph_.is_live(edge.from)) continue;
    test_edge(edge);
    graph_.settle(stop_);
  }
}

/// Nodes that are found to be equal are merged afterwards: until then edges only come, and lists of sources can be read.
void Enumerator::test_edge(WordGraph::Edge edge) {
  visits_.clear();
  for (const auto& [letter, state] : backwards_->states[0].children) {
    if (letter == edge.letter) visits_.emplace_back(state, edge.from);
  }
  while (!visits_.empty()) {
    const auto [state, node] = visits_.back();
    visits_.pop_back();
    spend(1);
    const BackwardTrie::State& here = backwards_->states[state];
    for (const std::uint32_t relation : here.relations) close(node, relations_.everywhere[relation], false);
    for (const auto& [letter, child] : here.children) {
      graph_.for_each_source(node, letter, [&, next = child](Node source) { visits_.emplace_back(next, source); });
    }
  }
}

}  // namespace wreath::coset::monoid

// SPDX-License-Identifier: MIT
//
// Cosets of a subgroup of finite index, from the whole graph of them; and of any subgroup of a free group.
//
// If the enumeration closes, its graph has exactly one vertex for each coset (Todd and Coxeter), so that nothing is left to be
// proven, and the structure of the group is not needed. The least words are the paths of the breadth-first tree. They are closed
// under prefixes, and a prefix is known by the vertex to which it leads: so the pairs (u,v) of least words with an edge from u to
// v, read in step, make a tree whose nodes are pairs of vertices. The multiplier is its minimal automaton.
//
// In a free group the graph of the generators, folded, is the whole graph but for trees, which are the same for all subgroups
// (Stallings). The time is near the length of the generators, times the number of edges outside the tree, which is the rank of
// the subgroup.
#include "word/subgroup/build_cosets.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "word/automata/operations.hpp"

namespace wreath::word {

using automata::Label;
using automata::State;
using automata::Symbol;

namespace {

constexpr std::size_t kMostPairs = 1U << 22;
constexpr std::size_t kMostSteps = 1U << 27;  // on the ways to them, which may be long

/// Beside the vertices there are the trees of further cosets, in which a place is known by the letter that led there.
automata::Dfa acceptor_of(const CosetTree& tree, std::span<const Letter> inverses, const automata::Limits& limits) {
  const std::uint32_t k = tree.letters();
  automata::Dfa dfa{.symbols = k, .table = {}, .labels = std::vector<Label>(tree.size() + (tree.complete() ? 0 : k), 1)};
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (i % automata::kStatesPerCheck == 0) automata::check_limits(limits, tree.size());
    for (std::uint32_t x = 0; x < k; ++x) {
      const bool leaves = tree.step(i, x) == CosetTree::kNoVertex;
      if (leaves || tree.grows(i, x)) dfa.table.add(static_cast<Symbol>(x), leaves ? tree.size() + x : tree.step(i, x));
    }
    dfa.table.close_row();
  }
  for (std::uint32_t x = 0; tree.size() + x < dfa.labels.size(); ++x) {
    for (std::uint32_t y = 0; y < k; ++y)
      if (y != inverses[x]) dfa.table.add(static_cast<Symbol>(y), tree.size() + y);
    dfa.table.close_row();
  }
  return automata::minimise(dfa, limits);
}

/// The tree of all pairs with an edge between them.
class PairTree {
  using Edge = std::tuple<State, Symbol, State>;

 public:
  explicit PairTree(const CosetTree& tree) : tree_(tree), pairs_{tree.letters()} {
    for (std::uint32_t i = 0; i < tree.size(); ++i) {  // the pairs (u,u) come first
      nodes_.intern(std::array{i, i});
      const std::uint32_t x = tree.last(i);
      if (i != 0) edges_.emplace_back(tree.parent(i), pairs_.pair(x, x), i);
    }
    known_ = tree.size();
  }

  /// The pair of i and j, if it is not there. What their ways have in common is.
  void add(std::uint32_t i, std::uint32_t j) {
    if (i == j) return;
    if (tree_.parent(j) == i) return add_end(i, pairs_.pair(pairs_.pad(), tree_.last(j)), i, j);
    if (tree_.parent(i) == j) return add_end(j, pairs_.pair(tree_.last(i), pairs_.pad()), i, j);
    tree_.path(i, first_);
    tree_.path(j, second_);
    steps_ += std::max(first_.size(), second_.size());
    const std::size_t common = std::ranges::mismatch(first_, second_).in1 - first_.begin();
    State at = first_[common - 1];
    for (std::size_t k = common; k < std::max(first_.size(), second_.size()); ++k) {
      const bool is_first = k < first_.size();
      const bool is_second = k < second_.size();
      const std::uint32_t u = is_first ? first_[k] : i;
      const std::uint32_t v = is_second ? second_[k] : j;
      const Symbol symbol = pairs_.pair(is_first ? tree_.last(u) : pairs_.pad(), is_second ? tree_.last(v) : pairs_.pad());
      add_end(at, symbol, u, v);
      at = last_added_;
    }
  }
  std::size_t size() const { return nodes_.size(); }
  std::size_t steps() const { return steps_; }

  automata::LabelledDfa finish(std::span<const Letter> inverses, const automata::Limits& limits) {
    automata::LabelledDfa general{.dfa = {.symbols = pairs_.count(), .table = {}, .labels = {}}, .sets = {}};
    if (!tree_.complete()) add_trees(inverses);
    sort_edges(limits);
    auto edge = edges_.begin();
    std::vector<Label> labels;
    for (State node = 0; node < nodes_.size(); ++node) {
      if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits, nodes_.size());
      for (; edge != edges_.end() && std::get<0>(*edge) == node; ++edge)
        general.dfa.table.add(std::get<1>(*edge), std::get<2>(*edge));
      general.dfa.table.close_row();
      const std::uint32_t u = nodes_[node][0];
      const std::uint32_t v = nodes_[node][1];
      labels.clear();
      if (u == v) labels.push_back(kSameCoset);
      for (std::uint32_t x = 0; x < tree_.letters(); ++x)
        if (tree_.step(u, x) == v) labels.push_back(letter_label(static_cast<Letter>(x)));
      general.dfa.labels.push_back(general.sets.intern(labels));
    }
    for (State state = static_cast<State>(nodes_.size()); state < tree_state(2 * tree_.letters()); ++state) {
      for (; edge != edges_.end() && std::get<0>(*edge) == state; ++edge)
        general.dfa.table.add(std::get<1>(*edge), std::get<2>(*edge));
      general.dfa.table.close_row();
      const State letter = state - tree_state(tree_.letters());  // of those that end in one
      labels.assign(1, state < tree_state(tree_.letters()) ? kSameCoset : letter_label(static_cast<Letter>(letter)));
      general.dfa.labels.push_back(general.sets.intern(labels));
    }
    general.dfa = automata::minimise(general.dfa, limits);
    return general;
  }

 private:
  /// By the states that they leave, and those of each, which are few, by symbol.
  void sort_edges(const automata::Limits& limits) {
    std::vector<std::size_t> end(tree_state(2 * tree_.letters()) + 1, 0);
    for (const Edge& edge : edges_) ++end[std::get<0>(edge) + 1];
    std::partial_sum(end.begin(), end.end(), end.begin());
    std::vector<Edge> sorted(edges_.size());
    for (const Edge& edge : edges_) sorted[end[std::get<0>(edge)]++] = edge;
    edges_.swap(sorted);
    for (State state = 0; state + 1 < end.size(); ++state) {
      if (state % automata::kStatesPerCheck == 0) automata::check_limits(limits, nodes_.size());
      const std::size_t begin = state == 0 ? 0 : end[state - 1];
      std::sort(edges_.begin() + static_cast<std::ptrdiff_t>(begin), edges_.begin() + static_cast<std::ptrdiff_t>(end[state]));
    }
  }

  void add_end(State from, Symbol symbol, std::uint32_t u, std::uint32_t v) {
    const State to = nodes_.intern(std::array{u, v});
    if (to == known_) edges_.emplace_back(from, symbol, to);
    known_ = std::max<std::size_t>(known_, to + 1);
    last_added_ = to;
  }

  /// A state after the nodes. For each letter x there are (u,u) where u ends with x, in a tree of further cosets, and (u,v) with
  /// Hux = Hv where one of the two is in a tree.
  State tree_state(std::uint32_t number) const { return static_cast<State>(nodes_.size()) + (tree_.complete() ? 0 : number); }
  void add_trees(std::span<const Letter> inverses) {
    const std::uint32_t k = tree_.letters();
    const auto leave = [&](State from, std::uint32_t x) {
      edges_.emplace_back(from, pairs_.pair(x, x), tree_state(x));
      edges_.emplace_back(from, pairs_.pair(pairs_.pad(), x), tree_state(k + x));
      edges_.emplace_back(from, pairs_.pair(x, pairs_.pad()), tree_state(k + inverses[x]));
    };
    for (std::uint32_t x = 0; x < k; ++x) {
      for (std::uint32_t i = 0; i < tree_.size(); ++i)
        if (tree_.step(i, x) == CosetTree::kNoVertex) leave(i, x);
      for (std::uint32_t y = 0; y < k; ++y)
        if (y != inverses[x]) leave(tree_state(x), y);
    }
  }

  const CosetTree& tree_;
  automata::PairSymbols pairs_;
  automata::KeyTable nodes_;  // pairs of vertices: of the prefixes, or of the whole word if it has ended
  std::size_t known_ = 1;
  State last_added_ = 0;
  std::size_t steps_ = 0;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> first_, second_;
};

}  // namespace

std::optional<CosetStructure> cosets_of_tree(const CosetTree& tree, std::span<const Letter> inverses,
                                             const automata::Limits& limits) {
  if (tree.complete() && std::size_t{tree.size()} * (tree.letters() + 1) > kMostPairs) return std::nullopt;
  PairTree pairs(tree);
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (i % automata::kStatesPerCheck == 0) automata::check_limits(limits, pairs.size());
    if (pairs.steps() > kMostSteps) return std::nullopt;
    for (std::uint32_t x = 0; x < tree.letters(); ++x)
      if (tree.step(i, x) != CosetTree::kNoVertex) pairs.add(i, tree.step(i, x));
  }
  CosetStructure cosets;
  cosets.automata.acceptor = acceptor_of(tree, inverses, limits);
  cosets.automata.general = pairs.finish(inverses, limits);
  for (std::uint32_t x = 0; x < tree.letters(); ++x) {
    cosets.automata.letters.push_back(
        coset_letter_multiplier(cosets.automata.general, letter_label(static_cast<Letter>(x)), limits));
  }
  cosets.verified = true;
  return cosets;
}

std::optional<CosetStructure> enumerate_cosets(const Presentation& presentation, const std::vector<Word>& generators,
                                               std::size_t rows, const automata::Limits& limits) {
  const bool is_free = presentation.equations.empty();
  const auto tree = is_free ? fold_generators(presentation, generators, *limits.run)
                            : enumerate_tree(presentation, generators, rows, *limits.run);
  if (!tree || limits.run->should_stop()) return std::nullopt;
  const auto timer = limits.run->phase("coset automata");
  auto cosets = cosets_of_tree(*tree, presentation.alphabet.inverses, limits);
  if (is_free && cosets) cosets->folded = std::make_shared<const CosetTree>(*tree);
  return cosets;
}

}  // namespace wreath::word

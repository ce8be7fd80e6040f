// SPDX-License-Identifier: MIT
#include "word/subgroup/finite_cosets.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "word/automata/key_table.hpp"
#include "word/automata/minimise.hpp"

namespace wreath::word {

using automata::Label;
using automata::State;
using automata::Symbol;

namespace {

constexpr std::size_t kMostPairs = 1U << 22;
constexpr std::size_t kMostSteps = 1U << 27;  // on the ways to them, which are long in groups like the cyclic ones

automata::Dfa acceptor_of(const CosetTree& tree, const automata::Limits& limits) {
  automata::Dfa dfa{.symbols = tree.letters(), .table = {}, .labels = std::vector<Label>(tree.size(), 1)};
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    for (std::uint32_t x = 0; x < tree.letters(); ++x)
      if (tree.grows(i, x)) dfa.table.add(static_cast<Symbol>(x), tree.step(i, x));
    dfa.table.close_row();
  }
  return automata::minimise(dfa, limits);
}

/// The tree of all pairs with an edge between them.
class PairTree {
 public:
  explicit PairTree(const CosetTree& tree) : tree_(tree), pairs_{tree.letters()} { nodes_.intern(std::array{0U, 0U}); }

  void add(std::uint32_t i, std::uint32_t j) {
    tree_.path(i, first_);
    tree_.path(j, second_);
    steps_ += std::max(first_.size(), second_.size());
    State at = 0;
    for (std::size_t k = 1; k < std::max(first_.size(), second_.size()); ++k) {
      const bool is_first = k < first_.size();
      const bool is_second = k < second_.size();
      const std::uint32_t u = is_first ? first_[k] : i;
      const std::uint32_t v = is_second ? second_[k] : j;
      const Symbol symbol = pairs_.pair(is_first ? tree_.last(u) : pairs_.pad(), is_second ? tree_.last(v) : pairs_.pad());
      const State to = nodes_.intern(std::array{u, v});
      if (to == known_) edges_.emplace_back(at, symbol, to);
      known_ = std::max<std::size_t>(known_, to + 1);
      at = to;
    }
  }
  std::size_t size() const { return nodes_.size(); }
  std::size_t steps() const { return steps_; }

  automata::LabelledDfa finish(const automata::Limits& limits) {
    automata::LabelledDfa general{.dfa = {.symbols = pairs_.count(), .table = {}, .labels = {}}, .sets = {}};
    std::ranges::sort(edges_);
    auto edge = edges_.begin();
    std::vector<Label> labels;
    for (State node = 0; node < nodes_.size(); ++node) {
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
    general.dfa = automata::minimise(general.dfa, limits);
    return general;
  }

 private:
  const CosetTree& tree_;
  automata::PairSymbols pairs_;
  automata::KeyTable nodes_;  // pairs of vertices: of the prefixes, or of the whole word if it has ended
  std::size_t known_ = 1;
  std::size_t steps_ = 0;
  std::vector<std::tuple<State, Symbol, State>> edges_;
  std::vector<std::uint32_t> first_, second_;
};

}  // namespace

std::optional<CosetStructure> cosets_of_tree(const CosetTree& tree, const automata::Limits& limits) {
  if (std::size_t{tree.size()} * (tree.letters() + 1) > kMostPairs) return std::nullopt;
  PairTree pairs(tree);
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (i % automata::kStatesPerCheck == 0) automata::check_limits(limits, pairs.size());
    if (pairs.steps() > kMostSteps) return std::nullopt;
    pairs.add(i, i);
    for (std::uint32_t x = 0; x < tree.letters(); ++x) pairs.add(i, tree.step(i, x));
  }
  CosetStructure cosets;
  cosets.automata.acceptor = acceptor_of(tree, limits);
  cosets.automata.general = pairs.finish(limits);
  for (std::uint32_t x = 0; x < tree.letters(); ++x) {
    cosets.automata.letters.push_back(
        coset_letter_multiplier(cosets.automata.general, letter_label(static_cast<Letter>(x)), limits));
  }
  cosets.verified = true;
  return cosets;
}

std::optional<CosetStructure> enumerate_cosets(const Presentation& presentation, const std::vector<Word>& generators,
                                               std::size_t rows, const automata::Limits& limits) {
  const auto tree = enumerate_tree(presentation, generators, rows, *limits.run);
  if (!tree) return std::nullopt;
  const auto timer = limits.run->phase("coset automata");
  return cosets_of_tree(*tree, limits);
}

}  // namespace wreath::word

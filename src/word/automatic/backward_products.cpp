// SPDX-License-Identifier: MIT
//
// Words without a product, found from their ends.
//
// Let x be a letter. Backwards from the pairs that the multiplier labels with x, the states from which a suffix of u leads there
// form a set, which each letter of u changes in one way. u has a partner if the set of all of u contains the first state. So the
// word acceptor, read backwards, is followed beside these sets, which are numbered as they appear.
#include <algorithm>
#include <array>

#include "word/automata/dfa.hpp"
#include "word/automatic/verify.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::State;

namespace {

constexpr std::size_t kMostMissingBackwards = 256;

/// The edges that lead to a state: the letter that is read, and where they come from.
struct EdgeInto {
  std::uint32_t letter;
  State from;
};

/// By letter. Of the multiplier, by its first tape: a padding reads nothing, and is the letter after the last.
std::vector<std::vector<EdgeInto>> edges_into(const Dfa& dfa, bool of_pairs) {
  std::vector<std::vector<EdgeInto>> into(dfa.states());
  for (State state = 0; state < dfa.states(); ++state) {
    for (std::size_t i = 0; i < dfa.table.row_size(state); ++i) {
      const automata::Symbol symbol = dfa.table.symbols(state)[i];
      into[dfa.table.targets(state)[i]].push_back({of_pairs ? automata::pair_symbols(dfa).first(symbol) : symbol, state});
    }
  }
  for (auto& edges : into) std::ranges::stable_sort(edges, {}, &EdgeInto::letter);
  return into;
}

/// Sets of states of the multiplier from which a suffix leads to the label, numbered; closed under edges that read nothing.
class BackwardSets {
 public:
  BackwardSets(const std::vector<std::vector<EdgeInto>>& into, std::uint32_t letters) : into_(into), letters_(letters) {}

  std::uint32_t start(const Dfa& multiplier, automata::Label label) {
    next_.clear();
    for (State state = 0; state < multiplier.states(); ++state)
      if (multiplier.labels[state] == label) next_.push_back(state);
    for (std::size_t i = 0; i < next_.size(); ++i) {  // paddings come last in a word, so nothing else needs them
      for (const EdgeInto& edge : edges(next_[i], letters_))
        if (std::ranges::find(next_, edge.from) == next_.end()) next_.push_back(edge.from);
    }
    return intern();
  }
  std::uint32_t step(std::uint32_t set, std::uint32_t letter) {
    std::uint32_t& known = steps_[std::size_t{set} * letters_ + letter];
    if (known != automata::KeyTable::kAbsent) return known;
    next_.clear();
    for (const State state : sets_[set])
      for (const EdgeInto& edge : edges(state, letter)) next_.push_back(edge.from);
    const std::uint32_t number = intern();
    return steps_[std::size_t{set} * letters_ + letter] = number;
  }
  bool has_start(std::uint32_t set) const { return !sets_[set].empty() && sets_[set][0] == 0; }
  std::size_t size() const { return sets_.size(); }

 private:
  std::ranges::subrange<std::vector<EdgeInto>::const_iterator> edges(State state, std::uint32_t letter) const {
    return std::ranges::equal_range(into_[state], letter, {}, &EdgeInto::letter);
  }
  std::uint32_t intern() {
    std::ranges::sort(next_);
    next_.erase(std::ranges::unique(next_).begin(), next_.end());
    const std::uint32_t number = sets_.intern(next_);
    steps_.resize(sets_.size() * letters_, automata::KeyTable::kAbsent);
    return number;
  }

  const std::vector<std::vector<EdgeInto>>& into_;
  std::uint32_t letters_;
  automata::KeyTable sets_;
  std::vector<std::uint32_t> steps_;
  std::vector<State> next_;
};

}  // namespace

std::vector<MissingProduct> find_missing_products_backwards(const Dfa& acceptor, const Multiplier& multiplier,
                                                            const automata::Limits& limits) {
  const auto into_words = edges_into(acceptor, false);
  const auto into_pairs = edges_into(multiplier.dfa, true);
  const std::size_t most = kMostMissingBackwards / acceptor.symbols + 1;
  std::vector<MissingProduct> missing;
  for (Letter x = 0; x < acceptor.symbols; ++x) {
    BackwardSets sets(into_pairs, acceptor.symbols);
    automata::KeyTable reached;
    std::vector<std::pair<std::uint32_t, Letter>> origins;
    const std::uint32_t start = sets.start(multiplier.dfa, multiplier.label[x]);
    for (State w = 0; w < acceptor.states(); ++w) {
      reached.intern(std::array{w, start});
      origins.emplace_back(automata::KeyTable::kAbsent, 0);
    }
    std::size_t found = 0;
    for (std::uint32_t at = 0; at < reached.size() && found < most; ++at) {
      if (at % automata::kStatesPerCheck == 0) automata::check_limits(limits, reached.size());
      const State w = reached[at][0];
      const std::uint32_t set = reached[at][1];
      if (w == 0 && !sets.has_start(set)) {
        Word word;
        for (std::uint32_t i = at; origins[i].first != automata::KeyTable::kAbsent; i = origins[i].first)
          word.push_back(origins[i].second);
        missing.push_back({std::move(word), x});
        ++found;
      }
      for (const EdgeInto& edge : into_words[w]) {
        const std::array next{edge.from, sets.step(set, edge.letter)};
        if (reached.intern(next) == origins.size()) origins.emplace_back(at, static_cast<Letter>(edge.letter));
      }
    }
  }
  return missing;
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// The geodesics of one element. The automaton of pairs (u,v), u a geodesic and v its normal form, is read with v fixed: each
// geodesic is one path, for the automaton is deterministic and both words have the same length. States from which the rest of v
// cannot be read are left out, so that no path is followed in vain.
#include <algorithm>

#include "wreath/natural.hpp"
#include "word/geodesic.hpp"
#include "word/internals.hpp"

namespace wreath::word {

using automata::State;

namespace {

/// The automaton of pairs beside one normal form.
class GeodesicPaths {
 public:
  GeodesicPaths(const automata::Dfa& pairs, Word form, RunControl* run)
      : pairs_(pairs), symbols_(automata::pair_symbols(pairs)), form_(std::move(form)), run_(run), reach_(form_.size() + 1) {
    reach_[0] = {0};
    for (std::size_t i = 0; i < form_.size(); ++i) {
      look(i);
      for (const State state : reach_[i]) for_each_edge(state, i, [&](Letter, State target) { reach_[i + 1].push_back(target); });
      std::ranges::sort(reach_[i + 1]);
      reach_[i + 1].erase(std::unique(reach_[i + 1].begin(), reach_[i + 1].end()), reach_[i + 1].end());
    }
    std::erase_if(reach_.back(), [&](State state) { return pairs_.labels[state] == 0; });
    for (std::size_t i = form_.size(); i-- > 0;) {
      look(i);
      std::erase_if(reach_[i], [&](State state) {
        bool useful = false;
        for_each_edge(state, i, [&](Letter, State target) { useful |= position(i + 1, target) >= 0; });
        return !useful;
      });
    }
  }

  Natural count() const {
    std::vector<Natural> ways(reach_.back().size());
    for (auto& each : ways) each = 1;
    for (std::size_t i = form_.size(); i-- > 0;) {
      look(i);
      std::vector<Natural> before(reach_[i].size());
      for (std::size_t s = 0; s < reach_[i].size(); ++s) {
        for_each_edge(reach_[i][s], i, [&](Letter, State target) {
          if (const auto at = position(i + 1, target); at >= 0) before[s] += ways[static_cast<std::size_t>(at)];
        });
      }
      ways = std::move(before);
    }
    return ways.empty() ? Natural() : ways[0];
  }

  void for_each(const std::function<bool(const Word&)>& visit) const {
    std::size_t seen = 0;
    Word word;
    std::vector<std::vector<std::pair<Letter, State>>> choices{{{0, 0}}};  // what is left to try at each letter, the last first
    while (!choices.empty()) {
      if (choices.back().empty()) {
        choices.pop_back();
        if (!word.empty()) word.pop_back();
        continue;
      }
      const auto [letter, state] = choices.back().back();
      choices.back().pop_back();
      if (choices.size() > 1) word.push_back(letter);
      if (word.size() == form_.size()) {
        look(seen++);
        if (!visit(word)) return;
        if (!word.empty()) word.pop_back();
        continue;
      }
      choices.emplace_back();
      for_each_edge(state, word.size(), [&](Letter x, State target) {
        if (position(word.size() + 1, target) >= 0) choices.back().emplace_back(x, target);
      });
      std::ranges::reverse(choices.back());
    }
  }

 private:
  template <class Visit>
  void for_each_edge(State state, std::size_t i, Visit visit) const {
    const auto symbols = pairs_.table.symbols(state);
    for (std::size_t e = 0; e < symbols.size(); ++e) {
      if (symbols_.second(symbols[e]) == form_[i] && symbols_.first(symbols[e]) != symbols_.pad())
        visit(static_cast<Letter>(symbols_.first(symbols[e])), pairs_.table.targets(state)[e]);
    }
  }
  std::ptrdiff_t position(std::size_t i, State state) const {
    const auto at = std::ranges::lower_bound(reach_[i], state);
    return at != reach_[i].end() && *at == state ? at - reach_[i].begin() : -1;
  }
  void look(std::size_t i) const {
    if (run_ != nullptr && i % 1024 == 0 && run_->should_stop())
      throw LimitReached("the run was stopped before all geodesics were found");
  }

  const automata::Dfa& pairs_;
  automata::PairSymbols symbols_;
  Word form_;
  RunControl* run_;
  std::vector<std::vector<State>> reach_;  // after each letter, in order
};

}  // namespace

Natural count_geodesics(const Group& group, const Hyperbolicity& found, std::span<const Letter> word, RunControl* run) {
  return GeodesicPaths(complete_geodesics(found).pairs, group.reduce_letters(word, {}, run), run).count();
}

std::vector<Word> list_geodesics(const Group& group, const Hyperbolicity& found, std::span<const Letter> word,
                                 std::uint64_t count, RunControl* run) {
  std::vector<Word> words;
  const auto add = [&](const Word& geodesic) {
    words.push_back(geodesic);
    return words.size() < count;
  };
  if (count != 0) for_each_geodesic(group, found, word, add, run);
  return words;
}

void for_each_geodesic(const Group& group, const Hyperbolicity& found, std::span<const Letter> word,
                       const std::function<bool(const Word&)>& visit, RunControl* run) {
  GeodesicPaths(complete_geodesics(found).pairs, group.reduce_letters(word, {}, run), run).for_each(visit);
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// The geodesics of a group with a ShortLex automatic structure (after Epstein and Holt, "Computation in word-hyperbolic groups").
//
// The problem. A word u is geodesic exactly if it is as long as the normal form v of its element. If the word differences u(i)^-1
// v(i) of all such pairs lie in a finite set D, the pairs are the language of an automaton: its states are (state of the acceptor
// after v(i), difference), a step (x,y) leads from d to x^-1 d y as long as that is in D, and the identity accepts. Call this
// language P(D). Whatever D is, all its pairs are what they should be, for differences are elements of the group and normal forms
// are geodesic; only some may be missing.
//
// The search. Start with D = {1}. If (u,v) is in P(D), x a letter and w the normal form of vx with |w| = |v|+1, then ux is a
// geodesic, and (ux,w) ought to be in P(D). These pairs come from P(D) and the multiplier by composition. All differences that
// occur in them are added to D, and so on, until nothing is new.
//
// The proof. If all such (ux,w) are in P(D), then P(D) has all geodesics: by induction on the length, as a geodesic ux has a
// geodesic prefix u, whose pair is there. find_missing_geodesic() decides this by automata alone: it follows the states of P(D),
// of the multiplier, and of P(D) again beside them, and so it checks the result whatever way it was found.
//
// Hyperbolicity. If D is finite, geodesics to the same vertex fellow-travel their normal form, and normal forms to neighbouring
// vertices fellow-travel by the multiplier. So all geodesics together are an automatic structure, and such a group is hyperbolic
// (Papasoglu, "Strongly geodesically automatic groups are hyperbolic"). Conversely in a hyperbolic group D is finite, and as
// every round but the last adds to D, the search ends. In all other groups it does not: hence the limits.
//
// Cost: a round explores pairs of a state of P(D) and a state of the multiplier.
#include "word/geometry/geodesic.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"
#include "word/geometry/difference_table.hpp"
#include "word/geometry/joint_differences.hpp"
#include "word/internals.hpp"
#include "wreath/natural.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::Key;
using automata::KeyTable;
using automata::kNoState;
using automata::Label;
using automata::Limits;
using automata::PairSymbols;
using automata::State;
using automata::Symbol;

namespace {

/// P(D): the pairs whose differences are all of `allowed`.
Dfa make_pairs(const StructureView& structure, DifferenceTable& table, const std::vector<bool>& allowed, const Limits& limits) {
  const PairSymbols pairs{structure.letters()};
  const Dfa& acceptor = structure.acceptor;
  const auto expand = [&](Key key, auto emit) {
    const auto letters = acceptor.table.symbols(key[0]);
    const auto targets = acceptor.table.targets(key[0]);
    for (std::uint32_t x = 0; x < structure.letters(); ++x) {
      for (std::size_t i = 0; i < letters.size(); ++i) {
        const std::uint32_t next = table.step(key[1], static_cast<Letter>(x), static_cast<Letter>(letters[i]));
        if (next < allowed.size() && allowed[next])
          emit(pairs.pair(x, letters[i]), std::array<std::uint32_t, 2>{targets[i], next});
      }
    }
  };
  const auto label_of = [&](Key key) { return Label{key[1] == 0 && acceptor.labels[key[0]] != 0}; };
  return automata::minimise(automata::explore(pairs.count(), std::array<std::uint32_t, 2>{0, 0}, expand, label_of, limits),
                            limits);
}

/// The letters x for which the multiplier has an edge (padding, z) from the state to the label of x: visit(x, z).
template <class Visit>
void for_each_longer_product(const StructureView& structure, State state, Visit visit) {
  const PairSymbols pairs{structure.letters()};
  const auto symbols = structure.multiplier.table.symbols(state);
  for (std::size_t i = symbols.size(); i-- > 0 && pairs.first(symbols[i]) == pairs.pad();) {
    const Label label = structure.multiplier.labels[structure.multiplier.table.targets(state)[i]];
    for (std::uint32_t x = 0; x < structure.letters(); ++x) {
      if (label != 0 && structure.letter_labels[x] == label)
        visit(static_cast<Letter>(x), static_cast<Letter>(pairs.second(symbols[i])));
    }
  }
}

/// The differences that occur when the geodesics of `pairs` are prolonged by a letter.
std::vector<std::uint32_t> differences_of_longer(const StructureView& structure, const Dfa& pairs, DifferenceTable& table,
                                                 const Limits& limits) {
  const auto ends = [&](State p, State q) {
    bool is_longer = false;
    if (pairs.labels[p] != 0) for_each_longer_product(structure, q, [&](Letter, Letter) { is_longer = true; });
    return is_longer;
  };
  return joint_differences(pairs, structure.multiplier, ends, table, limits);
}

}  // namespace

std::optional<std::pair<Word, Word>> find_missing_geodesic(const StructureView& structure, const Dfa& pairs,
                                                           const Limits& limits) {
  const PairSymbols symbols{structure.letters()};
  KeyTable keys;
  keys.intern(std::array<std::uint32_t, 3>{0, 0, 0});
  std::vector<PairOrigin> origins{{0, 0, 0}};
  for (std::uint32_t node = 0; node < keys.size(); ++node) {
    if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits, keys.size());
    const State p = keys[node][0];
    const State q = keys[node][1];
    const State r = keys[node][2];  // what P(D) says of the prolonged pair
    std::optional<std::pair<Word, Word>> missing;
    if (pairs.labels[p] != 0) {
      for_each_longer_product(structure, q, [&](Letter x, Letter z) {
        const State end = r == kNoState ? kNoState : pairs.step(r, symbols.pair(x, z));
        if (!missing && (end == kNoState || pairs.labels[end] == 0)) missing.emplace(Word{x}, Word{z});
      });
    }
    if (missing) {
      for (std::uint32_t at = node; at != 0; at = origins[at].from) {
        missing->first.push_back(origins[at].x);
        missing->second.push_back(origins[at].z);
      }
      std::ranges::reverse(missing->first);
      std::ranges::reverse(missing->second);
      return missing;
    }
    for_each_joint_step(pairs, p, structure.multiplier, q, [&](Letter x, Letter z, State p_next, State q_next) {
      const State r_next = r == kNoState ? kNoState : pairs.step(r, symbols.pair(x, z));
      if (keys.intern(std::array<std::uint32_t, 3>{p_next, q_next, r_next}) == origins.size()) origins.push_back({node, x, z});
    });
  }
  return std::nullopt;
}

Geodesics find_geodesics(const StructureView& structure, const GeodesicOptions& options, RunControl& run) {
  const auto timer = run.phase("geodesics");
  const Limits limits{.run = &run, .states = options.states};
  DifferenceTable table(structure);
  std::vector<bool> allowed{true};
  std::size_t differences = 1;
  Geodesics found;
  try {
    found.pairs = make_pairs(structure, table, allowed, limits);
    while (true) {
      ++found.rounds;
      run.report({.phase = "geodesics", .done = differences, .unit = "word differences"});
      std::size_t added = 0;
      for (const std::uint32_t d : differences_of_longer(structure, found.pairs, table, limits)) {
        allowed.resize(std::max(allowed.size(), table.size()), false);
        added += allowed[d] ? 0 : 1;
        allowed[d] = true;
      }
      if (added == 0) break;
      differences += added;
      if (differences > options.differences) throw automata::LimitReached("too many word differences of geodesics");
      if (found.rounds == options.rounds) throw automata::LimitReached("too many rounds in search of geodesics");
      found.pairs = make_pairs(structure, table, allowed, limits);
    }
    found.complete = !find_missing_geodesic(structure, found.pairs, limits);
    if (!found.complete) throw InternalError("all word differences of geodesics are known, yet a geodesic is missing");
    found.acceptor = automata::project(found.pairs, automata::Tape::first, limits);
  } catch (const automata::LimitReached&) {
    found.complete = false;
  }
  for (std::uint32_t d = 0; d < allowed.size(); ++d) {
    if (allowed[d]) found.differences.push_back(table[d]);
  }
  std::ranges::sort(found.differences,
                    [](const Word& a, const Word& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  return found;
}

namespace {

// The geodesics of one element. The automaton of pairs (u,v), u a geodesic and v its normal form, is read with v fixed: each
// geodesic is one path, for the automaton is deterministic and both words have the same length. States from which the rest of v
// cannot be read are left out, so that no path is followed in vain.

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

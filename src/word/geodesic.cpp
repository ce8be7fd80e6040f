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
#include "word/geodesic.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/minimise.hpp"
#include "word/automata/predecessors.hpp"
#include "word/automata/two_tape.hpp"
#include "word/difference_table.hpp"

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
Dfa make_pairs(const AutomaticStructure& structure, DifferenceTable& table, const std::vector<bool>& allowed,
               const Limits& limits) {
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
void for_each_longer_product(const AutomaticStructure& structure, State state, Visit visit) {
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

/// Calls visit(x, z, p', q') for the steps of a state p of `first` and a state q of `second` in which both read the same letter
/// between. Steps with paddings are left out.
template <class Visit>
void for_each_joint_step(const Dfa& first, State p, const Dfa& second, State q, PairSymbols pairs, Visit visit) {
  const auto left = first.table.symbols(p);
  const auto right = second.table.symbols(q);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::uint32_t x = pairs.first(left[i]);
    const std::uint32_t y = pairs.second(left[i]);
    if (x == pairs.pad() || y == pairs.pad()) continue;
    auto j = static_cast<std::size_t>(std::ranges::lower_bound(right, pairs.pair(y, 0)) - right.begin());
    for (; j < right.size() && right[j] < pairs.pair(y, pairs.pad()); ++j) {
      visit(static_cast<Letter>(x), static_cast<Letter>(pairs.second(right[j])), first.table.targets(p)[i],
            second.table.targets(q)[j]);
    }
  }
}

/// The pairs of a state of P(D) and one of the multiplier that occur when a geodesic is prolonged, with the differences there.
class Prolongation {
 public:
  Prolongation(const AutomaticStructure& structure, const Dfa& pairs, const Limits& limits) : structure_(structure) {
    explore(pairs, limits);
  }

  /// Marks the differences of all prolonged pairs as allowed. Says how many were not.
  std::size_t allow_differences(DifferenceTable& table, std::vector<bool>& allowed) const {
    constexpr State kStart = 0;
    const auto useful = automata::useful_states(steps_, std::span(&kStart, 1), labels_);
    std::vector<std::uint32_t> difference(labels_.size(), 0);
    std::size_t added = 0;
    for (std::size_t node = 0; node < labels_.size(); ++node) {  // a node comes after the one it was reached from
      if (node > 0) difference[node] = table.step(difference[origins_[node].from], origins_[node].x, origins_[node].z);
      if (!useful[node]) continue;
      allowed.resize(std::max(allowed.size(), table.size()), false);
      if (!allowed[difference[node]]) ++added;
      allowed[difference[node]] = true;
    }
    return added;
  }

 private:
  struct Origin {
    std::uint32_t from;
    Letter x;
    Letter z;
  };

  void explore(const Dfa& pairs, const Limits& limits) {
    const PairSymbols symbols{structure_.letters()};
    KeyTable keys;
    keys.intern(std::array<std::uint32_t, 2>{0, 0});
    origins_.push_back({0, 0, 0});
    for (std::uint32_t node = 0; node < keys.size(); ++node) {
      if (node % automata::kStatesPerCheck == 0) automata::check_limits(limits, keys.size());
      const State p = keys[node][0];
      const State q = keys[node][1];
      bool ends = false;
      if (pairs.labels[p] != 0) for_each_longer_product(structure_, q, [&](Letter, Letter) { ends = true; });
      labels_.push_back(Label{ends});
      for_each_joint_step(pairs, p, structure_.multiplier, q, symbols, [&](Letter x, Letter z, State p_next, State q_next) {
        const std::uint32_t next = keys.intern(std::array<std::uint32_t, 2>{p_next, q_next});
        if (next == origins_.size()) origins_.push_back({node, x, z});
        steps_.add(0, next);
      });
      steps_.close_row();
    }
  }

  const AutomaticStructure& structure_;
  automata::Table steps_;
  std::vector<Label> labels_;
  std::vector<Origin> origins_;
};

}  // namespace

std::optional<std::pair<Word, Word>> find_missing_geodesic(const AutomaticStructure& structure, const Dfa& pairs,
                                                           const Limits& limits) {
  struct Origin {
    std::uint32_t from;
    Letter x;
    Letter z;
  };
  const PairSymbols symbols{structure.letters()};
  KeyTable keys;
  keys.intern(std::array<std::uint32_t, 3>{0, 0, 0});
  std::vector<Origin> origins{{0, 0, 0}};
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
    for_each_joint_step(pairs, p, structure.multiplier, q, symbols, [&](Letter x, Letter z, State p_next, State q_next) {
      const State r_next = r == kNoState ? kNoState : pairs.step(r, symbols.pair(x, z));
      if (keys.intern(std::array<std::uint32_t, 3>{p_next, q_next, r_next}) == origins.size()) origins.push_back({node, x, z});
    });
  }
  return std::nullopt;
}

Geodesics find_geodesics(const AutomaticStructure& structure, const GeodesicOptions& options, RunControl& run) {
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
      const std::size_t added = Prolongation(structure, found.pairs, limits).allow_differences(table, allowed);
      if (added == 0) break;
      differences += added;
      if (differences > options.differences) throw automata::LimitReached("too many word differences of geodesics");
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

}  // namespace wreath::word

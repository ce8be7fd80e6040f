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
#include "word/automata/two_tape.hpp"
#include "word/difference_table.hpp"
#include "word/joint_differences.hpp"

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

}  // namespace wreath::word

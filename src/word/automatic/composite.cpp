// SPDX-License-Identifier: MIT
#include "word/automatic/composite.hpp"

#include <algorithm>
#include <array>

#include "word/automata/key_table.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::kNoState;
using automata::State;
using automata::Symbol;

namespace {

/// A relation with one more state, where both words have ended: (pad,pad) leads there from the accepting states and from itself.
class Ended {
 public:
  explicit Ended(const Dfa& dfa) : dfa_(dfa), pairs_(automata::pair_symbols(dfa)) {}

  bool accepts(State s) const { return s != kNoState && (s == dfa_.states() || dfa_.labels[s] != 0); }

  State step(State s, std::uint32_t x, std::uint32_t y) const {
    if (s == kNoState) return kNoState;
    if (x == pairs_.pad() && y == pairs_.pad()) return accepts(s) ? dfa_.states() : kNoState;
    return s == dfa_.states() ? kNoState : dfa_.step(s, pairs_.pair(x, y));
  }

  /// Calls visit(y, target) for the edges whose first letter is x.
  template <class Visit>
  void edges_from(State s, std::uint32_t x, Visit visit) const {
    if (x == pairs_.pad() && accepts(s)) visit(pairs_.pad(), dfa_.states());
    if (s == dfa_.states()) return;
    const auto symbols = dfa_.table.symbols(s);
    const auto targets = dfa_.table.targets(s);
    for (auto i = static_cast<std::size_t>(std::ranges::lower_bound(symbols, pairs_.pair(x, 0)) - symbols.begin());
         i < symbols.size() && pairs_.first(symbols[i]) == x; ++i)
      visit(pairs_.second(symbols[i]), targets[i]);
  }

  template <class Visit>
  void edges(State s, Visit visit) const {
    if (accepts(s)) visit(pairs_.pad(), pairs_.pad(), dfa_.states());
    if (s == dfa_.states()) return;
    for (std::size_t i = 0; i < dfa_.table.row_size(s); ++i) {
      const Symbol symbol = dfa_.table.symbols(s)[i];
      visit(pairs_.first(symbol), pairs_.second(symbol), dfa_.table.targets(s)[i]);
    }
  }

 private:
  const Dfa& dfa_;
  automata::PairSymbols pairs_;
};

/// How a triple of states was reached first: from where, and by which letters of u and w.
struct Origin {
  std::uint32_t from;
  Symbol x, z;
};

Equation words_to(std::uint32_t state, const std::vector<Origin>& origins, std::uint32_t pad) {
  Equation pair;
  for (; state != 0; state = origins[state].from) {
    if (origins[state].x != pad) pair.first.push_back(static_cast<Letter>(origins[state].x));
    if (origins[state].z != pad) pair.second.push_back(static_cast<Letter>(origins[state].z));
  }
  std::ranges::reverse(pair.first);
  std::ranges::reverse(pair.second);
  return pair;
}

}  // namespace

std::optional<Equation> find_outside(const Dfa& first, const Dfa& second, const Dfa& whole, const automata::Limits& limits) {
  const Ended left(first);
  const Ended right(second);
  const Ended both(whole);
  const std::uint32_t pad = automata::pair_symbols(first).pad();
  automata::KeyTable keys;
  std::vector<Origin> origins{{0, 0, 0}};
  keys.intern(std::array<std::uint32_t, 3>{0, 0, 0});
  for (std::uint32_t at = 0; at < keys.size(); ++at) {
    if (at % automata::kStatesPerCheck == 0) automata::check_limits(limits, keys.size());
    const std::array<State, 3> key{keys[at][0], keys[at][1], keys[at][2]};
    if (left.accepts(key[0]) && right.accepts(key[1]) && !both.accepts(key[2])) return words_to(at, origins, pad);
    left.edges(key[0], [&](std::uint32_t x, std::uint32_t y, State l) {
      right.edges_from(key[1], y, [&](std::uint32_t z, State r) {
        if (x == pad && y == pad && z == pad) return;
        const std::array<State, 3> next{l, r, both.step(key[2], x, z)};
        if (keys.intern(next) == origins.size()) origins.push_back({at, static_cast<Symbol>(x), static_cast<Symbol>(z)});
      });
    });
  }
  return std::nullopt;
}

}  // namespace wreath::word

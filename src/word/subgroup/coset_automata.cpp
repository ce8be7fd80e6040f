// SPDX-License-Identifier: MIT
#include "word/subgroup/coset_automata.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "word/automata/explore.hpp"
#include "word/automata/minimise.hpp"
#include "word/automatic/standings.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::kNoState;
using automata::Label;
using automata::State;
using automata::Symbol;

namespace {

/// Reads a letter in every entry of a state. False: the word has a smaller one in its coset.
bool read_letter(const CosetMachine& machine, automata::Key entries, Letter x, StandingSet& next, std::uint64_t& work) {
  const std::uint32_t pad = machine.pairs().pad();
  for (const std::uint32_t entry : entries) {
    const CosetMachine::Element d = entry >> 2U;
    const auto standing = static_cast<Standing>(entry & 3U);
    if (standing == kEnded) {
      const auto target = machine.after_padding(d, x);
      if (target == 0) return false;
      continue;  // a word that is shorter by three letters cannot be in the coset of one whose prefixes are least
    }
    const auto row = machine.edges(d, x);
    work -= std::min<std::uint64_t>(work, row.size());
    for (const auto& [symbol, target] : row) {
      const std::uint32_t y = machine.pairs().second(symbol);
      if (y == pad) {
        if (target == 0) return false;
        if (machine[target].size() == 1) next.add(target, kEnded);
        continue;
      }
      const Standing standing_then = standing != kSame || y == x ? standing : y < x ? kLess : kGreater;
      if (target != 0) {
        next.add(target, standing_then);
      } else if (standing_then == kLess) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

Dfa make_coset_acceptor(const Dfa& group, const CosetMachine& machine, const automata::Limits& limits, std::uint64_t work) {
  std::vector<std::uint32_t> start{0};
  StandingSet entries(machine.size());
  for (const auto h : machine.members())
    if (h != 0) entries.add(h, kSame);
  entries.move_to(start);
  std::vector<std::uint32_t> next;
  const auto expand = [&](automata::Key key, auto emit) {
    const auto symbols = group.table.symbols(key[0]);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (work == 0) throw automata::LimitReached("the coset word acceptor grows too large");
      --work;
      if (read_letter(machine, key.subspan(1), static_cast<Letter>(symbols[i]), entries, work)) {
        next.assign(1, group.table.targets(key[0])[i]);
        entries.move_to(next);
        emit(symbols[i], next);
      } else {
        entries.clear();
      }
    }
  };
  return automata::minimise(automata::explore(
                                group.symbols, start, expand, [](automata::Key) { return Label{1}; }, limits),
                            limits);
}

automata::LabelledDfa make_coset_multiplier(const Dfa& acceptor, const CosetMachine& machine, const automata::Limits& limits) {
  const std::uint32_t letters = machine.letter_count();
  const State ended = acceptor.states();
  const std::vector<State> step = automata::dense_table(acceptor);
  automata::Nfa nfa{.symbols = machine.pairs().count(), .starts = {}, .table = {}, .labels = {}, .sets = {}};
  std::vector<Label> label_of(machine.size(), 0);
  label_of[0] = nfa.sets.singleton(kSameCoset);
  for (std::uint32_t x = 0; x < letters; ++x) {
    Label& label = label_of[machine.letter(static_cast<Letter>(x))];
    label = nfa.sets.unite(label, nfa.sets.singleton(letter_label(static_cast<Letter>(x))));
  }
  automata::KeyTable keys;
  for (const auto h : machine.members()) nfa.starts.push_back(keys.intern(std::array<std::uint32_t, 3>{0, 0, h}));
  automata::RowSorter row;
  for (State state = 0; state < keys.size(); ++state) {
    if (state % automata::kStatesPerCheck == 0) automata::check_limits(limits, keys.size());
    const State u = keys[state][0];
    const State v = keys[state][1];
    const CosetMachine::Element d = keys[state][2];
    nfa.labels.push_back(label_of[d]);
    if (u != ended) {
      for (const auto& [symbol, target] : machine.edges(d)) {
        const std::uint32_t x = machine.pairs().first(symbol);
        const std::uint32_t y = machine.pairs().second(symbol);
        const State u_next = x == letters ? ended : step[std::size_t{u} * letters + x];
        const State v_next = y == letters ? ended : step[std::size_t{v} * letters + y];
        if (u_next == kNoState || v_next == kNoState) continue;
        if (u_next != ended && v_next != ended) {
          row.add(symbol, keys.intern(std::array{u_next, v_next, target}));
        } else if (label_of[target] != 0) {
          row.add(symbol, keys.intern(std::array{ended, ended, target}));
        }
      }
    }
    row.close_row(nfa.table);
  }
  automata::LabelledDfa general = automata::determinise(automata::trim(nfa), limits);
  general.dfa = automata::minimise(general.dfa, limits);
  return general;
}

Dfa coset_letter_multiplier(const automata::LabelledDfa& general, Label label, const automata::Limits& limits) {
  return automata::minimise(automata::relabel(general.dfa, [&](Label set) { return Label{general.sets.contains(set, label)}; }),
                            limits);
}

bool find_partner(const Dfa& relation, std::span<const Letter> u, Word& v) {
  struct Place {
    State state;
    std::uint32_t before;
    std::uint32_t letter;
  };
  const automata::PairSymbols pairs = automata::pair_symbols(relation);
  std::vector<Place> places{{0, 0, 0}};
  std::vector<std::uint32_t> seen(relation.states(), 0);  // the layer in which a state was last met
  std::size_t begin = 0;
  const auto accepted = [&]() -> std::optional<std::size_t> {
    for (std::size_t at = begin; at < places.size(); ++at)
      if (relation.labels[places[at].state] != 0) return at;
    return std::nullopt;
  };
  const auto read = [&](std::uint32_t x, std::uint32_t layer) {
    const std::size_t end = places.size();
    for (std::size_t at = begin; at < end; ++at) {
      const auto symbols = relation.table.symbols(places[at].state);
      const auto targets = relation.table.targets(places[at].state);
      auto i = static_cast<std::size_t>(std::ranges::lower_bound(symbols, pairs.pair(x, 0)) - symbols.begin());
      for (; i < symbols.size() && pairs.first(symbols[i]) == x; ++i) {
        if (seen[targets[i]] == layer) continue;
        seen[targets[i]] = layer;
        places.push_back({targets[i], static_cast<std::uint32_t>(at), pairs.second(symbols[i])});
      }
    }
    begin = end;
  };
  for (std::size_t i = 0; i < u.size(); ++i) read(u[i], static_cast<std::uint32_t>(i + 1));
  auto end = accepted();
  for (std::uint32_t layer = static_cast<std::uint32_t>(u.size()) + 1; !end && begin < places.size(); ++layer) {
    if (layer > u.size() + relation.states()) return false;
    read(pairs.pad(), layer);
    end = accepted();
  }
  if (!end) return false;
  v.clear();
  for (std::size_t at = *end; at != 0; at = places[at].before)
    if (places[at].letter != pairs.pad()) v.push_back(static_cast<Letter>(places[at].letter));
  std::ranges::reverse(v);
  return true;
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#include "word/automatic/multiplier.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"

namespace wreath::word {

using automata::kNoState;
using automata::Label;
using automata::State;
using automata::Symbol;

namespace {

std::vector<Word> occurring_differences(const automata::Dfa& dfa, const automata::KeyTable& keys,
                                        const DifferenceMachine& machine) {
  constexpr std::array<State, 1> kStart{0};
  const std::vector<bool> useful = automata::useful_states(dfa.table, kStart, dfa.labels);
  std::vector<bool> occurs(machine.size());
  for (State s = 0; s < dfa.states(); ++s)
    if (useful[s]) occurs[keys[s][2]] = true;
  std::vector<Word> words;
  for (Difference d = 0; d < machine.size(); ++d)
    if (occurs[d]) words.push_back(machine[d]);
  std::ranges::sort(words, [](const Word& u, const Word& v) { return compare_shortlex(u, v) < 0; });
  return words;
}

/// Whether the step leads from a word beside itself to a longer one beside itself.
bool is_diagonal(Difference d, Symbol symbol, const DifferenceMachine& machine) {
  return d == 0 && machine.pairs().first(symbol) == machine.pairs().second(symbol);
}

constexpr std::size_t kConflictStates = 2048;

/// Marks what leads away from the diagonal and back to it, in one step or in many; whether there is such a way.
bool mark_conflicts(const automata::Dfa& dfa, const automata::KeyTable& keys, DifferenceMachine& machine) {
  std::vector<bool> reaches(dfa.states());
  std::vector<State> todo;
  const auto difference = [&](State s) { return keys[s][2]; };
  const auto visit = [&](State s) {
    if (difference(s) == 0 || reaches[s]) return;
    reaches[s] = true;
    todo.push_back(s);
  };
  bool found = false;
  for (State s = 0; s < dfa.states(); ++s) {
    for (const auto [symbol, target] : dfa.table.edges(s)) {
      if (difference(target) != 0 || is_diagonal(difference(s), symbol, machine)) continue;
      machine.mark(difference(s), symbol);
      visit(s);
      found = true;
    }
  }
  if (!found) return false;
  const automata::Predecessors before(dfa.table);
  while (!todo.empty()) {
    const State s = todo.back();
    todo.pop_back();
    for (const State source : before[s]) visit(source);
  }
  for (State s = 0; s < dfa.states(); ++s) {
    for (const auto [symbol, target] : dfa.table.edges(s))
      if (reaches[target]) machine.mark(difference(s), symbol);
  }
  return true;
}

}  // namespace

std::optional<Multiplier> make_multiplier(const automata::Dfa& acceptor, DifferenceMachine& machine,
                                          const automata::Limits& limits) {
  const std::uint32_t letters = acceptor.symbols;
  Multiplier multiplier;
  std::vector<Label> label_of(machine.size(), 0);
  label_of[0] = kIdentityLabel;
  for (Letter x = 0; x < letters; ++x) {
    Label& label = label_of[machine.generator(x)];
    if (label == 0) label = ++multiplier.labels;
    multiplier.label.push_back(label);
  }

  const std::vector<State> next = automata::dense_table(acceptor);
  const State ended = acceptor.states();
  automata::KeyTable keys;
  std::size_t enough = kNoState;  // once a conflict is seen, a part of the automaton will do
  const auto expand = [&](automata::Key key, auto emit) {
    const State u = key[0];
    const State v = key[1];
    if (u == ended || keys.size() > enough) return;
    for (const auto [symbol, difference] : machine.edges(key[2])) {
      const std::uint32_t x = machine.pairs().first(symbol);
      const std::uint32_t y = machine.pairs().second(symbol);
      const State u_next = x == letters ? ended : next[std::size_t{u} * letters + x];
      const State v_next = y == letters ? ended : next[std::size_t{v} * letters + y];
      if (u_next == kNoState || v_next == kNoState) continue;
      if (difference == 0 && !is_diagonal(key[2], symbol, machine)) enough = std::min(enough, 2 * keys.size() + kConflictStates);
      if (u_next != ended && v_next != ended) {
        emit(symbol, std::array{u_next, v_next, difference});
      } else if (label_of[difference] != 0) {
        emit(symbol, std::array{ended, ended, difference});
      }
    }
  };
  const automata::Dfa raw = automata::explore(
      keys, machine.pairs().count(), std::array<std::uint32_t, 3>{0, 0, 0}, expand,
      [&](automata::Key key) { return label_of[key[2]]; }, limits);
  if (mark_conflicts(raw, keys, machine)) return std::nullopt;
  multiplier.differences = occurring_differences(raw, keys, machine);
  multiplier.dfa = automata::minimise(raw, limits);
  return multiplier;
}

}  // namespace wreath::word

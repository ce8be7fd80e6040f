// SPDX-License-Identifier: MIT
#include "word/automata/dfa.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text/units.hpp"

namespace wreath::word::automata {

State Table::step(State row, Symbol symbol) const {
  const std::span<const Symbol> known = symbols(row);
  const auto at = std::lower_bound(known.begin(), known.end(), symbol);
  return at != known.end() && *at == symbol ? targets(row)[static_cast<std::size_t>(at - known.begin())] : kNoState;
}

State Dfa::run(std::span<const Symbol> word, State state) const {
  for (const Symbol symbol : word) {
    state = step(state, symbol);
    if (state == kNoState) break;
  }
  return state;
}

Label Dfa::label(std::span<const Symbol> word) const {
  const State end = run(word);
  return end == kNoState ? 0 : labels[end];
}

PairSymbols pair_symbols(const Dfa& dfa) {
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(dfa.symbols + 1.0)));
  if (side < 1 || side * side != dfa.symbols + 1) {
    throw InternalError(fmt::format("an automaton of {} symbols was used as one of two tapes", dfa.symbols));
  }
  return {side - 1};
}

std::vector<std::uint32_t> rows_by_first_letter(const Dfa& dfa, PairSymbols pairs) {
  const std::uint32_t width = pairs.letters + 2;
  std::vector<std::uint32_t> begin;
  begin.reserve(std::size_t{dfa.states()} * width);
  for (State state = 0; state < dfa.states(); ++state) {
    const auto symbols = dfa.table.symbols(state);
    std::uint32_t at = 0;
    for (std::uint32_t x = 0; x < width; ++x) {
      while (at < symbols.size() && pairs.first(symbols[at]) < x) ++at;
      begin.push_back(at);
    }
  }
  return begin;
}

SymbolWord pad(std::span<const Symbol> first, std::span<const Symbol> second, PairSymbols pairs) {
  SymbolWord word(std::max(first.size(), second.size()));
  for (std::size_t i = 0; i < word.size(); ++i) {
    word[i] = pairs.pair(i < first.size() ? first[i] : pairs.pad(), i < second.size() ? second[i] : pairs.pad());
  }
  return word;
}

void check_limits(const Limits& limits, std::size_t states) {
  if (states > limits.states) throw LimitReached(fmt::format("an automaton grew past {}", counted(limits.states, "state")));
  if (limits.run != nullptr && limits.run->should_stop()) {
    throw LimitReached(
        fmt::format("the run was stopped while an automaton was made, which had {} by then", counted(states, "state")));
  }
}

std::vector<State> dense_table(const Dfa& dfa) {
  std::vector<State> table(std::size_t{dfa.states()} * dfa.symbols, kNoState);
  for (State s = 0; s < dfa.states(); ++s) {
    for (const auto [symbol, target] : dfa.table.edges(s)) table[std::size_t{s} * dfa.symbols + symbol] = target;
  }
  return table;
}

Dfa empty_language(std::uint32_t symbols) {
  Dfa dfa{.symbols = symbols, .table = {}, .labels = {0}};
  dfa.table.close_row();
  return dfa;
}

Dfa all_words(std::uint32_t symbols) {
  Dfa dfa{.symbols = symbols, .table = {}, .labels = {1}};
  for (std::uint32_t symbol = 0; symbol < symbols; ++symbol) dfa.table.add(static_cast<Symbol>(symbol), 0);
  dfa.table.close_row();
  return dfa;
}

Predecessors::Predecessors(const Table& table) : begin_(table.rows() + 1, 0), sources_(table.edges()) {
  const auto rows = static_cast<State>(table.rows());
  for (State row = 0; row < rows; ++row) {
    for (const State target : table.targets(row)) ++begin_[target];
  }
  std::uint64_t sum = 0;
  for (std::uint64_t& begin : begin_) begin = sum += begin;  // the ends; filling from behind turns them into begins
  for (State row = rows; row-- > 0;) {
    for (const State target : table.targets(row)) sources_[--begin_[target]] = row;
  }
}

std::vector<bool> useful_states(const Table& table, std::span<const State> starts, std::span<const Label> labels) {
  std::vector<bool> alive(labels.size(), false);
  std::vector<State> pending;
  const auto visit = [&pending](std::vector<bool>& seen, State state) {
    if (seen[state]) return;
    seen[state] = true;
    pending.push_back(state);
  };
  const Predecessors predecessors(table);
  for (State state = 0; state < labels.size(); ++state) {
    if (labels[state] != 0) visit(alive, state);
  }
  while (!pending.empty()) {
    const State state = pending.back();
    pending.pop_back();
    for (const State before : predecessors[state]) visit(alive, before);
  }
  std::vector<bool> useful(labels.size(), false);
  for (const State start : starts) {
    if (alive[start]) visit(useful, start);
  }
  while (!pending.empty()) {
    const State state = pending.back();
    pending.pop_back();
    for (const State after : table.targets(state)) {
      if (alive[after]) visit(useful, after);
    }
  }
  return useful;
}

Dfa canonical(const Dfa& dfa) {
  return renumber(dfa, [](State state) { return state; });
}

Dfa trim(const Dfa& dfa) {
  constexpr State kStart = 0;
  const std::vector<bool> useful = useful_states(dfa.table, std::span(&kStart, 1), dfa.labels);
  return renumber(dfa, [&](State state) { return useful[state] ? state : kNoState; });
}

}  // namespace wreath::word::automata

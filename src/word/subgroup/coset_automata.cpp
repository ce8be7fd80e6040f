// SPDX-License-Identifier: MIT
//
// The automata of a coset machine: the coset word acceptor and the coset multipliers.
//
// The least word of a coset is a normal form of G, and all its prefixes are least in theirs. So the acceptor follows the word
// acceptor of G, and beside it all differences to words v of the same coset, as the word acceptor of a group does
// (automatic/word_acceptor.cpp): it rejects a word as soon as it sees a smaller one. It never rejects a least word; whether it
// accepts too much is for the checks of coset_verify.cpp.
//
// The multiplier accepts pairs (u,v) of accepted words that differ by a letter z at the end: H*u*z = Hv. Several letters are
// possible for one pair, so its labels are sets.
#include "word/subgroup/coset_automata.hpp"

#include <algorithm>
#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"
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
    for (const auto [symbol, target] : group.table.edges(key[0])) {
      if (work == 0) throw automata::LimitReached("the coset word acceptor grows too large");
      --work;
      if (read_letter(machine, key.subspan(1), static_cast<Letter>(symbol), entries, work)) {
        next.assign(1, target);
        entries.move_to(next);
        emit(symbol, next);
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
  return PartnerSearch(relation).find(
      0, u, relation.states(), [](Label label) { return label != 0; }, v);
}

std::uint32_t CosetGraph::step(std::uint32_t coset, Letter x) {
  constexpr std::uint32_t kUnknown = 0xFFFFFFFFU;
  const std::size_t edge = coset * parts_.letters.size() + x;
  if (edge >= edges_.size()) edges_.resize(forms_.size() * parts_.letters.size(), kUnknown);
  if (edges_[edge] != kUnknown) return edges_[edge];
  Word next;
  if (!find_partner(parts_.letters[x], forms_[coset], next))
    throw InternalError("a coset normal form has no product with a letter");
  const auto [number, is_new] = numbers_.try_emplace(next, static_cast<std::uint32_t>(forms_.size()));
  if (is_new) forms_.push_back(next);
  return edges_[edge] = number->second;
}

}  // namespace wreath::word

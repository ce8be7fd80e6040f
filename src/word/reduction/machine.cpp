// SPDX-License-Identifier: MIT
#include "word/reduction/machine.hpp"

#include <algorithm>

#include "word/automata/dfa.hpp"

namespace wreath::word {

using automata::kNoState;
using automata::PairSymbols;
using automata::State;

namespace {

constexpr std::uint32_t kBottom = 0;

}  // namespace

/// The acceptor as the multiplier sees it, and its edges as marks.
void ReductionMachine::add_marks(const automata::Dfa& multiplier) {
  const PairSymbols pairs{ref_.letters};
  states_ = {0};
  std::vector<std::uint32_t> number(multiplier.states(), kNoState);
  number[0] = 0;
  std::vector<std::uint32_t> used(std::max(ref_.letters, 1U), 0);  // marks of each letter
  used[0] = 1;                                                     // mark 0 is the bottom
  const auto set = [](Table& table, std::size_t at, std::uint32_t value) {
    if (table.size() <= at) table.resize(at + 1, kNoState);
    table[at] = value;
  };
  for (Table* table : {&diagonal_, &before_, &mark_state_}) set(*table, 0, 0);
  for (std::uint32_t at = 0; at < states_.size(); ++at) {
    for (std::uint32_t x = 0; x < ref_.letters; ++x) {
      const State next = multiplier.step(states_[at], pairs.pair(x, x));
      if (next == kNoState) {
        push_.push_back(kBottom);
        continue;
      }
      if (number[next] == kNoState) {
        number[next] = static_cast<std::uint32_t>(states_.size());
        states_.push_back(next);
      }
      const Mark mark = used[x]++ << ref_.letter_bits | x;
      push_.push_back(mark);
      set(before_, mark, at);
      set(diagonal_, mark, number[next]);
      set(mark_state_, mark, next);
    }
  }
  ref_.diagonals = static_cast<std::uint32_t>(states_.size());
  if (std::uint64_t{*std::ranges::max_element(used)} << 2 * ref_.letter_bits > kMaxTableWords)
    throw automata::LimitReached("the acceptor has too many edges for the reduction tables");
  ref_.marks = *std::ranges::max_element(used) << ref_.letter_bits;
  for (Table* table : {&diagonal_, &before_, &mark_state_}) table->resize(ref_.marks, kNoState);
}

/// The multiplier by the letters of u: what v may do at each.
void ReductionMachine::add_choices(const automata::Dfa& multiplier, const IsLabelOf& is_label_of) {
  const PairSymbols pairs{ref_.letters};
  last_.assign(std::size_t{ref_.states} << ref_.letter_bits, 0);
  choice_.assign(std::size_t{ref_.states} << ref_.letter_bits, 0);
  for (State state = 0; state < ref_.states; ++state) {
    const auto symbols = multiplier.table.symbols(state);
    const auto targets = multiplier.table.targets(state);
    std::size_t at = 0;
    for (std::uint32_t x = 0; x < ref_.letters; ++x) {
      const auto begin = static_cast<std::uint32_t>(choices_.size());
      for (; at < symbols.size() && pairs.first(symbols[at]) == x; ++at) {
        choices_.push_back(targets[at] << 9 | pairs.second(symbols[at]) << 1);
      }
      if (choices_.size() == begin) continue;
      choices_.back() |= 1U;
      choice_[state << ref_.letter_bits | x] = choices_.size() == begin + 1 ? choices_.back() : begin << 1;
    }
    for (; at < symbols.size(); ++at) {  // u has ended
      for (std::uint32_t g = 0; g < ref_.letters; ++g) {
        if (is_label_of(multiplier.labels[targets[at]], g)) last_[state << ref_.letter_bits | g] = 1 + pairs.second(symbols[at]);
      }
    }
    for (std::uint32_t g = 0; g < ref_.letters; ++g) {
      if (is_label_of(multiplier.labels[state], g)) last_[state << ref_.letter_bits | g] = MachineRef::kEnds;
    }
  }
}

namespace {

/// The multiplier backwards, by the letters of u.
struct Backwards {
  Backwards(const automata::Dfa& multiplier, const MachineRef& machine) : letters(machine.letters) {
    const PairSymbols pairs{letters};
    sources.resize(std::size_t{multiplier.states()} * letters);
    ends.resize(std::size_t{letters} * letters);
    for (State state = 0; state < multiplier.states(); ++state) {
      for (const auto [symbol, target] : multiplier.table.edges(state)) {
        const std::uint32_t x = pairs.first(symbol);
        if (x == letters) break;
        if (pairs.second(symbol) != letters) {
          sources[std::size_t{target} * letters + x].push_back(state);
          continue;
        }
        for (std::uint32_t g = 0; g < letters; ++g) {
          if (machine.ends(target, g)) ends[g * letters + x].push_back(state);
        }
      }
    }
  }

  std::uint32_t letters;
  std::vector<std::vector<State>> sources;  // [target*letters + x]: from where (x,y) leads to the target, for any y
  std::vector<std::vector<State>> ends;     // [g*letters + x]: from where (x,padding) leads to the label of g
};

}  // namespace

/// The reverse machine, by the subset construction.
void ReductionMachine::add_sets(const automata::Dfa& multiplier, const automata::Limits& limits) {
  const Backwards backwards(multiplier, ref_);
  automata::KeyTable table;  // a set's members in ascending order; those of the letters' sets begin with the letter
  std::vector<std::uint32_t> key;
  for (std::uint32_t g = 0; g < ref_.letters; ++g) {
    key.assign(1, ref_.states + g);
    for (State state = 0; state < ref_.states; ++state) {
      if (last_[state << ref_.letter_bits | g] != 0) key.push_back(state);
    }
    table.intern(key);
  }
  for (Set set = 0; set < table.size(); ++set) {
    if (set >= kMaxSets) throw automata::LimitReached("the reverse machine has too many states");
    if (set % automata::kStatesPerCheck == 0) automata::check_limits(limits, table.size());
    back_.resize(std::size_t{set + 1} << ref_.letter_bits, 0);
    for (std::uint32_t x = 0; x < ref_.letters; ++x) {
      key.clear();
      for (const State state : table[set]) {
        if (state >= ref_.states) continue;
        const auto& from = backwards.sources[std::size_t{state} * ref_.letters + x];
        key.insert(key.end(), from.begin(), from.end());
      }
      if (set < ref_.letters) {
        const auto& from = backwards.ends[set * ref_.letters + x];
        key.insert(key.end(), from.begin(), from.end());
      }
      std::ranges::sort(key);
      key.erase(std::unique(key.begin(), key.end()), key.end());
      back_[set << ref_.letter_bits | x] = table.intern(key);
    }
  }
  ref_.sets = static_cast<std::uint32_t>(table.size());
  if (std::uint64_t{ref_.sets} * ref_.set_words > kMaxTableWords)
    throw automata::LimitReached("the sets of the reverse machine are too large");
  members_.assign(std::size_t{ref_.sets} * ref_.set_words, 0);
  for (Set set = 0; set < ref_.sets; ++set) {
    for (const State state : table[set]) {
      if (state < ref_.states) members_[std::size_t{set} * ref_.set_words + state / 32] |= 1U << state % 32;
    }
  }
}

/// What can be said of a letter's effect by the last mark alone.
std::uint32_t ReductionMachine::action_of(Mark mark, std::uint32_t g) const {
  const auto encode = [](Mark top, Effect effect) { return top << 2 | static_cast<std::uint32_t>(effect); };
  const std::uint32_t end = mark_state_[mark];
  if (ref_.contains(g, end)) {
    const std::uint32_t more = last_[end << ref_.letter_bits | g];
    if (more == MachineRef::kEnds) return encode(mark, Effect::replace);  // g is trivial
    return encode(push_[diagonal_[mark] * ref_.letters + more - 1], Effect::append);
  }
  if (mark == kBottom) throw InternalError("a letter has no normal form: the automatic structure is not verified");
  const std::uint32_t x = ref_.letter(mark);
  const std::uint32_t before = states_[before_[mark]];
  if (!ref_.contains(back_[g << ref_.letter_bits | x], before)) return encode(mark, Effect::walk);
  const NextLetter choice = ref_.choose(g, before, x, g);
  if (choice.letter() == ref_.letters) return encode(mark, Effect::cancel);
  if (!ref_.ends(choice.state(), g)) return encode(mark, Effect::walk);  // v is longer than u
  return encode(push_[before_[mark] * ref_.letters + choice.letter()], Effect::replace);
}

void ReductionMachine::add_actions() {
  action_.assign(std::size_t{ref_.marks} << ref_.letter_bits, 0);
  for (Mark mark = 0; mark < ref_.marks; ++mark) {
    if (mark != kBottom && diagonal_[mark] == kNoState) continue;  // the number stands for nothing
    for (std::uint32_t g = 0; g < ref_.letters; ++g) action_[mark << ref_.letter_bits | g] = action_of(mark, g);
  }
}

void ReductionMachine::refer() {
  for_each_table([this](auto member, const Table& table) { ref_.*member = table.data(); });
}

ReductionMachine::ReductionMachine(const Alphabet& alphabet, const automata::Dfa& multiplier, const IsLabelOf& is_label_of,
                                   const automata::Limits& limits)
    : alphabet_(alphabet) {
  ref_.letters = static_cast<std::uint32_t>(alphabet.size());
  while ((1U << ref_.letter_bits) < ref_.letters) ++ref_.letter_bits;
  ref_.letter_mask = (1U << ref_.letter_bits) - 1;
  ref_.states = multiplier.states();
  ref_.set_words = (ref_.states + 31) / 32;
  if (ref_.states > kMaxStates) throw automata::LimitReached("the multiplier has too many states for the reduction tables");
  add_marks(multiplier);
  add_choices(multiplier, is_label_of);
  refer();
  add_sets(multiplier, limits);
  refer();
  add_actions();
  refer();
}

ReductionMachine::ReductionMachine(const StructureView& structure, const automata::Limits& limits)
    : ReductionMachine(
          structure.alphabet, structure.multiplier,
          [&](automata::Label label, std::uint32_t g) { return label == structure.letter_labels[g]; }, limits) {}

}  // namespace wreath::word

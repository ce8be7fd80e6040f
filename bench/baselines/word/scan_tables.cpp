// SPDX-License-Identifier: MIT
#include "bench/baselines/word/scan_tables.hpp"

#include <algorithm>
#include <bit>

#include "bench/inputs/word/serial_multiply.hpp"

namespace wreath::word {

namespace {

std::vector<std::uint32_t> members_of(const MachineRef& machine, Set set) {
  std::vector<std::uint32_t> members;
  for (std::uint32_t word = 0; word < machine.set_words; ++word) {
    for (std::uint32_t bits = machine.members[set * machine.set_words + word]; bits != 0; bits &= bits - 1) {
      members.push_back(word * 32 + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
  }
  return members;
}

std::uint32_t rank_of(const MachineRef& machine, Set set, std::uint32_t state) {
  const std::uint32_t* const words = machine.members + set * machine.set_words;
  auto rank = static_cast<std::uint32_t>(std::popcount(words[state / 32] & ((1U << state % 32) - 1)));
  for (std::uint32_t word = 0; word < state / 32; ++word) rank += static_cast<std::uint32_t>(std::popcount(words[word]));
  return rank;
}

void add_acceptor(const MachineRef& machine, ScanTables& tables) {
  const std::uint32_t failure = tables.states;
  const std::vector<Mark> marks = marks_of_states(machine);
  for (std::uint32_t x = 0; x < tables.letters; ++x) {
    for (std::uint32_t state = 0; state < tables.states; ++state) {
      const Mark mark = mark_after(machine, marks[state], x);
      tables.mark.push_back(mark);
      tables.accept.push_back(mark == 0 ? failure : machine.diagonal[mark]);
    }
    tables.mark.push_back(0);
    tables.accept.push_back(failure);
  }
  tables.start.resize(std::size_t{tables.sets} * tables.states, 0);
  for (Set set = 0; set < tables.sets; ++set) {
    for (std::uint32_t state = 0; state < tables.states; ++state) {
      const std::uint32_t pair = machine.mark_state[marks[state]];
      if (machine.contains(set, pair)) tables.start[std::size_t{set} * tables.states + state] = 1 + rank_of(machine, set, pair);
    }
  }
}

void add_ranks(const MachineRef& machine, ScanTables& tables) {
  std::vector<std::vector<std::uint32_t>> members;
  for (Set set = 0; set < tables.sets; ++set) {
    members.push_back(members_of(machine, set));
    tables.ranks.push_back(static_cast<std::uint32_t>(members.back().size()));
  }
  tables.most_ranks = *std::ranges::max_element(tables.ranks);
  for (std::uint32_t x = 0; x < tables.letters; ++x) {
    for (Set set = 0; set < tables.sets; ++set) {
      tables.row.push_back(static_cast<std::uint32_t>(tables.rank.size()));
      for (const std::uint32_t state : members[tables.back[tables.back_symbol(x) + set]]) {
        const NextLetter choice = machine.choose(set, state, x, set < tables.letters ? set : 0);
        const bool ends = choice.letter() == tables.letters;
        tables.rank.push_back(ends ? 0 : rank_of(machine, set, choice.state()));
        tables.letter.push_back(static_cast<Letter>(choice.letter()));
      }
      if (tables.rank.size() >> 31 != 0) throw automata::LimitReached("the tables of parallel products would be too large");
    }
  }
  tables.longer.resize(std::size_t{tables.letters} * tables.most_ranks, 0);
  for (std::uint32_t g = 0; g < tables.letters; ++g) {
    for (std::uint32_t rank = 0; rank < members[g].size(); ++rank) {
      const std::uint32_t state = members[g][rank];
      if (machine.ends(state, g)) continue;
      tables.longer[g * tables.most_ranks + rank] = machine.last[state << machine.letter_bits | g];
    }
  }
}

}  // namespace

ScanTables::ScanTables(const ReductionMachine& machine)
    : letters(machine.ref().letters), states(machine.ref().diagonals), sets(machine.ref().sets) {
  const MachineRef& ref = machine.ref();
  for (std::uint32_t x = 0; x < letters; ++x) {
    for (Set set = 0; set < sets; ++set) back.push_back(ref.back[set << ref.letter_bits | x]);
  }
  add_acceptor(ref, *this);
  add_ranks(ref, *this);
}

}  // namespace wreath::word

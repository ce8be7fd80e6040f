// SPDX-License-Identifier: MIT
//
// A normal form times a letter by the plain walk: the definition that the parallel ways are held against.
#pragma once

#include <vector>

#include "word/reduction/walk.hpp"

namespace wreath::word {

/// A normal form as marks, from the bottom on: marks[0] is 0.
using Marks = std::vector<Mark>;

/// The mark of x after this one, or 0 if that is not a normal form.
inline Mark mark_after(const MachineRef& machine, Mark mark, std::uint32_t x) {
  const std::uint32_t action = machine.action[mark << machine.letter_bits | x];
  const bool is_appended = static_cast<Effect>(action & 3U) == Effect::append && machine.letter(action >> 2) == x;
  return is_appended ? action >> 2 : 0;
}

/// For each state of the acceptor a mark that leads to it.
inline std::vector<Mark> marks_of_states(const MachineRef& machine) {
  std::vector<Mark> marks(machine.diagonals, 0);
  std::vector<std::uint32_t> found{0};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::uint32_t x = 0; x < machine.letters; ++x) {
      const Mark mark = mark_after(machine, marks[found[i]], x);
      const std::uint32_t state = machine.diagonal[mark];
      if (mark == 0 || state == 0 || marks[state] != 0) continue;
      marks[state] = mark;
      found.push_back(state);
    }
  }
  return marks;
}

/// `sets` is room that is kept from one call to the next.
inline void multiply_serially(const MachineRef& machine, Marks& u, Letter g, std::vector<Set>& sets) {
  const std::uint32_t action = machine.action[u.back() << machine.letter_bits | g];
  switch (static_cast<Effect>(action & 3U)) {
    case Effect::append: return u.push_back(action >> 2);
    case Effect::replace: u.back() = action >> 2; return;
    case Effect::cancel: return u.pop_back();
    case Effect::walk: break;
  }
  const auto size = static_cast<std::uint32_t>(u.size() - 1);
  if (sets.size() < u.size()) sets.resize(u.capacity());
  const WayBack way = walk_back(machine, u.data() + size, size, g, sets.data());
  if (!way.found) throw InternalError("a normal form has no product with a letter: the automatic structure is not verified");
  const Mark start = u[size - way.depth];
  u.push_back(0);
  const int growth = walk_forward(machine, u.data() + size, way.depth, g, sets.data(), {machine.mark_state[start], start});
  u.resize(growth < 0 ? size : size + 1 + static_cast<std::size_t>(growth));
}

inline Word letters_of(const MachineRef& machine, const Marks& marks) {
  Word word(marks.size() - 1);
  for (std::size_t i = 0; i < word.size(); ++i) word[i] = static_cast<Letter>(machine.letter(marks[i + 1]));
  return word;
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// The walk: what a letter does to a normal form where the change reaches back beyond the last letter (see machine.hpp).
//
// A stack is an array of marks; cells[0] is what lies below it, cells[1..size] are its letters. The way back changes nothing, so
// it can be given up at any depth. It leaves the set of each position in a log, which the way forward reads.
#pragma once

#include "word/reduction/machine.hpp"

namespace wreath::word {

/// Where the walk of g stopped: `depth` letters before the top. It has given up where the depth is that of the limit.
struct WayBack {
  std::uint32_t depth = 0;
  bool found = false;
};

/// log[i] becomes the set at i letters before the top, for i = 0..depth.
template <class Cell, class Log>
WREATH_HD WayBack walk_back(const MachineRef& machine, const Cell* top, std::uint32_t limit, std::uint32_t g, Log* log) {
  Set set = g;
  std::uint32_t depth = 0;
  while (true) {
    log[depth] = static_cast<Log>(set);
    const Mark mark = top[-static_cast<std::ptrdiff_t>(depth)];
    if (machine.contains(set, machine.mark_state[mark])) return {depth, true};
    if (depth == limit) return {depth, false};
    set = machine.back[set << machine.letter_bits | machine.letter(mark)];
    ++depth;
  }
}

/// Where the way forward is.
struct Pair {
  std::uint32_t state = 0;  // of the multiplier, for the prefixes of u and v
  Mark mark = 0;            // the last one of v
};

/// Rewrites the `depth` letters up to the top, given their sets. Returns by how many letters the stack grows: -1, 0 or 1; where
/// it grows, top[1] is written.
template <class Cell, class Log>
WREATH_HD int walk_forward(const MachineRef& machine, Cell* top, std::uint32_t depth, std::uint32_t g, const Log* log,
                           Pair pair) {
  for (; depth != 0; --depth) {
    Cell& cell = top[1 - static_cast<std::ptrdiff_t>(depth)];
    const NextLetter choice = machine.choose(log[depth - 1], pair.state, machine.letter(cell), g);
    if (choice.letter() == machine.letters) return -1;
    pair = {choice.state(), machine.after(pair.mark, choice.letter())};
    cell = static_cast<Cell>(pair.mark);
  }
  if (machine.ends(pair.state, g)) return 0;
  top[1] = static_cast<Cell>(machine.after(pair.mark, machine.last[pair.state << machine.letter_bits | g] - 1));
  return 1;
}

}  // namespace wreath::word

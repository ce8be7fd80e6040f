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
    set = machine.back[set * machine.letters + machine.letter(mark)];
    ++depth;
  }
}

/// The state of the multiplier with which the way forward begins.
struct Pair {
  std::uint32_t state = 0;     // of the multiplier, for u and v
  std::uint32_t diagonal = 0;  // of the acceptor, for v
};

/// Rewrites the `depth` letters up to the top, given their sets. Returns by how many letters the stack grows: -1, 0 or 1; where
/// it grows, top[1] is written. For the top part of a stack; a lower part, at whose end sets go on, is rewritten by `forward`.
template <class Cell, class Log>
WREATH_HD int walk_forward(const MachineRef& machine, Cell* top, std::uint32_t depth, std::uint32_t g, const Log* log,
                           Pair pair) {
  for (; depth != 0; --depth) {
    Cell& cell = top[1 - static_cast<std::ptrdiff_t>(depth)];
    const std::uint32_t choice = machine.choose(log[depth - 1], pair.state, machine.letter(cell), g);
    if ((choice & 255U) == machine.letters) return -1;
    const Mark mark = machine.push[pair.diagonal * machine.letters + (choice & 255U)];
    cell = static_cast<Cell>(mark);
    pair = {choice >> 8, machine.diagonal[mark]};
  }
  if (machine.label[pair.state] == machine.letter_label[g]) return 0;
  const std::uint32_t x = machine.last[pair.state * machine.letters + g] - 1;
  top[1] = static_cast<Cell>(machine.push[pair.diagonal * machine.letters + x]);
  return 1;
}

}  // namespace wreath::word

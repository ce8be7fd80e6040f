// SPDX-License-Identifier: MIT
//
// Coincidences, as host and device apply them: pairs of equal cosets are merged all at once, and then the edges of the dead move
// (cpu/collapse.cpp).
//
// Several threads change the arrays meanwhile. A Memory has
//   load(item)                          what the item is now
//   exchange(item, expected, wanted)    whether it was as expected, and is changed; otherwise `expected` is what it is
//   halve(item, parent, grand)          shortens the path of a dead coset
//   add(a, b)                           lists two cosets that are equal
#pragma once

#include "coset/tasks.hpp"

namespace wreath::coset {

template <class Memory, class Row>
WREATH_HD Row root_of(const Memory& memory, Row* parents, Row c) {
  while (true) {
    const Row parent = memory.load(parents[c]);
    if (parent == c) return c;
    const Row grand = memory.load(parents[parent]);
    if (grand == parent) return parent;
    memory.halve(parents[c], parent, grand);
    c = grand;
  }
}

/// Merges two cosets; returns the one that died, or 0.
template <class Memory, class Row>
WREATH_HD Row merge_rows(const Memory& memory, Row* parents, Row a, Row b) {
  while (true) {
    a = root_of(memory, parents, a);
    b = root_of(memory, parents, b);
    if (a == b) return 0;
    const Row low = a < b ? a : b;
    const Row high = a < b ? b : a;
    Row expected = high;
    if (memory.exchange(parents[high], expected, low)) return high;
  }
}

/// slot: that of the edge to `to`. A slot that names a dead coset is a hole.
template <class Memory, class Row, class Entry>
WREATH_HD void put_edge(const Memory& memory, Row* parents, Entry& slot, Row to) {
  Row there = memory.load(slot);
  while (there != to) {
    if (there != 0 && memory.load(parents[there]) == there) return memory.add(there, to);
    const Row dead = there;
    if (!memory.exchange(slot, there, to)) continue;
    if (dead != 0 && root_of(memory, parents, dead) != to) memory.add(dead, to);
    return;
  }
}

/// Puts a coset into a slot that was a hole. The least of those that are put there stays, whatever the order, and the others are
/// equal to it.
template <class Memory, class Row, class Entry>
WREATH_HD void put_least(const Memory& memory, Entry& slot, Row coset) {
  Row there = memory.load(slot);
  while (there != coset) {
    const bool stays = there - Row{1} < coset - Row{1};  // smaller, and not a hole
    const Row before = there;
    if (!stays && !memory.exchange(slot, there, coset)) continue;
    if (before != 0) memory.add(before, coset);
    return;
  }
}

}  // namespace wreath::coset

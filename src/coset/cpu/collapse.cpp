// SPDX-License-Identifier: MIT
//
// Great collapses on all cores, generation by generation.
//
// A generation takes a set of pairs of equal cosets. They are merged all at once, larger roots under smaller ones, so that the
// roots are a function of the set. Then each edge of a newly dead coset e moves: e-x->f becomes root(e)-x->root(f). If the slot
// has another coset, the two are a pair of the next generation. Threads compete for slots with compare-and-swap, and which of
// several candidates comes to stand there depends on the machine; all of them are merged by the next generation, so that the
// table at the end does not: it is the quotient by the least congruence that contains the first pairs, with the least number of
// each class.
//
// Between generations an edge may be there in one direction only: r-x->e while e-x^-1->r', another coset. Then (r, r') is a pair
// of the next generation. If e dies in it and r survives, r' dies as well, and its edge comes to the slot of r that names e; so
// a slot that names a dead coset is treated as a hole. At the end no such slot is left.
//
// Generations are few (hundreds for millions of cosets) and wide, except for the last ones.
#include <atomic>

#include "core/parallel/loops.hpp"
#include "coset/cpu/cpu_backend.hpp"

namespace wreath::coset {

namespace {

Row load(Row& item) {
  return std::atomic_ref(item).load(std::memory_order_relaxed);
}

bool exchange(Row& item, Row& expected, Row wanted) {
  return std::atomic_ref(item).compare_exchange_strong(expected, wanted, std::memory_order_relaxed);
}

Row shared_root(Row* parents, Row c) {
  while (true) {
    Row parent = load(parents[c]);
    if (parent == c) return c;
    const Row grand = load(parents[parent]);
    if (grand == parent) return parent;
    exchange(parents[c], parent, grand);
    c = grand;
  }
}

/// Merges two cosets; returns the one that died, or 0.
Row shared_merge(Row* parents, Row a, Row b) {
  while (true) {
    a = shared_root(parents, a);
    b = shared_root(parents, b);
    if (a == b) return 0;
    if (a > b) std::swap(a, b);
    Row expected = b;
    if (exchange(parents[b], expected, a)) return b;
  }
}

/// slot: that of the edge to `to`.
void put_shared(Row* parents, Row& slot, Row to, std::vector<std::pair<Row, Row>>& pairs) {
  Row there = load(slot);
  while (there != to) {
    const bool is_hole = there == 0 || load(parents[there]) != there;
    if (!is_hole) {
      pairs.emplace_back(there, to);
      return;
    }
    const Row dead = there;
    if (!exchange(slot, there, to)) continue;
    if (dead != 0 && shared_root(parents, dead) != to) pairs.emplace_back(dead, to);
    return;
  }
}

void move_edges_shared(const CollapseRef& table, Row dead, std::vector<std::pair<Row, Row>>& pairs) {
  const std::size_t width = table.width;
  Row* row = table.entries + dead * width;
  const Row from = shared_root(table.parents, dead);
  for (unsigned x = 0; x < width; ++x) {
    const Row target = row[x];
    if (target == 0) continue;
    row[x] = 0;
    const Row to = shared_root(table.parents, target);
    if (to == target) {
      Row expected = dead;
      exchange(table.entries[target * width + table.inverses[x]], expected, 0);
    }
    put_shared(table.parents, table.entries[from * width + x], to, pairs);
    put_shared(table.parents, table.entries[to * width + table.inverses[x]], from, pairs);
  }
}

/// The lists of the threads, one after another; none of them keeps more memory than a short one needs.
template <class Item>
void gather_lists(std::vector<std::vector<Item>>& lists, std::vector<Item>& into) {
  constexpr std::size_t kShort = std::size_t{1} << 16;
  for (auto& each : lists) {
    into.insert(into.end(), each.begin(), each.end());
    each.clear();
    if (each.capacity() > kShort) each.shrink_to_fit();
  }
}

}  // namespace

void CpuBackend::collapse(const CollapseRef& table, std::size_t piece) {
  const std::size_t dying = table.dying.size();
  parallel_ranges(table.pending.size(), threads_, piece, [&](Range range, unsigned thread) {
    for (std::size_t k = range.begin; k < range.end; ++k) {
      const auto [a, b] = table.pending[k];
      if (const Row dead = shared_merge(table.parents, a, b)) died_[thread].push_back(dead);
    }
  });
  table.pending.clear();
  gather_lists(died_, table.dying);
  table.live -= table.dying.size() - dying;
  parallel_ranges(table.dying.size(), threads_, piece, [&](Range range, unsigned thread) {
    for (std::size_t k = range.begin; k < range.end; ++k) move_edges_shared(table, table.dying[k], pairs_[thread]);
  });
  table.dying.clear();
  gather_lists(pairs_, table.pending);
}

}  // namespace wreath::coset

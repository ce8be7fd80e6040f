// SPDX-License-Identifier: MIT
//
// Collapses on all cores, generation by generation.
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
// Generations are few (hundreds for millions of cosets) and wide, except for the last ones. What they read is all over the table,
// so addresses are computed for some rows at a time and fetched ahead.
#include "coset/cpu/collapse.hpp"

#include "coset/cpu/shared_row.hpp"

namespace wreath::coset {

namespace {

constexpr std::size_t kRowsTogether = 16;
constexpr std::size_t kPairsAhead = 24;

void fetch_ahead(const void* address) {
  __builtin_prefetch(address, 1);
}

}  // namespace

template <class Entry>
Collapse<Entry>::Collapse(unsigned threads, const Grain& grain)
    : threads_(threads), piece_(grain.collapse_piece), pairs_(threads), dying_(threads), edges_(threads) {}

template <class Entry>
void Collapse<Entry>::add(std::vector<Pair>& pending, std::vector<Row>& dying) {
  pairs_.of(0).insert(pairs_.of(0).end(), pending.begin(), pending.end());
  dying_.of(0).insert(dying_.of(0).end(), dying.begin(), dying.end());
  pending.clear();
  dying.clear();
}

template <class Entry>
void Collapse<Entry>::give_back(std::vector<Pair>& pending, std::vector<Row>& dying) {
  pairs_.move_to(pending);
  dying_.move_to(dying);
  pairs_.free_memory();
  dying_.free_memory();
}

template <class Entry>
std::uint64_t Collapse<Entry>::memory() const {
  return pairs_.memory() + dying_.memory() + edges_.memory();
}

template <class Entry>
template <bool Shared>
void Collapse<Entry>::merge_pairs(const Ref& table, unsigned threads) {
  const HostMemory<Shared, Row> memory;
  Row* parents = table.parents;
  pairs_.each_piece(pairs_piece(), threads, [&](std::span<const Pair> pairs, unsigned thread) {
    std::vector<Row>& died = dying_.of(thread);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (k + kPairsAhead < pairs.size()) {
        fetch_ahead(parents + pairs[k + kPairsAhead].first);
        fetch_ahead(parents + pairs[k + kPairsAhead].second);
      }
      if (const Row dead = merge_rows(memory, parents, pairs[k].first, pairs[k].second)) died.push_back(dead);
    }
  });
  pairs_.clear();
}

template <class Entry>
template <bool Shared>
void Collapse<Entry>::move_edges(const Ref& table, std::span<const Row> dying, std::vector<Edge>& edges,
                                 std::vector<Pair>& pairs) {
  const HostMemory<Shared, Row> memory{&pairs};
  const std::size_t width = table.width;
  const auto slot_of = [&](Row c, Letter x) -> Entry& { return table.entries[c * width + x]; };
  for (std::size_t begin = 0; begin < dying.size(); begin += kRowsTogether) {
    const std::size_t end = std::min(dying.size(), begin + kRowsTogether);
    for (std::size_t k = end; k < std::min(dying.size(), end + kRowsTogether); ++k) {
      fetch_ahead(table.entries + dying[k] * width);
      fetch_ahead(table.parents + dying[k]);
    }
    edges.clear();
    for (std::size_t k = begin; k < end; ++k) {
      const Row dead = dying[k];
      const Row from = root_of(memory, table.parents, dead);
      Entry* row = table.entries + dead * width;
      fetch_ahead(table.entries + from * width);
      for (std::size_t x = 0; x < width; ++x) {
        const Row target = row[x];
        if (target == 0) continue;
        row[x] = 0;
        fetch_ahead(table.parents + target);
        edges.push_back({from, target, 0, dead, static_cast<Letter>(x)});
      }
    }
    for (Edge& edge : edges) {
      edge.to = root_of(memory, table.parents, edge.target);
      fetch_ahead(&slot_of(edge.to, table.inverses[edge.letter]));
    }
    for (const Edge& edge : edges) {
      Entry& back = slot_of(edge.to, table.inverses[edge.letter]);
      Row expected = edge.dead;
      if (edge.to == edge.target) memory.exchange(back, expected, Row{0});
      put_edge(memory, table.parents, slot_of(edge.from, edge.letter), edge.to);
      put_edge(memory, table.parents, back, edge.from);
    }
  }
}

template <class Entry>
template <bool Shared>
void Collapse<Entry>::move_all_edges(const Ref& table, unsigned threads) {
  dying_.each_piece(piece_, threads, [&](std::span<const Row> dying, unsigned thread) {
    move_edges<Shared>(table, dying, edges_.of(thread), pairs_.of(thread));
  });
  dying_.clear();
}

template <class Entry>
std::uint64_t Collapse<Entry>::step(const Ref& table) {
  const std::size_t before = dying_.size();
  const auto threads_for = [&](std::size_t items, std::size_t piece) {
    return static_cast<unsigned>(std::clamp<std::size_t>(items / piece, 1, threads_));
  };
  const unsigned merging = threads_for(pairs_.size(), pairs_piece());
  merging > 1 ? merge_pairs<true>(table, merging) : merge_pairs<false>(table, 1);
  const std::size_t dying = dying_.size();
  const unsigned moving = threads_for(dying, piece_);
  moving > 1 ? move_all_edges<true>(table, moving) : move_all_edges<false>(table, 1);
  return dying - before;
}

template class Collapse<Row>;
template class Collapse<WideEntry>;

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// A walk as one GPU thread makes it: the factors bit-sliced in registers.
//
// What takes time in a walk is to find the summands that share a factor: factor_index.hpp keeps the set of those that do, so
// hardly a step fails.
//
// A step (of the rounds of rounds.hpp) draws a summand that shares its factor, and one it shares it with, and flips the two.
//
// With the symmetry c2 the walk's summands are orbits of the mirror, and with coefficients -1, 0, 1 factors have signs
// (sums.hpp): the index holds keys that are the same for factors that agree. A step whose sums are refused is lost.
//
// The same code runs on the host, where tests follow it move by move.
#pragma once

#include "flip/walk/moves.hpp"
#include "flip/walk/rounds.hpp"

namespace wreath::flip {

struct NoLog {
  WREATH_HD void operator()(const Move&) const {}
};

/// `Sums` is BinarySums of 16, 32 or 64 bits, or TernarySums of 32 bits, for factors of up to 16 entries, or 64. `Log` is called
/// with every move, as the CPU's walker logs it.
template <class Sums, unsigned Words, unsigned Planes, class Memory, class Log>
class ThreadWalk : public WalkRounds<ThreadWalk<Sums, Words, Planes, Memory, Log>, Sums, Words, Sums::kMirrored ? 2 : 1,
                                     FactorIndex<typename Sums::Key, Words, Planes>, Memory> {
  using Base =
      WalkRounds<ThreadWalk, Sums, Words, Sums::kMirrored ? 2 : 1, FactorIndex<typename Sums::Key, Words, Planes>, Memory>;
  friend Base;

 public:
  WREATH_HD ThreadWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory, Log log)
      : Base(counts, rules, memory, true), log_(log) {}

 private:
  using Base::counts_;
  using Base::memory_;
  using Base::special_;
  using Base::sums_;
  using typename Base::Value;

  template <unsigned P>
  WREATH_HD void step() {
    typename Base::Drawn two;
    if (!Base::template draw_partners<P>(two)) return;
    if (!sums_.agree(two.found, two.value)) return;  // they agreed by chance
    const bool turned = (two.drawn >> 31) != 0;
    const unsigned i = turned ? two.j : two.i;
    const unsigned j = turned ? two.i : two.j;
    SummandPair<Value> pair;
    pair.x = turned ? two.found : two.value;
    pair.x2 = turned ? two.value : two.found;
    bool way = (two.drawn >> 30 & 1) != 0;
    if (!Base::template flip<next_position(P), last_position(P)>(pair, i, i, j, j, way)) return;
    log_(make_move(MoveKind::flip, P | (way ? 4U : 0U), i, j));
    if (pair.z == 0 || pair.y2 == 0 || sums_.must_fold(pair.x, pair.z, pair.y) || sums_.must_fold(pair.x, pair.y2, pair.z2))
      special_ = i << 16 | j;
  }

  /// Drops what is zero; folds what has become half.
  WREATH_HD void settle(unsigned summand) {
    const Value a = memory_.get(0, summand);
    const Value b = memory_.get(1, summand);
    const Value c = memory_.get(2, summand);
    if (a == 0 || b == 0 || c == 0) {
      if (sums_.are_half(a, b, c)) --counts_.halves;
      Base::drop(summand);
    } else if (sums_.must_fold(a, b, c)) {
      Base::fold(summand);
    }
  }

  WREATH_HD void go_up() { Base::template plus<false>(log_); }

  Log log_;
};

}  // namespace wreath::flip

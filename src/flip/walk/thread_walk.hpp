// SPDX-License-Identifier: MIT
//
// A walk as one GPU thread makes it: the factors bit-sliced in registers.
//
// What takes time in a walk is to find the summands that share a factor: factor_index.hpp keeps the set of those that do, so
// hardly a step fails.
//
// A step (of the rounds of rounds.hpp) draws a summand that shares its factor, and one it shares it with, and flips the two.
//
// With the symmetry c2 the walk's summands are orbits of the mirror (orbits.hpp): factors agree where they are equal or
// images, and the index holds keys that are the same for both.
//
// The same code runs on the host, where tests follow it move by move.
#pragma once

#include "flip/walk/moves.hpp"
#include "flip/walk/rounds.hpp"

namespace wreath::flip {

/// `Log` is called with every move.
template <class Value, unsigned Words, unsigned Planes, bool Mirrored, class Memory, class Log>
class ThreadWalk
    : public WalkRounds<ThreadWalk<Value, Words, Planes, Mirrored, Memory, Log>, Value, Words, Mirrored, Mirrored ? 2 : 1,
                        FactorIndex<typename Orbits<Value, Mirrored>::Key, Words, Planes>, Memory> {
  using Base = WalkRounds<ThreadWalk, Value, Words, Mirrored, Mirrored ? 2 : 1,
                          FactorIndex<typename Orbits<Value, Mirrored>::Key, Words, Planes>, Memory>;
  friend Base;

 public:
  WREATH_HD ThreadWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory, Log log)
      : Base(counts, rules, memory, true), log_(log) {}

 private:
  using Base::counts_;
  using Base::index_;
  using Base::memory_;
  using Base::orbits_;
  using Base::random_;
  using Base::special_;
  using typename Base::Key;

  template <unsigned P>
  WREATH_HD void step() {
    typename Base::Drawn two;
    if (!Base::template draw_partners<P>(two)) return;
    const bool is_image = Mirrored && two.found == orbits_.image(two.value);
    if (two.found != two.value && !is_image) return;  // they agreed by chance
    flip<P>(two.i, two.j, (two.drawn >> 31) != 0, is_image && (two.found != two.value || (two.drawn >> 30 & 1) != 0));
  }

  template <unsigned P>
  WREATH_HD void flip(unsigned first, unsigned second, bool turned, bool as_image) {
    constexpr unsigned kNext = next_position(P);
    constexpr unsigned kLast = last_position(P);
    const unsigned x = turned ? second : first;
    const unsigned y = turned ? first : second;
    log_(make_move(MoveKind::flip, P, x, y));
    const Value shared = memory_.get(P, x);
    const Value last = memory_.get(kLast, y);
    const Value next = memory_.get(kNext, x);
    const Value old_last = memory_.get(kLast, x);
    const Value old_next = memory_.get(kNext, y);
    Value new_last = old_last;
    Value new_next = old_next;
    orbits_.flip(shared, next, new_last, new_next, last, as_image);
    memory_.set(kLast, x, new_last);
    memory_.set(kNext, y, new_next);
    change<kLast>(x, old_last, new_last);
    change<kNext>(y, old_next, new_next);
    ++counts_.flips;
    if (new_last == 0 || new_next == 0 || orbits_.must_fold(shared, new_last, next) || orbits_.must_fold(shared, new_next, last))
      special_ = x << 16 | y;
  }

  template <unsigned Position>
  WREATH_HD void change(unsigned summand, Value old, Value fresh) {
    index_.template change<Position>(summand, orbits_.key(old), orbits_.key(fresh));
  }

  /// Drops what is zero; folds what has become half.
  WREATH_HD void settle(unsigned summand) {
    const Value a = memory_.get(0, summand);
    const Value b = memory_.get(1, summand);
    const Value c = memory_.get(2, summand);
    if (a == 0 || b == 0 || c == 0) {
      if (orbits_.are_half(a, b, c)) --counts_.halves;
      Base::drop(summand);
    } else if (Mirrored && orbits_.must_fold(a, b, c)) {
      Base::fold(summand);
    }
  }

  /// plus(p, i, j) and the flip of the new summand with i; two that share a factor are drawn again, a few times.
  WREATH_HD void go_up() {
    for (unsigned t = 0; t < 8; ++t) {
      typename Base::PlusPair pair = Base::draw_pair();
      const unsigned p = random_.below(3);
      if (!Base::read_pair(pair, p, p, Mirrored && random_.below(2) != 0)) continue;
      log_(make_move(MoveKind::plus, p, pair.i, pair.j));
      log_(make_move(MoveKind::flip, p, counts_.size, pair.i));
      Base::change_pair(pair, p, p);
      Base::append(p, pair.x, pair.other_y, pair.z ^ pair.other_z);
      if constexpr (Mirrored) Base::settle_plus(pair.i, pair.j, pair.half);
      return;
    }
  }

  Log log_;
};

struct NoLog {
  WREATH_HD void operator()(const Move&) const {}
};

}  // namespace wreath::flip

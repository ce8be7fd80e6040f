// SPDX-License-Identifier: MIT
//
// A walk with coefficients -1, 0, 1 as one GPU thread makes it: the walk of thread_walk.hpp over Z or modulo 3.
//
// Factors are words of two planes (ternary_word.hpp). Those that differ in their signs agree, so the index holds a hash that is
// the same for both. Of the two signs of a flip a random one is taken, and the other if over Z the sum leaves -1, 0, 1; if both
// do, the step is lost.
//
// The same code runs on the host, where tests follow it move by move.
#pragma once

#include "flip/walk/moves.hpp"
#include "flip/walk/rounds.hpp"
#include "flip/walk/ternary_word.hpp"
#include "flip/walk/thread_walk.hpp"

namespace wreath::flip {

/// `Value` has 32 bits, for factors of up to 16 entries, or 64. `Log` is called with every move, as the CPU's walker logs it.
template <class Value, unsigned Words, unsigned Planes, class Memory, class Log>
class TernaryWalk : public WalkRounds<TernaryWalk<Value, Words, Planes, Memory, Log>, Value, Words, false, 1,
                                      FactorIndex<std::uint32_t, Words, Planes>, Memory> {
  using Base = WalkRounds<TernaryWalk, Value, Words, false, 1, FactorIndex<std::uint32_t, Words, Planes>, Memory>;
  friend Base;

 public:
  WREATH_HD TernaryWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory, Log log)
      : Base(counts, rules, memory, true), log_(log), refused_(rules.modulo_3 != 0 ? Value{0} : static_cast<Value>(~Value{0})) {}

 private:
  using Base::counts_;
  using Base::index_;
  using Base::memory_;
  using Base::random_;
  using Base::special_;
  using Base::touch;

  /// Well-mixed bits of the value up to its sign.
  WREATH_HD static std::uint32_t key(Value value) {
    const Value plain = ternary::without_sign(value);
    std::uint32_t word = static_cast<std::uint32_t>(plain);
    if constexpr (sizeof(Value) == 8) word += static_cast<std::uint32_t>(plain >> 32) * 0x85EBCA6BU;
    word *= 0x9E3779B1U;
    return word ^ word >> 15;
  }

  template <unsigned P>
  WREATH_HD void step() {
    typename Base::Drawn two;
    if (!Base::template draw_partners<P>(two)) return;
    const bool opposite = two.found != two.value;
    if (opposite && two.found != ternary::negative(two.value)) return;  // they agreed by chance
    const bool turned = (two.drawn >> 31) != 0;
    flip<P>(turned ? two.j : two.i, turned ? two.i : two.j, opposite, (two.drawn >> 30 & 1) != 0);
  }

  template <unsigned P>
  WREATH_HD void flip(unsigned x, unsigned y, bool opposite, bool minus) {
    constexpr unsigned kNext = next_position(P);
    constexpr unsigned kLast = last_position(P);
    const Value old_last = memory_.get(kLast, x);
    const Value old_next = memory_.get(kNext, y);
    Value new_last = old_last;
    Value new_next = old_next;
    if (!ternary::flip(memory_.get(kNext, x), new_last, new_next, memory_.get(kLast, y), opposite, minus, refused_)) return;
    log_(make_move(MoveKind::flip, P | (minus ? 4U : 0U), x, y));
    memory_.set(kLast, x, new_last);
    memory_.set(kNext, y, new_next);
    index_.template change<kLast>(x, key(old_last), key(new_last));
    index_.template change<kNext>(y, key(old_next), key(new_next));
    ++counts_.flips;
    if (new_last == 0 || new_next == 0) special_ = x << 16 | y;
  }

  WREATH_HD void settle(unsigned summand) {
    if (memory_.get(0, summand) == 0 || memory_.get(1, summand) == 0 || memory_.get(2, summand) == 0) Base::drop(summand);
  }

  /// Two that share a factor, or whose sums are refused, are drawn again, a few times.
  WREATH_HD void go_up() {
    for (unsigned t = 0; t < 8; ++t) {
      typename Base::PlusPair pair = Base::draw_pair();
      const unsigned p = random_.below(3);
      const std::uint32_t signs = random_.below(4);
      if (!Base::read_pair(pair, p, p, false) || ternary::agree(pair.x, pair.other_x) || ternary::agree(pair.y, pair.other_y) ||
          ternary::agree(pair.z, pair.other_z)) {
        continue;
      }
      if (!ternary::plus(pair.x, pair.y, pair.z, pair.other_x, pair.other_y, pair.other_z, signs, refused_)) continue;
      log_(make_move(MoveKind::plus, p | signs << 2, pair.i, pair.j));
      touch(pair.i);
      touch(pair.j);
      memory_.set(p, pair.j, pair.other_x);
      memory_.set(next_position(p), pair.i, pair.y);
      Base::append(p, pair.x, pair.other_y, pair.z);
      return;
    }
  }

  Log log_;
  Value refused_;  // bits in which sums may not carry
};

}  // namespace wreath::flip

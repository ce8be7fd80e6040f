// SPDX-License-Identifier: MIT
//
// A walk as one GPU thread makes it: the factors bit-sliced in registers.
//
// What takes time in a walk is to find the summands that share a factor: factor_index.hpp keeps the set of those that do, so
// hardly a step fails.
//
// Time goes in rounds of three steps, one for each position, so that the planes can be registers, known by name. A step draws a
// summand that shares its factor, and one it shares it with, and flips the two. What is rare is left to the end of the round:
// summands that became zero are dropped, a new best is kept, a plus is made when it is due, and the index is built anew. A walk
// that dropped a summand rests for the remainder of its round.
//
// The same code runs on the host, where tests follow it move by move.
#pragma once

#include <cstdint>

#include "core/hd.hpp"
#include "flip/factor_index.hpp"
#include "flip/moves.hpp"
#include "flip/walk_random.hpp"

namespace wreath::flip {

/// What a walk is, besides its factors.
struct WalkCounts {
  std::uint64_t random = 0;  // the state of its random numbers
  std::uint64_t flips = 0;
  std::uint32_t size = 0;     // summands, or orbits where the walk is symmetric
  std::uint32_t cubes = 0;    // fixed summands of a symmetric walk
  std::uint32_t best = 0;     // the least rank
  std::uint32_t idle = 0;     // steps since its best
  std::uint32_t to_plus = 0;  // rounds until the next plus
  std::uint32_t unused = 0;   // no padding: what is saved is the same, byte for byte
};

/// How walks go, as kernels need it.
struct WalkRules {
  std::uint32_t plus_after = 0;  // rounds
  std::uint32_t margin = 0;
  std::uint32_t capacity = 0;       // summands or orbits at most
  std::uint32_t trade_down_to = 0;  // symmetric walks trade with cubes where that gives this rank or less
  std::uint32_t free_cubes = 0;     // and make pluses of cubes
};

/// `Memory` has get(position, summand), set(position, summand, value) and keep_best(counts); `Log` is called with every move.
template <class Value, unsigned Words, unsigned Planes, class Memory, class Log>
class ThreadWalk {
 public:
  WREATH_HD ThreadWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory, Log log)
      : memory_(memory), log_(log), rules_(rules), counts_(counts), random_(counts.random) {
    index_.build(memory_, counts_.size);
  }

  WREATH_HD void run(std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      dropped_ = kNone;
      step<0>();
      step<1>();
      step<2>();
      counts_.idle += 3;
      --counts_.to_plus;
      if (dropped_ != kNone || counts_.to_plus == 0) end_round();
    }
    counts_.random = random_.state();
  }

  WREATH_HD const WalkCounts& counts() const { return counts_; }

 private:
  static constexpr std::uint32_t kNone = ~0U;

  template <unsigned P>
  WREATH_HD void step() {
    const std::uint32_t drawn = random_.next();
    if (dropped_ != kNone || bits::is_empty(index_.shared[P])) return;
    const unsigned i = bits::pick(index_.shared[P], drawn);
    const Value value = memory_.get(P, i);
    std::uint32_t partners[Words];
    bits::single(i, partners);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) partners[w] = index_.alive[w] & ~partners[w];
    index_.template matches<P>(value, partners, partners);
    const unsigned j = bits::pick(partners, drawn >> 9);
    if (memory_.get(P, j) == value) flip<P>(i, j, (drawn >> 31) != 0);  // else they agreed by chance
  }

  template <unsigned P>
  WREATH_HD void flip(unsigned first, unsigned second, bool turned) {
    constexpr unsigned kNext = next_position(P);
    constexpr unsigned kLast = last_position(P);
    const unsigned x = turned ? second : first;
    const unsigned y = turned ? first : second;
    log_(Move{MoveKind::flip, P, static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)});
    const Value last = memory_.get(kLast, y);
    const Value next = memory_.get(kNext, x);
    const Value old_last = memory_.get(kLast, x);
    const Value old_next = memory_.get(kNext, y);
    const Value new_last = old_last ^ last;
    const Value new_next = old_next ^ next;
    memory_.set(kLast, x, new_last);
    memory_.set(kNext, y, new_next);
    index_.template change<kLast>(x, old_last, last);
    index_.template change<kNext>(y, old_next, next);
    ++counts_.flips;
    if (new_last == 0 || new_next == 0) {
      const std::uint32_t gone_x = new_last == 0 ? x : kNoSummand;
      const std::uint32_t gone_y = new_next == 0 ? y : kNoSummand;
      dropped_ = gone_x << 16 | gone_y;
    }
  }

  static constexpr std::uint32_t kNoSummand = 0xFFFFU;

  WREATH_HD void end_round() {
    bool changed = dropped_ != kNone;
    if (changed) drop_zeros();
    if (counts_.to_plus == 0) {
      if (counts_.size < counts_.best + rules_.margin && counts_.size < rules_.capacity) {
        plus();
        changed = true;
      }
      counts_.to_plus = rules_.plus_after;
    }
    if (changed) index_.build(memory_, counts_.size);
  }

  WREATH_HD void drop_zeros() {
    const std::uint32_t x = dropped_ >> 16;
    const std::uint32_t y = dropped_ & 0xFFFFU;
    const std::uint32_t later = x == kNoSummand ? y : y == kNoSummand ? x : x > y ? x : y;
    const std::uint32_t earlier = x == kNoSummand || y == kNoSummand ? kNoSummand : x < y ? x : y;
    drop(later);
    if (earlier != kNoSummand) drop(earlier);
    if (counts_.size < counts_.best) {
      counts_.best = counts_.size;
      counts_.idle = 0;
      counts_.to_plus = rules_.plus_after;
      memory_.keep_best(counts_);
    }
  }

  WREATH_HD void drop(unsigned summand) {
    --counts_.size;
    for (unsigned position = 0; position < 3; ++position) {
      memory_.set(position, summand, memory_.get(position, counts_.size));
      memory_.set(position, counts_.size, 0);
    }
  }

  /// plus(p, i, j) and the flip of the new summand with i; two that share a factor are drawn again, a few times.
  WREATH_HD void plus() {
    for (unsigned t = 0; t < 8; ++t) {
      const unsigned i = random_.below(counts_.size);
      const unsigned j = random_.below(counts_.size);
      const unsigned p = random_.below(3);
      const unsigned q = next_position(p);
      const unsigned s = last_position(p);
      const Value x = memory_.get(p, i);
      const Value y = memory_.get(q, i);
      const Value z = memory_.get(s, i);
      const Value other_x = memory_.get(p, j);
      const Value other_y = memory_.get(q, j);
      const Value other_z = memory_.get(s, j);
      if (x == other_x || y == other_y || z == other_z) continue;
      const unsigned fresh = counts_.size++;
      log_(Move{MoveKind::plus, static_cast<std::uint8_t>(p), static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
      log_(Move{MoveKind::flip, static_cast<std::uint8_t>(p), static_cast<std::uint16_t>(fresh), static_cast<std::uint16_t>(i)});
      memory_.set(p, j, x ^ other_x);
      memory_.set(p, fresh, x);
      memory_.set(q, fresh, other_y);
      memory_.set(s, fresh, z ^ other_z);
      memory_.set(q, i, y ^ other_y);
      return;
    }
  }

  Memory memory_;
  Log log_;
  WalkRules rules_;
  WalkCounts counts_;
  WalkRandom random_;
  std::uint32_t dropped_ = kNone;
  FactorIndex<Value, Words, Planes> index_;
};

struct NoLog {
  WREATH_HD void operator()(const Move&) const {}
};

}  // namespace wreath::flip

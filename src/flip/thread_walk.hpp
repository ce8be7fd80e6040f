// SPDX-License-Identifier: MIT
//
// A walk as one GPU thread makes it: the factors bit-sliced in registers.
//
// What takes time in a walk is to find the summands that share a factor: factor_index.hpp keeps the set of those that do, so
// hardly a step fails.
//
// Time goes in rounds of three steps, one for each position, so that the planes can be registers, known by name. A step draws a
// summand that shares its factor, and one it shares it with, and flips the two. What is rare is left to the end of the round:
// summands that became zero are dropped, a new best is kept, a plus is made when it is due. A walk that dropped a summand rests
// for the remainder of its round. All walks of a search look at the same rounds whether a plus is due, so that the lanes of a
// warp do not wait for one another.
//
// With the symmetry c2 the walk's summands are orbits of the mirror (walk_mirror.hpp): factors agree where they are equal or
// images, and the index holds keys that are the same for both.
//
// The same code runs on the host, where tests follow it move by move.
#pragma once

#include <cstdint>

#include "core/hd.hpp"
#include "flip/factor_index.hpp"
#include "flip/moves.hpp"
#include "flip/walk_mirror.hpp"
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
  std::uint32_t to_plus = 0;  // rounds until it is time to look whether a plus is due; the same for all walks
  std::uint32_t halves = 0;   // orbits that are their own mirror images

  /// With orbits of so many summands.
  WREATH_HD std::uint32_t rank(std::uint32_t orbit) const { return orbit * size - orbit / 2 * halves + cubes; }
};

/// How walks go, as kernels need it.
struct WalkRules {
  std::uint32_t plus_after = 0;  // rounds
  std::uint32_t margin = 0;
  std::uint32_t capacity = 0;       // summands or orbits at most
  std::uint32_t trade_down_to = 0;  // symmetric walks trade with cubes where that gives this rank or less
  std::uint32_t free_cubes = 0;     // and make pluses of cubes
  std::uint32_t mirror_shift = 0;   // of their words
  std::uint32_t half_orbits = 1;    // where an orbit walk has a mirror
};

/// `Memory` has get(position, summand), set(position, summand, value) and keep_best(counts); `Log` is called with every move.
template <class Value, unsigned Words, unsigned Planes, bool Mirrored, class Memory, class Log>
class ThreadWalk {
 public:
  WREATH_HD ThreadWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory, Log log)
      : memory_(memory), log_(log), orbits_(rules.mirror_shift, true), rules_(rules), counts_(counts), random_(counts.random) {
    index_.clear();
    bits::first(counts_.size, touched_);
  }

  WREATH_HD void run(std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      special_ = kNone;
      if (!bits::is_empty(touched_)) refresh();
      step<0>();
      step<1>();
      step<2>();
      counts_.idle += 3;
      --counts_.to_plus;
      if (special_ != kNone || counts_.to_plus == 0) end_round();
    }
    counts_.random = random_.state();
  }

  WREATH_HD const WalkCounts& counts() const { return counts_; }
  WREATH_HD std::uint32_t rank() const { return counts_.rank(kOrbit); }

 private:
  using Orbit = Orbits<Value, Mirrored>;
  using Key = typename Orbit::Key;
  static constexpr std::uint32_t kNone = ~0U;
  static constexpr std::uint32_t kOrbit = Mirrored ? 2 : 1;

  WREATH_HD Key key(unsigned position, unsigned i) const { return orbits_.key(memory_.get(position, i)); }

  /// Brings the index up to date with what was touched.
  WREATH_HD void refresh() {
    std::uint32_t gone[Words];
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) gone[w] = touched_[w] & index_.alive[w];
    while (!bits::is_empty(gone)) index_.remove(bits::take_first(gone));
    while (!bits::is_empty(touched_)) {
      const unsigned i = bits::take_first(touched_);
      if (i < counts_.size) index_.add(i, key(0, i), key(1, i), key(2, i));
    }
  }
  WREATH_HD void touch(unsigned i) { bits::insert(i, touched_); }

  template <unsigned P>
  WREATH_HD void step() {
    const std::uint32_t drawn = random_.next();
    if (special_ != kNone || bits::is_empty(index_.shared[P])) return;
    const unsigned i = bits::pick(index_.shared[P], drawn);
    const Value value = memory_.get(P, i);
    std::uint32_t partners[Words];
    bits::single(i, partners);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) partners[w] = index_.alive[w] & ~partners[w];
    index_.template matches<P>(orbits_.key(value), partners, partners);
    const unsigned j = bits::pick(partners, drawn >> 9);
    const Value found = memory_.get(P, j);
    const bool is_image = Mirrored && found == orbits_.image(value);
    if (found != value && !is_image) return;  // they agreed by chance
    flip<P>(i, j, (drawn >> 31) != 0, is_image && (found != value || (drawn >> 30 & 1) != 0));
  }

  template <unsigned P>
  WREATH_HD void flip(unsigned first, unsigned second, bool turned, bool as_image) {
    constexpr unsigned kNext = next_position(P);
    constexpr unsigned kLast = last_position(P);
    const unsigned x = turned ? second : first;
    const unsigned y = turned ? first : second;
    log_(Move{MoveKind::flip, P, static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)});
    const Value last = memory_.get(kLast, y);
    const Value next = memory_.get(kNext, x);
    const Value old_last = memory_.get(kLast, x);
    const Value old_next = memory_.get(kNext, y);
    bool half_x = false;
    bool half_y = false;
    if constexpr (Mirrored) {
      const Value shared = memory_.get(P, x);
      half_x = orbits_.are_half(shared, old_last, next);
      half_y = orbits_.are_half(shared, old_next, last);
    }
    const Value new_last = old_last ^ orbits_.given(last, half_x && !half_y, as_image);
    const Value new_next = old_next ^ orbits_.given(next, half_y && !half_x, as_image);
    memory_.set(kLast, x, new_last);
    memory_.set(kNext, y, new_next);
    change<kLast>(x, old_last, new_last);
    change<kNext>(y, old_next, new_next);
    ++counts_.flips;
    bool special = new_last == 0 || new_next == 0;
    if constexpr (Mirrored) {
      const Value shared = memory_.get(P, x);
      special = special || orbits_.must_fold(shared, new_last, next) || orbits_.must_fold(shared, new_next, last);
    }
    if (special) special_ = x << 16 | y;
  }

  template <unsigned Position>
  WREATH_HD void change(unsigned summand, Value old, Value fresh) {
    const Key before = orbits_.key(old);
    index_.template change<Position>(summand, before, static_cast<Key>(before ^ orbits_.key(fresh)));
  }

  WREATH_HD void end_round() {
    if (special_ != kNone) {
      settle_two(special_ >> 16, special_ & 0xFFFFU);
      note_best();
    }
    if (counts_.to_plus != 0) return;
    counts_.to_plus = rules_.plus_after;
    if (counts_.idle < 3 * rules_.plus_after || counts_.size >= rules_.capacity) return;
    if (rank() >= counts_.best + kOrbit * rules_.margin) return;
    plus();
    if (Mirrored) note_best();
  }

  WREATH_HD void note_best() {
    if (rank() >= counts_.best) return;
    counts_.best = rank();
    counts_.idle = 0;
    memory_.keep_best(counts_);
  }

  /// The later one first, since the last takes the place of one that is dropped.
  WREATH_HD void settle_two(unsigned x, unsigned y) {
    settle(x > y ? x : y);
    settle(x > y ? y : x);
  }

  /// Drops what is zero; folds what has become half.
  WREATH_HD void settle(unsigned summand) {
    const Value a = memory_.get(0, summand);
    const Value b = memory_.get(1, summand);
    const Value c = memory_.get(2, summand);
    if (a == 0 || b == 0 || c == 0) {
      if (orbits_.are_half(a, b, c)) --counts_.halves;
      drop(summand);
    } else if (Mirrored && orbits_.must_fold(a, b, c)) {
      touch(summand);
      orbits_.fold(memory_, summand);
      ++counts_.halves;
    }
  }

  WREATH_HD void drop(unsigned summand) {
    const unsigned last = --counts_.size;
    touch(summand);
    touch(last);
    for (unsigned position = 0; position < 3; ++position) {
      memory_.set(position, summand, memory_.get(position, last));
      memory_.set(position, last, 0);
    }
  }

  /// plus(p, i, j) and the flip of the new summand with i; two that share a factor are drawn again, a few times.
  WREATH_HD void plus() {
    for (unsigned t = 0; t < 8; ++t) {
      const unsigned drawn = random_.below(counts_.size);
      const unsigned other = random_.below(counts_.size);
      const bool half_drawn = orbits_.is_half(memory_, drawn);
      const bool half_other = orbits_.is_half(memory_, other);
      const bool folded = half_drawn != half_other;  // of a whole and a half one the half one comes first
      const unsigned i = folded && half_other ? other : drawn;
      const unsigned j = folded && half_other ? drawn : other;
      const unsigned p = random_.below(3);
      const unsigned q = next_position(p);
      const unsigned s = last_position(p);
      const bool as_image = Mirrored && random_.below(2) != 0;
      const Value x = memory_.get(p, i);
      const Value y = memory_.get(q, i);
      const Value z = memory_.get(s, i);
      const Value other_x = orbits_.seen(memory_.get(p, j), as_image);
      const Value other_y = orbits_.seen(memory_.get(q, j), as_image);
      const Value other_z = orbits_.seen(memory_.get(s, j), as_image);
      if (i == j || x == other_x || y == other_y || z == other_z) continue;
      const unsigned fresh = counts_.size++;
      log_(Move{MoveKind::plus, static_cast<std::uint8_t>(p), static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
      log_(Move{MoveKind::flip, static_cast<std::uint8_t>(p), static_cast<std::uint16_t>(fresh), static_cast<std::uint16_t>(i)});
      touch(i);
      touch(j);
      memory_.set(p, j, x ^ other_x);
      memory_.set(q, j, other_y);
      memory_.set(s, j, other_z);
      memory_.set(p, fresh, x);
      memory_.set(q, fresh, other_y);
      memory_.set(s, fresh, z ^ other_z);
      memory_.set(q, i, y ^ orbits_.given(other_y, folded, false));
      touch(fresh);
      if constexpr (Mirrored) settle_plus(i, j, half_drawn && half_other);
      return;
    }
  }

  /// A new orbit that should be whole, but of which all factors are their own images, is zero.
  WREATH_HD void settle_plus(unsigned i, unsigned j, bool half) {
    const unsigned fresh = counts_.size - 1;
    if (half) {
      ++counts_.halves;
    } else if (orbits_.is_own(memory_, fresh)) {
      drop(fresh);
    } else {
      settle(fresh);
    }
    settle_two(i, j);
  }

  Memory memory_;
  Log log_;
  Orbit orbits_;
  WalkRules rules_;
  WalkCounts counts_;
  WalkRandom random_;
  std::uint32_t touched_[Words];   // by the last round: not as the index has them
  std::uint32_t special_ = kNone;  // two summands of which one is zero or has become half
  FactorIndex<Key, Words, Planes> index_;
};

struct NoLog {
  WREATH_HD void operator()(const Move&) const {}
};

}  // namespace wreath::flip

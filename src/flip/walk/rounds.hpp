// SPDX-License-Identifier: MIT
//
// What the walks of one GPU thread have in common (thread_walk.hpp, orbit_walk.hpp).
//
// Time goes in rounds of three steps, one for each position, so that the planes of the index can be registers, known by name.
// What is rare is left to the end of the round: summands that became zero are dropped, orbits that became half are folded, a new
// best is kept, a plus is made when it is due. A walk to which that happened rests for the remainder of its round, and the index
// is brought up to date with the summands that were touched. All walks of a search look at the same rounds whether a plus is due,
// so that the lanes of a warp do not wait for one another; so they do, more often, whether any flip is left. A walk without one
// goes up at once, at any rank.
#pragma once

#include <cstdint>

#include "core/hd.hpp"
#include "flip/walk/factor_index.hpp"
#include "flip/walk/moves.hpp"
#include "flip/walk/orbits.hpp"
#include "flip/walk/random.hpp"

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

  /// With orbits of `orbit` summands.
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
  std::uint32_t modulo_3 = 0;       // of ternary walks; else sums that leave -1, 0, 1 are refused
};
inline constexpr std::uint32_t kLookEvery = 16;  // rounds between two looks for walks that are stuck; a power of two

/// What walks of one thread have in common: rounds of three steps, the rare events at their end, the touched summands. `Derived`
/// has step<Position>(), settle(summand) and go_up(), perhaps key(value); its orbits have kOrbit summands, and `Words` words hold
/// a bit of each. `Memory` has get(position, summand), set(position, summand, value) and keep_best(counts).
template <class Derived, class Value, unsigned Words, bool Mirrored, unsigned kOrbit, class Index, class Memory>
class WalkRounds {
 public:
  WREATH_HD WalkRounds(const WalkCounts& counts, const WalkRules& rules, Memory memory, bool with_halves)
      : memory_(memory), orbits_(rules.mirror_shift, with_halves), rules_(rules), counts_(counts), random_(counts.random) {
    index_.clear();
    bits::first(counts_.size, touched_);
  }

  WREATH_HD void run(std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      special_ = kNone;
      if (!bits::is_empty(touched_)) refresh();
      derived().template step<0>();
      derived().template step<1>();
      derived().template step<2>();
      counts_.idle += 3;
      --counts_.to_plus;
      if (special_ != kNone || counts_.to_plus % kLookEvery == 0) end_round();
    }
    counts_.random = random_.state();
  }

  WREATH_HD const WalkCounts& counts() const { return counts_; }
  WREATH_HD std::uint32_t rank() const { return counts_.rank(kOrbit); }

 protected:
  using Orbit = Orbits<Value, Mirrored>;
  using Key = typename Orbit::Key;
  static constexpr std::uint32_t kNone = ~0U;

  WREATH_HD void touch(unsigned i) { bits::insert(i, touched_); }
  /// What the index has of a factor; `Derived` may have its own.
  WREATH_HD Key key(Value value) const { return orbits_.key(value); }

  /// Two summands that share the factor of a position, or whose keys agree by chance; the high bits of `drawn` are still free.
  struct Drawn {
    std::uint32_t drawn = 0;
    unsigned i = 0;
    unsigned j = 0;
    Value value{};  // of i,
    Value found{};  // and of j
  };
  /// False if the walk rests or has no such two.
  template <unsigned P>
  WREATH_HD bool draw_partners(Drawn& two) {
    two.drawn = random_.next();
    if (special_ != kNone || bits::is_empty(index_.shared[P])) return false;
    two.i = bits::pick(index_.shared[P], two.drawn);
    two.value = memory_.get(P, two.i);
    std::uint32_t partners[Words];
    bits::single(two.i, partners);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) partners[w] = index_.alive[w] & ~partners[w];
    index_.template matches<P>(derived().key(two.value), partners, partners);
    two.j = bits::pick(partners, two.drawn >> 9);
    two.found = memory_.get(P, two.j);
    return true;
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

  /// A whole orbit becomes a half one.
  WREATH_HD void fold(unsigned orbit) {
    touch(orbit);
    orbits_.fold(memory_, orbit);
    ++counts_.halves;
  }

  /// Two summands for a plus, and their factors: those of i from a position p on, those of j from a position o on.
  struct PlusPair {
    unsigned i = 0;
    unsigned j = 0;
    bool folded = false;  // one is whole, the other half
    bool half = false;    // both are half
    Value x{}, y{}, z{};
    Value other_x{}, other_y{}, other_z{};
  };

  WREATH_HD PlusPair draw_pair() {
    const unsigned drawn = random_.below(counts_.size);
    const unsigned other = random_.below(counts_.size);
    const bool half_drawn = orbits_.is_half(memory_, drawn);
    const bool half_other = orbits_.is_half(memory_, other);
    PlusPair pair;
    pair.folded = half_drawn != half_other;  // then the half one comes first
    pair.half = half_drawn && half_other;
    pair.i = pair.folded && half_other ? other : drawn;
    pair.j = pair.folded && half_other ? drawn : other;
    return pair;
  }

  /// Reads the factors; false if the two are the same or share one.
  WREATH_HD bool read_pair(PlusPair& pair, unsigned p, unsigned o, bool as_image) const {
    pair.x = memory_.get(p, pair.i);
    pair.y = memory_.get(next_position(p), pair.i);
    pair.z = memory_.get(last_position(p), pair.i);
    pair.other_x = orbits_.seen(memory_.get(o, pair.j), as_image);
    pair.other_y = orbits_.seen(memory_.get(next_position(o), pair.j), as_image);
    pair.other_z = orbits_.seen(memory_.get(last_position(o), pair.j), as_image);
    return pair.i != pair.j && pair.x != pair.other_x && pair.y != pair.other_y && pair.z != pair.other_z;
  }

  /// What a plus makes of the two; a new summand is to have x, other_y and z + other_z.
  WREATH_HD void change_pair(const PlusPair& pair, unsigned p, unsigned o) {
    touch(pair.i);
    touch(pair.j);
    memory_.set(o, pair.j, pair.x ^ pair.other_x);
    memory_.set(next_position(o), pair.j, pair.other_y);
    memory_.set(last_position(o), pair.j, pair.other_z);
    memory_.set(next_position(p), pair.i, pair.y ^ orbits_.given(pair.other_y, pair.folded, false));
  }

  /// A new summand, with its factors from a position on.
  WREATH_HD void append(unsigned p, Value x, Value y, Value z) {
    memory_.set(p, counts_.size, x);
    memory_.set(next_position(p), counts_.size, y);
    memory_.set(last_position(p), counts_.size, z);
    touch(counts_.size++);
  }

  /// After a plus. A new orbit that should be whole, but of which all factors are their own images, is zero.
  WREATH_HD void settle_plus(unsigned i, unsigned j, bool half) {
    const unsigned fresh = counts_.size - 1;
    if (half) {
      ++counts_.halves;
    } else if (orbits_.is_own(memory_, fresh)) {
      drop(fresh);
    } else {
      derived().settle(fresh);
    }
    settle_two(i, j);
  }

  Memory memory_;
  Orbit orbits_;
  WalkRules rules_;
  WalkCounts counts_;
  WalkRandom random_;
  std::uint32_t touched_[Words];   // by the last round: not as the index has them
  std::uint32_t special_ = kNone;  // two summands of which one must be settled
  Index index_;

 private:
  WREATH_HD Derived& derived() { return static_cast<Derived&>(*this); }

  WREATH_HD auto key_at(unsigned position, unsigned i) { return derived().key(memory_.get(position, i)); }

  /// Brings the index up to date with what was touched.
  WREATH_HD void refresh() {
    std::uint32_t gone[Words];
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) gone[w] = touched_[w] & index_.alive[w];
    while (!bits::is_empty(gone)) index_.remove(bits::take_first(gone));
    while (!bits::is_empty(touched_)) {
      const unsigned i = bits::take_first(touched_);
      if (i < counts_.size) index_.add(i, key_at(0, i), key_at(1, i), key_at(2, i));
    }
  }

  WREATH_HD void end_round() {
    if (special_ != kNone) {
      settle_two(special_ >> 16, special_ & 0xFFFFU);
      note_best();
    }
    const bool is_stuck = special_ == kNone && index_.is_empty();
    if (!(is_plus_due() || is_stuck) || counts_.size >= rules_.capacity) return;
    derived().go_up();
    if (Mirrored) note_best();
  }

  WREATH_HD bool is_plus_due() {
    if (counts_.to_plus != 0) return false;
    counts_.to_plus = rules_.plus_after;
    return counts_.idle >= 3 * rules_.plus_after && rank() < counts_.best + kOrbit * rules_.margin;
  }

  WREATH_HD void note_best() {
    if (rank() >= counts_.best) return;
    counts_.best = rank();
    counts_.idle = 0;
    memory_.keep_best(counts_);
  }

  /// The later one first, since the last takes the place of one that is dropped.
  WREATH_HD void settle_two(unsigned x, unsigned y) {
    derived().settle(x > y ? x : y);
    derived().settle(x > y ? y : x);
  }
};

}  // namespace wreath::flip

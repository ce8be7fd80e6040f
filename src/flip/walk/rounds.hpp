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
#include "flip/walk/random.hpp"
#include "flip/walk/sums.hpp"

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

/// What walks of one thread have in common: rounds of three steps, their moves, the rare events at their end, the touched
/// summands. `Derived` has step<Position>(), settle(summand) and go_up(); its orbits have kOrbit summands, and `Words` words hold
/// a bit of each. `Sums` is the arithmetic of sums.hpp. `Memory` has get(position, summand), set(position, summand, value) and
/// keep_best(counts).
template <class Derived, class Sums, unsigned Words, unsigned kOrbit, class Index, class Memory>
class WalkRounds {
 public:
  using Value = typename Sums::Value;

  WREATH_HD WalkRounds(const WalkCounts& counts, const WalkRules& rules, Memory memory, bool with_halves)
      : memory_(memory),
        sums_(rules.mirror_shift, with_halves, rules.modulo_3 != 0),
        rules_(rules),
        counts_(counts),
        random_(counts.random) {
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
  static constexpr std::uint32_t kNone = ~0U;

  WREATH_HD void touch(unsigned i) { bits::insert(i, touched_); }

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
    index_.template matches<P>(sums_.key(two.value), partners, partners);
    two.j = bits::pick(partners, two.drawn >> 9);
    two.found = memory_.get(P, two.j);
    return true;
  }

  /// The flip of two summands that share x and x2, by the places of their other factors: y and y2 at the position Next of the
  /// index, z and z2 at Last. False if the sums are refused. `way` is a coin, and then what sums.hpp makes of it.
  template <unsigned Next, unsigned Last>
  WREATH_HD bool flip(SummandPair<Value>& pair, unsigned y, unsigned z, unsigned y2, unsigned z2, bool& way) {
    pair.y = memory_.get(Next, y);
    pair.z = memory_.get(Last, z);
    pair.y2 = memory_.get(Next, y2);
    pair.z2 = memory_.get(Last, z2);
    const Value old_z = pair.z;
    const Value old_y2 = pair.y2;
    if (!sums_.flip(pair, way)) return false;
    memory_.set(Last, z, pair.z);
    memory_.set(Next, y2, pair.y2);
    index_.template change<Last>(z, sums_.key(old_z), sums_.key(pair.z));
    index_.template change<Next>(y2, sums_.key(old_y2), sums_.key(pair.y2));
    ++counts_.flips;
    return true;
  }

  /// A plus of two summands, and the flip of the new one with the first. Two that share a factor, or whose sums are refused, are
  /// drawn again, a few times. `Turns`: factors of different positions may meet. `log` is called with the moves.
  template <bool Turns, class Log>
  WREATH_HD void plus(const Log& log) {
    for (unsigned t = 0; t < 8; ++t) {
      const PlusDraw drawn(sums_, memory_, counts_.size, random_);
      const unsigned p = random_.below(3);
      const unsigned o = Turns ? random_.below(3) : p;
      const std::uint32_t way = Sums::kPlusWays > 1 ? random_.below(Sums::kPlusWays) : 0;
      if (drawn.i == drawn.j) continue;
      SummandPair<Value> pair{
          memory_.get(p, drawn.i), memory_.get(next_position(p), drawn.i), memory_.get(last_position(p), drawn.i),
          memory_.get(o, drawn.j), memory_.get(next_position(o), drawn.j), memory_.get(last_position(o), drawn.j)};
      if (!sums_.plus(pair, way, drawn.folded)) continue;
      log(make_move(MoveKind::plus, p | way << 2, drawn.i, drawn.j));
      if (!Sums::kHasSigns) log(make_move(MoveKind::flip, p, counts_.size, drawn.i));
      touch(drawn.i);
      touch(drawn.j);
      memory_.set(o, drawn.j, pair.x2);
      memory_.set(next_position(o), drawn.j, pair.y2);
      memory_.set(last_position(o), drawn.j, pair.z2);
      memory_.set(next_position(p), drawn.i, pair.y);
      append(Turns ? 0 : p, pair.x, pair.y2, pair.z);
      if constexpr (Sums::kMirrored) settle_plus(drawn.i, drawn.j, drawn.half);
      return;
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

  /// A whole orbit becomes a half one.
  WREATH_HD void fold(unsigned orbit) {
    touch(orbit);
    sums_.fold(memory_, orbit);
    ++counts_.halves;
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
    } else if (sums_.is_own(memory_, fresh)) {
      drop(fresh);
    } else {
      derived().settle(fresh);
    }
    settle_two(i, j);
  }

  Memory memory_;
  Sums sums_;
  WalkRules rules_;
  WalkCounts counts_;
  WalkRandom random_;
  std::uint32_t touched_[Words];   // by the last round: not as the index has them
  std::uint32_t special_ = kNone;  // two summands of which one must be settled
  Index index_;

 private:
  WREATH_HD Derived& derived() { return static_cast<Derived&>(*this); }

  WREATH_HD auto key_at(unsigned position, unsigned i) { return sums_.key(memory_.get(position, i)); }

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
    if (Sums::kMirrored) note_best();
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

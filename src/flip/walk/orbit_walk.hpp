// SPDX-License-Identifier: MIT
//
// A walk among symmetric schemes (symmetry.hpp), made by one GPU thread, with the index of factor_index.hpp.
//
// The walk's summands are orbits (a, b, c), which stand for their three turns, so an orbit may be turned at will: two orbits flip
// where any factor of one equals any factor of the other. So one index holds the factors of all positions: the factor at
// position p of orbit i is entry p * capacity + i there, as it is in memory. A step draws an entry that agrees with another, and
// one that it agrees with, of another orbit. An orbit that became (a, a, a) or (u, v, u + v) trades with the cubes, where that
// lowers the rank far enough: a walk whose cubes change continues among schemes of another kind, often a worse one. A plus acts
// on two orbits; where cubes are free it sometimes acts on two of them: u^3 + v^3 = (u + v)^3 + orb(u, u + v, v).
//
// With the symmetry c6 an orbit may be mirrored as well (sums.hpp): factors agree where they are equal or mirror images,
// and the index holds keys that are the same for both. Cubes stay as they are.
#pragma once

#include "flip/walk/thread_walk.hpp"

namespace wreath::flip {

inline constexpr unsigned kMostCubes = 16;

/// The index of factor_index.hpp with three entries for each orbit.
template <class Value, unsigned Words, unsigned Planes>
struct OrbitIndex : FactorIndex<Value, Words, Planes, 1> {
  using Entries = FactorIndex<Value, Words, Planes, 1>;
  std::uint32_t capacity = 0;  // orbits

  WREATH_HD void add(unsigned orbit, Value a, Value b, Value c) {
    Entries::add(orbit, a);
    Entries::add(orbit + capacity, b);
    Entries::add(orbit + 2 * capacity, c);
  }
  WREATH_HD void remove(unsigned orbit) {
    Entries::remove(orbit);
    Entries::remove(orbit + capacity);
    Entries::remove(orbit + 2 * capacity);
  }
  /// The entry at the orbit's next position.
  WREATH_HD unsigned next(unsigned entry) const { return entry < 2 * capacity ? entry + capacity : entry - 2 * capacity; }
  WREATH_HD unsigned orbit_of(unsigned entry) const {
    const unsigned less = entry < capacity ? entry : entry - capacity;
    return less < capacity ? less : less - capacity;
  }
};

/// `Words` words hold three entries for each orbit. `Memory` has get_cube(k) and set_cube(k, value), too.
template <class Sums, unsigned Words, unsigned Planes, class Memory>
class OrbitWalk : public WalkRounds<OrbitWalk<Sums, Words, Planes, Memory>, Sums, (Words + 2) / 3, Sums::kMirrored ? 6 : 3,
                                    OrbitIndex<typename Sums::Key, Words, Planes>, Memory> {
  using Base = WalkRounds<OrbitWalk, Sums, (Words + 2) / 3, Sums::kMirrored ? 6 : 3,
                          OrbitIndex<typename Sums::Key, Words, Planes>, Memory>;
  friend Base;

 public:
  WREATH_HD OrbitWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory)
      : Base(counts, rules, memory, rules.half_orbits != 0) {
    index_.capacity = rules.capacity;
  }

 private:
  using typename Base::Value;
  using Set = std::uint32_t[Words];
  static constexpr bool kMirrored = Sums::kMirrored;
  using Base::counts_;
  using Base::index_;
  using Base::kNone;
  using Base::memory_;
  using Base::random_;
  using Base::rank;
  using Base::rules_;
  using Base::special_;
  using Base::sums_;

  WREATH_HD Value get(unsigned entry) const { return memory_.get(0, entry); }

  /// Every word of the index is as likely; in one that has no entry to flip the step fails.
  template <unsigned>
  WREATH_HD void step() {
    const std::uint32_t drawn = random_.next();
    const unsigned word = (drawn >> 18 & 0xFFU) * Words >> 8;
    const std::uint32_t entries = bits::word_of(index_.shared[0], word);
    if (special_ != kNone || entries == 0) return;
    const unsigned e = 32 * word + bits::pick(entries, drawn);
    const Value value = get(e);
    Set partners;
    others(e, partners);
    index_.template matches<0>(sums_.key(value), partners, partners);
    if (bits::is_empty(partners)) return;  // it agrees with a factor of its own orbit only
    const unsigned f = bits::pick(partners, drawn >> 9);
    SummandPair<Value> pair;
    pair.x = value;
    pair.x2 = get(f);
    if (!sums_.agree(pair.x2, value)) return;  // they agreed by chance
    // turned, what is said of the factors after e and f holds for those before
    const bool turned = (drawn >> 31) != 0;
    const unsigned next_e = index_.next(e);
    const unsigned last_e = index_.next(next_e);
    const unsigned next_f = index_.next(f);
    const unsigned last_f = index_.next(next_f);
    bool way = (drawn >> 30 & 1) != 0;
    Base::template flip<0, 0>(pair, turned ? last_e : next_e, turned ? next_e : last_e, turned ? last_f : next_f,
                              turned ? next_f : last_f, way);
    if (is_special(pair.x, pair.z, pair.y) || is_special(pair.x, pair.y2, pair.z2))
      special_ = index_.orbit_of(e) << 16 | index_.orbit_of(f);
  }

  /// The entries of other orbits.
  WREATH_HD void others(unsigned entry, Set& set) const {
    Set own;
    bits::single(entry, own);
    const unsigned next = index_.next(entry);
    bits::insert(next, own);
    bits::insert(index_.next(next), own);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) set[w] = index_.alive[w] & ~own[w];
  }

  /// Zero, (u, v, u + v) or (a, a, a), or half from now on; only b has just changed.
  WREATH_HD bool is_special(Value a, Value b, Value c) const {
    if constexpr (kMirrored) return sums_.are_zero(a, b, c) || sums_.must_fold(a, b, c);
    return b == 0 || (a ^ b ^ c) == 0 || (a == b && b == c);
  }

  WREATH_HD void go_up() {
    if (kMirrored || rules_.free_cubes == 0 || (random_.next() & 7U) != 0 || !plus_of_cubes()) Base::template plus<true>(NoLog{});
  }

  /// Drops the orbit where it is zero or trades with the cubes; folds it where it has become half.
  WREATH_HD void settle(unsigned orbit) {
    const Value a = memory_.get(0, orbit);
    const Value b = memory_.get(1, orbit);
    const Value c = memory_.get(2, orbit);
    const bool zero = sums_.are_zero(a, b, c);
    if (kMirrored && zero && sums_.are_half(a, b, c)) --counts_.halves;
    if (kMirrored && !zero) {
      if (sums_.must_fold(a, b, c)) Base::fold(orbit);
      return;
    }
    const bool cube = a == b && b == c;
    if (!zero) {
      if (!cube && (a ^ b ^ c) != 0) return;
      const unsigned present = cube ? 0U : unsigned{has_cube(a)} + unsigned{has_cube(b)} + unsigned{has_cube(c)};
      if (!cube && present == 0) return;
      if (counts_.cubes + 2 > kMostCubes) return;
      const unsigned after = cube ? (has_cube(a) ? rank() - 4 : rank() - 2) : rank() - 2 * present;
      if (after > rules_.trade_down_to) return;
      toggle_cube(a);
      if (!cube) {
        toggle_cube(b);
        toggle_cube(c);
      }
    }
    Base::drop(orbit);
  }

  WREATH_HD bool has_cube(Value value) const {
    bool found = false;
    for (unsigned k = 0; k < counts_.cubes; ++k) found |= memory_.get_cube(k) == value;
    return found;
  }

  /// Two equal cubes are none.
  WREATH_HD void toggle_cube(Value value) {
    for (unsigned k = 0; k < counts_.cubes; ++k) {
      if (memory_.get_cube(k) != value) continue;
      memory_.set_cube(k, memory_.get_cube(--counts_.cubes));
      memory_.set_cube(counts_.cubes, 0);
      return;
    }
    memory_.set_cube(counts_.cubes++, value);
  }

  WREATH_HD bool plus_of_cubes() {
    if (counts_.cubes < 2) return false;
    const Value u = memory_.get_cube(random_.below(counts_.cubes));
    const Value v = memory_.get_cube(random_.below(counts_.cubes));
    if (u == v) return false;
    toggle_cube(u);
    toggle_cube(v);
    toggle_cube(u ^ v);
    Base::append(0, u, u ^ v, v);
    return true;
  }
};

}  // namespace wreath::flip

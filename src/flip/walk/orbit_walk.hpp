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
// With the symmetry c6 an orbit may be mirrored as well (orbits.hpp): factors agree where they are equal or mirror images,
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
template <class Value, unsigned Words, unsigned Planes, bool Mirrored, class Memory>
class OrbitWalk : public WalkRounds<OrbitWalk<Value, Words, Planes, Mirrored, Memory>, Value, (Words + 2) / 3, Mirrored,
                                    Mirrored ? 6 : 3, OrbitIndex<typename Orbits<Value, Mirrored>::Key, Words, Planes>, Memory> {
  using Base = WalkRounds<OrbitWalk, Value, (Words + 2) / 3, Mirrored, Mirrored ? 6 : 3,
                          OrbitIndex<typename Orbits<Value, Mirrored>::Key, Words, Planes>, Memory>;
  friend Base;

 public:
  WREATH_HD OrbitWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory)
      : Base(counts, rules, memory, rules.half_orbits != 0) {
    index_.capacity = rules.capacity;
  }

 private:
  using typename Base::Key;
  using Set = std::uint32_t[Words];
  using Base::counts_;
  using Base::index_;
  using Base::kNone;
  using Base::memory_;
  using Base::orbits_;
  using Base::random_;
  using Base::rank;
  using Base::rules_;
  using Base::special_;

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
    index_.template matches<0>(orbits_.key(value), partners, partners);
    if (bits::is_empty(partners)) return;  // it agrees with a factor of its own orbit only
    const unsigned f = bits::pick(partners, drawn >> 9);
    const Value found = get(f);
    const bool is_image = Mirrored && found == orbits_.image(value);
    if (found != value && !is_image) return;  // they agreed by chance
    flip(e, f, (drawn >> 31) != 0, is_image && (found != value || (drawn >> 30 & 1) != 0));
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

  /// One orbit from its entry e, the other, or its mirror image, from its entry f: x (y z) and x (y' z').
  WREATH_HD void flip(unsigned e, unsigned f, bool turned, bool as_image) {
    // of the first the factor at `mine` gets that of the other at `theirs`; `their_other` gets that at `my_other`
    const unsigned next_e = index_.next(e);
    const unsigned last_e = index_.next(next_e);
    const unsigned next_f = index_.next(f);
    const unsigned last_f = index_.next(next_f);
    const unsigned mine = turned ? next_e : last_e;
    const unsigned my_other = turned ? last_e : next_e;
    const unsigned theirs = turned ? next_f : last_f;
    const unsigned their_other = turned ? last_f : next_f;
    const Value from_f = get(theirs);
    const Value from_e = get(my_other);
    const Value old_e = get(mine);
    const Value old_f = get(their_other);
    const Value shared = get(e);
    Value new_e = old_e;
    Value new_f = old_f;
    orbits_.flip(shared, from_e, new_e, new_f, from_f, as_image);
    memory_.set(0, mine, new_e);
    memory_.set(0, their_other, new_f);
    index_.template change<0>(mine, orbits_.key(old_e), orbits_.key(new_e));
    index_.template change<0>(their_other, orbits_.key(old_f), orbits_.key(new_f));
    ++counts_.flips;
    if (is_special(shared, new_e, from_e) || is_special(shared, new_f, from_f))
      special_ = index_.orbit_of(e) << 16 | index_.orbit_of(f);
  }

  /// Zero, (u, v, u + v) or (a, a, a), or half from now on; only b has just changed.
  WREATH_HD bool is_special(Value a, Value b, Value c) const {
    if constexpr (Mirrored) return orbits_.are_zero(a, b, c) || orbits_.must_fold(a, b, c);
    return b == 0 || (a ^ b ^ c) == 0 || (a == b && b == c);
  }

  WREATH_HD void go_up() {
    if (Mirrored || rules_.free_cubes == 0 || (random_.next() & 7U) != 0 || !plus_of_cubes()) plus();
  }

  /// Drops the orbit where it is zero or trades with the cubes; folds it where it has become half.
  WREATH_HD void settle(unsigned orbit) {
    const Value a = memory_.get(0, orbit);
    const Value b = memory_.get(1, orbit);
    const Value c = memory_.get(2, orbit);
    const bool zero = orbits_.are_zero(a, b, c);
    if (Mirrored && zero && orbits_.are_half(a, b, c)) --counts_.halves;
    if (Mirrored && !zero) {
      if (orbits_.must_fold(a, b, c)) Base::fold(orbit);
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

  WREATH_HD void plus() {
    for (unsigned t = 0; t < 8; ++t) {
      typename Base::PlusPair pair = Base::draw_pair();
      const unsigned p = random_.below(3);
      const unsigned o = random_.below(3);
      if (!Base::read_pair(pair, p, o, Mirrored && random_.below(2) != 0)) continue;
      Base::change_pair(pair, p, o);
      Base::append(0, pair.x, pair.other_y, pair.z ^ pair.other_z);
      if constexpr (Mirrored) Base::settle_plus(pair.i, pair.j, pair.half);
      return;
    }
  }
};

}  // namespace wreath::flip

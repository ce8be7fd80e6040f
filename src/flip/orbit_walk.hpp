// SPDX-License-Identifier: MIT
//
// A walk among symmetric schemes (symmetry.hpp), made by one GPU thread, with the index of factor_index.hpp.
//
// The walk's summands are orbits (a, b, c), which stand for their three turns, so an orbit may be turned at will: two orbits flip
// where any factor of one equals any factor of the other. A step looks for the factor at one position of a drawn orbit among all
// three positions of the others. An orbit that became (a, a, a) or (u, v, u + v) trades with the cubes, where that lowers the
// rank far enough: a walk whose cubes change continues among schemes of another kind, often a worse one. A plus acts on two
// orbits; where cubes are free it sometimes acts on two of them: u^3 + v^3 = (u + v)^3 + orb(u, u + v, v).
//
// With the symmetry c6 an orbit may be mirrored as well (walk_mirror.hpp): factors agree where they are equal or mirror images,
// and the index holds keys that are the same for both. Cubes stay as they are.
#pragma once

#include "flip/thread_walk.hpp"

namespace wreath::flip {

inline constexpr unsigned kMostCubes = 16;

/// The index of factor_index.hpp where a factor may agree with any other factor, also one of its own orbit.
template <class Value, unsigned Words, unsigned Planes>
struct OrbitIndex : private FactorIndex<Value, Words, Planes> {
  using Planed = FactorIndex<Value, Words, Planes>;
  using Planed::alive;
  using Planed::bit;
  using Planed::clear;
  using Planed::matches;
  using Planed::shared;
  using typename Planed::Set;

  WREATH_HD void change(unsigned position, unsigned orbit, Value old, Value delta) {
    Set at;
    bits::single(orbit, at);
    std::uint32_t before[3][Words] = {};
    std::uint32_t after[3][Words] = {};
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t was = bits::spread(old, k);
      const std::uint32_t change = bits::spread(delta, k);
      WREATH_UNROLL
      for (unsigned c = 0; c < 3; ++c) {
        const std::uint32_t here = position == c ? change : 0U;
        WREATH_UNROLL
        for (unsigned w = 0; w < Words; ++w) {
          std::uint32_t& plane = bit[c][k][w];
          before[c][w] |= plane ^ was;
          after[c][w] |= plane ^ (was ^ change);
          plane ^= here & at[w];
        }
      }
    }
    std::uint32_t count = 0;
    std::uint32_t any = 0;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) {
      WREATH_UNROLL
      for (unsigned c = 0; c < 3; ++c) {
        const std::uint32_t others = alive[w] & ~(position == c ? at[w] : 0U);
        before[c][w] = ~before[c][w] & others;
        after[c][w] = ~after[c][w] & others;
        count += bits::count(before[c][w]);
        any |= after[c][w];
      }
    }
    WREATH_UNROLL
    for (unsigned c = 0; c < 3; ++c) {
      WREATH_UNROLL
      for (unsigned w = 0; w < Words; ++w) {
        std::uint32_t& here = shared[c][w];
        const std::uint32_t own = position == c ? at[w] : 0U;
        if (count == 1) here &= ~before[c][w];  // it is left alone
        here = (here & ~own) | after[c][w] | (any != 0 ? own : 0U);
      }
    }
  }

  WREATH_HD void add(unsigned orbit, Value a, Value b, Value c) {
    this->set_planes(orbit, a, b, c);
    note_shared(a);
    note_shared(b);
    note_shared(c);
  }

  WREATH_HD void remove(unsigned orbit) {
    Set at;
    bits::single(orbit, at);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) alive[w] &= ~at[w];
    leave<0>(at);
    leave<1>(at);
    leave<2>(at);
    this->clear_planes(at);
  }

 private:
  WREATH_HD static std::uint32_t count(const Set (&found)[3]) {
    std::uint32_t sum = 0;
    WREATH_UNROLL
    for (unsigned k = 0; k < 3 * Words; ++k) sum += bits::count(found[k / Words][k % Words]);
    return sum;
  }

  WREATH_HD void note_shared(Value value) {
    Set found[3];
    this->template matches<0>(value, alive, found[0]);
    this->template matches<1>(value, alive, found[1]);
    this->template matches<2>(value, alive, found[2]);
    const bool several = count(found) > 1;
    WREATH_UNROLL
    for (unsigned k = 0; k < 3 * Words; ++k) {
      shared[k / Words][k % Words] |= several ? found[k / Words][k % Words] : 0U;
    }
  }

  /// Where one other has the factor, it is left alone.
  template <unsigned Position>
  WREATH_HD void leave(const Set& at) {
    std::uint32_t found[3][Words] = {};
    WREATH_UNROLL
    for (unsigned k = 0; k < Planes; ++k) {
      const std::uint32_t mask = this->template bit_of<Position>(k, at);
      WREATH_UNROLL
      for (unsigned n = 0; n < 3 * Words; ++n) found[n / Words][n % Words] |= bit[n / Words][k][n % Words] ^ mask;
    }
    WREATH_UNROLL
    for (unsigned n = 0; n < 3 * Words; ++n) found[n / Words][n % Words] = ~found[n / Words][n % Words] & alive[n % Words];
    const bool alone = count(found) == 1;
    WREATH_UNROLL
    for (unsigned n = 0; n < 3 * Words; ++n) {
      shared[n / Words][n % Words] &= alone ? ~found[n / Words][n % Words] : ~0U;
    }
  }
};

/// `Memory` has get_cube(k) and set_cube(k, value), too.
template <class Value, unsigned Words, unsigned Planes, bool Mirrored, class Memory>
class OrbitWalk : public WalkRounds<OrbitWalk<Value, Words, Planes, Mirrored, Memory>, Value, Words, Mirrored, Mirrored ? 6 : 3,
                                    OrbitIndex<typename Orbits<Value, Mirrored>::Key, Words, Planes>, Memory> {
  using Base = WalkRounds<OrbitWalk, Value, Words, Mirrored, Mirrored ? 6 : 3,
                          OrbitIndex<typename Orbits<Value, Mirrored>::Key, Words, Planes>, Memory>;
  friend Base;

 public:
  WREATH_HD OrbitWalk(const WalkCounts& counts, const WalkRules& rules, Memory memory)
      : Base(counts, rules, memory, rules.half_orbits != 0) {}

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
  using Base::touch;

  template <unsigned P>
  WREATH_HD void step() {
    const std::uint32_t drawn = random_.next();
    if (special_ != kNone || bits::is_empty(index_.shared[P])) return;
    const unsigned i = bits::pick(index_.shared[P], drawn);
    const Value value = memory_.get(P, i);
    Set others;
    bits::single(i, others);
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) others[w] = index_.alive[w] & ~others[w];
    Set at0;
    Set at1;
    Set at2;
    const Key key = orbits_.key(value);
    index_.template matches<0>(key, others, at0);
    index_.template matches<1>(key, others, at1);
    index_.template matches<2>(key, others, at2);
    // the position where the other orbit has the factor: of those with partners the random bits choose
    unsigned other = !bits::is_empty(at0) ? 0 : !bits::is_empty(at1) ? 1 : 2;
    if (!bits::is_empty(at1) && (drawn >> 27 & 1) != 0) other = 1;
    if (!bits::is_empty(at2) && (drawn >> 28 & 3) == 0) other = 2;
    WREATH_UNROLL
    for (unsigned w = 0; w < Words; ++w) others[w] = other == 0 ? at0[w] : other == 1 ? at1[w] : at2[w];
    if (bits::is_empty(others)) return;  // it agrees with a factor of its own orbit only
    const unsigned j = bits::pick(others, drawn >> 9);
    const Value found = memory_.get(other, j);
    const bool is_image = Mirrored && found == orbits_.image(value);
    if (found != value && !is_image) return;  // they agreed by chance
    flip<P>(i, j, other, (drawn >> 31) != 0, is_image && (found != value || (drawn >> 30 & 1) != 0));
  }

  /// Orbit i from position P, orbit j, or its mirror image, from `other`: x (y z) and x (y' z').
  template <unsigned P>
  WREATH_HD void flip(unsigned i, unsigned j, unsigned other, bool turned, bool as_image) {
    // of i the factor at `mine` gets j's at `theirs`; of j the factor at `their_other` gets i's at `my_other`
    const unsigned mine = turned ? next_position(P) : last_position(P);
    const unsigned my_other = turned ? last_position(P) : next_position(P);
    const unsigned theirs = turned ? next_position(other) : last_position(other);
    const unsigned their_other = turned ? last_position(other) : next_position(other);
    const Value from_j = memory_.get(theirs, j);
    const Value from_i = memory_.get(my_other, i);
    const Value old_i = memory_.get(mine, i);
    const Value old_j = memory_.get(their_other, j);
    const Value shared = memory_.get(P, i);
    const bool half_i = orbits_.are_half(shared, old_i, from_i);
    const bool half_j = orbits_.are_half(shared, old_j, from_j);
    const Value new_i = old_i ^ orbits_.given(from_j, half_i && !half_j, as_image);
    const Value new_j = old_j ^ orbits_.given(from_i, half_j && !half_i, as_image);
    memory_.set(mine, i, new_i);
    memory_.set(their_other, j, new_j);
    change(mine, i, old_i, new_i);
    change(their_other, j, old_j, new_j);
    ++counts_.flips;
    if (is_special(shared, new_i, from_i) || is_special(shared, new_j, from_j)) special_ = i << 16 | j;
  }

  WREATH_HD void change(unsigned position, unsigned orbit, Value old, Value fresh) {
    const Key before = orbits_.key(old);
    index_.change(position, orbit, before, static_cast<Key>(before ^ orbits_.key(fresh)));
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
    append(u, u ^ v, v);
    return true;
  }

  WREATH_HD void append(Value a, Value b, Value c) {
    memory_.set(0, counts_.size, a);
    memory_.set(1, counts_.size, b);
    memory_.set(2, counts_.size, c);
    touch(counts_.size++);
  }

  WREATH_HD void plus() {
    for (unsigned t = 0; t < 8; ++t) {
      typename Base::PlusPair pair = Base::draw_pair();
      const unsigned p = random_.below(3);
      const unsigned o = random_.below(3);
      if (!Base::read_pair(pair, p, o, Mirrored && random_.below(2) != 0)) continue;
      Base::change_pair(pair, p, o);
      append(pair.x, pair.other_y, pair.z ^ pair.other_z);
      if constexpr (Mirrored) Base::settle_plus(pair.i, pair.j, pair.half);
      return;
    }
  }
};

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// One core's walk in the flip graph: some 60 cycles a flip, at any rank.
//
// An entry is a factor in its place: number 4r + p is the factor at position p of summand r. A table over hashed values, one for
// each position, says which entries hold a value, by three power sums: how many they are, the sum of their numbers, and the sum
// of their squares. A change of a value is then one subtraction and one addition; and who knows one entry e of a class knows
// the others: of two, the sum less e; of three, the two numbers with a known sum and a known sum of squares. Only in a class of
// four or more, few of those drawn, they are looked for.
//
// The entries in classes of two or more are listed, so that a flip is one draw from the list, a partner from the table, and two
// values changed. Values that share a hash are listed for nothing, and redrawn (1% of the draws): nothing is chained, and the
// sums do not depend on the order in which they came to be. So a walk is its summands, its list and its random stream.
//
// With a symmetry a summand stands for its orbit. With c3 any factor of one may meet any of another, and one table serves all
// positions. An orbit (a, a, a), or (u, v, u + v) beside the cube of one of them, is traded as soon as it appears, where that is
// worth it. With c2 and c6 an orbit may be mirrored (orbits.hpp): values are the words of reflection.hpp, a value and its
// image share a class, and a whole orbit with two factors that are their own images is folded at once.
//
// With coefficients -1, 0, 1 (ternary_word.hpp), over Z or modulo 3, values that differ in their signs share a class. For
// s, t = 1 or -1, summands x y z and (s x) y' z' flip to x y (z + t z') and (s x) (y' - s t y) z'. Over Z a sum that leaves
// -1, 0, 1 is refused: then the other t is tried, and if that fails too the step is lost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "flip/cpu/walk.hpp"
#include "flip/walk/moves.hpp"
#include "flip/scheme/symmetry.hpp"
#include "flip/walk/ternary_word.hpp"
#include "flip/walk/orbits.hpp"

namespace wreath::flip {

/// Values are sums over F2, or ternary, without a symmetry.
template <Symmetry kSymmetry, bool kTernary = false>
class Walker {
  static_assert(!kTernary || kSymmetry == Symmetry::none);

 public:
  /// Of the group whose kind is kSymmetry.
  Walker(const Shape& shape, const Schedule& schedule, const SymmetryGroup& group = kSymmetry)
      : schedule_(schedule),
        shape_(shape),
        mirror_(shape, kMirrored ? group.swaps : Swaps{}),
        orbits_(mirror_.shift(), group.halves),
        table_(std::size_t{kTurns ? 1 : 3} << kHashBits) {}

  /// Of ternary walks: over Z sums that leave -1, 0, 1 are refused, modulo 3 none.
  void set_ring(Ring ring) { refused_ = ring == Ring::f3 ? 0 : ~Factor{0}; }
  /// Trades with cubes only where that brings the rank to this or below (c3).
  void aim_at(std::uint32_t rank) { aim_ = rank; }
  /// Makes `steps` steps: flips, or pluses if there is no flip. The moves go to the log (not with the symmetry, whose moves
  /// are of orbits). Those of ternary walks have their signs in bits 2 and 3 of the position: of a flip t is -1, of a plus
  /// (x, y, z), (x', y', z') -> (x, y + u y', z), (x' - w x, y', z'), (x, y', w z' - u z) w, and u, is -1; without the flip of
  /// its own that other pluses log.
  void run(Walk& walk, std::uint64_t steps, std::vector<Move>* log = nullptr);

 private:
  static constexpr bool kSymmetric = kSymmetry != Symmetry::none;
  static constexpr bool kTurns = has_turns(kSymmetry);
  static constexpr bool kMirrored = has_mirror(kSymmetry);
  static constexpr std::uint32_t kOrbit = orbit_size(kSymmetry);

  using Entry = std::uint32_t;
  using Bucket = std::uint64_t;  // sum of squares: 32 bits, count: 10, sum: 22

  static constexpr unsigned kHashBits = 14;
  static constexpr unsigned kCountShift = 22;
  static Bucket one(Entry e) { return std::uint64_t{e} * e << 32 | Bucket{1} << kCountShift | e; }
  static std::uint32_t count(Bucket bucket) { return static_cast<std::uint32_t>(bucket) >> kCountShift; }
  static Entry sum(Bucket bucket) { return static_cast<Entry>(bucket) & ((1U << kCountShift) - 1); }

  static Entry entry(std::uint32_t summand, unsigned position) { return summand << 2 | position; }
  struct Values {
    const Factor* value;
    Factor get(unsigned position, std::uint32_t summand) const { return value[entry(summand, position)]; }
  };
  static std::uint32_t summand_of(Entry e) { return e >> 2; }
  static unsigned position_of(Entry e) { return e & 3; }
  /// The same summand's factor at the next position, and at the last.
  static Entry next_entry(Entry e) { return (e & ~3U) | (0b001001U >> 2 * (e & 3) & 3); }
  static Entry last_entry(Entry e) { return (e & ~3U) | (0b010010U >> 2 * (e & 3) & 3); }

  // what orbits are, as orbits.hpp has it
  bool is_own(std::uint32_t summand) const { return orbits_.is_own(Values{value_.data()}, summand); }
  bool is_half(std::uint32_t summand) const { return orbits_.is_half(Values{value_.data()}, summand); }
  bool must_fold(std::uint32_t summand) const { return orbits_.must_fold(Values{value_.data()}, summand); }
  bool agree(Factor value, Factor other) const {
    return value == other || (kMirrored && value == orbits_.image(other)) || (kTernary && value == ternary::negative(other));
  }

  std::uint32_t slot(Entry e, Factor value) const {
    if constexpr (kMirrored) value = std::min(value, orbits_.image(value));
    if constexpr (kTernary) value = ternary::without_sign(value);
    const std::uint64_t hash = value * 0x9E3779B97F4A7C15ULL >> (64 - kHashBits);
    return static_cast<std::uint32_t>(kTurns ? hash : std::uint64_t{position_of(e)} << kHashBits | hash);
  }
  Bucket& bucket(Entry e, Factor value) { return table_[slot(e, value)]; }
  /// Of the value that the entry has, where it is in the index.
  Bucket& own_bucket(Entry e) {
    if constexpr (kTernary) return table_[slot_[e]];
    return bucket(e, value_[e]);
  }

  // the flips
  void step();
  void flip_ternary(Entry first, Entry second);
  bool draw(Entry& first, Entry& second);
  Entry partner(Entry e, Factor value, std::uint32_t random);
  Entry search_partner(Entry e, Factor value, std::uint32_t random) const;
  bool any_flip() const;
  void change(Entry e, Factor value);
  void join(Entry e);
  void leave(Entry e);
  bool tradable(std::uint32_t summand) const;
  void list(Entry e) {
    list_[listed_] = static_cast<std::uint16_t>(e);
    place_[e] = static_cast<std::uint16_t>(listed_++);
  }
  void unlist(Entry e) {
    const std::uint16_t last = list_[--listed_];
    list_[place_[e]] = last;
    place_[last] = place_[e];
  }

  // the rare events
  void load(const Walk& walk);
  void store(Walk& walk);
  void clear_index();
  void make_index();
  void reduce(Entry third, Factor new_third, Entry other, Factor new_other);
  void drop(std::uint32_t summand);
  void plus_if_due();
  bool plus();
  bool plus_ternary(std::uint32_t i, std::uint32_t j, unsigned p);
  void settle_halves();
  void settle();
  void take_best();
  void record(MoveKind kind, unsigned position, std::uint32_t first, std::uint32_t second) {
    if (log_ == nullptr) [[likely]]
      return;
    log_->push_back(
        {kind, static_cast<std::uint8_t>(position), static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)});
  }
  std::vector<Summand> summands() const;
  void set_summands(const std::vector<Summand>& summands);
  std::uint32_t rank() const { return kOrbit * size_ - kOrbit / 2 * halves_ + static_cast<std::uint32_t>(cubes_.size()); }

  Schedule schedule_;
  std::uint32_t aim_ = UINT32_MAX;
  Walk* walk_ = nullptr;
  std::vector<Move>* log_ = nullptr;
  WalkRandom random_{1};
  Shape shape_;
  Reflection mirror_;
  Orbits<Factor, kMirrored> orbits_;
  std::uint32_t size_ = 0;        // summands
  std::uint32_t halves_ = 0;      // of them, with a mirror
  std::uint32_t listed_ = 0;      // entries in classes of two or more
  std::uint32_t until_plus_ = 0;  // steps
  std::int64_t step_ = 0;         // since the batch began
  std::int64_t best_step_ = 0;    // after which there was no new best; below zero where that was before the batch
  std::uint64_t unflipped_ = 0;   // steps other than flips
  Factor refused_ = 0;            // bits that sums of ternary values may not carry in
  std::uint32_t lost_ = 0;        // flips that were refused since the last that was not
  std::vector<Factor> cubes_;
  alignas(64) std::array<Factor, 4 * (kMaxSummands + 1)> value_{};
  std::array<std::uint16_t, 3 * (kMaxSummands + 1)> list_{};
  std::array<std::uint16_t, 4 * (kMaxSummands + 1)> place_{};
  std::array<std::uint16_t, 4 * (kMaxSummands + 1)> slot_{};  // of ternary values: hashing them takes longer
  std::vector<Bucket> table_;
};

extern template class Walker<Symmetry::none>;
extern template class Walker<Symmetry::none, true>;
extern template class Walker<Symmetry::c2>;
extern template class Walker<Symmetry::c3>;
extern template class Walker<Symmetry::c6>;

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
//
// One core's walk in the flip graph: some 60 cycles a flip, at any rank.
//
// An entry is a factor in its place: number 4r + p is the factor at position p of summand r. A table over hashed values, one for
// each position, shows which entries hold a value, by three power sums: how many they are, the sum of their numbers, and the sum
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
// worth it. With c2 and c6 an orbit may be mirrored: values are the words of reflection.hpp, a value and its image share a
// class, and a whole orbit with two factors that are their own images is folded at once. With coefficients -1, 0, 1 values that
// differ in their signs share a class, and a step whose sums are refused is lost. What moves do to values is in sums.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "flip/cpu/walk.hpp"
#include "flip/walk/sums.hpp"

namespace wreath::flip {

namespace {

/// Values are sums over F2, or ternary, without a symmetry.
template <Symmetry kSymmetry, bool kTernary = false>
class PairsWalker final : public Walker {
 public:
  /// Of the group whose kind is kSymmetry. Of ternary values, over Z sums that leave -1, 0, 1 are refused, modulo 3 none.
  PairsWalker(const Shape& shape, const Schedule& schedule, const SymmetryGroup& group, Ring ring)
      : schedule_(schedule),
        shape_(shape),
        mirror_(shape, kMirrored ? group.swaps : Swaps{}),
        sums_(mirror_.shift(), group.halves, ring == Ring::f3),
        table_(std::size_t{kTurns ? 1 : 3} << kHashBits) {}

  void aim_at(std::uint32_t rank) override { aim_ = rank; }

  void run(Walk& walk, std::uint64_t steps, std::vector<Move>* log) override {
    walk_ = &walk;
    log_ = log;
    load(walk);
    for (step_ = 0; step_ < static_cast<std::int64_t>(steps);) {
      ++step_;
      step();
    }
    store(walk);
  }

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

  using Sums = std::conditional_t<kTernary, TernarySums<Factor>, BinarySums<Factor, kMirrored>>;
  bool is_own(std::uint32_t summand) const { return sums_.is_own(Values{value_.data()}, summand); }
  bool is_half(std::uint32_t summand) const { return sums_.is_half(Values{value_.data()}, summand); }
  bool must_fold(std::uint32_t summand) const { return sums_.must_fold(Values{value_.data()}, summand); }
  bool agree(Factor value, Factor other) const { return sums_.agree(value, other); }

  std::uint32_t slot(Entry e, Factor value) const {
    const std::uint64_t hash = sums_.representative(value) * 0x9E3779B97F4A7C15ULL >> (64 - kHashBits);
    return static_cast<std::uint32_t>(kTurns ? hash : std::uint64_t{position_of(e)} << kHashBits | hash);
  }
  Bucket& bucket(Entry e, Factor value) { return table_[slot(e, value)]; }
  /// Of the value that the entry has, if it is in the index.
  Bucket& own_bucket(Entry e) {
    if constexpr (kTernary) return table_[slot_[e]];
    return bucket(e, value_[e]);
  }

  // the flips
  void step() {
    if (--until_plus_ == 0) [[unlikely]]
      plus_if_due();
    Entry first = 0;
    Entry second = 0;
    if (!draw(first, second)) [[unlikely]] {
      ++unflipped_;
      plus();
      return;
    }
    const Entry third = last_entry(first);
    const Entry other = next_entry(second);
    SummandPair<Factor> pair{value_[first], value_[next_entry(first)], value_[third], value_[second],
                             value_[other], value_[last_entry(second)]};
    bool way = sums_.has_two_ways(pair.x, pair.x2) && (random_.next() >> 31) != 0;
    if (!sums_.flip(pair, way)) [[unlikely]]
      return lose();
    if constexpr (kTernary) lost_ = 0;
    record(MoveKind::flip, position_of(first) | (way ? 4U : 0U), summand_of(first), summand_of(second));
    if (pair.z == 0 || pair.y2 == 0) [[unlikely]]
      return reduce(third, pair.z, other, pair.y2);
    change(third, pair.z);
    change(other, pair.y2);
    if constexpr (kMirrored) {
      const auto is_special = [&](std::uint32_t summand) { return must_fold(summand) || (is_own(summand) && !is_half(summand)); };
      if (is_special(summand_of(first)) || is_special(summand_of(second))) [[unlikely]]
        settle();
    } else if constexpr (kSymmetric) {
      if (tradable(summand_of(first)) || tradable(summand_of(second))) [[unlikely]]
        settle();
    }
  }

  /// A flip was refused; after many in a row, a plus.
  [[gnu::noinline]] void lose() {
    constexpr std::uint32_t kStuck = 1000;
    ++unflipped_;
    if (++lost_ < kStuck) return;
    lost_ = 0;
    plus();
  }

  /// Two entries of different summands with the same value; false if there are none.
  bool draw(Entry& first, Entry& second) {
    for (unsigned tries = 0;; ++tries) {
      if (listed_ == 0 || (tries == 64 && !any_flip())) [[unlikely]]
        return false;
      const std::uint64_t product = std::uint64_t{random_.next()} * listed_;
      first = list_[product >> 32];
      const Factor value = value_[first];
      second = partner(first, value, static_cast<std::uint32_t>(product));
      if (agree(value_[second], value) && summand_of(first) != summand_of(second)) [[likely]]
        return true;
    }
  }

  /// Another entry with the value, at random; `e` itself if there is none. Of four or more it is the first after a random
  /// place.
  Entry partner(Entry e, Factor value, std::uint32_t random) {
    const Bucket members = own_bucket(e);
    const Entry rest = sum(members) - e;
    if (count(members) == 2) return rest;
    if (count(members) != 3) return search_partner(e, value, random);
    // a + b = rest, a^2 + b^2 = squares: (a - b)^2 = 2 squares - rest^2, below 2^24
    const auto squares = static_cast<std::uint32_t>(members >> 32) - e * e;
    const auto difference = static_cast<Entry>(std::sqrt(static_cast<float>(2 * squares - rest * rest)));
    return (random >> 31 != 0 ? rest + difference : rest - difference) >> 1;
  }

  [[gnu::noinline]] Entry search_partner(Entry e, Factor value, std::uint32_t random) const {
    const Entry begin = kTurns ? 0 : position_of(e);
    const Entry stride = kTurns ? 1 : 4;
    const Entry end = begin + 4 * size_;
    const Entry start = begin + stride * WalkRandom::scale(random, 4 * size_ / stride);
    for (Entry f = start; f < end; f += stride) {
      if (agree(value_[f], value) && f != e) return f;
    }
    for (Entry f = begin; f < start; f += stride) {
      if (agree(value_[f], value) && f != e) return f;
    }
    return e;
  }

  /// Whether any listed entry has a partner: for the case that draws keep failing.
  [[gnu::noinline]] bool any_flip() const {
    for (std::uint32_t k = 0; k < listed_; ++k) {
      const Entry e = list_[k];
      for (Entry f = kTurns ? 0 : position_of(e); f < 4 * size_; f += kTurns ? 1 : 4) {
        if (agree(value_[f], value_[e]) && summand_of(f) != summand_of(e)) return true;
      }
    }
    return false;
  }

  /// One and then the other, with less to do where the entry stays listed.
  void change(Entry e, Factor value) {
    Bucket& from = own_bucket(e);
    const Bucket left = from -= one(e);
    const std::uint32_t place = slot(e, value);
    if constexpr (kTernary) slot_[e] = static_cast<std::uint16_t>(place);
    Bucket& to = table_[place];
    const Bucket joined = to;
    to += one(e);
    value_[e] = value;
    const std::uint32_t before = count(left);
    const std::uint32_t after = count(joined);
    if (before != 0) {
      if (after == 0) unlist(e);
      if (before == 1) unlist(sum(left));
    }
    if (after != 0) {
      if (before == 0) list(e);
      if (after == 1) list(sum(joined));
    }
  }

  /// An entry's value comes into the index.
  void join(Entry e) {
    if constexpr (kTernary) slot_[e] = static_cast<std::uint16_t>(slot(e, value_[e]));
    Bucket& to = own_bucket(e);
    const Bucket joined = to;
    to += one(e);
    if (count(joined) != 0) list(e);
    if (count(joined) == 1) list(sum(joined));
  }

  /// And goes out of it.
  void leave(Entry e) {
    const Bucket left = bucket(e, value_[e]) -= one(e);
    if (count(left) != 0) unlist(e);
    if (count(left) == 1) unlist(sum(left));
  }

  /// Whether the orbit can be traded for cubes, and the rank is then low enough: a trade gains two for each of its cubes that is
  /// there, and an orbit (a, a, a) two more.
  bool tradable(std::uint32_t summand) const {
    const Factor* factor = &value_[entry(summand, 0)];
    const bool is_cube = factor[0] == factor[1] && factor[1] == factor[2];
    if (!is_cube && (factor[0] ^ factor[1] ^ factor[2]) != 0) [[likely]]
      return false;
    std::int64_t gain = is_cube ? 2 : 0;
    for (unsigned p = 0; p < (is_cube ? 1 : 3); ++p) gain += 2 * std::ranges::count(cubes_, factor[p]);
    return gain > 0 && rank() - gain <= std::int64_t{aim_};
  }

  void list(Entry e) {
    list_[listed_] = static_cast<std::uint16_t>(e);
    place_[e] = static_cast<std::uint16_t>(listed_++);
  }
  void unlist(Entry e) {
    const std::uint16_t last = list_[--listed_];
    list_[place_[e]] = last;
    place_[last] = place_[e];
  }

  // the rare events, which stay out of step: it is faster without them
  void load(const Walk& walk) {
    random_ = walk.random;
    cubes_ = walk.cubes;
    until_plus_ = std::max(1U, walk.until_plus);
    best_step_ = -static_cast<std::int64_t>(walk.status.idle);
    unflipped_ = 0;
    lost_ = walk.lost;
    set_summands(walk.summands);
    make_index();
    if (walk.flippable.empty()) return;
    if (walk.flippable.size() != listed_) throw InternalError("a walk's list of flips is not that of its summands");
    for (listed_ = 0; const std::uint16_t e : walk.flippable) list(e);
  }

  void store(Walk& walk) {
    walk.random = random_;
    walk.summands = summands();
    walk.cubes = cubes_;
    walk.until_plus = until_plus_;
    walk.lost = lost_;
    walk.flippable.assign(list_.begin(), list_.begin() + listed_);
    walk.status.rank = rank();
    walk.status.idle = static_cast<std::uint32_t>(std::min<std::int64_t>(step_ - best_step_, UINT32_MAX));
    walk.status.flips += static_cast<std::uint64_t>(step_) - unflipped_;
    clear_index();
  }

  /// Before values are changed otherwise than by change(): the table becomes all zero.
  void clear_index() {
    for (std::uint32_t r = 0; r < size_; ++r) {
      for (unsigned p = 0; p < 3; ++p) bucket(entry(r, p), value_[entry(r, p)]) = 0;
    }
  }

  void make_index() {
    for (std::uint32_t r = 0; r < size_; ++r) {
      for (unsigned p = 0; p < 3; ++p) {
        if constexpr (kTernary) slot_[entry(r, p)] = static_cast<std::uint16_t>(slot(entry(r, p), value_[entry(r, p)]));
        own_bucket(entry(r, p)) += one(entry(r, p));
      }
    }
    listed_ = 0;
    for (std::uint32_t r = 0; r < size_; ++r) {
      for (unsigned p = 0; p < 3; ++p) {
        if (count(bucket(entry(r, p), value_[entry(r, p)])) > 1) list(entry(r, p));
      }
    }
  }

  /// A flip that makes factors zero.
  [[gnu::noinline]] void reduce(Entry third, Factor new_third, Entry other, Factor new_other) {
    if (new_third != 0) change(third, new_third);
    if (new_other != 0) change(other, new_other);
    const std::uint32_t first = summand_of(third);
    const std::uint32_t second = summand_of(other);
    if (new_third == 0 && new_other == 0) {
      drop(std::max(first, second));
      drop(std::min(first, second));
    } else {
      drop(new_third == 0 ? first : second);
    }
    settle();
  }

  /// The last summand takes its place.
  [[gnu::noinline]] void drop(std::uint32_t summand) {
    if (is_half(summand)) --halves_;
    for (unsigned p = 0; p < 3; ++p) leave(entry(summand, p));
    if (summand == --size_) return;
    for (unsigned p = 0; p < 3; ++p) {
      leave(entry(size_, p));
      value_[entry(summand, p)] = value_[entry(size_, p)];
      join(entry(summand, p));
    }
  }

  [[gnu::noinline]] void plus_if_due() {
    until_plus_ = std::max(1U, schedule_.plus_after);
    if (rank() < walk_->status.best + schedule_.margin * kOrbit) plus();
  }

  /// plus(p, i, j) and at once flip(p, new, i), for summands that share no factor; false where no such pair was drawn.
  [[gnu::noinline]] bool plus() {
    if (size_ >= kMaxSummands || size_ < 2) return false;
    for (unsigned tries = 0; tries < 1000; ++tries) {
      const auto [i, j, folded, half] = PlusDraw(sums_, Values{value_.data()}, size_, random_);
      const unsigned p = random_.below(3);
      const Entry x = entry(i, p);
      const Entry x2 = entry(j, kTurns ? random_.below(3) : p);
      if (i == j) continue;
      SummandPair<Factor> pair{value_[x],  value_[next_entry(x)],  value_[last_entry(x)],
                               value_[x2], value_[next_entry(x2)], value_[last_entry(x2)]};
      if constexpr (kTernary) {
        if (sums_.share_a_factor(pair)) continue;  // before the signs are drawn
      }
      const std::uint32_t way = Sums::kPlusWays > 1 ? random_.below(Sums::kPlusWays) : 0;
      if (!sums_.plus(pair, way, folded)) continue;
      record(MoveKind::plus, p | way << 2, i, j);
      if (!kTernary) record(MoveKind::flip, p, size_, i);
      const Entry fresh = entry(size_++, p);
      value_[fresh] = pair.x;
      value_[next_entry(fresh)] = pair.y2;
      value_[last_entry(fresh)] = pair.z;
      change(x2, kMirrored ? sums_.seen(pair.x2, way != 0) : pair.x2);  // the others of an image are those that it has
      if (pair.y != 0) change(next_entry(x), pair.y);
      for (const Entry e : {fresh, next_entry(fresh), last_entry(fresh)}) join(e);
      if (is_half(size_ - 1)) ++halves_;
      if (is_own(size_ - 1) && !half) drop(size_ - 1);  // it should be whole: then it is zero
      if (pair.y == 0) drop(i);
      settle();
      return true;
    }
    return false;
  }

  /// Makes whole orbits half where they must be, and drops those that are zero by their images.
  void settle_halves() {
    for (std::uint32_t r = size_; r-- > 0;) {
      if (is_own(r) && !is_half(r)) {
        drop(r);
        continue;
      }
      if (!must_fold(r)) continue;
      for (unsigned p = 0; p < 3; ++p) {
        const Factor value = value_[entry(r, p)];
        if (!sums_.is_own(value)) change(entry(r, p), sums_.folded(value));
      }
      ++halves_;
    }
  }

  /// After the rank or an orbit has changed: trades, and a new best.
  void settle() {
    if constexpr (kMirrored) {
      settle_halves();
    } else if constexpr (kSymmetric) {
      SymmetricScheme scheme{shape_, summands(), cubes_};
      trade_with_cubes(scheme);
      if (scheme.rank() < rank() && scheme.rank() <= aim_) {
        clear_index();
        set_summands(scheme.orbits);
        cubes_ = std::move(scheme.cubes);
        make_index();
      }
    }
    if (rank() < walk_->status.best) take_best();
  }

  void take_best() {
    std::vector<Summand> found = summands();
    if constexpr (!kSymmetric && !kTernary) {
      const std::vector<Move> moves = reduce_dependences(found);
      if (!moves.empty()) {
        clear_index();
        set_summands(found);
        make_index();
      }
      if (log_ != nullptr) log_->insert(log_->end(), moves.begin(), moves.end());
    }
    walk_->best_summands = std::move(found);
    walk_->best_cubes = cubes_;
    walk_->status.best = rank();
    best_step_ = step_;
    until_plus_ = std::max(1U, schedule_.plus_after);
  }

  void record(MoveKind kind, unsigned position, std::uint32_t first, std::uint32_t second) {
    if (log_ != nullptr) [[unlikely]]
      log_->push_back(make_move(kind, position, first, second));
  }

  std::vector<Summand> summands() const {
    std::vector<Summand> all(size_);
    for (std::uint32_t r = 0; r < size_; ++r) {
      for (unsigned p = 0; p < 3; ++p) {
        const Factor value = value_[entry(r, p)];
        all[r].factor[p] = kMirrored ? mirror_.to_factor(value, p) : value;
      }
    }
    return all;
  }

  void set_summands(const std::vector<Summand>& summands) {
    size_ = static_cast<std::uint32_t>(summands.size());
    halves_ = 0;
    for (std::uint32_t r = 0; r < size_; ++r) {
      for (unsigned p = 0; p < 3; ++p) {
        const Factor factor = summands[r].factor[p];
        value_[entry(r, p)] = kMirrored ? mirror_.to_word(factor, p) : factor;
      }
      halves_ += is_half(r) ? 1 : 0;
    }
  }

  std::uint32_t rank() const { return kOrbit * size_ - kOrbit / 2 * halves_ + static_cast<std::uint32_t>(cubes_.size()); }

  Schedule schedule_;
  std::uint32_t aim_ = UINT32_MAX;
  Walk* walk_ = nullptr;
  std::vector<Move>* log_ = nullptr;
  WalkRandom random_{1};
  Shape shape_;
  Reflection mirror_;
  Sums sums_;
  std::uint32_t size_ = 0;        // summands
  std::uint32_t halves_ = 0;      // of them, with a mirror
  std::uint32_t listed_ = 0;      // entries in classes of two or more
  std::uint32_t until_plus_ = 0;  // steps
  std::int64_t step_ = 0;         // since the batch began
  std::int64_t best_step_ = 0;    // after which there was no new best; below zero if that was before the batch
  std::uint64_t unflipped_ = 0;   // steps other than flips
  std::uint32_t lost_ = 0;        // flips that were refused since the last that was not
  std::vector<Factor> cubes_;
  alignas(64) std::array<Factor, 4 * (kMaxSummands + 1)> value_{};
  std::array<std::uint16_t, 3 * (kMaxSummands + 1)> list_{};
  std::array<std::uint16_t, 4 * (kMaxSummands + 1)> place_{};
  std::array<std::uint16_t, 4 * (kMaxSummands + 1)> slot_{};  // of ternary values: hashing them takes longer
  std::vector<Bucket> table_;
};

}  // namespace

std::unique_ptr<Walker> make_walker(const Shape& shape, const Schedule& schedule, const SymmetryGroup& group, Ring ring) {
  if (ring != Ring::f2) return std::make_unique<PairsWalker<Symmetry::none, true>>(shape, schedule, group, ring);
  switch (group.kind) {
    case Symmetry::c2: return std::make_unique<PairsWalker<Symmetry::c2>>(shape, schedule, group, ring);
    case Symmetry::c3: return std::make_unique<PairsWalker<Symmetry::c3>>(shape, schedule, group, ring);
    case Symmetry::c6: return std::make_unique<PairsWalker<Symmetry::c6>>(shape, schedule, group, ring);
    default: return std::make_unique<PairsWalker<Symmetry::none>>(shape, schedule, group, ring);
  }
}

}  // namespace wreath::flip

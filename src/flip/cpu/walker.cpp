// SPDX-License-Identifier: MIT
#include "flip/cpu/walker.hpp"

#include <algorithm>
#include <cmath>

#include "flip/scheme/symmetry.hpp"

namespace wreath::flip {

/// Another entry with the value, at random; `e` itself where there is none. Of four or more it is the first after a random place.
template <Symmetry kSymmetry, bool kTernary>
auto Walker<kSymmetry, kTernary>::partner(Entry e, Factor value, std::uint32_t random) -> Entry {
  const Bucket members = own_bucket(e);
  const Entry rest = sum(members) - e;
  if (count(members) == 2) return rest;
  if (count(members) != 3) return search_partner(e, value, random);
  // a + b = rest, a^2 + b^2 = squares: (a - b)^2 = 2 squares - rest^2, below 2^24
  const auto squares = static_cast<std::uint32_t>(members >> 32) - e * e;
  const auto difference = static_cast<Entry>(std::sqrt(static_cast<float>(2 * squares - rest * rest)));
  return (random >> 31 != 0 ? rest + difference : rest - difference) >> 1;
}

template <Symmetry kSymmetry, bool kTernary>
auto Walker<kSymmetry, kTernary>::search_partner(Entry e, Factor value, std::uint32_t random) const -> Entry {
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
template <Symmetry kSymmetry, bool kTernary>
bool Walker<kSymmetry, kTernary>::any_flip() const {
  for (std::uint32_t k = 0; k < listed_; ++k) {
    const Entry e = list_[k];
    for (Entry f = kTurns ? 0 : position_of(e); f < 4 * size_; f += kTurns ? 1 : 4) {
      if (agree(value_[f], value_[e]) && summand_of(f) != summand_of(e)) return true;
    }
  }
  return false;
}

/// Two entries of different summands with the same value; false where there are none.
template <Symmetry kSymmetry, bool kTernary>
inline bool Walker<kSymmetry, kTernary>::draw(Entry& first, Entry& second) {
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

/// An entry's value comes into the index.
template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::join(Entry e) {
  if constexpr (kTernary) slot_[e] = static_cast<std::uint16_t>(slot(e, value_[e]));
  Bucket& to = own_bucket(e);
  const Bucket joined = to;
  to += one(e);
  if (count(joined) != 0) list(e);
  if (count(joined) == 1) list(sum(joined));
}

/// And goes out of it.
template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::leave(Entry e) {
  const Bucket left = bucket(e, value_[e]) -= one(e);
  if (count(left) != 0) unlist(e);
  if (count(left) == 1) unlist(sum(left));
}

/// One and then the other, with less to do where the entry stays listed.
template <Symmetry kSymmetry, bool kTernary>
inline void Walker<kSymmetry, kTernary>::change(Entry e, Factor value) {
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

/// Whether the orbit can be traded for cubes, and the rank is then low enough: a trade gains two for each of its cubes that is
/// there, and an orbit (a, a, a) two more.
template <Symmetry kSymmetry, bool kTernary>
inline bool Walker<kSymmetry, kTernary>::tradable(std::uint32_t summand) const {
  const Factor* factor = &value_[entry(summand, 0)];
  const bool is_cube = factor[0] == factor[1] && factor[1] == factor[2];
  if (!is_cube && (factor[0] ^ factor[1] ^ factor[2]) != 0) [[likely]]
    return false;
  std::int64_t gain = is_cube ? 2 : 0;
  for (unsigned p = 0; p < (is_cube ? 1 : 3); ++p) gain += 2 * std::ranges::count(cubes_, factor[p]);
  return gain > 0 && rank() - gain <= std::int64_t{aim_};
}

template <Symmetry kSymmetry, bool kTernary>
inline void Walker<kSymmetry, kTernary>::step() {
  if (--until_plus_ == 0) [[unlikely]]
    plus_if_due();
  Entry first = 0;
  Entry second = 0;
  if (!draw(first, second)) [[unlikely]] {
    ++unflipped_;
    plus();
    return;
  }
  if constexpr (kTernary) return flip_ternary(first, second);
  // x y z + x y' z' = x y (z + z') + x (y + y') z'
  record(MoveKind::flip, position_of(first), summand_of(first), summand_of(second));
  const Entry third = last_entry(first);
  const Entry other = next_entry(second);
  const bool as_image =
      kMirrored && (value_[first] != value_[second] || (orbits_.is_own(value_[first]) && (random_.next() >> 31) != 0));
  const bool half_first = is_half(summand_of(first));
  const bool half_second = is_half(summand_of(second));
  const Factor new_third = value_[third] ^ orbits_.given(value_[last_entry(second)], half_first && !half_second, as_image);
  const Factor new_other = value_[other] ^ orbits_.given(value_[next_entry(first)], half_second && !half_first, as_image);
  if (new_third == 0 || new_other == 0) [[unlikely]]
    return reduce(third, new_third, other, new_other);
  change(third, new_third);
  change(other, new_other);
  if constexpr (kMirrored) {
    const auto is_special = [&](std::uint32_t summand) { return must_fold(summand) || (is_own(summand) && !is_half(summand)); };
    if (is_special(summand_of(first)) || is_special(summand_of(second))) [[unlikely]]
      settle();
  } else if constexpr (kSymmetric) {
    if (tradable(summand_of(first)) || tradable(summand_of(second))) [[unlikely]]
      settle();
  }
}

/// A flip of a ternary walk, with a random t if both can be had.
template <Symmetry kSymmetry, bool kTernary>
inline void Walker<kSymmetry, kTernary>::flip_ternary(Entry first, Entry second) {
  constexpr std::uint32_t kStuck = 1000;  // flips refused in a row
  const bool opposite = value_[first] != value_[second];
  const Entry third = last_entry(first);
  const Entry other = next_entry(second);
  const bool drawn = (random_.next() >> 31) != 0;
  Factor to_third = ternary::with_sign(value_[last_entry(second)], drawn);
  Factor to_other = ternary::with_sign(value_[next_entry(first)], drawn == opposite);
  const auto is_refused = [&] { return (((value_[third] & to_third) | (value_[other] & to_other)) & refused_) != 0; };
  const bool minus = drawn != is_refused();
  to_third = ternary::with_sign(to_third, minus != drawn);
  to_other = ternary::with_sign(to_other, minus != drawn);
  if (is_refused()) [[unlikely]] {
    ++unflipped_;
    if (++lost_ < kStuck) return;
    lost_ = 0;
    plus();
    return;
  }
  lost_ = 0;
  record(MoveKind::flip, position_of(first) | (minus ? 4U : 0U), summand_of(first), summand_of(second));
  const Factor new_third = ternary::sum(value_[third], to_third);
  const Factor new_other = ternary::sum(value_[other], to_other);
  if (new_third == 0 || new_other == 0) [[unlikely]]
    return reduce(third, new_third, other, new_other);
  change(third, new_third);
  change(other, new_other);
}

template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::run(Walk& walk, std::uint64_t steps, std::vector<Move>* log) {
  walk_ = &walk;
  log_ = log;
  load(walk);
  for (step_ = 0; step_ < static_cast<std::int64_t>(steps);) {
    ++step_;
    step();
  }
  store(walk);
}

template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::load(const Walk& walk) {
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

template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::store(Walk& walk) {
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

template <Symmetry kSymmetry, bool kTernary>
std::vector<Summand> Walker<kSymmetry, kTernary>::summands() const {
  std::vector<Summand> all(size_);
  for (std::uint32_t r = 0; r < size_; ++r) {
    for (unsigned p = 0; p < 3; ++p) {
      const Factor value = value_[entry(r, p)];
      all[r].factor[p] = kMirrored ? mirror_.to_factor(value, p) : value;
    }
  }
  return all;
}

template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::set_summands(const std::vector<Summand>& summands) {
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

/// Before values are changed otherwise than by change(): the table becomes all zero.
template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::clear_index() {
  for (std::uint32_t r = 0; r < size_; ++r) {
    for (unsigned p = 0; p < 3; ++p) bucket(entry(r, p), value_[entry(r, p)]) = 0;
  }
}

template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::make_index() {
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
template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::reduce(Entry third, Factor new_third, Entry other, Factor new_other) {
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
template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::drop(std::uint32_t summand) {
  if (is_half(summand)) --halves_;
  for (unsigned p = 0; p < 3; ++p) leave(entry(summand, p));
  if (summand == --size_) return;
  for (unsigned p = 0; p < 3; ++p) {
    leave(entry(size_, p));
    value_[entry(summand, p)] = value_[entry(size_, p)];
    join(entry(summand, p));
  }
}

template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::plus_if_due() {
  until_plus_ = std::max(1U, schedule_.plus_after);
  if (rank() < walk_->status.best + schedule_.margin * kOrbit) plus();
}

/// plus(p, i, j) and at once flip(p, new, i): x y z + x' y' z' = x (y + y') z + x y' (z + z') + (x + x') y' z'. For summands that
/// share no factor; false where no such pair was drawn.
template <Symmetry kSymmetry, bool kTernary>
bool Walker<kSymmetry, kTernary>::plus() {
  if (size_ >= kMaxSummands || size_ < 2) return false;
  for (unsigned tries = 0; tries < 1000; ++tries) {
    std::uint32_t i = random_.below(size_);
    std::uint32_t j = random_.below(size_);
    const bool folded = is_half(i) != is_half(j);  // of a whole and a half one the half one comes first
    if (folded && is_half(j)) std::swap(i, j);
    const bool half = is_half(j);
    const unsigned p = random_.below(3);
    const Entry x = entry(i, p);
    const Entry x2 = entry(j, kTurns ? random_.below(3) : p);
    const Entry y = next_entry(x), y2 = next_entry(x2), z = last_entry(x), z2 = last_entry(x2);
    if (i == j) continue;
    if constexpr (kTernary) {
      if (!plus_ternary(i, j, p)) continue;
      return true;
    }
    const bool as_image = kMirrored && random_.below(2) != 0;
    const Factor other_x = orbits_.seen(value_[x2], as_image);
    const Factor other_y = orbits_.seen(value_[y2], as_image);
    const Factor other_z = orbits_.seen(value_[z2], as_image);
    if (value_[x] == other_x || value_[y] == other_y || value_[z] == other_z) continue;
    record(MoveKind::plus, p, i, j);
    record(MoveKind::flip, p, size_, i);
    const Entry fresh = entry(size_++, p);
    value_[fresh] = value_[x];
    value_[next_entry(fresh)] = other_y;
    value_[last_entry(fresh)] = value_[z] ^ other_z;
    change(x2, value_[x2] ^ orbits_.seen(value_[x], as_image));
    const Factor new_y = value_[y] ^ orbits_.given(other_y, folded, false);
    if (new_y != 0) change(y, new_y);
    for (const Entry e : {fresh, next_entry(fresh), last_entry(fresh)}) join(e);
    if (is_half(size_ - 1)) ++halves_;
    if (is_own(size_ - 1) && !half) drop(size_ - 1);  // it should be whole: then it is zero
    if (new_y == 0) drop(i);
    settle();
    return true;
  }
  return false;
}

/// x y z + x' y' z' = x (y + u y') z + x y' (w z' - u z) + (x' - w x) y' z' for w, u = 1 or -1, at random; false if that is
/// refused.
template <Symmetry kSymmetry, bool kTernary>
bool Walker<kSymmetry, kTernary>::plus_ternary(std::uint32_t i, std::uint32_t j, unsigned p) {
  const Entry x = entry(i, p), y = next_entry(x), z = last_entry(x);
  const Entry x2 = entry(j, p), y2 = next_entry(x2), z2 = last_entry(x2);
  if (agree(value_[x], value_[x2]) || agree(value_[y], value_[y2]) || agree(value_[z], value_[z2])) return false;
  const std::uint32_t signs = random_.below(4);
  const bool minus_w = (signs & 1) != 0;
  const bool minus_u = (signs & 2) != 0;
  const Factor to_x = ternary::with_sign(value_[x], !minus_w);
  const Factor to_y = ternary::with_sign(value_[y2], minus_u);
  const Factor from_z = ternary::with_sign(value_[z2], minus_w);
  const Factor to_z = ternary::with_sign(value_[z], !minus_u);
  if ((((value_[x2] & to_x) | (value_[y] & to_y) | (from_z & to_z)) & refused_) != 0) return false;
  record(MoveKind::plus, p | signs << 2, i, j);
  const Entry fresh = entry(size_++, p);
  value_[fresh] = value_[x];
  value_[next_entry(fresh)] = value_[y2];
  value_[last_entry(fresh)] = ternary::sum(from_z, to_z);
  change(x2, ternary::sum(value_[x2], to_x));
  change(y, ternary::sum(value_[y], to_y));
  for (const Entry e : {fresh, next_entry(fresh), last_entry(fresh)}) join(e);
  return true;
}

/// Makes whole orbits half where they must be, and drops those that are zero by their images.
template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::settle_halves() {
  for (std::uint32_t r = size_; r-- > 0;) {
    if (is_own(r) && !is_half(r)) {
      drop(r);
      continue;
    }
    if (!must_fold(r)) continue;
    for (unsigned p = 0; p < 3; ++p) {
      const Factor value = value_[entry(r, p)];
      if (!orbits_.is_own(value)) change(entry(r, p), orbits_.folded(value));
    }
    ++halves_;
  }
}

/// After the rank or an orbit has changed: trades, and a new best.
template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::settle() {
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

template <Symmetry kSymmetry, bool kTernary>
void Walker<kSymmetry, kTernary>::take_best() {
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

template class Walker<Symmetry::none>;
template class Walker<Symmetry::none, true>;
template class Walker<Symmetry::c2>;
template class Walker<Symmetry::c3>;
template class Walker<Symmetry::c6>;

}  // namespace wreath::flip

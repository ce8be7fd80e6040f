// SPDX-License-Identifier: MIT
#include "flip/hunt_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "flip/basis.hpp"
#include "flip/mirrors.hpp"
#include "flip/sides.hpp"
#include "wreath/flip/records.hpp"

namespace wreath::flip {

namespace {

constexpr std::size_t kStarts = 12;         // of an attempt
constexpr std::size_t kBases = 8;           // that are tried for each scheme that is projected or cut into blocks
constexpr std::size_t kTooHigh = 10;        // starts so far above the best are not worth a walk
constexpr std::uint64_t kSupport = 8;       // rounds for a smaller shape before it is taken as it is
constexpr std::size_t kStandardRank = 128;  // from larger standard schemes walks do not get low
constexpr unsigned kDeepest = 3;            // shapes below the one that is hunted

std::size_t volume(const Shape& shape) {
  return std::size_t{shape.n} * shape.m * shape.p;
}

bool fits(const Shape& part, const Shape& whole) {
  return part.n <= whole.n && part.m <= whole.m && part.p <= whole.p;
}

bool is_walkable(const Shape& shape) {
  return std::max({shape.n * shape.m, shape.m * shape.p, shape.p * shape.n}) <= 64;
}

template <class T>
const T& one_of(const std::vector<T>& list, RandomStream& random) {
  return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

/// By these weights, not all of them 0.
std::size_t draw_weighted(const std::vector<unsigned>& weights, RandomStream& random) {
  unsigned left = random.below(std::accumulate(weights.begin(), weights.end(), 0U));
  std::size_t k = 0;
  while (left >= weights[k]) left -= weights[k++];
  return k;
}

std::string mirror_text(const Swaps& swaps) {
  return fmt::format("mirror {}", fmt::join(swaps, ","));
}

}  // namespace

Attempt HuntPlanner::plan(const Shape& shape, RandomStream& random) {
  constexpr int kTries = 16;
  folder_.look(shape);
  for (int left = kTries; left != 0; --left) {
    if (auto found = attempt(draw_move(shape, random), shape, 0, random)) return std::move(*found);
  }
  Attempt last = {shape, HuntMove::standard, {}, {standard_scheme(shape)}, "the standard scheme"};
  return last;
}

HuntMove HuntPlanner::draw_move(const Shape& shape, RandomStream& random) const {
  const bool empty = folder_.schemes(shape).empty();
  const bool small = volume(shape) <= kStandardRank;
  using enum HuntMove;  // in this order
  const std::vector<unsigned> weights{12, empty ? 0U : 5U,        empty ? 0U : 3U, 2, empty ? 6U : 1U,
                                      1,  shape.n >= 4 ? 1U : 0U, small ? 2U : 0U};
  return static_cast<HuntMove>(draw_weighted(weights, random));
}

std::optional<Attempt> HuntPlanner::attempt(HuntMove move, const Shape& shape, unsigned depth, RandomStream& random) {
  switch (move) {
    case HuntMove::extend: return extend_from(shape, depth, random);
    case HuntMove::mirror: return mirror(shape, random);
    case HuntMove::walk: return walk(shape, random);
    case HuntMove::project: return project_from(shape, random);
    case HuntMove::merge: return merge_parts(shape, random);
    case HuntMove::product: return multiply(shape, random);
    case HuntMove::blocks: return cut_into_blocks(shape, random);
    default: return standard(shape, random);
  }
}

std::optional<Attempt> HuntPlanner::screened(Attempt attempt) const {
  if (attempt.starts.empty()) return std::nullopt;
  std::ranges::stable_sort(attempt.starts, {}, &Scheme::rank);
  if (attempt.starts.size() > kStarts) attempt.starts.resize(kStarts);
  const auto best = folder_.best(attempt.shape);
  if (best && attempt.starts.front().rank() > *best + kTooHigh) return std::nullopt;
  return attempt;
}

// --- the ladder

std::vector<HuntPlanner::Rung> HuntPlanner::rungs(const Shape& shape) const {
  std::vector<Rung> found;
  for (unsigned side = 0; side < 3; ++side) {
    for (const NewIndices where : {NewIndices::middle, NewIndices::ends}) {
      const unsigned added = where == NewIndices::ends ? 2 : 1;
      if (shape.rows(side) < 2 + added) continue;
      const Shape from = with_side(shape, side, shape.rows(side) - added);
      const bool again = std::ranges::any_of(
          found, [&](const Rung& rung) { return rung.where == where && in_order(rung.from) == in_order(from); });
      if (!again) found.push_back({side, where, from});
    }
  }
  return found;
}

/// Of the start that the rung gives.
std::size_t HuntPlanner::expected_rank(const Shape& shape, const Rung& rung) const {
  const Shape from = in_order(rung.from);
  std::optional<std::size_t> rank;
  for (const KeptScheme& kept : folder_.schemes(from)) {
    if (!kept.mirrors.empty()) rank = std::min(rank.value_or(kept.scheme.rank()), kept.scheme.rank());
  }
  if (!rank) {
    const auto known = known_ranks(from);
    rank = known ? known->f2 : volume(from);
  }
  return *rank + volume(shape) - volume(from);
}

/// The one that has had its turn least often, where a start kFarAbove ranks above the lowest counts as one turn more. Starts with
/// a new pair fall further: 4x4x6 of rank 72 comes from 4x4x4 with one (79), not from 4x4x5 (76).
std::size_t HuntPlanner::next_rung(const Shape& shape, const std::vector<Rung>& rungs) {
  constexpr std::size_t kFarAbove = 4;
  std::vector<std::size_t> ranks;
  for (const Rung& rung : rungs) {
    folder_.look(in_order(rung.from));
    ranks.push_back(expected_rank(shape, rung) + (rung.where == NewIndices::ends ? 0 : kFarAbove));
  }
  const std::size_t least = std::ranges::min(ranks);
  std::size_t next = 0;
  const auto turns = [&](std::size_t k) { return (climbed_[{shape, k}] + 1) * (kFarAbove + ranks[k] - least); };
  for (std::size_t k = 1; k < rungs.size(); ++k) {
    if (turns(k) < turns(next)) next = k;
  }
  return next;
}

bool HuntPlanner::is_ready(const Shape& shape) const {
  std::optional<std::size_t> rank;
  for (const KeptScheme& kept : folder_.schemes(shape)) {
    if (!kept.mirrors.empty()) rank = std::min(rank.value_or(kept.scheme.rank()), kept.scheme.rank());
  }
  if (!rank) return false;
  const auto known = known_ranks(shape);
  return (known && *rank <= known->f2) || rounds_of_(shape) >= kSupport;
}

std::optional<Attempt> HuntPlanner::extend_from(const Shape& shape, unsigned depth, RandomStream& random) {
  const std::vector<Rung> possible = rungs(shape);
  if (possible.empty()) return std::nullopt;
  const std::size_t next = next_rung(shape, possible);
  const Rung& rung = possible[next];
  const Shape from = in_order(rung.from);
  if (!is_ready(from) && rounds_of_(from) < kSupport) return support(from, depth + 1, random);
  ++climbed_[{shape, next}];
  const Swaps mirror = draw_mirror(from, random).value_or(Swaps{});
  const std::string_view order = one_of(orders_between(from, rung.from), random);
  Attempt found{shape, HuntMove::extend, {}, {}, {}};
  std::size_t rank = 0;
  for (const KeptScheme* kept : draw(from, mirror, kStarts, random)) {
    const MirroredScheme turned{permuted(kept->scheme, order), permuted(mirror, order)};
    MirroredScheme start = extended(turned, rung.side, rung.where);
    if (!has_mirror(start.scheme, start.swaps)) continue;
    rank = kept->scheme.rank();
    found.swaps = start.swaps;
    found.starts.push_back(std::move(start.scheme));
  }
  found.how = fmt::format("{}:{} with {} {}, {}", to_string(rung.from), rank,
                          rung.where == NewIndices::ends ? "a new pair at the ends of" : "a new index in the middle of",
                          "nmp"[rung.side], mirror_text(found.swaps));
  return screened(std::move(found));
}

/// Mirrored schemes of a smaller shape, to extend them later.
std::optional<Attempt> HuntPlanner::support(const Shape& shape, unsigned depth, RandomStream& random) {
  folder_.look(shape);
  const bool deep = depth >= kDeepest;
  const bool small = volume(shape) <= kStandardRank;
  const std::vector<unsigned> weights{small || deep ? 2U : 1U, deep || rounds_of_(shape) < 2 ? 0U : 1U, 4U};
  switch (draw_weighted(weights, random)) {
    case 1: return extend_from(shape, depth, random);
    case 2:
      if (auto found = mirror(shape, random)) return found;
      [[fallthrough]];
    default: return standard(shape, random);
  }
}

std::optional<Swaps> HuntPlanner::draw_mirror(const Shape& shape, RandomStream& random) const {
  std::map<Swaps, std::size_t> ranks;
  for (const KeptScheme& kept : folder_.schemes(shape)) {
    for (const Swaps& mirror : kept.mirrors) ranks.try_emplace(mirror, kept.scheme.rank());  // by rank
  }
  if (ranks.empty()) return std::nullopt;
  std::size_t least = ranks.begin()->second;
  for (const auto& [mirror, rank] : ranks) least = std::min(least, rank);
  std::vector<unsigned> weights;
  std::vector<Swaps> mirrors;
  for (const auto& [mirror, rank] : ranks) {
    mirrors.push_back(mirror);
    weights.push_back(16U >> std::min<std::size_t>(4, rank - least));
  }
  return mirrors[draw_weighted(weights, random)];
}

std::vector<const KeptScheme*> HuntPlanner::draw(const Shape& shape, const Swaps& mirror, std::size_t most,
                                                 RandomStream& random) const {
  std::vector<const KeptScheme*> found;
  for (const KeptScheme& kept : folder_.schemes(shape)) {
    if (mirror != Swaps{} && !kept.has(mirror)) continue;
    if (!found.empty() && kept.scheme.rank() > found.front()->scheme.rank() + 2) break;
    found.push_back(&kept);
  }
  while (found.size() > most) found.erase(found.begin() + random.below(static_cast<std::uint32_t>(found.size())));
  return found;
}

// --- the shape's own schemes

std::optional<Attempt> HuntPlanner::mirror(const Shape& shape, RandomStream& random) {
  const auto swaps = draw_mirror(shape, random);
  if (!swaps) return std::nullopt;
  Attempt found{shape, HuntMove::mirror, *swaps, {}, mirror_text(*swaps)};
  for (const KeptScheme* kept : draw(shape, *swaps, kStarts, random)) {
    MirroredScheme start{kept->scheme, *swaps};
    raise(start, random);
    if (has_mirror(start.scheme, *swaps)) found.starts.push_back(std::move(start.scheme));
  }
  return screened(std::move(found));
}

std::optional<Attempt> HuntPlanner::walk(const Shape& shape, RandomStream& random) {
  constexpr unsigned kFlips = 200;
  Attempt found{shape, HuntMove::walk, {}, {}, {}};
  const auto best = folder_.best(shape);
  for (const KeptScheme* kept : draw(shape, {}, kStarts, random)) {
    MirroredScheme start{kept->scheme, {}};
    shuffle(start.scheme, random.below(kFlips), random);
    if (start.scheme.rank() == *best) raise(start, random);
    found.starts.push_back(std::move(start.scheme));
  }
  found.how = best ? fmt::format("schemes of rank {}", *best) : "";
  return screened(std::move(found));
}

std::optional<Attempt> HuntPlanner::standard(const Shape& shape, RandomStream& random) const {
  const std::vector<Swaps> mirrors = mirrors_of(shape);
  if (mirrors.empty()) return std::nullopt;
  const bool first = rounds_of_(shape) == 0 || (random.next() & 1) != 0;
  const Swaps swaps = first ? mirrors.front() : one_of(mirrors, random);
  return Attempt{shape, HuntMove::standard, swaps, {standard_scheme(shape)}, "the standard scheme, " + mirror_text(swaps)};
}

// --- from other shapes, without regard to the ladder

std::optional<Attempt> HuntPlanner::project_from(const Shape& shape, RandomStream& random) {
  std::vector<Rung> possible;
  for (unsigned side = 0; side < 3; ++side) {
    for (const NewIndices where : {NewIndices::middle, NewIndices::ends}) {
      const Shape from = with_side(shape, side, shape.rows(side) + (where == NewIndices::ends ? 2 : 1));
      if (is_walkable(from) && !folder_.look(in_order(from)).empty()) possible.push_back({side, where, from});
    }
  }
  if (possible.empty()) return std::nullopt;
  const Rung& rung = one_of(possible, random);
  const Shape from = in_order(rung.from);
  const std::string_view order = one_of(orders_between(from, rung.from), random);
  const Swaps mirror = (random.next() & 1) != 0 ? draw_mirror(from, random).value_or(Swaps{}) : Swaps{};
  Attempt found{shape, HuntMove::project, {}, {}, {}};
  std::size_t rank = 0;
  for (const KeptScheme* kept : draw(from, mirror, kStarts, random)) {
    const MirroredScheme turned{permuted(kept->scheme, order), permuted(mirror, order)};
    rank = kept->scheme.rank();
    for (std::size_t basis = 0; basis < kBases; ++basis) {
      MirroredScheme start = projected(turned, rung.side, rung.where, random);
      if (mirror != Swaps{} && !has_mirror(start.scheme, start.swaps)) continue;
      found.swaps = start.swaps;
      found.starts.push_back(std::move(start.scheme));
    }
  }
  found.how = fmt::format("{}:{} without {} of {}{}", to_string(rung.from), rank,
                          rung.where == NewIndices::ends ? "two indices" : "an index", "nmp"[rung.side],
                          found.is_mirrored() ? ", " + mirror_text(found.swaps) : "");
  return screened(std::move(found));
}

std::vector<Scheme> HuntPlanner::draw_parts(const Shape& shape, RandomStream& random) {
  std::vector<Scheme> parts;
  for (const Shape& part : folder_.shapes()) {
    if (part == shape || !fits(part, shape)) continue;
    folder_.look(part);
    const auto best = folder_.best(part);
    std::vector<const KeptScheme*> of_best;
    for (const KeptScheme& kept : folder_.schemes(part)) {
      if (kept.scheme.rank() == *best) of_best.push_back(&kept);
    }
    if (!of_best.empty()) parts.push_back(one_of(of_best, random)->scheme);
  }
  return parts;
}

std::optional<Attempt> HuntPlanner::merge_parts(const Shape& shape, RandomStream& random) {
  constexpr std::size_t kAbove = 3;
  constexpr std::size_t kCopies = 4;
  const std::vector<Scheme> schemes = draw_parts(shape, random);
  PartSchemes parts(schemes);
  DerivedStarts starts = derived_starts(shape, parts, kAbove, kCopies, random);
  if (starts.schemes.empty()) return std::nullopt;
  const std::string how = starts.names.front();
  return screened({shape, HuntMove::merge, {}, std::move(starts.schemes), how});
}

std::optional<Attempt> HuntPlanner::multiply(const Shape& shape, RandomStream& random) {
  const std::vector<Scheme> schemes = draw_parts(shape, random);
  PartSchemes parts(schemes);
  std::vector<std::pair<Shape, Shape>> factors;
  for (unsigned n = 1; n <= shape.n; ++n) {
    for (unsigned m = 1; m <= shape.m; ++m) {
      for (unsigned p = 1; p <= shape.p; ++p) {
        if (shape.n % n != 0 || shape.m % m != 0 || shape.p % p != 0) continue;
        const Shape one{n, m, p};
        const Shape two{shape.n / n, shape.m / m, shape.p / p};
        if (volume(one) > 1 && volume(two) > 1) factors.emplace_back(one, two);
      }
    }
  }
  if (factors.empty()) return std::nullopt;
  const auto rank = [&](const auto& pair) { return parts.rank(pair.first) * parts.rank(pair.second); };
  std::ranges::stable_sort(factors, {}, rank);
  std::erase_if(factors, [&, least = rank(factors.front())](const auto& pair) { return rank(pair) > least + kTooHigh; });
  const auto& [one, two] = one_of(factors, random);
  Scheme start = reduce_modulo_2(product(to_rational(parts.scheme(one)), to_rational(parts.scheme(two))), "a product");
  return screened({shape, HuntMove::product, {}, {std::move(start)}, fmt::format("{} times {}", to_string(one), to_string(two))});
}

std::optional<Attempt> HuntPlanner::cut_into_blocks(const Shape& shape, RandomStream& random) {
  const std::vector<Scheme> schemes = draw_parts(shape, random);
  PartSchemes parts(schemes);
  std::vector<const Scheme*> outer;
  for (const Scheme& scheme : schemes) {
    if (fits({2 * scheme.shape.n, 2 * scheme.shape.m, 2 * scheme.shape.p}, shape)) outer.push_back(&scheme);
  }
  if (outer.empty()) return std::nullopt;
  const Scheme& chosen = *one_of(outer, random);
  Attempt found{shape, HuntMove::blocks, {}, {}, fmt::format("{}:{} on blocks", to_string(chosen.shape), chosen.rank())};
  for (std::size_t basis = 0; basis < kBases; ++basis) {
    const RationalScheme changed = to_rational(change_basis(chosen, random_bases(chosen.shape, random)));
    std::vector<RationalScheme> inner;
    for (const BlockProducts& each : block_products(changed, shape, {})) inner.push_back(to_rational(parts.scheme(each.shape)));
    found.starts.push_back(reduce_modulo_2(blocks(changed, shape, inner), "blocks"));
  }
  return screened(std::move(found));
}

}  // namespace wreath::flip

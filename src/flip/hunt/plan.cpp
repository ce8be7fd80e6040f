// SPDX-License-Identifier: MIT
#include "flip/hunt/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "flip/derive/mirrors.hpp"
#include "flip/scheme/basis.hpp"
#include "flip/scheme/sides.hpp"
#include "wreath/flip/records.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

namespace {

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

// --- which way

Attempt HuntPlanner::plan(const Shape& shape, RandomStream& random) {
  if (auto found = plan(shape, false, 0, random)) return std::move(*found);
  return {shape, HuntMove::standard, {}, {standard_scheme(shape)}, "the standard scheme"};
}

std::optional<Attempt> HuntPlanner::plan(const Shape& shape, bool mirrored_only, unsigned depth, RandomStream& random) {
  std::vector<Way> possible = ways(shape, mirrored_only, depth);
  while (!possible.empty()) {
    const std::size_t chosen = choose(possible, random);
    const Way way = possible[chosen];
    const std::uint64_t cost = cost_of(way);
    if (auto found = take(way, depth, random)) {
      if (!way.for_parts) found->earlier = cost;
      found->ways.push_back(way);
      return found;
    }
    // nothing to start from, or all of it too high
    note(way, {static_cast<std::uint64_t>(tuning::kFirstCost), static_cast<std::size_t>(expectation(way)) + tuning::kTooHigh});
    possible.erase(possible.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  return std::nullopt;
}

void HuntPlanner::learn(const Attempt& attempt, std::uint64_t cost, std::size_t rank) {
  for (const Way& way : attempt.ways) note(way, {cost, rank});
}

std::uint64_t HuntPlanner::cost_of(const Way& way) const {
  const auto outcome = outcomes_.find(way);
  return outcome == outcomes_.end() ? 0 : outcome->second.cost;
}

void HuntPlanner::note(const Way& way, const WayOutcome& outcome) {
  outcomes_.add(way, outcome);
  learned_.add(way, outcome);
}

std::vector<Way> HuntPlanner::ways(const Shape& shape, bool mirrored_only, unsigned depth) {
  using enum HuntMove;
  std::vector<Way> found;
  folder_.look(shape);
  if (depth < tuning::kDeepestShape) add_ladder(shape, depth, found);
  if (volume(shape) <= tuning::kStandardRank || depth == tuning::kDeepestShape) {
    for (const Swaps& swaps : mirrors_of(shape)) found.push_back({.shape = shape, .move = standard, .swaps = swaps});
  }
  std::set<Swaps> mirrors;
  for (const KeptScheme& kept : folder_.schemes(shape)) mirrors.insert(kept.mirrors.begin(), kept.mirrors.end());
  for (const Swaps& swaps : mirrors) found.push_back({.shape = shape, .move = HuntMove::mirror, .swaps = swaps});
  if (mirrored_only) return found;
  if (!folder_.schemes(shape).empty()) found.push_back({.shape = shape, .move = HuntMove::walk});
  for (const Swaps& swaps : mirrors) found.push_back({.shape = shape, .move = HuntMove::walk, .swaps = swaps});
  for (const HuntMove move : {merge, project, product}) found.push_back({.shape = shape, .move = move});
  if (shape.n >= 4) found.push_back({.shape = shape, .move = HuntMove::blocks});
  return found;
}

/// A way for each side, kind of new index and mirror that the smaller shape's schemes have, once up to the order of equal sides;
/// and one for more schemes of each smaller shape.
void HuntPlanner::add_ladder(const Shape& shape, unsigned depth, std::vector<Way>& ways) {
  std::set<std::pair<Shape, NewIndices>> seen;
  std::set<Shape> parts;
  for (unsigned side = 0; side < 3; ++side) {
    for (const NewIndices where : {NewIndices::ends, NewIndices::middle}) {
      const unsigned added = where == NewIndices::ends ? 2 : 1;
      if (shape.rows(side) < 2 + added) continue;
      const Shape from = with_side(shape, side, shape.rows(side) - added);
      const Shape ordered = in_order(from);
      if (!seen.emplace(ordered, where).second) continue;
      std::map<Swaps, Way> by_mirror;  // in normal form
      for (const KeptScheme& kept : folder_.look(ordered)) {
        for (const Swaps& mirror : kept.mirrors) {
          for (const std::string_view order : orders_between(ordered, from)) {
            const Swaps swaps = extended(permuted(mirror, order), side, where);
            by_mirror.try_emplace(normal_form(shape, swaps),  // by rank: the first is the best
                                  Way{shape, HuntMove::extend, swaps, from, side, where, kept.scheme.rank(), false});
          }
        }
      }
      for (const auto& [form, way] : by_mirror) ways.push_back(way);
      if (depth < tuning::kDeepestShape && parts.insert(ordered).second)
        ways.push_back({.shape = shape, .move = HuntMove::extend, .from = ordered, .for_parts = true});
    }
  }
}

/// Its number.
std::size_t HuntPlanner::choose(const std::vector<Way>& ways, RandomStream& random) const {
  std::vector<double> promises;
  for (const Way& way : ways) promises.push_back(promise(way, ways));
  const double least = std::ranges::min(promises);
  std::optional<std::size_t> best;
  if (random.below(tuning::kNewEvery) == 0) {
    for (std::size_t k = 0; k < ways.size(); ++k) {
      if (!outcomes_.contains(ways[k]) && (!best || promises[k] < promises[*best])) best = k;
    }
    if (best) return *best;
  }
  const auto price = [&](std::size_t k) {
    double cost = static_cast<double>(cost_of(ways[k])) + tuning::kFirstCost;
    if (ways[k].move == HuntMove::walk && ways[k].swaps == Swaps{})
      cost = std::max(cost / tuning::kWalkShare, cost - tuning::kWalkAhead);
    return cost * std::exp2(promises[k] - least);
  };
  best = 0;
  for (std::size_t k = 1; k < ways.size(); ++k) {
    if (price(k) < price(*best)) best = k;
  }
  return *best;
}

double HuntPlanner::promise(const Way& way, const std::vector<Way>& ways) const {
  if (!way.for_parts) {
    const auto outcome = outcomes_.find(way);
    return outcome == outcomes_.end() ? expectation(way) : static_cast<double>(outcome->second.rank);
  }
  const auto best = best_mirrored(way.from);
  const auto known = known_ranks(way.from);
  if (!best || (known && *best > known->f2)) return expectation(way);
  std::optional<double> least;
  for (const Way& other : ways) {
    if (other.move != HuntMove::extend || other.for_parts || in_order(other.from) != way.from) continue;
    least = std::min(least.value_or(promise(other, ways)), promise(other, ways));
  }
  return least.value_or(expectation(way)) + tuning::kMoreParts;
}

/// Before the first round.
double HuntPlanner::expectation(const Way& way) const {
  const auto known = known_ranks(way.shape);
  const double all = tuning::kStays * static_cast<double>(volume(way.shape));
  const double above = static_cast<double>(folder_.best(way.shape).value_or(known ? known->f2 : static_cast<std::size_t>(all)));
  switch (way.move) {
    case HuntMove::extend: {
      const auto known_from = known_ranks(way.from);
      const double rest = tuning::kStays * static_cast<double>(volume(way.from));
      if (!way.for_parts) return static_cast<double>(way.from_rank) + all - rest;
      return (known_from ? known_from->f2 : rest) + all - rest;
    }
    case HuntMove::standard: return std::max(all, above + 2);
    case HuntMove::mirror: return static_cast<double>(folder_.best(way.shape, way.swaps).value_or(volume(way.shape)));
    case HuntMove::walk: return static_cast<double>(folder_.best(way.shape, way.swaps).value_or(static_cast<std::size_t>(above)));
    case HuntMove::merge: return above + 1;
    case HuntMove::project: return above + 2;
    default: return above + 3;
  }
}

std::optional<std::size_t> HuntPlanner::best_mirrored(const Shape& shape) const {
  for (const KeptScheme& kept : folder_.schemes(shape)) {
    if (!kept.mirrors.empty()) return kept.scheme.rank();  // by rank
  }
  return std::nullopt;
}

std::optional<Attempt> HuntPlanner::take(const Way& way, unsigned depth, RandomStream& random) {
  switch (way.move) {
    case HuntMove::extend: return way.for_parts ? plan(way.from, true, depth + 1, random) : extend_from(way, random);
    case HuntMove::mirror: return mirror(way, random);
    case HuntMove::walk: return walk(way, random);
    case HuntMove::project: return project_from(way.shape, random);
    case HuntMove::merge: return merge_parts(way.shape, random);
    case HuntMove::product: return multiply(way.shape, random);
    case HuntMove::blocks: return cut_into_blocks(way.shape, random);
    default:
      return Attempt{
          way.shape, way.move, way.swaps, {standard_scheme(way.shape)}, "the standard scheme, " + mirror_text(way.swaps)};
  }
}

std::optional<Attempt> HuntPlanner::screened(Attempt attempt) const {
  if (attempt.starts.empty()) return std::nullopt;
  std::ranges::stable_sort(attempt.starts, {}, &Scheme::rank);
  if (attempt.starts.size() > tuning::kHuntStarts) attempt.starts.resize(tuning::kHuntStarts);
  const auto best = folder_.best(attempt.shape);
  if (best && attempt.starts.front().rank() > *best + tuning::kTooHigh) return std::nullopt;
  return attempt;
}

// --- the ladder

std::optional<Attempt> HuntPlanner::extend_from(const Way& way, RandomStream& random) {
  const Shape ordered = in_order(way.from);
  std::vector<std::pair<Swaps, std::string_view>> turns;  // that lead to the way's mirror
  for (const Swaps& mirror : mirrors_of(ordered)) {
    for (const std::string_view order : orders_between(ordered, way.from)) {
      if (extended(permuted(mirror, order), way.side, way.where) == way.swaps) turns.emplace_back(mirror, order);
    }
  }
  if (turns.empty()) return std::nullopt;
  const auto& [mirror, order] = one_of(turns, random);
  Attempt found{way.shape, HuntMove::extend, way.swaps, {}, {}};
  for (const KeptScheme* kept : draw(ordered, mirror, 0, random)) {
    Scheme start = extended({permuted(kept->scheme, order), permuted(mirror, order)}, way.side, way.where).scheme;
    if (has_mirror(start, way.swaps)) found.starts.push_back(std::move(start));
  }
  found.how = fmt::format("{}:{} with {} {}, {}", to_string(way.from), way.from_rank,
                          way.where == NewIndices::ends ? "a new pair at the ends of" : "a new index in the middle of",
                          "nmp"[way.side], mirror_text(way.swaps));
  return screened(std::move(found));
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

std::vector<const KeptScheme*> HuntPlanner::draw(const Shape& shape, const Swaps& mirror, std::size_t above,
                                                 RandomStream& random) const {
  std::vector<const KeptScheme*> found;
  for (const KeptScheme& kept : folder_.schemes(shape)) {
    if (mirror != Swaps{} && !kept.has(mirror)) continue;
    if (!found.empty() && kept.scheme.rank() > found.front()->scheme.rank() + above) break;
    found.push_back(&kept);
  }
  while (found.size() > tuning::kHuntStarts) found.erase(found.begin() + random.below(static_cast<std::uint32_t>(found.size())));
  return found;
}

// --- the shape's own schemes

std::optional<Attempt> HuntPlanner::mirror(const Way& way, RandomStream& random) {
  Attempt found{way.shape, HuntMove::mirror, way.swaps, {}, mirror_text(way.swaps)};
  for (const KeptScheme* kept : draw(way.shape, way.swaps, tuning::kHuntAbove, random)) {
    MirroredScheme start{kept->scheme, way.swaps};
    raise(start, random);
    if (has_mirror(start.scheme, way.swaps)) found.starts.push_back(std::move(start.scheme));
  }
  return screened(std::move(found));
}

/// From schemes with the way's mirror, or from any, without keeping it.
std::optional<Attempt> HuntPlanner::walk(const Way& way, RandomStream& random) {
  constexpr unsigned kFlips = 200;
  Attempt found{way.shape, HuntMove::walk, {}, {}, {}};
  const auto best = folder_.best(way.shape);
  const bool is_any = way.swaps == Swaps{};
  for (const KeptScheme* kept : draw(way.shape, way.swaps, tuning::kHuntAbove, random)) {
    MirroredScheme start{kept->scheme, {}};
    shuffle(start.scheme, random.below(kFlips), random);
    if (start.scheme.rank() == *best) raise(start, random);
    found.starts.push_back(std::move(start.scheme));
  }
  const auto rank = is_any ? best : folder_.best(way.shape, way.swaps);
  if (rank) found.how = fmt::format("schemes of rank {}{}", *rank, is_any ? "" : " that had the " + mirror_text(way.swaps));
  return screened(std::move(found));
}

// --- from other shapes, without regard to the ladder

std::optional<Attempt> HuntPlanner::project_from(const Shape& shape, RandomStream& random) {
  struct Larger {
    unsigned side;
    NewIndices where;
    Shape from;
  };
  std::vector<Larger> possible;
  for (unsigned side = 0; side < 3; ++side) {
    for (const NewIndices where : {NewIndices::middle, NewIndices::ends}) {
      const Shape from = with_side(shape, side, shape.rows(side) + (where == NewIndices::ends ? 2 : 1));
      if (fits_words(from) && !folder_.look(in_order(from)).empty()) possible.push_back({side, where, from});
    }
  }
  if (possible.empty()) return std::nullopt;
  const Larger& larger = one_of(possible, random);
  const Shape from = in_order(larger.from);
  const std::string_view order = one_of(orders_between(from, larger.from), random);
  const Swaps mirror = (random.next() & 1) != 0 ? draw_mirror(from, random).value_or(Swaps{}) : Swaps{};
  Attempt found{shape, HuntMove::project, {}, {}, {}};
  std::size_t rank = 0;
  for (const KeptScheme* kept : draw(from, mirror, tuning::kHuntAbove, random)) {
    const MirroredScheme turned{permuted(kept->scheme, order), permuted(mirror, order)};
    rank = kept->scheme.rank();
    for (std::size_t basis = 0; basis < tuning::kHuntBases; ++basis) {
      MirroredScheme start = projected(turned, larger.side, larger.where, random);
      if (mirror != Swaps{} && !has_mirror(start.scheme, start.swaps)) continue;
      found.swaps = start.swaps;
      found.starts.push_back(std::move(start.scheme));
    }
  }
  found.how = fmt::format("{}:{} without {} of {}{}", to_string(larger.from), rank,
                          larger.where == NewIndices::ends ? "two indices" : "an index", "nmp"[larger.side],
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
  constexpr std::size_t kMergesAbove = 3;
  constexpr std::size_t kCopies = 4;
  const std::vector<Scheme> schemes = draw_parts(shape, random);
  PartSchemes parts(schemes);
  DerivedStarts starts = derived_starts(shape, parts, kMergesAbove, kCopies, random);
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
  std::erase_if(factors, [&, least = rank(factors.front())](const auto& pair) { return rank(pair) > least + tuning::kTooHigh; });
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
  for (std::size_t basis = 0; basis < tuning::kHuntBases; ++basis) {
    const RationalScheme changed = to_rational(change_basis(chosen, random_bases(chosen.shape, random)));
    std::vector<RationalScheme> inner;
    for (const BlockProducts& each : block_products(changed, shape, {})) inner.push_back(to_rational(parts.scheme(each.shape)));
    found.starts.push_back(reduce_modulo_2(blocks(changed, shape, inner), "blocks"));
  }
  return screened(std::move(found));
}

}  // namespace wreath::flip

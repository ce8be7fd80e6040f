// SPDX-License-Identifier: MIT
#include "flip/derive/mirrors.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "flip/scheme/basis.hpp"
#include "flip/scheme/reflection.hpp"
#include "flip/scheme/sides.hpp"
#include "flip/walk/moves.hpp"
#include "wreath/flip/records.hpp"

namespace wreath::flip {

namespace {

constexpr std::array<std::string_view, 6> kOrders{"nmp", "mpn", "pnm", "pmn", "npm", "mnp"};
constexpr Swaps kNoSwaps{0, 0, 0};

std::optional<Reflection> reflection(const Shape& shape, const Swaps& swaps) {
  try {
    return Reflection(shape, swaps);
  } catch (const ResourceError&) {  // no walk could keep it
    return std::nullopt;
  }
}

Scheme without(const Scheme& scheme, unsigned side, unsigned index) {
  StopCheck never;
  return reduce_modulo_2(without_index(to_rational(scheme), side, index, never), "a projection");
}

}  // namespace

std::vector<std::string_view> orders_between(const Shape& from, const Shape& to) {
  std::vector<std::string_view> orders;
  for (const std::string_view order : kOrders) {
    const Shape shape{from.rows(side_number(order[0])), from.rows(side_number(order[1])), from.rows(side_number(order[2]))};
    if (shape == to) orders.push_back(order);
  }
  return orders;
}

std::string_view order_between(const Shape& from, const Shape& to) {
  const std::vector<std::string_view> orders = orders_between(from, to);
  if (orders.empty()) throw InternalError("the sides of a shape are not those of another");
  return orders.front();
}

Scheme permuted(const Scheme& scheme, std::string_view order) {
  return order == "nmp" ? scheme : reduce_modulo_2(permute(to_rational(scheme), order), "a permuted scheme");
}

Swaps permuted(const Swaps& swaps, std::string_view order) {
  return {swaps[side_number(order[0])], swaps[side_number(order[1])], swaps[side_number(order[2])]};
}

Swaps normal_form(const Shape& shape, const Swaps& swaps) {
  Swaps least = swaps;
  for (const std::string_view order : orders_between(shape, shape)) least = std::min(least, permuted(swaps, order));
  return least;
}

std::vector<Swaps> mirrors_of(const Shape& shape) {
  std::set<Swaps> found;
  for (unsigned n = 0; n <= shape.n / 2; ++n) {
    for (unsigned m = 0; m <= shape.m / 2; ++m) {
      for (unsigned p = 0; p <= shape.p / 2; ++p) {
        const Swaps swaps = normal_form(shape, {n, m, p});
        if (swaps != kNoSwaps && reflection(shape, swaps)) found.insert(swaps);
      }
    }
  }
  std::vector<Swaps> mirrors(found.begin(), found.end());
  const auto ones = std::ranges::find(mirrors, Swaps{1, 1, 1});
  if (ones != mirrors.end()) std::rotate(mirrors.begin(), ones, ones + 1);
  return mirrors;
}

bool has_mirror(const Scheme& scheme, const Swaps& swaps) {
  const auto mirror = reflection(scheme.shape, swaps);
  if (!mirror || swaps == kNoSwaps) return false;
  const Scheme ordered = sorted(scheme);
  std::vector<Summand> images;
  for (const Summand& summand : ordered.summands) {
    images.push_back(mirror->image(summand));
    if (!std::ranges::binary_search(ordered.summands, images.back())) return false;
  }
  std::ranges::sort(images);
  return images == ordered.summands;
}

std::vector<Swaps> mirrors_of(const Scheme& scheme) {
  std::vector<Swaps> mirrors;
  for (const Swaps& swaps : mirrors_of(scheme.shape)) {
    if (has_mirror(scheme, swaps)) mirrors.push_back(swaps);
  }
  return mirrors;
}

Scheme in_normal_order(const Scheme& scheme) {
  const Shape shape = in_order(scheme.shape);
  const std::vector<std::string_view> orders = orders_between(scheme.shape, shape);
  const std::vector<Swaps> possible = mirrors_of(shape);
  std::optional<std::pair<Swaps, Scheme>> least;
  Scheme first = permuted(scheme, orders[0]);
  for (const std::string_view order : orders) {
    Scheme candidate = permuted(scheme, order);
    for (const Swaps& swaps : possible) {
      if ((least && swaps >= least->first) || !has_mirror(candidate, swaps)) continue;
      least = {swaps, candidate};
    }
  }
  return least ? std::move(least->second) : std::move(first);
}

Swaps extended(Swaps swaps, unsigned side, NewIndices where) {
  if (where == NewIndices::ends && swaps != kNoSwaps) ++swaps[side];
  return swaps;
}

MirroredScheme extended(const MirroredScheme& scheme, unsigned side, NewIndices where) {
  const Shape& old = scheme.scheme.shape;
  const unsigned added = where == NewIndices::ends ? 2 : 1;
  const Shape shape = with_side(old, side, old.rows(side) + added);
  return {reduce_modulo_2(extend(to_rational(scheme.scheme), shape, where), "an extension"), extended(scheme.swaps, side, where)};
}

MirroredScheme projected(const MirroredScheme& scheme, unsigned side, NewIndices where, RandomStream& random) {
  const Shape& shape = scheme.scheme.shape;
  const Bases bases = random_bases(shape, random, scheme.swaps);
  MirroredScheme result{change_basis(scheme.scheme, bases), scheme.swaps};
  const unsigned size = shape.rows(side);
  if (where == NewIndices::middle) {
    result.scheme = without(result.scheme, side, size / 2);
  } else {
    result.scheme = without(without(result.scheme, side, size - 1), side, 0);
    if (result.swaps[side] != 0) --result.swaps[side];
  }
  return result;
}

void shuffle(Scheme& scheme, unsigned flips, RandomStream& random) {
  auto& summands = scheme.summands;
  struct Pair {
    unsigned position;
    std::size_t first;
    std::size_t second;
  };
  std::vector<Pair> pairs;
  for (unsigned made = 0; made < flips; ++made) {
    pairs.clear();
    for (unsigned position = 0; position < 3; ++position) {
      for (std::size_t i = 0; i < summands.size(); ++i) {
        for (std::size_t j = i + 1; j < summands.size(); ++j) {
          if (summands[i].factor[position] == summands[j].factor[position]) pairs.push_back({position, i, j});
        }
      }
    }
    if (pairs.empty()) return;
    const Pair pair = pairs[random.below(static_cast<std::uint32_t>(pairs.size()))];
    const bool other_way = (random.next() & 1) != 0;
    apply_flip(summands, pair.position, other_way ? pair.second : pair.first, other_way ? pair.first : pair.second);
  }
}

void raise(MirroredScheme& scheme, RandomStream& random) {
  constexpr int kTries = 64;
  auto& summands = scheme.scheme.summands;
  const Reflection mirror(scheme.scheme.shape, scheme.swaps);
  const bool mirrored = scheme.swaps != kNoSwaps;
  for (int left = kTries; left != 0; --left) {
    const unsigned position = random.below(3);
    const std::size_t first = random.below(static_cast<std::uint32_t>(summands.size()));
    const std::size_t second = random.below(static_cast<std::uint32_t>(summands.size()));
    const Summand changed = summands[second];
    const Summand image = mirror.image(changed);
    const Factor factor = summands[first].factor[position];
    if (factor == changed.factor[position] || (mirrored && image == changed)) continue;
    const auto twin = mirrored ? std::ranges::find(summands, image) : summands.end();
    if (mirrored && (twin == summands.end() || twin == summands.begin() + static_cast<std::ptrdiff_t>(first))) continue;
    Summand fresh = changed;
    fresh.factor[position] = factor;
    Summand rest = changed;
    rest.factor[position] ^= factor;
    summands[second] = rest;
    if (mirrored) *twin = mirror.image(rest);
    summands.push_back(fresh);
    if (mirrored) summands.push_back(mirror.image(fresh));
    return;
  }
}

}  // namespace wreath::flip

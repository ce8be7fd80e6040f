// SPDX-License-Identifier: MIT
#include "flip/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace wreath::flip {

namespace {

Summand turned(const Summand& summand) {
  return {{summand.factor[1], summand.factor[2], summand.factor[0]}};
}

Factor identity_matrix(unsigned n) {
  Factor identity = 0;
  for (unsigned i = 0; i < n; ++i) identity |= Factor{1} << (i * n + i);
  return identity;
}

/// c^3 = the cubes of its entries + one orbit for each entry after the first: p' = p + e gives p'^3 = p^3 + e^3 + orb(p, p', e).
void add_cube(SymmetricScheme& scheme, Factor cube) {
  scheme.cubes.push_back(cube);
  Factor sum = 0;
  for (Factor rest = cube; rest != 0; rest &= rest - 1) {
    const Factor entry = rest & -rest;
    if (sum != 0) scheme.orbits.push_back({{sum, sum | entry, entry}});
    sum |= entry;
  }
}

/// A cube twice is zero.
void toggle_cube(std::vector<Factor>& cubes, Factor cube) {
  if (const auto at = std::ranges::find(cubes, cube); at != cubes.end()) {
    *at = cubes.back();
    cubes.pop_back();
  } else {
    cubes.push_back(cube);
  }
}

/// Whether the orbit is best written with cubes alone; then it is.
bool trade(const Summand& orbit, std::vector<Factor>& cubes) {
  const auto [a, b, c] = orbit.factor;
  if (a == b && b == c) {
    toggle_cube(cubes, a);
    return true;
  }
  if ((a ^ b ^ c) != 0) return false;
  if (std::ranges::none_of(orbit.factor, [&](Factor factor) { return std::ranges::count(cubes, factor) != 0; })) return false;
  for (const Factor factor : orbit.factor) toggle_cube(cubes, factor);
  return true;
}

}  // namespace

SymmetricScheme split_into_orbits(const Scheme& scheme) {
  if (!scheme.shape.is_cube()) {
    throw InputError(fmt::format("a scheme of {} cannot be symmetric: the three sizes must be equal", to_string(scheme.shape)));
  }
  SymmetricScheme split{scheme.shape.n, {}, {}};
  std::map<Summand, std::size_t> taken;  // turns that an orbit already stands for
  std::map<Summand, std::size_t> left;
  for (const Summand& summand : scheme.summands) ++left[summand];
  const auto take = [&](const Summand& turn) {
    const auto at = left.find(turn);
    if (at == left.end() || at->second == 0) return false;
    --at->second;
    ++taken[turn];
    return true;
  };
  for (std::size_t r = 0; r < scheme.rank(); ++r) {
    const Summand& summand = scheme.summands[r];
    if (summand == turned(summand)) {
      split.cubes.push_back(summand.factor[0]);
      continue;
    }
    if (const auto at = taken.find(summand); at != taken.end() && at->second != 0) {
      --at->second;
      continue;
    }
    --left[summand];
    if (!take(turned(summand)) || !take(turned(turned(summand)))) {
      throw InputError(
          fmt::format("summand {} has no turns (b, c, a) and (c, a, b) of its own in the scheme: it is not symmetric", r + 1));
    }
    split.orbits.push_back(summand);
  }
  return split;
}

Scheme expand(const SymmetricScheme& scheme) {
  Scheme expanded{{scheme.n, scheme.n, scheme.n}, {}};
  for (const Summand& orbit : scheme.orbits) {
    for (Summand turn : {orbit, turned(orbit), turned(turned(orbit))}) expanded.summands.push_back(turn);
  }
  for (const Factor cube : scheme.cubes) expanded.summands.push_back({{cube, cube, cube}});
  return expanded;
}

SymmetricScheme symmetric_start(unsigned n, std::span<const unsigned> split) {
  if (std::accumulate(split.begin(), split.end(), std::uint64_t{0}) != n || std::ranges::count(split, 0U) != 0) {
    throw InputError(fmt::format("the parts of the diagonal ({}) must be positive and sum to {}", fmt::join(split, ", "), n));
  }
  std::vector<Factor> cubes;
  unsigned at = 0;
  for (const unsigned part : split) {
    Factor cube = 0;
    for (const unsigned end = at + part; at < end; ++at) cube |= Factor{1} << (at * n + at);
    cubes.push_back(cube);
  }
  return symmetric_start(n, cubes);
}

SymmetricScheme symmetric_start(unsigned n, std::span<const Factor> cubes) {
  const Factor sum = std::accumulate(cubes.begin(), cubes.end(), Factor{0}, std::bit_xor<>());
  if (sum != identity_matrix(n) || std::ranges::count(cubes, Factor{0}) != 0) {
    throw InputError(fmt::format("the cubes of a symmetric scheme must be nonzero and sum to the {} x {} identity matrix", n, n));
  }
  SymmetricScheme scheme{n, {}, {}};
  for (const Summand& summand : standard_scheme({n, n, n}).summands) {
    // each orbit once, by its least turn; those of the diagonal are cubes
    if (summand < turned(summand) && summand < turned(turned(summand))) scheme.orbits.push_back(summand);
  }
  for (const Factor cube : cubes) add_cube(scheme, cube);
  return scheme;
}

void merge_cubes(SymmetricScheme& scheme, std::size_t count) {
  while (scheme.cubes.size() > std::max<std::size_t>(1, count)) {
    std::ranges::stable_sort(scheme.cubes, {}, [](Factor cube) { return __builtin_popcountll(cube); });
    const Factor u = scheme.cubes[0];
    const Factor v = scheme.cubes[1];
    scheme.cubes.erase(scheme.cubes.begin(), scheme.cubes.begin() + 2);
    if (u == v) continue;  // nothing, twice
    toggle_cube(scheme.cubes, u ^ v);
    scheme.orbits.push_back({{u, u ^ v, v}});
  }
}

void trade_with_cubes(SymmetricScheme& scheme) {
  std::vector<Factor> cubes;
  for (const Factor cube : scheme.cubes) toggle_cube(cubes, cube);
  scheme.cubes = std::move(cubes);
  for (std::size_t k = 0; k < scheme.orbits.size();) {
    if (trade(scheme.orbits[k], scheme.cubes)) {
      scheme.orbits[k] = scheme.orbits.back();
      scheme.orbits.pop_back();
      k = 0;  // new cubes may serve the orbits before
    } else {
      ++k;
    }
  }
}

}  // namespace wreath::flip

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

Summand mirror_image(const Summand& summand, unsigned n) {
  return {{mirrored(summand.factor[0], n), mirrored(summand.factor[1], n), mirrored(summand.factor[2], n)}};
}

/// Entries before the middle, and the one in the middle where n is odd.
Factor first_half(unsigned n) {
  return (Factor{1} << (n * n / 2)) - 1;
}
Factor middle(unsigned n) {
  return n % 2 == 0 ? 0 : Factor{1} << (n * n / 2);
}

/// The turns, and with c6 those of the mirror image.
std::vector<Summand> orbit_of(const Summand& summand, unsigned n, Symmetry symmetry) {
  std::vector<Summand> orbit{summand, turned(summand), turned(turned(summand))};
  if (symmetry == Symmetry::c6) {
    for (unsigned k = 0; k < 3; ++k) orbit.push_back(mirror_image(orbit[k], n));
  }
  return orbit;
}

Factor identity_matrix(unsigned n) {
  Factor identity = 0;
  for (unsigned i = 0; i < n; ++i) identity |= Factor{1} << (i * n + i);
  return identity;
}

/// c^3 = the cubes of its entries + one orbit for each entry after the first: p' = p + e gives p'^3 = p^3 + e^3 + orb(p, p', e).
void add_orbits_of_cube(SymmetricScheme& scheme, Factor cube) {
  Factor sum = 0;
  for (Factor rest = cube; rest != 0; rest &= rest - 1) {
    const Factor entry = rest & -rest;
    if (sum != 0) scheme.orbits.push_back({{sum, sum | entry, entry}});
    sum |= entry;
  }
}

/// The same for a cube that is its own mirror image, c = x + x' and perhaps the middle entry m: (x + x')^3 = x^3 + x'^3 + the
/// orbit of (x, x, x'), and then c^3 = (x + x')^3 + m^3 + the orbit of (x, c, m).
void add_orbits_of_mirrored_cube(SymmetricScheme& scheme, Factor cube) {
  const Factor half = cube & first_half(scheme.n);
  const Factor middle_entry = cube & middle(scheme.n);
  if (half == 0) return;
  add_orbits_of_cube(scheme, half);
  scheme.orbits.push_back({{half, half, mirrored(half, scheme.n)}});
  if (middle_entry != 0) scheme.orbits.push_back({{half, cube, middle_entry}});
}

/// Takes a cube out of a list; false where it is not there.
bool take_cube(std::vector<Factor>& cubes, Factor cube) {
  const auto at = std::ranges::find(cubes, cube);
  if (at == cubes.end()) return false;
  cubes.erase(at);
  return true;
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

std::size_t SymmetricScheme::rank() const {
  return orbit_size(symmetry) * orbits.size() + cubes.size();
}

Factor mirrored(Factor factor, unsigned n) {
  Factor image = 0;
  for (unsigned k = 0; k < n * n; ++k) image |= (factor >> k & 1) << (n * n - 1 - k);
  return image;
}

std::uint64_t to_halves(Factor factor, unsigned n, unsigned half) {
  const Factor low = first_half(n) | middle(n);
  return (factor & low) | (mirrored(factor, n) & low) << half;
}

Factor from_halves(std::uint64_t word, unsigned n, unsigned half) {
  const Factor low = first_half(n) | middle(n);
  return (word & low) | mirrored(word >> half & low, n);
}

namespace {

SymmetricScheme split_by_turns(const Scheme& scheme) {
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

/// The three turns of a summand whose factors are their own mirror images, as orbits of six: a = x + x' (+ m) makes them the
/// orbit of (x, b, c), and the same for (m, b, c), until (m, m, m) is left, thrice.
void add_half_orbit(SymmetricScheme& scheme, Summand summand) {
  for (unsigned position = 0; position < 3; ++position) {
    const Factor factor = summand.factor[position];
    if ((factor & first_half(scheme.n)) != 0) {
      summand.factor[position] = factor & first_half(scheme.n);
      scheme.orbits.push_back(summand);
    }
    summand.factor[position] = factor & middle(scheme.n);
    if (summand.factor[position] == 0) return;
  }
  toggle_cube(scheme.cubes, middle(scheme.n));
}

SymmetricScheme pair_with_mirror_images(const SymmetricScheme& turns) {
  SymmetricScheme paired{turns.n, {}, {}, Symmetry::c6};
  std::map<Summand, std::size_t> left;  // by the least turn
  const auto least = [](const Summand& orbit) { return std::min({orbit, turned(orbit), turned(turned(orbit))}); };
  for (const Summand& orbit : turns.orbits) ++left[least(orbit)];
  std::vector<Factor> cubes;
  for (const Factor cube : turns.cubes) toggle_cube(cubes, cube);  // an orbit (a, a, a) is the cube thrice, and of the image
  while (!cubes.empty()) {
    const Factor cube = cubes.back();
    const Factor image = mirrored(cube, turns.n);
    cubes.pop_back();
    if (image != cube && !take_cube(cubes, image)) {
      throw InputError("the mirror image of a fixed summand (a, a, a) is not in the scheme: it does not have the symmetry c6");
    }
    paired.cubes.push_back(cube);
    if (image != cube) paired.cubes.push_back(image);
  }
  std::ranges::reverse(paired.cubes);
  for (const Summand& orbit : turns.orbits) {
    std::size_t& mine = left[least(orbit)];
    if (mine == 0) continue;  // taken as a mirror image
    --mine;
    if (mirror_image(orbit, turns.n) == orbit) {
      add_half_orbit(paired, orbit);
      continue;
    }
    std::size_t& images = left[least(mirror_image(orbit, turns.n))];
    if (images == 0) {
      throw InputError("the mirror image of a summand is not in the scheme: it does not have the symmetry c6");
    }
    --images;
    paired.orbits.push_back(orbit);
  }
  return paired;
}

}  // namespace

SymmetricScheme split_into_orbits(const Scheme& scheme, Symmetry symmetry) {
  SymmetricScheme turns = split_by_turns(scheme);
  return symmetry == Symmetry::c6 ? pair_with_mirror_images(turns) : turns;
}

Scheme expand(const SymmetricScheme& scheme) {
  Scheme expanded{{scheme.n, scheme.n, scheme.n}, {}};
  for (const Summand& orbit : scheme.orbits) {
    for (const Summand& summand : orbit_of(orbit, scheme.n, scheme.symmetry)) expanded.summands.push_back(summand);
  }
  for (const Factor cube : scheme.cubes) expanded.summands.push_back({{cube, cube, cube}});
  return expanded;
}

SymmetricScheme symmetric_start(unsigned n, std::span<const unsigned> split, Symmetry symmetry) {
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
  return symmetric_start(n, cubes, symmetry);
}

SymmetricScheme symmetric_start(unsigned n, std::span<const Factor> cubes, Symmetry symmetry) {
  const Factor sum = std::accumulate(cubes.begin(), cubes.end(), Factor{0}, std::bit_xor<>());
  if (sum != identity_matrix(n) || std::ranges::count(cubes, Factor{0}) != 0) {
    throw InputError(fmt::format("the cubes of a symmetric scheme must be nonzero and sum to the {} x {} identity matrix", n, n));
  }
  SymmetricScheme scheme{n, {}, {cubes.begin(), cubes.end()}, symmetry};
  for (const Summand& summand : standard_scheme({n, n, n}).summands) {
    if (summand == turned(summand)) continue;  // of the diagonal: cubes
    if (summand == std::ranges::min(orbit_of(summand, n, symmetry))) scheme.orbits.push_back(summand);
  }
  for (std::vector<Factor> left = scheme.cubes; !left.empty();) {
    const Factor cube = left.front();
    left.erase(left.begin());
    const Factor image = symmetry == Symmetry::c6 ? mirrored(cube, n) : cube;
    if (image != cube && !take_cube(left, image)) {
      throw InputError(
          "the fixed summands of a scheme with the symmetry c6 must be mirror images of one another: choose a split of the "
          "diagonal that reads the same from both ends");
    }
    if (symmetry == Symmetry::c6 && image == cube) {
      add_orbits_of_mirrored_cube(scheme, cube);
    } else {
      add_orbits_of_cube(scheme, cube);
    }
  }
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

// SPDX-License-Identifier: MIT
#include "flip/scheme/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "flip/scheme/rational.hpp"

namespace wreath::flip {

namespace {

constexpr Named<Symmetry> kSymmetryNames[] = {
    {Symmetry::none, "none"}, {Symmetry::c2, "c2"}, {Symmetry::c3, "c3"}, {Symmetry::c6, "c6"}};

Summand turned(const Summand& summand) {
  return {{summand.factor[1], summand.factor[2], summand.factor[0]}};
}

/// The turns, if any, and those of the mirror image, if it is another.
std::vector<Summand> orbit_of(const Summand& summand, const Reflection& mirror, Symmetry symmetry) {
  std::vector<Summand> orbit{summand};
  if (has_turns(symmetry)) orbit.insert(orbit.end(), {turned(summand), turned(turned(summand))});
  if (!has_mirror(symmetry) || mirror.keeps(summand)) return orbit;
  for (std::size_t k = 0, turns = orbit.size(); k < turns; ++k) orbit.push_back(mirror.image(orbit[k]));
  return orbit;
}

/// (x, b, c) and its image (x', b, c) are (x + x', b, c).
void halve(Summand& orbit, const Reflection& mirror) {
  const Summand image = mirror.image(orbit);
  unsigned own = 0;
  unsigned other = 0;
  for (unsigned position = 0; position < 3; ++position) {
    if (orbit.factor[position] == image.factor[position]) {
      ++own;
    } else {
      other = position;
    }
  }
  if (own == 2) orbit.factor[other] ^= image.factor[other];
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

/// The same for a cube that is its own mirror image, c = x + x' and perhaps entries m that stay: (x + x')^3 = x^3 + x'^3 + the
/// orbit of (x, x, x'), and then c^3 = (x + x')^3 + m^3 + the turns of (x + x', c, m).
void add_orbits_of_mirrored_cube(SymmetricScheme& scheme, Factor cube, const Reflection& mirror) {
  const Factor half = cube & mirror.first(0);
  const Factor middle = cube & mirror.staying(0);
  add_orbits_of_cube(scheme, middle);
  if (half == 0) return;
  const Factor image = mirror.image(half, 0);
  add_orbits_of_cube(scheme, half);
  scheme.orbits.push_back({{half, half, image}});
  if (middle != 0) scheme.orbits.push_back({{half | image, cube, middle}});
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

SymmetryGroup group_of(const SearchOptions& settings) {
  Swaps swaps = kAllSwaps;
  if (settings.swaps.size() == 3) std::ranges::copy(settings.swaps, swaps.begin());
  return {settings.symmetry, swaps, settings.half_orbits};
}

std::size_t SymmetricScheme::rank() const {
  const unsigned whole = orbit_size(group.kind);
  if (!has_mirror(group.kind)) return whole * orbits.size() + cubes.size();
  const Reflection mirror(shape, group.swaps);
  std::size_t rank = cubes.size();
  for (const Summand& orbit : orbits) rank += mirror.keeps(orbit) ? (group.halves ? whole / 2 : 0) : whole;
  return rank;
}

namespace {

SymmetricScheme split_by_turns(const Scheme& scheme) {
  if (!scheme.shape.is_cube()) {
    throw InputError(fmt::format("a scheme of {} cannot be symmetric: the three sizes must be equal", to_string(scheme.shape)));
  }
  SymmetricScheme split{scheme.shape, {}, {}, Symmetry::c3};
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
          fmt::format("the scheme has no distinct rotations (b, c, a) and (c, a, b) of summand {}: it is not symmetric", r + 1));
    }
    split.orbits.push_back(summand);
  }
  return split;
}

/// The three turns of a summand of own images as orbits of six: a = x + x' + m makes them the orbit of (x, b, c), and the same
/// for (m, b, c), until (m, m, m) is left, thrice.
void add_half_orbit_as_whole(SymmetricScheme& scheme, Summand summand, const Reflection& mirror) {
  for (unsigned position = 0; position < 3; ++position) {
    const Factor factor = summand.factor[position];
    summand.factor[position] = factor & mirror.first(position);
    if (summand.factor[position] != 0) scheme.orbits.push_back(summand);
    summand.factor[position] = factor & mirror.staying(position);
    if (summand.factor[position] == 0) return;
  }
  if (turned(summand) != summand)
    throw InputError("with these " + option("swaps") + " a scheme has half orbits: give " + option("half-orbits"));
  toggle_cube(scheme.cubes, summand.factor[0]);
}

/// Of a set of summands (c2), or of orbits of turns and cubes (c6).
SymmetricScheme pair_with_mirror_images(const SymmetricScheme& turns, const SymmetryGroup& group) {
  const Reflection mirror(turns.shape, group.swaps);
  SymmetricScheme paired{turns.shape, {}, {}, group};
  std::map<Summand, std::size_t> left;  // by the least turn
  const auto least = [&](const Summand& orbit) {
    return !has_turns(group.kind) ? orbit : std::min({orbit, turned(orbit), turned(turned(orbit))});
  };
  for (const Summand& orbit : turns.orbits) ++left[least(orbit)];
  std::vector<Factor> cubes;
  for (const Factor cube : turns.cubes) toggle_cube(cubes, cube);  // an orbit (a, a, a) is the cube thrice, and of the image
  while (!cubes.empty()) {
    const Factor cube = cubes.back();
    const Factor image = mirror.image(cube, 0);
    cubes.pop_back();
    if (image != cube && !take_cube(cubes, image)) {
      throw InputError("the mirror image of a fixed summand (a, a, a) is not in the scheme: it does not have the symmetry c6");
    }
    paired.cubes.push_back(cube);
    if (image != cube) paired.cubes.push_back(image);
  }
  std::ranges::reverse(paired.cubes);
  for (std::size_t r = 0; r < turns.orbits.size(); ++r) {
    const Summand& orbit = turns.orbits[r];
    std::size_t& mine = left[least(orbit)];
    if (mine == 0) continue;  // taken as a mirror image
    --mine;
    if (mirror.keeps(orbit) && !group.halves) {
      add_half_orbit_as_whole(paired, orbit, mirror);
      continue;
    }
    paired.orbits.push_back(orbit);
    if (mirror.keeps(orbit)) continue;
    std::size_t& images = left[least(mirror.image(orbit))];
    if (images == 0) {
      throw InputError(
          fmt::format("the mirror image of {} {} is not in the scheme: it does not have the symmetry {} ({} chooses the mirror)",
                      has_turns(group.kind) ? "orbit" : "summand", r + 1, to_string(group.kind), option("swaps")));
    }
    --images;
    if (group.halves) halve(paired.orbits.back(), mirror);
  }
  return paired;
}

}  // namespace

SymmetricScheme split_into_orbits(const Scheme& scheme, const SymmetryGroup& group) {
  const SymmetricScheme turns =
      has_turns(group.kind) ? split_by_turns(scheme) : SymmetricScheme{scheme.shape, scheme.summands, {}, group};
  return has_mirror(group.kind) ? pair_with_mirror_images(turns, group) : turns;
}

std::string_view to_string(Symmetry symmetry) noexcept {
  return name_of<Symmetry>(symmetry, kSymmetryNames);
}

Symmetry parse_symmetry(std::string_view name) {
  return value_of<Symmetry>(name, kSymmetryNames, "symmetry");
}

std::vector<SymmetryGroup> symmetries_of(const RationalScheme& scheme) {
  if (!fits_words(scheme.shape)) return {};  // too large to be looked at
  if (!all_coefficients(scheme, [](const Rational& value) { return value.denominator % 2 != 0; })) return {};
  return symmetries_of(reduce_modulo_2(scheme, ""));
}

std::vector<SymmetryGroup> symmetries_of(const Scheme& scheme) {
  std::vector<SymmetryGroup> found;
  const auto add = [&](const SymmetryGroup& group) {
    try {
      split_into_orbits(scheme, group);
      found.push_back(group);
    } catch (const InputError&) {     // it does not have this one
    } catch (const ResourceError&) {  // or no walk could keep it
    }
  };
  const Shape& shape = scheme.shape;
  if (!shape.is_matrices()) return {};
  for (unsigned n = 0; n <= shape.n / 2; ++n) {
    for (unsigned m = 0; m <= shape.m / 2; ++m) {
      for (unsigned p = 0; p <= shape.p / 2; ++p) {
        if (n + m + p != 0) add({Symmetry::c2, {n, m, p}});
      }
    }
  }
  add(Symmetry::c3);
  for (unsigned swaps = 1; shape.is_cube() && swaps <= shape.n / 2; ++swaps) add({Symmetry::c6, {swaps, swaps, swaps}});
  return found;
}

Scheme expand(const SymmetricScheme& scheme) {
  const Reflection mirror(scheme.shape, scheme.group.swaps);
  Scheme expanded{scheme.shape, {}};
  for (const Summand& orbit : scheme.orbits) {
    if (has_mirror(scheme.group.kind) && !scheme.group.halves && mirror.keeps(orbit)) continue;  // its six summands cancel
    for (const Summand& summand : orbit_of(orbit, mirror, scheme.group.kind)) expanded.summands.push_back(summand);
  }
  for (const Factor cube : scheme.cubes) expanded.summands.push_back({{cube, cube, cube}});
  return expanded;
}

SymmetricScheme symmetric_start(unsigned n, std::span<const unsigned> split, const SymmetryGroup& group) {
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
  return symmetric_start(n, cubes, group);
}

SymmetricScheme symmetric_start(unsigned n, std::span<const Factor> cubes, const SymmetryGroup& group) {
  const Factor sum = std::accumulate(cubes.begin(), cubes.end(), Factor{0}, std::bit_xor<>());
  if (sum != identity_matrix(n) || std::ranges::count(cubes, Factor{0}) != 0) {
    throw InputError(fmt::format("the cubes of a symmetric scheme must be nonzero and sum to the {} x {} identity matrix", n, n));
  }
  SymmetricScheme scheme{{n, n, n}, {}, {cubes.begin(), cubes.end()}, group};
  const Reflection mirror(scheme.shape, group.swaps);
  const bool mirrored = has_mirror(group.kind);
  for (const Summand& summand : standard_scheme({n, n, n}).summands) {
    if (summand == turned(summand)) continue;  // of the diagonal: cubes
    if (summand == std::ranges::min(orbit_of(summand, mirror, group.kind))) scheme.orbits.push_back(summand);
  }
  for (std::vector<Factor> left = scheme.cubes; !left.empty();) {
    const Factor cube = left.front();
    left.erase(left.begin());
    const Factor image = mirrored ? mirror.image(cube, 0) : cube;
    if (image != cube && !take_cube(left, image)) {
      throw InputError(
          "the fixed summands of a scheme with the symmetry c6 must be mirror images of one another: choose a split of the "
          "diagonal that reads the same from both ends, and with " +
          option("swaps") + " parts that are swapped or stay");
    }
    if (mirrored && image == cube) {
      add_orbits_of_mirrored_cube(scheme, cube, mirror);
      continue;
    }
    SymmetricScheme one{scheme.shape, {}, {}, group};
    add_orbits_of_cube(one, cube);
    for (const Summand& orbit : one.orbits) {  // with a mirror those of the image, too: what it keeps is there twice
      if (!mirrored || !mirror.keeps(orbit)) scheme.orbits.push_back(orbit);
    }
  }
  if (!mirrored) return scheme;
  if (!group.halves)
    return split_into_orbits(expand({scheme.shape, scheme.orbits, scheme.cubes, {group.kind, group.swaps}}), group);
  for (Summand& orbit : scheme.orbits) halve(orbit, mirror);
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

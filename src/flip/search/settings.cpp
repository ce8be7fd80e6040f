// SPDX-License-Identifier: MIT
#include "flip/search/starts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "core/text/option.hpp"
#include "flip/scheme/sides.hpp"
#include "flip/scheme/symmetry.hpp"
#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

namespace {

template <class T>
void fill(T& option, T value) {
  if (option == 0) option = value;
}

std::vector<unsigned> default_cubes(unsigned n, Symmetry symmetry) {
  if (symmetry == Symmetry::c6) {  // the same from both ends
    if (n < 4) return {n};
    if (n == 4) return {2, 2};
    return n % 2 == 0 ? std::vector<unsigned>{n / 2 - 1, 2, n / 2 - 1} : std::vector<unsigned>{n / 2, 1, n / 2};
  }
  switch (n) {
    case 3: return {2, 1};
    case 5: return {2, 2, 1};
    case 6: return {2, 2, 2};
    case 7: return {3, 2, 2};
    case 8: return {4, 4};
    default: return {n};
  }
}

/// A walk among schemes with the symmetry c2 works best with small and frequent pluses.
void fill_lively(const Shape& shape, SearchOptions& options, bool gpu) {
  if (gpu && volume(shape) <= 64) {  // among many walks the best are close: the others soon join them
    fill<std::uint64_t>(options.restart_after, 30000);
    if (!options.restart_above) options.restart_above = 0;
  }
  fill<std::uint64_t>(options.plus_after, 500);
  fill<std::uint64_t>(options.margin, 1);
  fill<std::uint64_t>(options.restart_after, 200000);
  fill<std::uint64_t>(options.restart_ranks, 3);
  if (!options.restart_above) options.restart_above = 1;
}

/// The mirror of each side. Where it leaves two indices or more of c6 alone, there are half orbits, and cubes to go with it.
void fill_mirror(const Shape& shape, SearchOptions& options) {
  if (options.swaps.empty()) options.swaps = {options.symmetry == Symmetry::c2 ? 1U : kAllSwaps[0]};
  if (options.swaps.size() == 1) options.swaps.resize(3, options.swaps[0]);
  if (options.swaps.size() != 3) return;  // require_swaps says what is wrong
  const unsigned sides[] = {shape.n, shape.m, shape.p};
  for (unsigned side = 0; side < 3; ++side) options.swaps[side] = std::min(options.swaps[side], std::max(1U, sides[side] / 2));
  const unsigned swaps = options.swaps[0];
  const bool part_stays = options.symmetry == Symmetry::c6 && shape.n >= 2 * swaps + 2;
  if (options.symmetry == Symmetry::c2 || part_stays) options.half_orbits = true;
  if (part_stays && options.cubes.empty()) options.cubes = {swaps, shape.n - 2 * swaps, swaps};
}

SearchOptions with_defaults(const Shape& shape, SearchOptions options, bool gpu) {
  const bool symmetric = options.symmetry != Symmetry::none;
  if (options.prefer_recursive) {  // many arrivals at the best rank; two cores find 5 calls of gt:3 in 10 s, and 3 without this
    fill<std::uint64_t>(options.restart_after, 30000);
    if (!options.restart_above) options.restart_above = 1;
  }
  if (options.symmetry == Symmetry::c2) fill_lively(shape, options, gpu);
  if (options.ring != Ring::f2 && !shape.is_matrices()) {  // two cores find uk:3 of rank 10 and poly:5,5 of rank 12 in a second
    fill<std::uint64_t>(options.plus_after, volume(shape) <= 24 ? 2000 : 10000);
    fill<std::uint64_t>(options.margin, 3);
    fill<std::uint64_t>(options.restart_after, 2000000);
  }
  if (options.ring != Ring::f2) {  // a factor has more values, so reductions are rarer and a plus is harder to undo
    fill<std::uint64_t>(options.plus_after, gpu ? 700000 : 1000000);
    fill<std::uint64_t>(options.margin, 2);
    fill<std::uint64_t>(options.restart_after, gpu ? 1000000 : 20000000);
    fill<std::uint64_t>(options.restart_ranks, gpu ? 3 : 4);
    if (!options.restart_above) options.restart_above = 0;
  }
  if (gpu) {
    const bool mirrored = options.symmetry == Symmetry::c6;
    const bool large = symmetric ? shape.n > 5 && !mirrored : volume(shape) > 64;
    fill<std::uint64_t>(options.plus_after, large ? 50000 : symmetric ? 40000 : 10000);
    fill<std::uint64_t>(options.margin, symmetric && large ? 2 : 3);
    fill<std::uint64_t>(options.restart_after, mirrored || (symmetric && large) ? 4000000 : large ? 2000000 : 400000);
    fill<std::uint64_t>(options.pool, 4096);
    fill<std::uint64_t>(options.restart_ranks, symmetric || large ? 4 : 5);
    if (!options.restart_above) options.restart_above = symmetric || large ? 0 : 2;
  } else {
    if (options.steps != 0) fill<std::uint64_t>(options.walks, 16);  // whatever the threads; else a number per thread
    // 2x5x5 of rank 40 takes 5e7 to 4e8 flips with 50000, and was not found in 5e8 with 5000
    const bool flat =
        shape.is_matrices() && std::min({shape.n, shape.m, shape.p}) == 2 && std::max({shape.n, shape.m, shape.p}) >= 5;
    fill<std::uint64_t>(options.plus_after, symmetric ? 20000 : flat ? 50000 : 5000);
    fill<std::uint64_t>(options.margin, 3);
    fill<std::uint64_t>(options.restart_after, symmetric ? 400000 : 2000000);
    fill<std::uint64_t>(options.pool, 1024);
  }
  fill<std::uint64_t>(options.restart_ranks, 4);
  if (!options.restart_above) options.restart_above = 0;
  if (has_mirror(options.symmetry)) fill_mirror(shape, options);
  if (has_turns(options.symmetry) && options.cubes.empty()) options.cubes = default_cubes(shape.n, options.symmetry);
  return options;
}

void require_swaps(const SearchOptions& settings) {
  if (settings.swaps.empty()) return;
  const auto [least, most] = std::ranges::minmax(settings.swaps);
  if (settings.swaps.size() != 3 || most == 0) {
    throw InputError(fmt::format("{}: give one number, or three for the sides n, m and p, not all of them 0",
                                 option("swaps", fmt::format("{}", fmt::join(settings.swaps, ",")))));
  }
  if (settings.symmetry == Symmetry::c6 && least != most)
    throw InputError("with " + option("symmetry", "c6") + " all sides must have the same " + option("swaps"));
}

/// The counts of walks are 32 bits wide.
void require_range(const SearchOptions& settings) {
  const auto most = [](const char* name, std::uint64_t value, std::uint64_t limit) {
    if (value > limit)
      throw InputError(fmt::format("{} is too large: it may be at most {}", option(name, std::to_string(value)), limit));
  };
  most("plus-after", settings.plus_after, 1U << 30);
  most("restart-after", settings.restart_after, 1U << 31);
  most("margin", settings.margin, 100);
  most("restart-above", *settings.restart_above, 100);
  most("restart-ranks", settings.restart_ranks, 100);
  most("target", settings.target, 1U << 20);
  most("pool", settings.pool, 1U << 20);
  most("walks", settings.walks, 1U << 22);
  require_swaps(settings);
}

/// With the fixed summands that were asked for.
Scheme symmetric_form(const Scheme& start, const SymmetryGroup& group, std::uint64_t fixed, const std::string& name) {
  try {
    SymmetricScheme symmetric = split_into_orbits(start, group);
    if (group.kind == Symmetry::c3 && fixed == 0) return start;
    if (fixed != 0) merge_cubes(symmetric, fixed);
    return expand(symmetric);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.message()));
  }
}

void prepare_starts(const Shape& shape, SearchOptions& settings) {
  const SymmetryGroup group = group_of(settings);
  if (settings.starts.empty()) {
    settings.starts.push_back(has_turns(group.kind)       ? expand(symmetric_start(shape.n, settings.cubes, group))
                              : settings.ring == Ring::f2 ? standard_scheme(shape)
                                                          : to_walk_scheme(standard_rational_scheme(shape), settings.ring,
                                                                           "the standard scheme of " + to_string(shape)));
  }
  settings.start_names.resize(settings.starts.size());
  for (std::size_t k = 0; k < settings.starts.size(); ++k) {
    Scheme& start = settings.starts[k];
    std::string& name = settings.start_names[k];
    if (name.empty()) name = fmt::format("start {}", k + 1);
    if (start.shape != shape) {
      throw InputError(fmt::format("{} is a scheme of {}, not of {}", name, to_string(start.shape), to_string(shape)));
    }
    if (settings.ring == Ring::f2) require_valid(start, name);
    if (!is_valid_over(start, settings.ring))
      throw InputError(fmt::format("{} is not a {} scheme over {}", name, to_string(shape), describe(settings.ring)));
    if (group.kind != Symmetry::none) start = symmetric_form(start, group, settings.fixed, name);
  }
}

}  // namespace

void require_compatible(const SearchOptions& options) {
  if (options.files.keep_lifting && options.files.folder.empty())
    throw InputError(option("keep", "lifting") + " needs a folder: " + option("folder", "DIR"));
  if (options.files.keep_lifting && options.ring == Ring::ternary)
    throw InputError(option("keep", "lifting") + " is for walks over F2 and F3: a scheme over Z needs no lift");
  if (options.target_ring && (!options.files.keep_lifting || options.target == 0)) {
    throw InputError(option("target-ring", std::string(to_string(*options.target_ring))) + " needs " + option("target", "R") +
                     " and " + option("keep", "lifting"));
  }
  if (options.target_ring && (*options.target_ring == Ring::f2 || *options.target_ring == Ring::f3))
    throw InputError(option("target-ring") + " is ZT, Z or Q: the ring that a scheme lifts to");
  if (options.different && options.ring == Ring::f3)
    throw InputError(option("different") + " compares schemes modulo 2, which those over F3 do not have");
  if (options.ring != Ring::f2 && options.symmetry != Symmetry::none) {
    throw InputError(fmt::format("walks with a symmetry are over F2 only: leave out {} or {}",
                                 option("ring", options.ring == Ring::f3 ? "F3" : "Z"),
                                 option("symmetry", std::string(to_string(options.symmetry)))));
  }
  if (!options.swaps.empty() && !has_mirror(options.symmetry))
    throw InputError(option("swaps") + " requires " + option("symmetry", "c2") + " or c6");
  if (!has_turns(options.symmetry) && (!options.cubes.empty() || options.fixed != 0 || options.free_cubes)) {
    throw InputError(fmt::format("fixed summands ({}, {}, {}) require {} or c6", option("cubes"), option("fixed"),
                                 option("free-cubes"), option("symmetry", "c3")));
  }
  if (options.symmetry == Symmetry::c6 && (options.fixed != 0 || options.free_cubes)) {
    throw InputError(fmt::format("with {} the fixed summands cannot change: leave out {} and {}", option("symmetry", "c6"),
                                 option("fixed"), option("free-cubes")));
  }
  if (options.half_orbits && options.symmetry != Symmetry::c6)
    throw InputError(option("half-orbits") + " requires " + option("symmetry", "c6"));
}

SearchOptions complete_settings(const Shape& shape, SearchOptions options, bool gpu) {
  if (options.symmetry != Symmetry::none) require_matrices(shape, option("symmetry", std::string(to_string(options.symmetry))));
  if (options.prefer_recursive && !recursive_calls(standard_rational_scheme(shape))) {
    throw InputError(fmt::format("{} has no recursive calls: {} is for products of general and triangular matrices, such as gt:4",
                                 to_string(shape), option("prefer", "recursive")));
  }
  if (options.different) require_matrices(shape, option("different"));
  if (has_turns(options.symmetry) && !shape.is_cube()) {
    throw InputError(fmt::format("{} has no symmetry {}: the three sizes must be equal; c2 works for all shapes",
                                 to_string(shape), to_string(options.symmetry)));
  }
  require_walk_shape(shape, options.ring);
  require_compatible(options);
  if (!options.starts.empty() && !options.cubes.empty()) {
    throw InputError(fmt::format("{} applies to the standard start only; other starts have their own fixed summands (see {})",
                                 option("cubes"), option("fixed")));
  }
  SearchOptions settings = with_defaults(shape, std::move(options), gpu);
  require_range(settings);
  prepare_starts(shape, settings);
  return settings;
}

}  // namespace wreath::flip

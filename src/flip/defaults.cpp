// SPDX-License-Identifier: MIT
#include "flip/defaults.hpp"

namespace wreath::flip {

namespace {

template <class T>
void fill(T& option, T value) {
  if (option == 0) option = value;
}

std::vector<unsigned> default_cubes(unsigned n) {
  switch (n) {
    case 3: return {2, 1};
    case 5: return {2, 2, 1};
    case 6: return {2, 2, 2};
    case 7: return {3, 2, 2};
    case 8: return {4, 4};
    default: return {n};
  }
}

}  // namespace

SearchOptions with_defaults(const Shape& shape, SearchOptions options, bool gpu) {
  const bool symmetric = options.symmetry == Symmetry::c3;
  if (gpu) {
    const bool large = symmetric ? shape.n > 5 : std::size_t{shape.n} * shape.m * shape.p > 64;
    fill<std::uint64_t>(options.plus_after, large ? 50000 : symmetric ? 40000 : 10000);
    fill<std::uint64_t>(options.margin, symmetric && large ? 2 : 3);
    fill<std::uint64_t>(options.restart_after, !large ? 400000 : symmetric ? 4000000 : 2000000);
    fill<std::uint64_t>(options.pool, 4096);
    fill<std::uint64_t>(options.restart_ranks, symmetric || large ? 4 : 5);
    if (!options.restart_above) options.restart_above = symmetric || large ? 0 : 2;
  } else {
    if (options.steps != 0) fill<std::uint64_t>(options.walks, 16);  // whatever the threads; else so many for each of them
    fill<std::uint64_t>(options.plus_after, symmetric ? 20000 : 5000);
    fill<std::uint64_t>(options.margin, 3);
    fill<std::uint64_t>(options.restart_after, symmetric ? 400000 : 2000000);
    fill<std::uint64_t>(options.pool, 1024);
  }
  fill<std::uint64_t>(options.restart_ranks, 4);
  if (!options.restart_above) options.restart_above = 0;
  if (symmetric && options.cubes.empty()) options.cubes = default_cubes(shape.n);
  return options;
}

}  // namespace wreath::flip

// SPDX-License-Identifier: MIT
#include "orbit/spaces/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

namespace wreath::orbit {

std::uint32_t image_of_set(std::uint32_t set, const Permutation& map) {
  std::uint32_t image = 0;
  for (; set != 0; set &= set - 1) image |= 1U << map[static_cast<std::size_t>(std::countr_zero(set))];
  return image;
}

namespace {

bool is_rotation(const Permutation& map) {
  return map.size() < 3 || map[1] == (map[0] + 1) % map.size();
}

std::string name_of(const std::vector<Permutation>& maps) {
  if (maps.size() == 1) return "none";
  const auto rotations = static_cast<std::size_t>(std::ranges::count_if(maps, is_rotation));
  const char* kind = rotations == maps.size() ? "rotation" : rotations == 1 ? "reflection" : "dihedral";
  return fmt::format("{} (order {})", kind, maps.size());
}

}  // namespace

std::vector<Permutation> circle_symmetries(const Generators& generators, StopCheck check) {
  const std::uint32_t n = generators.degree;
  std::set<Permutation> given;
  for (std::size_t g = 0; g < generators.count(); ++g) given.emplace(generators.row(g).begin(), generators.row(g).end());
  std::vector<Permutation> maps;
  for (const std::uint32_t sign : {1U, n - 1}) {
    for (std::uint32_t offset = 0; offset < n; ++offset) {
      Permutation map(n);
      for (std::uint32_t i = 0; i < n; ++i) map[i] = (i * sign + offset) % n;
      const bool keeps = std::ranges::all_of(given, [&](const Permutation& generator) {
        check.spend(16 * n);
        return given.contains(multiply(multiply(inverse(map), generator), map));
      });
      if (keeps && std::ranges::find(maps, map) == maps.end()) maps.push_back(std::move(map));
    }
  }
  return maps;
}

CellSymmetry no_cell_symmetry(std::uint32_t degree) {
  return {.maps = {identity_of(degree)}, .numbers = identity_of(degree)};
}

CellSymmetry find_cell_symmetry(const Generators& generators, std::uint32_t inner, const StopCheck& check) {
  const std::vector<Permutation> maps = circle_symmetries(generators, check);
  CellSymmetry best = no_cell_symmetry(generators.degree);
  for (std::uint32_t set = 0; set >> generators.degree == 0; ++set) {
    if (std::cmp_not_equal(std::popcount(set), inner)) continue;
    std::vector<Permutation> kept;
    std::ranges::copy_if(maps, std::back_inserter(kept), [&](const Permutation& map) { return image_of_set(set, map) == set; });
    if (kept.size() <= best.maps.size()) continue;
    best.maps = std::move(kept);
    std::uint32_t inside = 0;
    std::uint32_t outside = inner;
    for (std::uint32_t i = 0; i < generators.degree; ++i) best.numbers[i] = (set >> i & 1) != 0 ? inside++ : outside++;
  }
  best.name = name_of(best.maps);
  return best;
}

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
#include "group/orbit_of_sets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/hash.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"

namespace wreath::group {

OrbitOfSets::OrbitOfSets(const Generators& generators, std::span<const Point> start, Kind kind, std::uint64_t most,
                         RunControl* run)
    : kind_(kind), row_(start.size()), generators_(generators.images.size()), items_(start.begin(), start.end()), table_(64) {
  for (const Point point : start) {
    if (point >= generators.degree)
      throw InputError(fmt::format("{} is not a point: {}", std::uint64_t{point} + 1, there_are(generators.degree, "point")));
  }
  std::vector<Point> sorted = items_;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) throw InputError("a point appears twice");
  if (kind == Kind::sets) items_ = sorted;
  parents_.push_back(0);
  letters_.push_back(0);
  table_[slot_of(item(0))] = 1;
  StopCheck check = stop_check(run);
  std::vector<Point> image(row_);
  for (std::uint64_t at = 0; at < size(); ++at) {
    for (std::size_t g = 0; g < generators_; ++g) {
      check.spend(8 * row_ + 8);
      for (std::size_t i = 0; i < row_; ++i) image[i] = generators.images[g][items_[at * row_ + i]];
      if (kind == Kind::sets) std::ranges::sort(image);
      const std::uint64_t slot = slot_of(image);
      if (table_[slot] == 0) {
        if (size() >= std::min<std::uint64_t>(most, 0xFFFFFFF0)) {
          throw ResourceError(
              fmt::format("the orbit has more than {}; larger ones can be allowed by {}; stabilizers of sets with "
                          "large orbits need a backtrack search, as GAP has",
                          counted(size(), kind == Kind::sets ? "set" : "tuple"), option("most")));
        }
        items_.insert(items_.end(), image.begin(), image.end());
        parents_.push_back(static_cast<std::uint32_t>(at));
        letters_.push_back(static_cast<std::uint32_t>(g));
        table_[slot] = static_cast<std::uint32_t>(size());
        images_.push_back(static_cast<std::uint32_t>(size() - 1));
        if (2 * size() > table_.size()) grow_table();
      } else {
        images_.push_back(table_[slot] - 1);
      }
    }
  }
}

std::uint64_t OrbitOfSets::slot_of(std::span<const Point> item) const {
  std::uint64_t hash = 0;
  for (const Point point : item) hash = mix64(hash ^ point) + 0x9E3779B97F4A7C15U;
  std::uint64_t slot = mix64(hash) & (table_.size() - 1);
  while (table_[slot] != 0 && !std::ranges::equal(this->item(table_[slot] - 1), item)) slot = (slot + 1) & (table_.size() - 1);
  return slot;
}

void OrbitOfSets::grow_table() {
  table_.assign(2 * table_.size(), 0);
  for (std::uint64_t number = 0; number < size(); ++number)
    table_[slot_of(item(number))] = static_cast<std::uint32_t>(number + 1);
}

std::uint64_t OrbitOfSets::find(std::vector<Point>& item) const {
  if (kind_ == Kind::sets) std::ranges::sort(item);
  const std::uint32_t found = table_[slot_of(item)];
  if (found == 0) throw InternalError("a set is not in the orbit that it is in");
  return found - 1;
}

}  // namespace wreath::group

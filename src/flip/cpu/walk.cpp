// SPDX-License-Identifier: MIT
#include "flip/cpu/walk.hpp"

#include <algorithm>

#include "flip/scheme/bytes.hpp"

namespace wreath::flip {

namespace {

Scheme as_scheme(const std::vector<Summand>& summands, const std::vector<Factor>& cubes, const Shape& shape,
                 const SymmetryGroup& group) {
  if (group.kind != Symmetry::none) return expand({shape, summands, cubes, group});
  return {shape, summands};
}

}  // namespace

void place(Walk& walk, const Scheme& scheme, const SymmetryGroup& group, const Schedule& schedule) {
  std::size_t rank = scheme.rank();
  if (group.kind != Symmetry::none) {
    SymmetricScheme split = split_into_orbits(scheme, group);
    rank = split.rank();
    walk.summands = std::move(split.orbits);
    walk.cubes = std::move(split.cubes);
  } else {
    walk.summands = scheme.summands;
  }
  walk.flippable.clear();
  walk.best_summands = walk.summands;
  walk.best_cubes = walk.cubes;
  walk.until_plus = schedule.plus_after;
  walk.lost = 0;
  walk.status.rank = walk.status.best = static_cast<std::uint32_t>(rank);
  walk.status.idle = 0;
}

Scheme best_scheme(const Walk& walk, const Shape& shape, const SymmetryGroup& group) {
  return as_scheme(walk.best_summands, walk.best_cubes, shape, group);
}

Scheme present_scheme(const Walk& walk, const Shape& shape, const SymmetryGroup& group) {
  return as_scheme(walk.summands, walk.cubes, shape, group);
}

std::vector<std::byte> save_walks(std::span<const Walk> walks) {
  std::vector<std::byte> state;
  put_value<std::uint64_t>(state, walks.size());
  for (const Walk& walk : walks) {
    put_value(state, walk.random.state());
    put_list(state, walk.summands);
    put_list(state, walk.cubes);
    put_list(state, walk.flippable);
    put_list(state, walk.best_summands);
    put_list(state, walk.best_cubes);
    put_value(state, walk.until_plus);
    put_value(state, walk.lost);
    for (const std::uint32_t count : {walk.status.rank, walk.status.best, walk.status.idle}) put_value(state, count);
    put_value(state, walk.status.flips);
  }
  return state;
}

void restore_walks(std::span<Walk> walks, std::span<const std::byte> state) {
  if (take_value<std::uint64_t>(state) != walks.size()) {
    throw InputError("the checkpoint was written with another number of walks: use the number that the search was started with");
  }
  bool damaged = false;
  for (Walk& walk : walks) {
    walk.random = WalkRandom(take_value<std::uint64_t>(state));
    walk.summands = take_list<Summand>(state);
    walk.cubes = take_list<Factor>(state);
    walk.flippable = take_list<std::uint16_t>(state);
    walk.best_summands = take_list<Summand>(state);
    walk.best_cubes = take_list<Factor>(state);
    for (const std::uint16_t e : walk.flippable) damaged = damaged || e / 4 >= walk.summands.size() || e % 4 == 3;
    damaged = damaged || std::max(walk.summands.size(), walk.best_summands.size()) > kMaxSummands;
    walk.until_plus = take_value<std::uint32_t>(state);
    walk.lost = take_value<std::uint32_t>(state);
    for (std::uint32_t* count : {&walk.status.rank, &walk.status.best, &walk.status.idle})
      *count = take_value<std::uint32_t>(state);
    walk.status.flips = take_value<std::uint64_t>(state);
  }
  if (damaged || !state.empty()) throw InputError("the checkpoint of the walks is damaged: start again without it");
}

}  // namespace wreath::flip

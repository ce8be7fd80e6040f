// SPDX-License-Identifier: MIT
#include "flip/cpu/walk.hpp"

#include <algorithm>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"

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
  ByteWriter state;
  state.put(std::uint64_t{walks.size()});
  for (const Walk& walk : walks) {
    state.put(walk.random.state());
    state.put_all<Summand>(walk.summands);
    state.put_all<Factor>(walk.cubes);
    state.put_all<std::uint16_t>(walk.flippable);
    state.put_all<Summand>(walk.best_summands);
    state.put_all<Factor>(walk.best_cubes);
    for (const std::uint32_t count : {walk.until_plus, walk.lost, walk.status.rank, walk.status.best, walk.status.idle})
      state.put(count);
    state.put(walk.status.flips);
  }
  return state.take();
}

void restore_walks(std::span<Walk> walks, std::span<const std::byte> bytes) {
  ByteReader state(bytes);
  if (state.number() != walks.size()) {
    throw InputError("the checkpoint was written with another number of walks: use the number that the search was started with");
  }
  bool damaged = false;
  for (Walk& walk : walks) {
    walk.random = WalkRandom(state.number());
    state.array_into<Summand>(walk.summands);
    state.array_into<Factor>(walk.cubes);
    state.array_into<std::uint16_t>(walk.flippable);
    state.array_into<Summand>(walk.best_summands);
    state.array_into<Factor>(walk.best_cubes);
    for (const std::uint16_t e : walk.flippable) damaged = damaged || e / 4 >= walk.summands.size() || e % 4 == 3;
    damaged = damaged || std::max(walk.summands.size(), walk.best_summands.size()) > kMaxSummands;
    for (std::uint32_t* count : {&walk.until_plus, &walk.lost, &walk.status.rank, &walk.status.best, &walk.status.idle})
      *count = state.value<std::uint32_t>();
    walk.status.flips = state.number();
  }
  if (damaged || !state.at_end()) throw InputError("the checkpoint of the walks is damaged: start again without it");
}

}  // namespace wreath::flip

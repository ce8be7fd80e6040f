// SPDX-License-Identifier: MIT
//
// The walks of thread_walk.hpp and orbit_walk.hpp on the host, with plain arrays for memory: what a GPU's walk
// does can be replayed on a machine without one. Tests compare the two, and the signature of the engine (bench/signature) rests
// on them.
#pragma once

#include <vector>

#include "flip/walk/image.hpp"
#include "flip/walk/orbit_walk.hpp"
#include "flip/walk/thread_walk.hpp"

namespace wreath::flip {

template <class Value>
struct HostWalkState {
  std::vector<Value> slots;
  std::vector<Value> best;
  WalkCounts counts;
  WalkCounts best_counts;
};

template <class Value>
struct HostMemory {
  HostWalkState<Value>* state = nullptr;
  std::uint32_t capacity = 0;

  Value get(unsigned position, unsigned i) const { return state->slots[position * capacity + i]; }
  void set(unsigned position, unsigned i, Value value) { state->slots[position * capacity + i] = value; }
  Value get_cube(unsigned k) const { return state->slots[3 * capacity + k]; }
  void set_cube(unsigned k, Value value) { state->slots[3 * capacity + k] = value; }
  void keep_best(const WalkCounts& counts) {
    state->best = state->slots;
    state->best_counts = counts;
  }
};

template <class Value>
HostWalkState<Value> start_walk(const WalkCodec& codec, const Scheme& start, std::uint64_t seed, std::uint64_t walk,
                                const WalkRules& rules) {
  const WalkImage image = codec.encode(start);
  HostWalkState<Value> state;
  for (const std::uint64_t slot : image.slots) state.slots.push_back(static_cast<Value>(slot));
  state.best = state.slots;
  state.counts = {WalkRandom(seed, walk).state(),           0, image.size,       image.cubes,
                  static_cast<std::uint32_t>(start.rank()), 0, rules.plus_after, image.halves};
  state.best_counts = state.counts;
  return state;
}

template <class Walk, class Value, class... Log>
void run_on_host(HostWalkState<Value>& state, const WalkRules& rules, std::uint32_t rounds, Log... log) {
  Walk walk(state.counts, rules, {&state, rules.capacity}, log...);
  walk.run(rounds);
  state.counts = walk.counts();
}

template <class Value, unsigned Words, unsigned Planes, bool Mirrored = false, class Log>
void run_thread_walk(HostWalkState<Value>& state, const WalkRules& rules, std::uint32_t rounds, Log log) {
  run_on_host<ThreadWalk<BinarySums<Value, Mirrored>, Words, Planes, HostMemory<Value>, Log>>(state, rules, rounds, log);
}

template <class Value, unsigned Words, unsigned Planes, class Log>
void run_ternary_walk(HostWalkState<Value>& state, const WalkRules& rules, std::uint32_t rounds, Log log) {
  run_on_host<ThreadWalk<TernarySums<Value>, Words, Planes, HostMemory<Value>, Log>>(state, rules, rounds, log);
}

template <class Value, unsigned Words, unsigned Planes, bool Mirrored = false>
void run_orbit_walk(HostWalkState<Value>& state, const WalkRules& rules, std::uint32_t rounds) {
  run_on_host<OrbitWalk<BinarySums<Value, Mirrored>, Words, Planes, HostMemory<Value>>>(state, rules, rounds);
}

template <class Value>
Scheme scheme_of(const WalkCodec& codec, const std::vector<Value>& slots, const WalkCounts& counts) {
  return codec.decode({{slots.begin(), slots.end()}, counts.size, counts.cubes, counts.halves});
}

}  // namespace wreath::flip

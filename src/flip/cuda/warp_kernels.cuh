// SPDX-License-Identifier: MIT
//
// The article's walk: one warp, summand i with lane i % 32.
//
// In a step every lane draws one of its summands, and __match_any_sync tells it which lanes drew the same factor at the step's
// position: flips are found by one instruction. Lanes that agree are a class; classes are disjoint, so all of them flip at once,
// the first lane of each with another that is drawn. Flips that make a zero come last and one at a time, so that the moves of a
// step have an order in which they replay. Every kDependenceEvery rounds one class of three to five is looked at for linear
// dependences: lane s adds up the subset s of its factors, and a sum of zero is a reduction by flips (moves.hpp).
//
// Random numbers are a mix of the walk's counter, the step and the lane, so a walk needs 64 bits of state for all its lanes.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "flip/cuda/walk_state.hpp"
#include "flip/walk/thread_walk.hpp"

namespace wreath::flip {

inline constexpr std::uint32_t kDependenceEvery = 8;  // rounds

template <class Value>
class WarpWalk {
 public:
  __device__ WarpWalk(Value* shared, WalkStateRef<Value> state, WalkRules rules, MoveLogRef log, std::uint32_t walk)
      : value_(shared),
        state_(state),
        rules_(rules),
        log_(log),
        counts_(state.counts[walk]),
        walk_(walk),
        lane_(threadIdx.x & 31U) {
    for (std::uint32_t slot = lane_; slot < state_.slot_count; slot += 32) value_[slot] = state_.slots[place(slot)];
    __syncwarp();
  }

  __device__ void run(std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      for (unsigned position = 0; position < 3; ++position) step(position, (counts_.idle / 3) % kDependenceEvery == 0);
      counts_.idle += 3;
      if (--counts_.to_plus == 0) {
        counts_.to_plus = rules_.plus_after;
        const bool is_due = counts_.idle >= 3 * rules_.plus_after && counts_.size < counts_.best + rules_.margin;
        if (is_due && counts_.size < rules_.capacity) plus();
      }
    }
    for (std::uint32_t slot = lane_; slot < state_.slot_count; slot += 32) state_.slots[place(slot)] = value_[slot];
    if (lane_ == 0) state_.counts[walk_] = counts_;
  }

 private:
  static constexpr std::uint32_t kAll = ~0U;
  static constexpr std::uint32_t kUniform = 32;  // the "lane" of numbers that all lanes share

  __device__ std::size_t place(std::uint32_t slot) const { return std::size_t{slot} * state_.walks + walk_; }
  __device__ Value& at(unsigned position, std::uint32_t summand) const { return value_[position * state_.capacity + summand]; }

  /// The factors of two summands from a position on.
  __device__ SummandPair<Value> pair_at(unsigned position, std::uint32_t i, std::uint32_t j) const {
    const unsigned next = next_position(position);
    const unsigned last = last_position(position);
    return {at(position, i), at(next, i), at(last, i), at(position, j), at(next, j), at(last, j)};
  }
  /// The flip of i and j at a position, as its two values; to be stored by one lane.
  __device__ SummandPair<Value> flipped(unsigned position, std::uint32_t i, std::uint32_t j) const {
    SummandPair<Value> pair = pair_at(position, i, j);
    bool way = false;
    sums_.flip(pair, way);
    return pair;
  }
  __device__ void store_flip(unsigned position, std::uint32_t i, std::uint32_t j, const SummandPair<Value>& pair) const {
    at(last_position(position), i) = pair.z;
    at(next_position(position), j) = pair.y2;
  }

  /// A word of the counter's present value, for a lane.
  __device__ std::uint32_t random(std::uint32_t lane) const {
    std::uint32_t x = static_cast<std::uint32_t>(counts_.random) ^ lane * 0x9E3779B9U;
    x = (x ^ x >> 16) * 0x7FEB352DU;
    x = (x ^ x >> 15 ^ static_cast<std::uint32_t>(counts_.random >> 32)) * 0x846CA68BU;
    return x ^ x >> 16;
  }
  __device__ void next_random() { counts_.random += 0x9E3779B97F4A7C15ULL; }

  __device__ void write_log(const Move& move, std::uint32_t offset) const {
    const std::uint32_t k = log_.counts[walk_] + offset;
    if (k < log_.room) log_.moves[std::size_t{walk_} * log_.room + k] = move;
  }
  __device__ void advance_log(std::uint32_t by) const {
    __syncwarp();
    if (log_.moves != nullptr && lane_ == 0) log_.counts[walk_] += by;
    __syncwarp();
  }

  __device__ void step(unsigned position, bool look_for_dependences) {
    next_random();
    const std::uint32_t drawn = random(lane_);
    const std::uint32_t mine = WalkRandom::scale(drawn, (counts_.size + 31) / 32) * 32 + lane_;
    const std::uint32_t alive = __ballot_sync(kAll, mine < counts_.size);
    std::uint32_t agreeing = 0;
    if (mine < counts_.size) agreeing = match(alive, at(position, mine));
    if (look_for_dependences && reduce_dependence(position, mine, agreeing)) return;

    const bool leads = (agreeing & (agreeing - 1)) != 0 && bits::lowest(agreeing) == lane_;
    const std::uint32_t partner = leads ? bits::pick(agreeing & ~(1U << lane_), drawn >> 3) : lane_;
    const std::uint32_t other = __shfl_sync(kAll, mine, static_cast<int>(partner));
    const bool turned = (drawn >> 9 & 1) != 0;
    flip_classes(position, leads, turned ? other : mine, turned ? mine : other);
  }

  __device__ static std::uint32_t match(std::uint32_t lanes, Value value) {
    if constexpr (sizeof(Value) == 8) {
      return __match_any_sync(lanes, static_cast<unsigned long long>(value));
    } else {
      return __match_any_sync(lanes, static_cast<unsigned>(value));
    }
  }

  /// The leaders' flips (x, y): all at once, and then the first that makes a zero.
  __device__ void flip_classes(unsigned position, bool leads, std::uint32_t x, std::uint32_t y) {
    SummandPair<Value> pair;
    pair.z = pair.y2 = 1;
    if (leads) pair = flipped(position, x, y);
    const bool zero = pair.z == 0 || pair.y2 == 0;
    const std::uint32_t plain = __ballot_sync(kAll, leads && !zero);
    const std::uint32_t zeros = __ballot_sync(kAll, leads && zero);
    const std::uint32_t first_zero = zeros & (0U - zeros);
    const bool flips = leads && (!zero || first_zero == 1U << lane_);
    if (flips) {
      store_flip(position, x, y, pair);
      if (log_.moves != nullptr) {
        write_log(make_move(MoveKind::flip, position, x, y), bits::count(zero ? plain : plain & ((1U << lane_) - 1U)));
      }
    }
    const std::uint32_t made = bits::count(plain) + (zeros != 0 ? 1U : 0U);
    counts_.flips += made;
    advance_log(made);
    if (zeros == 0) return;
    const int lane = static_cast<int>(bits::lowest(zeros));
    const std::uint32_t gone_x = __shfl_sync(kAll, pair.z == 0 ? x : kNone, lane);
    const std::uint32_t gone_y = __shfl_sync(kAll, pair.y2 == 0 ? y : kNone, lane);
    drop_both(gone_x, gone_y);
  }

  static constexpr std::uint32_t kNone = ~0U;

  __device__ void drop_both(std::uint32_t x, std::uint32_t y) {
    if (x != kNone && y != kNone) {
      drop(x > y ? x : y);
      drop(x > y ? y : x);
    } else {
      drop(x != kNone ? x : y);
    }
    if (counts_.size >= counts_.best) return;
    counts_.best = counts_.size;
    counts_.idle = 0;
    for (std::uint32_t slot = lane_; slot < state_.slot_count; slot += 32) state_.bests[place(slot)] = value_[slot];
    if (lane_ == 0) state_.best_sizes[walk_] = make_uint2(counts_.size, 0);
  }

  __device__ void drop(std::uint32_t summand) {
    --counts_.size;
    if (lane_ < 3) {
      at(lane_, summand) = at(lane_, counts_.size);
      at(lane_, counts_.size) = 0;
    }
    __syncwarp();
  }

  /// One class of three to five: 31 subsets, one a lane.
  __device__ bool reduce_dependence(unsigned position, std::uint32_t mine, std::uint32_t agreeing) {
    const std::uint32_t candidates = __ballot_sync(kAll, bits::count(agreeing) >= 3 && bits::count(agreeing) <= 5);
    if (candidates == 0) return false;
    const std::uint32_t members = __shfl_sync(kAll, agreeing, static_cast<int>(bits::pick(candidates, random(kUniform))));
    Value next_sum = 0;
    Value last_sum = 0;
    std::uint32_t rest = members;
    for (unsigned k = 0; rest != 0; ++k, rest &= rest - 1) {
      const std::uint32_t summand = __shfl_sync(kAll, mine, static_cast<int>(bits::lowest(rest)));
      if ((lane_ >> k & 1) == 0) continue;
      next_sum ^= at(next_position(position), summand);
      last_sum ^= at(last_position(position), summand);
    }
    const bool is_subset = lane_ != 0 && lane_ < 1U << bits::count(members);
    const std::uint32_t next_zero = __ballot_sync(kAll, is_subset && next_sum == 0);
    const std::uint32_t last_zero = __ballot_sync(kAll, is_subset && last_sum == 0);
    if ((next_zero | last_zero) == 0) return false;
    reduce_subset(position, mine, members, bits::lowest(next_zero != 0 ? next_zero : last_zero), next_zero != 0);
    return true;
  }

  /// The first member of the dependent subset goes: flips with each of the others bring its factor to zero.
  __device__ void reduce_subset(unsigned position, std::uint32_t mine, std::uint32_t members, std::uint32_t subset, bool next) {
    std::uint32_t gone = kNone;
    std::uint32_t also = kNone;
    std::uint32_t made = 0;
    for (unsigned k = 0; members != 0; ++k, members &= members - 1) {
      const std::uint32_t summand = __shfl_sync(kAll, mine, static_cast<int>(bits::lowest(members)));
      if ((subset >> k & 1) == 0 || also != kNone) continue;
      if (gone == kNone) {
        gone = summand;
        continue;
      }
      const std::uint32_t x = next ? summand : gone;
      const std::uint32_t y = next ? gone : summand;
      const SummandPair<Value> pair = flipped(position, x, y);
      __syncwarp();
      if (lane_ == 0) {
        store_flip(position, x, y, pair);
        if (log_.moves != nullptr) write_log(make_move(MoveKind::flip, position, x, y), made);
      }
      ++made;
      __syncwarp();
      if ((next ? pair.z : pair.y2) == 0) also = summand;  // the other vanished too: what is left of the subset stays as it is
    }
    counts_.flips += made;
    advance_log(made);
    const bool gone_zero = at(next ? next_position(position) : last_position(position), gone) == 0;
    if (gone_zero || also != kNone) drop_both(gone_zero ? gone : kNone, also);
  }

  __device__ void plus() {
    for (unsigned t = 0; t < 8; ++t) {
      next_random();
      const std::uint32_t i = WalkRandom::scale(random(kUniform), counts_.size);
      const std::uint32_t j = WalkRandom::scale(random(kUniform + 1), counts_.size);
      const unsigned p = WalkRandom::scale(random(kUniform + 2), 3);
      SummandPair<Value> pair = pair_at(p, i, j);
      if (!sums_.plus(pair, 0, false)) continue;
      const std::uint32_t fresh = counts_.size++;
      __syncwarp();
      if (lane_ == 0) {
        at(p, fresh) = pair.x;
        at(next_position(p), fresh) = pair.y2;
        at(last_position(p), fresh) = pair.z;
        at(p, j) = pair.x2;
        at(next_position(p), i) = pair.y;
        if (log_.moves != nullptr) {
          write_log(make_move(MoveKind::plus, p, i, j), 0);
          write_log(make_move(MoveKind::flip, p, fresh, i), 1);
        }
      }
      advance_log(2);
      return;
    }
  }

  Value* value_;
  WalkStateRef<Value> state_;
  WalkRules rules_;
  MoveLogRef log_;
  WalkCounts counts_;
  std::uint32_t walk_;
  std::uint32_t lane_;
  BinarySums<Value, false> sums_{0, false};
};

template <class Value>
__device__ void run_warp(std::byte* shared, const WalkStateRef<Value>& state, const WalkRules& rules, std::uint32_t rounds,
                         const MoveLogRef& log) {
  const std::uint32_t warp = threadIdx.x >> 5;
  Value* const mine = reinterpret_cast<Value*>(shared) + std::size_t{warp} * state.slot_count;
  WarpWalk<Value>(mine, state, rules, log, blockIdx.x * (blockDim.x / 32) + warp).run(rounds);
}

template <class Value>
__global__ void __launch_bounds__(128, 12) warp_walk_kernel(WalkStateRef<Value> state, WalkRules rules, std::uint32_t rounds) {
  extern __shared__ __align__(16) std::byte shared[];
  run_warp(shared, state, rules, rounds, MoveLogRef{});
}

}  // namespace wreath::flip

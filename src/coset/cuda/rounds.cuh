// SPDX-License-Identifier: MIT
//
// Definitions in rounds, by the rules of coset/tasks.hpp.
//
// All rounds are made by one kernel, whose blocks wait for each other; each has a share of the list. When few tasks are left the
// first block does the rest, and, if there are few coincidences, settles them. So closing a group of relators needs the host
// once. A round that has no room is repeated after the table has grown, with the same winners.
#pragma once

#include <cooperative_groups.h>

#include "coset/cuda/device_state.cuh"

namespace wreath::coset {

struct RoundsRef {
  TableRef table;
  const RelatorRef* relators;
  const Task* segments;
  const unsigned* counts;  // of segments
  const unsigned long long* starts;
  unsigned segment_count;
  Task* tasks;
  Places::Claim* least;
  unsigned long long* block_rows;
  unsigned* block_tasks;
  unsigned long long capacity;
  PairList pairs;
  unsigned most_pairs;  // that are settled at once
  Row* dying;
  bool fresh;  // the tasks are in segments; otherwise a round is repeated that had no room
};

/// What a block adds up over all of them: the sum of those before it, and of all.
__device__ inline void sum_blocks(const unsigned long long* values, unsigned long long& before, unsigned long long& total) {
  unsigned long long own_before = 0;
  unsigned long long own = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x; k += blockDim.x) {
    own += values[k];
    if (k < blockIdx.x) own_before += values[k];
  }
  block_scan(own_before, before);
  block_scan(own, total);
}

__device__ inline unsigned sum_tasks(const unsigned* values) {
  unsigned long long own = 0;
  unsigned long long total = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x; k += blockDim.x) own += values[k];
  block_scan(own, total);
  return static_cast<unsigned>(total);
}

/// All further rounds of at most kAlone tasks, by the first block, and what can be settled at once. tasks: how many there were
/// when the next of them began.
__device__ inline void last_rounds(const RoundsRef& ref, unsigned long long rows, unsigned chunk, bool at_holes, unsigned tasks,
                                   unsigned list_rounds, DeviceState* state) {
  __shared__ std::uint32_t least[8 * kAlone];
  const unsigned number = threadIdx.x;
  Task task{};
  bool open = false;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += kAlone) least[block] = ref.block_tasks[block];
  __syncthreads();
  unsigned given = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) {  // a task for each thread, in their order
    const unsigned count = least[block];
    if (number >= given && number < given + count) {
      task = ref.tasks[std::uint64_t{block} * chunk + (number - given)];
      open = true;
    }
    given += count;
  }
  bool full = false;
  unsigned long long steps = 0;
  while (tasks != 0) {
    __syncthreads();
    const std::uint64_t size = Places::size_for(tasks);
    const Places places = Places::of_size(size);
    for (unsigned k = threadIdx.x; k < size; k += kAlone) least[k] = ~0U;
    __syncthreads();
    const RelatorRef& relator = ref.relators[task.relator];
    Slots slots{};
    std::uint32_t claim = 0;
    if (open) {
      if (!at_holes) steps += advance(ref.table, relator, task);
      if (task.gap == 0) {
        open = false;
        if (task.front != task.back) ref.pairs.add(task.front, task.back);
      } else {
        slots = slots_of(ref.table, relator, task);
        claim = Places::turn(list_rounds, slots) << (32 - Places::kTurnBits) | number;
        atomicMin(least + places.of(slots.front), claim);
        atomicMin(least + places.of(slots.back), claim);
      }
    }
    at_holes = false;
    __syncthreads();
    const bool wins = open && least[places.of(slots.front)] == claim && least[places.of(slots.back)] == claim;
    const unsigned new_rows = wins ? rows_of(task, slots) : 0;
    unsigned long long total = 0;
    const unsigned long long before = block_scan(new_rows, total);
    full = rows + total > ref.capacity;
    if (full) break;
    if (wins) {
      write_path(ref.table, relator, task, static_cast<Row>(rows + 1 + before), new_rows);
      open = !is_whole(task, new_rows);
      if (open) atomicAdd(&state->begun, 1ULL);
    }
    rows += total;
    ++list_rounds;
    tasks = __syncthreads_count(open ? 1 : 0);
  }
  unsigned long long left = 0;
  const unsigned long long at = block_scan(open ? 1 : 0, left);
  unsigned long long all_steps = 0;
  block_scan(steps, all_steps);
  if (open) ref.tasks[at] = task;  // the table is full: they are the list from now on
  for (unsigned block = threadIdx.x; block < gridDim.x; block += kAlone)
    ref.block_tasks[block] = block == 0 ? static_cast<unsigned>(left) : 0;
  const unsigned long long died = left == 0 ? collapse_few(ref.table, ref.pairs, ref.most_pairs, ref.dying) : 0;
  if (number != 0) return;
  atomicAdd(&state->steps, all_steps);
  state->died += died;
  state->rows = rows;
  state->needed = 0;
  state->tasks = tasks;
  state->list_rounds = list_rounds;
  state->listed = static_cast<unsigned>(left);
  state->full = full ? 1 : 0;
}

/// The rounds of a list of tasks, by as many blocks as run at one time. Each has a share of the list, in which tasks that are
/// left close up.
__global__ void __launch_bounds__(kAlone) rounds_kernel(RoundsRef ref, DeviceState* state) {
  const auto grid = cooperative_groups::this_grid();
  const unsigned listed = state->listed;
  unsigned active = state->tasks;
  unsigned round = state->round;
  unsigned list_rounds = ref.fresh ? 0 : state->list_rounds;
  unsigned long long rows = state->rows;
  const unsigned share = (listed + gridDim.x - 1) / gridDim.x;
  const unsigned chunk = max(kAlone, (share + kAlone - 1) / kAlone * kAlone);
  const std::uint64_t begin = std::uint64_t{blockIdx.x} * chunk;
  unsigned own = 0;  // tasks of the share
  if (ref.fresh) {
    for (unsigned segment = blockIdx.x; segment < ref.segment_count; segment += gridDim.x) {
      const unsigned count = ref.counts[segment];
      for (unsigned k = threadIdx.x; k < count; k += kAlone)
        ref.tasks[ref.starts[segment] + k] = ref.segments[std::uint64_t{segment} * kBlock + k];
    }
    own = begin < listed ? static_cast<unsigned>(min(std::uint64_t{chunk}, listed - begin)) : 0;
    if (threadIdx.x == 0) ref.block_tasks[blockIdx.x] = own;
  } else {
    own = ref.block_tasks[blockIdx.x];
  }
  grid.sync();
  bool at_holes = !ref.fresh;
  bool full = false;
  unsigned long long needed = 0;
  unsigned long long steps = 0;
  while (active > kAlone && !full) {
    const Places places = Places::of_size(Places::size_for(active));
    ++round;
    for (unsigned k = threadIdx.x; k < own; k += kAlone) {
      Task task = ref.tasks[begin + k];
      if (task.gap == 0) continue;  // it was closed before there was no room
      const RelatorRef& relator = ref.relators[task.relator];
      if (!at_holes) {
        steps += advance(ref.table, relator, task);
        ref.tasks[begin + k] = task;
      }
      if (task.gap == 0) {
        if (task.front != task.back) ref.pairs.add(task.front, task.back);
        continue;
      }
      const Slots slots = slots_of(ref.table, relator, task);
      const Places::Claim claim = Places::claim(round, Places::turn(list_rounds, slots), static_cast<std::uint32_t>(begin + k));
      atomicMin(ref.least + places.of(slots.front), claim);
      atomicMin(ref.least + places.of(slots.back), claim);
    }
    at_holes = false;
    grid.sync();
    const auto new_rows_of = [&](const Task& task, std::uint64_t number, bool& wins) {
      const Slots slots = slots_of(ref.table, ref.relators[task.relator], task);
      const Places::Claim claim = Places::claim(round, Places::turn(list_rounds, slots), static_cast<std::uint32_t>(number));
      wins = ref.least[places.of(slots.front)] == claim && ref.least[places.of(slots.back)] == claim;
      return wins ? rows_of(task, slots) : 0U;
    };
    unsigned long long first = 0;
    unsigned long long sum = 0;
    for (unsigned k = threadIdx.x; k < own; k += kAlone) {
      const Task task = ref.tasks[begin + k];
      bool wins = false;
      if (task.gap != 0) sum += new_rows_of(task, begin + k, wins);
    }
    unsigned long long block_sum = 0;
    block_scan(sum, block_sum);
    if (threadIdx.x == 0) ref.block_rows[blockIdx.x] = block_sum;
    grid.sync();
    sum_blocks(ref.block_rows, first, needed);
    full = rows + needed > ref.capacity;
    if (full) break;
    unsigned kept = 0;
    for (unsigned tile = 0; tile < own; tile += kAlone) {
      const unsigned k = tile + threadIdx.x;
      Task task{};
      if (k < own) task = ref.tasks[begin + k];
      bool wins = false;
      const unsigned new_rows = task.gap != 0 ? new_rows_of(task, begin + k, wins) : 0;
      unsigned long long total = 0;
      const unsigned long long before = block_scan(new_rows, total);
      if (wins) write_path(ref.table, ref.relators[task.relator], task, static_cast<Row>(rows + 1 + first + before), new_rows);
      first += total;
      const bool begun = wins && !is_whole(task, new_rows);
      if (begun) atomicAdd(&state->begun, 1ULL);
      const bool stays = task.gap != 0 && (!wins || begun);
      const unsigned long long at = block_scan(stays ? 1 : 0, total);  // all of the tile are read now
      if (stays) ref.tasks[begin + kept + at] = task;
      kept += static_cast<unsigned>(total);
    }
    own = kept;
    rows += needed;
    ++list_rounds;
    if (threadIdx.x == 0) ref.block_tasks[blockIdx.x] = own;
    grid.sync();
    active = sum_tasks(ref.block_tasks);
  }
  unsigned long long all_steps = 0;
  block_scan(steps, all_steps);
  if (threadIdx.x == 0) atomicAdd(&state->steps, all_steps);
  if (blockIdx.x != 0) return;
  if (threadIdx.x == 0) state->round = round;
  if (!full) return last_rounds(ref, rows, chunk, at_holes, active, list_rounds, state);
  if (threadIdx.x != 0) return;
  state->rows = rows;
  state->needed = needed;
  state->tasks = active;
  state->list_rounds = list_rounds;
  state->full = 1;
}

__global__ void __launch_bounds__(kAlone) number_rows_kernel(const unsigned* counts, unsigned long long* starts, unsigned blocks,
                                                             unsigned long long capacity, DeviceState* state) {
  const unsigned long long total = scan_alone(counts, starts, blocks);
  if (threadIdx.x != 0) return;
  state->needed = total;
  state->full = state->rows + total > capacity ? 1 : 0;
}

__device__ inline unsigned holes_of(const TableRef& table, Row c) {
  unsigned holes = 0;
  if (table.is_alive(c))
    for (unsigned x = 0; x < table.width; ++x) holes += table.at(c, static_cast<Letter>(x)) == 0 ? 1 : 0;
  return holes;
}

__global__ void __launch_bounds__(kBlock)
    count_holes_kernel(TableRef table, unsigned long long first, unsigned long long last, unsigned* counts) {
  const unsigned long long c = first + std::uint64_t{blockIdx.x} * kBlock + threadIdx.x;
  unsigned long long total = 0;
  block_scan(c < last ? holes_of(table, static_cast<Row>(c)) : 0, total);
  if (threadIdx.x == 0) counts[blockIdx.x] = static_cast<unsigned>(total);
}

__global__ void __launch_bounds__(kBlock) fill_holes_kernel(TableRef table, unsigned long long first, unsigned long long last,
                                                            const unsigned long long* starts, DeviceState* state) {
  if (state->full != 0) return;
  const unsigned long long c = first + std::uint64_t{blockIdx.x} * kBlock + threadIdx.x;
  const unsigned holes = c < last ? holes_of(table, static_cast<Row>(c)) : 0;
  unsigned long long total = 0;
  unsigned long long row = state->rows + 1 + starts[blockIdx.x] + block_scan(holes, total);
  if (holes == 0) return;
  for (unsigned x = 0; x < table.width; ++x) {
    if (table.at(static_cast<Row>(c), static_cast<Letter>(x)) != 0) continue;
    table.parents[row] = static_cast<Row>(row);
    table.connect(static_cast<Row>(c), static_cast<Letter>(x), static_cast<Row>(row++));
  }
}

__global__ void add_needed_kernel(DeviceState* state) {
  if (state->full != 0) return;
  state->rows += state->needed;
  state->needed = 0;
}

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// The kernels of HLT's bulk operations: scans and definitions by the rules of coset/tasks.hpp, collapses by those of
// cpu/collapse.cpp, compaction, and the check of a closed table.
//
// A scan leaves open traces in segments, one for each block, and a scan of the segments' sizes gives each task its number. All
// rounds are then made by one kernel, whose blocks wait for each other; each has a share of the list. When few tasks are left the
// first block does the rest, and, if there are few coincidences, settles them. So closing a group of relators needs the host
// once.
#pragma once

#include <cooperative_groups.h>

#include <cstdint>

#include "coset/tasks.hpp"

namespace wreath::coset {

constexpr unsigned kBlock = 512;   // threads, and tasks of a segment; the cosets of a piece
constexpr unsigned kAlone = 1024;  // threads of a kernel that is one block
constexpr unsigned kRowsOfBlock = 1024;

/// What kernels and host know of each other.
struct DeviceState {
  unsigned long long rows;    // of the table
  unsigned long long needed;  // new rows of this round
  unsigned long long steps;   // all that were ever made; the same for the next two
  unsigned long long begun;
  unsigned long long died;       // in collapses of few pairs
  unsigned long long first_bad;  // row
  unsigned listed;               // tasks of the list when the rounds began
  unsigned tasks;                // that are open
  unsigned pairs;
  unsigned dying;  // the end of that list
  unsigned round;  // that claims belong to
  unsigned full;   // the round needs more rows than there are
};

struct PairList {
  uint2* pairs;
  unsigned* count;
};

/// The sum of the values of all threads before this one; `total` is that of all.
__device__ inline unsigned long long block_scan(unsigned long long value, unsigned long long& total) {
  __shared__ unsigned long long sums[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  unsigned long long sum = value;
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned long long other = __shfl_up_sync(~0U, sum, step);
    if (lane >= step) sum += other;
  }
  __syncthreads();  // of the call before
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    unsigned long long each = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (unsigned step = 1; step < 32; step *= 2) {
      const unsigned long long other = __shfl_up_sync(~0U, each, step);
      if (lane >= step) each += other;
    }
    sums[lane] = each;
  }
  __syncthreads();
  total = sums[blockDim.x / 32 - 1];
  return sum - value + (warp == 0 ? 0 : sums[warp - 1]);
}

/// Counts to starts, by one block; the sum of all. Each thread has some neighbours.
__device__ inline unsigned long long scan_alone(const unsigned* counts, unsigned long long* starts, unsigned count) {
  const unsigned each = (count + blockDim.x - 1) / blockDim.x;
  const unsigned begin = min(count, threadIdx.x * each);
  const unsigned end = min(count, begin + each);
  unsigned long long own = 0;
  for (unsigned k = begin; k < end; ++k) own += counts[k];
  unsigned long long total = 0;
  unsigned long long at = block_scan(own, total);
  for (unsigned k = begin; k < end; ++k) {
    starts[k] = at;
    at += counts[k];
  }
  return total;
}

__device__ inline Row fresh_load(const Row* address) {
  return *static_cast<const volatile Row*>(address);
}

__device__ inline Row root_of(Row* parents, Row c) {
  while (true) {
    const Row parent = fresh_load(parents + c);
    if (parent == c) return c;
    const Row grand = fresh_load(parents + parent);
    if (grand == parent) return parent;
    *static_cast<volatile Row*>(parents + c) = grand;  // c is dead, and stays under all that it was ever under
    c = grand;
  }
}

/// Merges two cosets; returns the one that died, or 0.
__device__ inline Row merge_rows(Row* parents, Row a, Row b) {
  while (true) {
    a = root_of(parents, a);
    b = root_of(parents, b);
    if (a == b) return 0;
    if (a > b) {
      const Row c = a;
      a = b;
      b = c;
    }
    if (atomicCAS(parents + b, b, a) == b) return b;
  }
}

__device__ inline void add_pair(const PairList& list, Row a, Row b) {
  list.pairs[atomicAdd(list.count, 1U)] = make_uint2(a, b);
}

__device__ inline void put_edge(Row* parents, Row* slot, Row to, const PairList& pairs) {
  Row there = fresh_load(slot);
  while (there != to) {
    if (there != 0 && fresh_load(parents + there) == there) return add_pair(pairs, there, to);
    const Row before = atomicCAS(slot, there, to);
    if (before != there) {
      there = before;
      continue;
    }
    if (there != 0 && root_of(parents, there) != to) add_pair(pairs, there, to);
    return;
  }
}

/// Moves one edge of a dead coset.
__device__ inline void move_edge(const TableRef& table, Row dead, Letter x, const PairList& pairs) {
  Row* own = table.entries + std::uint64_t{dead} * table.width + x;
  const Row target = fresh_load(own);
  if (target == 0) return;
  *own = 0;
  const Row from = root_of(table.parents, dead);
  const Row to = root_of(table.parents, target);
  Row* back = table.entries + std::uint64_t{to} * table.width + table.inverses[x];
  if (to == target) atomicCAS(back, dead, 0U);
  put_edge(table.parents, table.entries + std::uint64_t{from} * table.width + x, to, pairs);
  put_edge(table.parents, back, from, pairs);
}

// --- tasks

/// Whether a smaller coset, below the bound, has the same cycle of the relator: a neighbour of the coset, as its row has it.
__device__ inline bool is_known(const TableRef& table, const RelatorRef& relator, Row c, Row bound) {
  const Row least = min(c, bound);
  for (unsigned k = 0; k < relator.neighbour_count; ++k)
    if (table.at(c, relator.neighbours[k]) - 1U < least - 1U) return true;  // and not a hole
  return false;
}

/// The trace around a coset; false if it is closed, dropped, or has too large a gap.
__device__ inline bool trace(const TableRef& table, const RelatorRef& relator, Row c, Row bound, unsigned largest_gap, Task& task,
                             unsigned long long& steps) {
  const Row least = min(c, bound);
  Row at = c;
  unsigned place = 0;
  unsigned ahead = 0;
  bool hole = false;
  while (ahead < relator.length) {
    const Row next = table.at(at, relator.forward[place]);
    ++steps;
    if (next == 0) {
      hole = true;
      break;
    }
    at = next;
    ++ahead;
    if (relator.returns[++place] != 0 && at < least) return false;
    if (place == relator.span) place = 0;
  }
  task.front = at;
  task.back = c;
  task.ahead = ahead;
  task.gap = relator.length - ahead;
  if (!hole) return at != c;
  place = relator.span;
  at = c;
  while (true) {
    const Row next = table.at(at, relator.backward[place - 1]);
    --place;
    ++steps;
    if (next == 0) break;
    at = next;
    if (--task.gap == 0) break;
    if (relator.returns[place] != 0 && at < least) return false;
    if (place == 0) place = relator.span;
  }
  task.back = at;
  return task.gap == 0 ? task.front != task.back : task.gap <= largest_gap;
}

struct ScanRef {
  const RelatorRef* relators;
  unsigned first_relator;
  unsigned relators_of_group;
  unsigned long long first;
  unsigned long long last;
  Row bound;
  unsigned largest_gap;
};

/// A block per piece of cosets and relator, one trace per thread.
__global__ void __launch_bounds__(kBlock)
    scan_kernel(TableRef table, ScanRef scan, Task* segments, unsigned* counts, DeviceState* state) {
  const unsigned long long piece = blockIdx.x / scan.relators_of_group;
  const unsigned number = scan.first_relator + blockIdx.x % scan.relators_of_group;
  const RelatorRef relator = scan.relators[number];
  const unsigned long long c = scan.first + piece * kBlock + threadIdx.x;
  Task task{};
  unsigned long long steps = 0;
  bool open = false;
  if (c < scan.last) {
    steps = 1;
    const Row coset = static_cast<Row>(c);
    const bool holes = relator.length > scan.largest_gap && table.at(coset, relator.forward[0]) == 0 &&
                       table.at(coset, relator.backward[relator.span - 1]) == 0;  // on both sides
    if (!holes && !is_known(table, relator, coset, scan.bound) && table.is_alive(coset))
      open = trace(table, relator, coset, scan.bound, scan.largest_gap, task, steps);
  }
  unsigned long long total = 0;
  const unsigned long long at = block_scan(open ? 1 : 0, total);
  task.relator = number;
  if (open) segments[std::uint64_t{blockIdx.x} * kBlock + at] = task;
  unsigned long long all_steps = 0;
  block_scan(steps, all_steps);
  if (threadIdx.x == 0) {
    counts[blockIdx.x] = static_cast<unsigned>(total);
    atomicAdd(&state->steps, all_steps);
  }
}

/// After a scan: the starts of the segments.
__global__ void __launch_bounds__(kAlone)
    number_tasks_kernel(const unsigned* counts, unsigned long long* starts, unsigned segments, DeviceState* state) {
  const unsigned long long total = scan_alone(counts, starts, segments);
  if (threadIdx.x == 0) state->tasks = state->listed = static_cast<unsigned>(total);
}

/// Generations of few pairs, by one block; ends when there is none, or many. Returns the number that died.
__device__ inline unsigned long long collapse_few(const TableRef& table, const PairList& pairs, unsigned most, Row* dying) {
  __shared__ unsigned died;
  unsigned long long all = 0;
  while (true) {
    const unsigned count = *static_cast<volatile unsigned*>(pairs.count);
    if (count == 0 || count > most) break;
    if (threadIdx.x == 0) died = 0;
    __syncthreads();
    for (unsigned k = threadIdx.x; k < count; k += blockDim.x) {
      const Row dead = merge_rows(table.parents, pairs.pairs[k].x, pairs.pairs[k].y);
      if (dead != 0) dying[atomicAdd(&died, 1U)] = dead;
    }
    __syncthreads();
    if (threadIdx.x == 0) *static_cast<volatile unsigned*>(pairs.count) = 0;
    __syncthreads();
    all += died;
    for (std::uint64_t k = threadIdx.x; k < std::uint64_t{died} * table.width; k += blockDim.x)
      move_edge(table, dying[k / table.width], static_cast<Letter>(k % table.width), pairs);
    __syncthreads();
  }
  return all;
}

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
  bool defines;  // gaps of more than one letter
  bool fresh;    // the tasks are in segments, and at their holes; otherwise a round is repeated that had no room
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

/// All further rounds of at most kAlone tasks, by the first block, and what can be settled at once.
__device__ inline void last_rounds(const RoundsRef& ref, unsigned long long rows, unsigned chunk, bool at_holes,
                                   bool counts_steps, DeviceState* state) {
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
  while (const unsigned tasks = __syncthreads_count(open ? 1 : 0)) {
    const std::uint64_t size = Places::size_for(tasks);
    const Places places = Places::of_size(size);
    for (unsigned k = threadIdx.x; k < size; k += kAlone) least[k] = ~0U;
    __syncthreads();
    const RelatorRef& relator = ref.relators[task.relator];
    Slots slots{};
    if (open) {
      if (!at_holes)
        steps += advance(ref.table, relator, task);
      else if (counts_steps)
        ++steps;
      if (task.gap == 0) {
        open = false;
        if (task.front != task.back) add_pair(ref.pairs, task.front, task.back);
      } else {
        slots = slots_of(ref.table, relator, task);
        atomicMin(least + places.of(slots.front), number);
        atomicMin(least + places.of(slots.back), number);
      }
    }
    at_holes = false;
    __syncthreads();
    const bool wins = open && least[places.of(slots.front)] == number && least[places.of(slots.back)] == number;
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
    __syncthreads();
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
  state->tasks = state->listed = static_cast<unsigned>(left);
  state->full = full ? 1 : 0;
}

/// The rounds of a list of tasks, by as many blocks as run at one time. Each has a share of the list, in which tasks that are
/// left close up.
__global__ void __launch_bounds__(kAlone) rounds_kernel(RoundsRef ref, DeviceState* state) {
  const auto grid = cooperative_groups::this_grid();
  const unsigned listed = state->listed;
  unsigned active = state->tasks;
  unsigned round = state->round;
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
  bool at_holes = true;
  bool counts_steps = ref.fresh;
  bool full = false;
  unsigned long long needed = 0;
  unsigned long long steps = 0;
  while (active > kAlone && !full) {
    const Places places = Places::of_size(Places::size_for(active));
    ++round;
    for (unsigned k = threadIdx.x; k < own; k += kAlone) {
      Task task = ref.tasks[begin + k];
      if (task.gap == 0 && !(at_holes && counts_steps)) continue;  // closed before; a scan lists coincidences, too
      const RelatorRef& relator = ref.relators[task.relator];
      if (!at_holes) {
        steps += advance(ref.table, relator, task);
        ref.tasks[begin + k] = task;
      } else if (counts_steps) {
        ++steps;
      }
      if (task.gap == 0) {
        ref.tasks[begin + k].gap = 0;
        if (task.front != task.back) add_pair(ref.pairs, task.front, task.back);
        continue;
      }
      const Slots slots = slots_of(ref.table, relator, task);
      const Places::Claim claim = Places::claim(round, static_cast<std::uint32_t>(begin + k));
      atomicMin(ref.least + places.of(slots.front), claim);
      atomicMin(ref.least + places.of(slots.back), claim);
    }
    at_holes = false;
    grid.sync();
    const auto new_rows_of = [&](const Task& task, std::uint64_t number, bool& wins) {
      const Slots slots = slots_of(ref.table, ref.relators[task.relator], task);
      const Places::Claim claim = Places::claim(round, static_cast<std::uint32_t>(number));
      wins = ref.least[places.of(slots.front)] == claim && ref.least[places.of(slots.back)] == claim;
      return wins ? rows_of(task, slots) : 0U;
    };
    unsigned long long first = 0;
    needed = 0;
    if (ref.defines) {
      unsigned long long sum = 0;
      for (unsigned k = threadIdx.x; k < own; k += kAlone) {
        const Task task = ref.tasks[begin + k];
        bool wins = false;
        if (task.gap != 0) sum += new_rows_of(task, begin + k, wins);
      }
      unsigned long long total = 0;
      block_scan(sum, total);
      if (threadIdx.x == 0) ref.block_rows[blockIdx.x] = total;
      grid.sync();
      sum_blocks(ref.block_rows, first, needed);
      full = rows + needed > ref.capacity;
      if (full) break;
    }
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
    if (threadIdx.x == 0) ref.block_tasks[blockIdx.x] = own;
    grid.sync();
    active = sum_tasks(ref.block_tasks);
  }
  unsigned long long all_steps = 0;
  block_scan(steps, all_steps);
  if (threadIdx.x == 0) atomicAdd(&state->steps, all_steps);
  if (blockIdx.x != 0) return;
  if (threadIdx.x == 0) state->round = round;
  if (!full) return last_rounds(ref, rows, chunk, at_holes, counts_steps, state);
  if (threadIdx.x != 0) return;
  state->rows = rows;
  state->needed = needed;
  state->tasks = active;
  state->full = 1;
}

__global__ void __launch_bounds__(kAlone) number_rows_kernel(const unsigned* counts, unsigned long long* starts, unsigned blocks,
                                                             unsigned long long capacity, DeviceState* state) {
  const unsigned long long total = scan_alone(counts, starts, blocks);
  if (threadIdx.x != 0) return;
  state->needed = total;
  state->full = state->rows + total > capacity ? 1 : 0;
}

__global__ void set_rows_kernel(DeviceState* state, unsigned long long rows) {
  state->rows = rows;
}

// --- rows

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

// --- coincidences

__global__ void merge_kernel(TableRef table, const uint2* pairs, unsigned count, Row* dying, DeviceState* state) {
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  const Row dead = merge_rows(table.parents, pairs[k].x, pairs[k].y);
  if (dead != 0) dying[atomicAdd(&state->dying, 1U)] = dead;
}

/// A thread per edge of the dying cosets from `first` on, at most `most` of them.
__global__ void move_edges_kernel(TableRef table, const Row* dying, unsigned first, unsigned most, PairList pairs,
                                  const DeviceState* state) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t row = k / table.width;
  if (row >= most || first + row >= state->dying) return;
  move_edge(table, dying[first + row], static_cast<Letter>(k % table.width), pairs);
}

__global__ void __launch_bounds__(kAlone)
    collapse_few_kernel(TableRef table, PairList pairs, unsigned most, Row* dying, DeviceState* state) {
  const unsigned long long died = collapse_few(table, pairs, most, dying);
  if (threadIdx.x == 0) state->died += died;
}

// --- compaction

__global__ void __launch_bounds__(kRowsOfBlock) count_live_kernel(const Row* parents, unsigned long long rows, unsigned* counts) {
  const unsigned long long c = std::uint64_t{blockIdx.x} * kRowsOfBlock + threadIdx.x + 1;
  const int live = __syncthreads_count(c <= rows && parents[c] == c ? 1 : 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = static_cast<unsigned>(live);
}

__global__ void __launch_bounds__(kAlone) scan_kernel_alone(const unsigned* counts, unsigned long long* starts, unsigned count) {
  const unsigned long long total = scan_alone(counts, starts, count);
  if (threadIdx.x == 0) starts[count] = total;
}

/// Each mark becomes the number of the first live row from there on; a block per mark.
__global__ void __launch_bounds__(kRowsOfBlock)
    move_marks_kernel(const Row* parents, unsigned long long rows, const unsigned long long* starts, unsigned long long* marks) {
  const unsigned long long mark = marks[blockIdx.x];
  const unsigned long long block = (min(mark, rows + 1) - 1) / kRowsOfBlock;
  const unsigned long long c = block * kRowsOfBlock + threadIdx.x + 1;
  const int before = __syncthreads_count(c <= rows && c < mark && parents[c] == c ? 1 : 0);
  if (threadIdx.x == 0) marks[blockIdx.x] = starts[block] + before + 1;
}

/// The parents become the new numbers; 0 for dead rows.
__global__ void __launch_bounds__(kRowsOfBlock)
    number_live_kernel(Row* parents, unsigned long long rows, const unsigned long long* starts) {
  const unsigned long long c = std::uint64_t{blockIdx.x} * kRowsOfBlock + threadIdx.x + 1;
  const bool live = c <= rows && parents[c] == c;
  unsigned long long total = 0;
  const unsigned long long before = block_scan(live ? 1 : 0, total);
  if (c <= rows) parents[c] = live ? static_cast<Row>(starts[blockIdx.x] + before + 1) : 0;
  if (c == 1) parents[0] = 0;
}

/// Rows of the window to memory aside, with their new names: an entry per thread.
__global__ void rename_rows_kernel(TableRef table, unsigned long long begin, unsigned long long end,
                                   const unsigned long long* starts, Row* aside) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned long long c = begin + k / table.width;
  if (c >= end) return;
  const Row number = table.parents[c];
  if (number == 0) return;
  const unsigned long long base = starts[(begin - 1) / kRowsOfBlock] + 1;
  aside[(number - base) * table.width + k % table.width] = table.parents[table.entries[c * table.width + k % table.width]];
}

__global__ void put_rows_kernel(TableRef table, unsigned long long begin, unsigned long long end,
                                const unsigned long long* starts, const Row* aside) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned long long base = starts[(begin - 1) / kRowsOfBlock];
  const unsigned long long count = starts[(end - 1 + kRowsOfBlock - 1) / kRowsOfBlock] - base;
  if (k < count * table.width) table.entries[(base + 1) * table.width + k] = aside[k];
}

__global__ void reset_parents_kernel(Row* parents, unsigned long long rows) {
  const std::uint64_t c = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (c <= rows) parents[c] = static_cast<Row>(c);
}

// --- the check of a closed table

__global__ void check_edges_kernel(TableRef table, unsigned long long rows, DeviceState* state) {
  const std::uint64_t k = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x + table.width;
  const unsigned long long c = k / table.width;
  if (c > rows) return;
  const Row d = table.entries[k];
  const Letter x = static_cast<Letter>(k % table.width);
  if (d == 0 || d > rows || table.at(d, table.inverses[x]) != c) atomicMin(&state->first_bad, static_cast<unsigned long long>(c));
}

/// Also finds rows without a smaller neighbour: only a table that has others than the first needs a search.
__global__ void check_relators_kernel(TableRef table, unsigned long long rows, const RelatorRef* relators, unsigned count,
                                      DeviceState* state) {
  const unsigned long long c = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x + 1;
  if (c > rows) return;
  const auto coset = static_cast<Row>(c);
  bool smaller = coset == 1;
  for (unsigned x = 0; x < table.width; ++x) smaller = smaller || table.at(coset, static_cast<Letter>(x)) < coset;
  bool bad = !smaller;
  for (unsigned r = 0; r < count; ++r) {
    const RelatorRef& relator = relators[r];
    Task task{};
    unsigned long long steps = 0;
    if (!is_known(table, relator, coset, ~Row{0})) bad = bad || trace(table, relator, coset, ~Row{0}, ~0U, task, steps);
  }
  if (bad) atomicMin(&state->first_bad, c);
}

__global__ void check_subgroup_kernel(TableRef table, const RelatorRef* words, unsigned count, DeviceState* state) {
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  Row at = 1;
  unsigned place = 0;
  for (unsigned i = 0; i < words[k].length; ++i) {
    at = table.at(at, words[k].forward[place]);
    if (++place == words[k].span) place = 0;
  }
  if (at != 1) atomicMin(&state->first_bad, 1ULL);
}

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// Traces of relators: a scan leaves the open ones in segments, one for each block. Deductions are written at once; the other
// tasks close up, and a scan of the segments' sizes gives each its number. The check of a closed table traces in the same way.
#pragma once

#include "coset/cuda/device_state.cuh"

namespace wreath::coset {

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

/// Applies the tasks that are coincidences or deductions; a block per segment.
__global__ void __launch_bounds__(kBlock) deduce_kernel(TableRef table, const RelatorRef* relators, Task* segments,
                                                        unsigned* counts, PairList pairs, DeviceState* state) {
  const unsigned count = counts[blockIdx.x];
  if (count == 0) return;
  Task* tasks = segments + std::uint64_t{blockIdx.x} * kBlock;
  Task task{};
  if (threadIdx.x < count) {
    task = tasks[threadIdx.x];
    if (task.gap == 0) pairs.add(task.front, task.back);
    if (task.gap == 1) {
      const Slots slots = slots_of(table, relators[task.relator], task);
      put_least(pairs, *table.slot(slots.front), task.back);
      put_least(pairs, *table.slot(slots.back), task.front);
    }
  }
  unsigned long long left = 0;
  const unsigned long long at = block_scan(task.gap > 1 ? 1 : 0, left);  // all of the segment are read now
  if (task.gap > 1) tasks[at] = task;
  if (threadIdx.x != 0) return;
  counts[blockIdx.x] = static_cast<unsigned>(left);
  atomicAdd(&state->steps, static_cast<unsigned long long>(count));
}

/// After a scan: the starts of the segments.
__global__ void __launch_bounds__(kAlone)
    number_tasks_kernel(const unsigned* counts, unsigned long long* starts, unsigned segments, DeviceState* state) {
  const unsigned long long total = scan_alone(counts, starts, segments);
  if (threadIdx.x == 0) state->tasks = state->listed = static_cast<unsigned>(total);
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

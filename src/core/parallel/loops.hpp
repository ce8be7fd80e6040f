// SPDX-License-Identifier: MIT
//
// Loops over all cores. Where a body throws, no further ones are started, and the first exception comes out of the loop on the
// calling thread.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/parallel/function_ref.hpp"
#include "core/run/machine.hpp"

namespace wreath {

/// 0 means all cores this process may use.
inline unsigned resolve_threads(unsigned threads) {
  return threads != 0 ? threads : this_machine().cores;
}

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// The `part`-th of `parts` nearly equal pieces of 0..n-1, cut at multiples of `grain`.
inline Range piece_of(std::size_t n, std::size_t part, std::size_t parts, std::size_t grain = 1) {
  const std::size_t grains = n / grain + (n % grain != 0);
  const std::size_t each = grains / parts;
  const std::size_t more = grains % parts;
  const auto cut = [&](std::size_t p) { return std::min(n, (p * each + std::min(p, more)) * grain); };
  return {cut(part), cut(part + 1)};
}

/// body(thread, threads) once on each thread; number 0 is the calling thread, which may report and ask whether to stop.
void on_threads(unsigned threads, FunctionRef<void(unsigned, unsigned)> body);

/// body(range, thread): one contiguous piece of 0..n-1 for each thread, the same for any runtime. There are no more threads than
/// grains.
void parallel_ranges(std::size_t n, unsigned threads, std::size_t grain, FunctionRef<void(Range, unsigned)> body);

/// body(range, chunk, thread): 0..n-1 in chunks of `chunk` items. A thread takes the chunks of its own contiguous share in their
/// order, and then those that are left of other shares: like parallel_ranges, but a slow core or a hard piece delays nobody.
void parallel_chunks(std::size_t n, std::size_t chunk, unsigned threads, FunctionRef<void(Range, std::size_t, unsigned)> body);

/// body(task) for task = 0..count-1, each to the next free thread.
void parallel_tasks(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> body);

}  // namespace wreath

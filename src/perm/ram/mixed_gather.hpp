// SPDX-License-Identifier: MIT
//
// A product by loop and partition at once.
//
// The loop waits for memory, of which it uses a sixteenth of every line it fetches, while the cores have little to do; the
// partition keeps the cores busy and moves less than half as many bytes. So some threads partition the first points of x, and the
// others take the rest of it by the loop, a tile at a time; those that are done with their partition take what is left of the
// rest.
#pragma once

#include <atomic>
#include <exception>
#include <thread>

#include "perm/ram/implicit_gather.hpp"
#include "perm/ram/traditional.hpp"

namespace wreath::perm::ram {

/// The partition, with the plan's threads, is for the first `partitioned` points; `loop_threads` more threads begin with the
/// others. Returns the first i with x[i] >= y.size(), if any; z is then partly written.
template <std::unsigned_integral Point, Movable Value>
std::optional<std::size_t> gather_mixed(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                        std::size_t partitioned, unsigned loop_threads, const RamPlan& plan,
                                        std::span<std::byte> scratch, Phases* phases) {
  constexpr std::size_t kTile = std::size_t{1} << 16;
  FirstBad bad;
  std::atomic<std::size_t> next = partitioned;
  std::atomic<bool> stopped = false;
  const auto take_tiles = [&](unsigned, unsigned) {
    for (std::size_t at = next.fetch_add(kTile); at < x.size() && !stopped; at = next.fetch_add(kTile)) {
      const std::size_t count = std::min(kTile, x.size() - at);
      const auto found = gather_traditional(x.subspan(at, count), y, z.subspan(at, count), 1);
      if (!found) continue;
      bad.note(at + *found);
      stopped = true;
    }
  };
  std::exception_ptr failure;
  std::thread others([&] {
    try {
      on_threads(loop_threads, take_tiles);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  std::optional<std::size_t> first;
  try {
    first = gather_implicit(x.first(partitioned), y, z.first(partitioned), plan, scratch, phases);
    if (first) stopped = true;
    on_threads(plan.threads, take_tiles);
  } catch (...) {
    stopped = true;
    others.join();
    throw;
  }
  others.join();
  if (failure) std::rethrow_exception(failure);
  return first ? first : bad.index();
}

}  // namespace wreath::perm::ram

// SPDX-License-Identifier: MIT
//
// How many cycles of each length a permutation has (by the walk of cycle_walk.hpp), and what follows from that.
#include <fmt/format.h>

#include <map>

#include "perm/cycles/cycle_walk.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

namespace {

template <class Point>
[[noreturn]] void throw_defect(std::span<const Point> x, const Options& options, RunControl* run) {
  const Defect defect = find_defect(x, options, run);
  if (!defect) throw InternalError("the cycles of a permutation did not close");
  throw InputError(defect.sentence(x.size()));
}

template <class Point>
std::vector<CycleCount> walk_cycles(std::span<const Point> x, const Options& options, RunControl* run) {
  struct Count {
    CycleTally tally = {};
    void operator()(std::size_t, std::uint64_t length) { tally.add(length); }
  };
  std::vector<Count> counts(walking_threads(x.size(), options.machine.threads));
  CycleTally all;
  bool closed = false;
  {
    require_scratch(Bitset::bytes_for(x.size()), run, "finding the cycles");
    Bitset visited(x.size());
    closed = for_each_cycle(
        x, visited, std::span(counts), [&](std::span<const Fragment>, std::uint64_t length) { all.add(length); }, run);
  }
  if (!closed) {
    if (is_asked_to_stop(run)) throw LimitReached("stopped before all cycles were closed");
    throw_defect(x, options, run);
  }
  for (const Count& count : counts) all.add(count.tally);
  return all.sorted();
}

}  // namespace

template <PointType Point>
std::vector<CycleCount> cycle_type(std::span<const Point> x, const Options& options, RunControl* run) {
  if constexpr (sizeof(Point) < 4) {
    if (x.size() > most_points<Point>()) throw_defect(x, options, run);
    return walk_cycles<std::uint32_t>(widened(x), options, run);
  } else {
    return walk_cycles(x, options, run);
  }
}

int sign(std::span<const CycleCount> cycles) {
  std::uint64_t even_cycles = 0;  // a cycle of even length is an odd permutation
  for (const CycleCount& cycle : cycles) even_cycles += cycle.length % 2 == 0 ? cycle.count : 0;
  return even_cycles % 2 == 0 ? 1 : -1;
}

namespace {

/// The largest power of each prime that divides one of the lengths.
std::map<std::uint64_t, std::uint64_t> largest_prime_powers(std::span<const CycleCount> cycles) {
  std::map<std::uint64_t, std::uint64_t> powers;
  const auto note = [&](std::uint64_t prime, std::uint64_t power) {
    std::uint64_t& known = powers[prime];
    known = std::max(known, power);
  };
  for (const CycleCount& cycle : cycles) {
    std::uint64_t rest = cycle.length;
    for (std::uint64_t prime = 2; prime <= rest / prime; prime += prime == 2 ? 1 : 2) {
      std::uint64_t power = 1;
      for (; rest % prime == 0; rest /= prime) power *= prime;
      if (power != 1) note(prime, power);
    }
    if (rest > 1) note(rest, rest);
  }
  return powers;
}

}  // namespace

Natural order(std::span<const CycleCount> cycles) {
  Natural product(1);
  for (const auto& [prime, power] : largest_prime_powers(cycles)) product *= power;
  return product;
}

#define WREATH_INSTANTIATE(Point) \
  template std::vector<CycleCount> cycle_type(std::span<const Point>, const Options&, RunControl*);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm

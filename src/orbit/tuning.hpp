// SPDX-License-Identifier: MIT
//
// The numbers that choices of the engine depend on, with the measurements that they come from.
//
// How long a search will take, by method and machine, is what the choice between the CPU and a GPU rests on.
// The time of a search grows with the states that are kept, and with the generators. Measured in November 2026 on Xeon cores at
// 2.5 GHz (CPU seconds of the search) and on an H200 (`wreath orbit growth X --json`, docs/measured/orbit.md), in
// nanoseconds per state:
//                         generators   Xeon core   H200
//   cells  lrx:12                  3         4.0   0.012
//          lrx:14                  3               0.008
//          pancake:12, :14    11, 13         9.8   0.010
//          cyclic-coxeter:12      12         7.1             (per state that is kept: half of them)
//          reversals:14           91               0.063
//   chain  mathieu:24              5         9.0   0.049
//          burnt-pancake:9, :11 9, 11         8.9   0.021
//   ranks  lrx:28 on 0^14 1^14     3          40             (a Neoverse-V1 core; 59 while other work shared its caches)
//          lrx:36 on 0^18 1^18     3               0.059
//   keys   lrx:15                  3         240          (a Neoverse-V1 core)
//          rubik-edges            12         1000
// The whole command takes 0.25 to 0.35 s longer if it starts the GPU: lrx:12 took 0.13 s on 16 cores and 0.34 s with
// --backend cuda, mathieu:24 0.15 and 0.44 s, sliding:2x6 0.15 and 0.39 s.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

/// A process that starts a GPU holds some 200 MB of main memory more: with less than this the GPU must be asked for.
inline constexpr std::uint64_t kGpuHostMemory = std::uint64_t{256} << 20;

/// Nanoseconds of one core, or of a GPU, for each state that is kept: a part for the state and one for each generator.
struct StateCost {
  double state;
  double generator;
  double seconds(std::uint64_t states, std::size_t generators) const {
    return 1e-9 * static_cast<double>(states) * (state + generator * static_cast<double>(generators));
  }
};
constexpr StateCost core_cost(Method method) {
  return method == Method::cells   ? StateCost{2.5, 0.6}
         : method == Method::chain ? StateCost{4, 0.8}
         : method == Method::ranks ? StateCost{4, 12}
                                   : StateCost{0, 90};
}
constexpr StateCost gpu_cost(Method method) {
  return method == Method::cells   ? StateCost{0.006, 0.0007}
         : method == Method::chain ? StateCost{0.01, 0.002}
         : method == Method::ranks ? StateCost{0, 0.02}
                                   : StateCost{0, 0.1};
}

namespace tuning {

// --- what a search will take (forecast.cpp)

/// Of one core, for an entry of the tables of cells: a rank of some ten letters. Estimated.
inline constexpr double kTableEntrySeconds = 30e-9;

// --- which method (plan.cpp)

inline constexpr std::uint64_t kTablesOfSlides = 64;  // rows of sliding tiles that their index tables take: a guess
inline constexpr std::uint64_t kRefinedOrder = 4096;  // of the groups of a chain whose base points are chosen again. Not measured
inline constexpr std::uint32_t kMostChainPoints = 2048;  // beyond, the chain takes too long and too much memory. Not measured
inline constexpr std::uint32_t kLeastGiantPoints = 65;   // below, the chain of S_n takes milliseconds, and makes shorter keys
/// Up to here it is worthwhile to ask first whether the target of a word can be reached. Not measured.
inline constexpr std::size_t kMostOrderPoints = 512;

// --- work on the cores. Below these sizes threads do not pay: waking them takes some microseconds. Not measured one by one.

inline constexpr std::size_t kKeyTables = 64;  // that keys are divided among
/// Products between two looks at the clock: as many as take kKeySeconds. Large batches give each table many products at a time,
/// while its pages are at hand: lrx:11 took 10.7 s of two Xeon cores with batches of 2^18, 8.9 s with 2^20, 8.1 s with 2^22.
inline constexpr std::uint64_t kLeastKeyBatch = std::uint64_t{1} << 12;
inline constexpr std::uint64_t kKeyBatch = std::uint64_t{1} << 22;
inline constexpr double kKeySeconds = 0.2;
/// A level with this many products goes to a GPU, which takes 0.3 s to start: 16 Xeon cores make and look up 10^8 a second.
inline constexpr std::uint64_t kProductsForGpu = std::uint64_t{1} << 22;
inline constexpr std::size_t kKeysAlone = std::size_t{1} << 9;             // states
inline constexpr std::uint64_t kFewEntries = std::uint64_t{1} << 16;       // of tables of cells
inline constexpr std::size_t kTablesAtOnce = 16;                           // that are filled together: each order is formed once
inline constexpr std::uint64_t kFewChainSteps = 4096;                      // steps or kappas
inline constexpr std::uint64_t kChainTableBytes = std::uint64_t{4} << 20;  // what stays in a second-level cache, or nearly
/// With many sources, one after the other: the row of a source and the one that is made stay in the cache, where one cell after
/// the other would read all these rows at random. Cells that are full are left out.
inline constexpr std::size_t kManySources = 24;
inline constexpr std::size_t kBetweenLooks = 16;  // sources, before full cells are looked for again

// --- rows on disk (disk/cell_backend.cpp): not measured

inline constexpr unsigned kDiskThreads = 8;         // reads and writes under way
inline constexpr std::uint64_t kDiskBatch = 32;     // rows
inline constexpr std::uint64_t kDiskRowsAhead = 2;  // batches of rows that wait to be written

}  // namespace tuning

}  // namespace wreath::orbit

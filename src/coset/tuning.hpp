// SPDX-License-Identifier: MIT
//
// From which sizes on the enumeration works in other ways, with the measurements that chose them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace wreath::coset {

/// From which sizes on work is done in bulk, on several threads and on a GPU. The first two decide which cosets are defined, and
/// are the same for any number of threads; nothing here decides the answer. Tests make everything small.
struct Grain {
  std::size_t batch_share = 32;                     // a batch of HLT is this part of the live cosets
  std::size_t piece = 512;                          // cosets whose traces are a list of their own
  std::size_t tasks_of_a_thread = 512;              // fewer are not worth waking it
  std::size_t collapse_piece = 64;                  // dying cosets that a thread takes at once; four times as many pairs
  std::uint64_t narrow_rows = ~std::uint64_t{0};    // from which on entries are wide; at most 2^32 - 2
  std::uint64_t device_cosets = ~std::uint64_t{0};  // that are alive when the rows go to the GPU

  /// For a loop over tasks that take some ten nanoseconds each.
  unsigned threads_for(std::size_t tasks, unsigned threads) const {
    return static_cast<unsigned>(std::clamp<std::size_t>(tasks / tasks_of_a_thread, 1, threads));
  }
};

/// When a GPU that nobody asked for is started. It is ready after 0.2 s, in which the cores continue to work. A command that is
/// done before loses little, unless it ends in the first 0.08 s: so the start waits until the run has taken some time. With 16
/// cores and an H200 (seconds of whole commands; cosets that are open, which means not worked through, after 0.1 s):
///
///                 cores   GPU    open
///   PSL2_101_S    0.102          2.9M at 0.06 s, none after 0.09 s
///   SL2_11        0.090          2.3M at 0.06 s
///   PSL2_61       0.165          4.9M
///   E7            0.260   0.49   0.37M, never more than 0.5M
///   HN_A12        0.575   0.82   1.25M
///   Fi24'         0.560   0.69   6.7M
///   ON            1.03    0.62   1.9M
///   E8_A3         2.6     0.76   0.38M, 0.6M after 0.15 s
struct DeviceStart {
  double seconds = 0.1;                         // of the run
  std::uint64_t open = std::uint64_t{1} << 18;  // cosets
};
inline constexpr DeviceStart kDeviceStart;

namespace tuning {

// --- which strategy has how many steps (enumeration.cpp)
//
// The others run on one core, and HLT is up to 7 times as fast on 16 cores as on one. With equal shares of the steps they would
// take 10 to 20% of the time on 16 cores (HN_A12 0.585 s against 0.490 s of HLT alone, PSL2_101_S 0.101 against 0.091), so they
// have less of them as long as turns are short. In long turns the tables of sparse are large, and all cores work on them.

inline constexpr std::uint64_t kFirstTurn = std::uint64_t{1} << 22;    // table steps of HLT; turns are doubled. Not measured
inline constexpr std::uint64_t kOthersShare = 64;                      // the part of the steps that each of the others has
inline constexpr std::uint64_t kFelschMemory = 8;                      // the part of the memory that Felsch has. Not measured
inline constexpr std::uint64_t kShortTurn = std::uint64_t{1} << 27;    // steps
inline constexpr std::uint64_t kMostCores = 8;                         // how much faster HLT is than what runs on one core
inline constexpr std::uint64_t kMostCoresLater = 4;                    // in long turns: Felsch may be the only one to finish
inline constexpr std::uint64_t kDeviceCores = 32;                      // and on a GPU that was asked for. Not measured
inline constexpr std::uint64_t kFelschLeads = std::uint64_t{1} << 26;  // steps in which Felsch finishes if it suits at all
inline constexpr std::uint64_t kShortRelators = 12;  // letters: of longer ones Felsch does not lead. Not measured
inline constexpr std::uint64_t kLongestTurn = std::uint64_t{1} << 32;

// --- how much is done between turns to prove that the index is infinite (low_index/infinite.hpp), for these steps of HLT

inline constexpr std::uint64_t kStepsOfAChoice = std::uint64_t{1} << 10;

// --- when a table goes to a GPU (the table above DeviceStart)

inline constexpr std::uint64_t kLeastForDevice = std::uint64_t{1} << 14;  // cosets: before, rounds on a GPU are all waiting
inline constexpr std::uint64_t kWorthADevice = std::uint64_t{1} << 19;    // cosets: before, a GPU at hand is not asked for
inline constexpr std::uint64_t kWorthMoving = std::uint64_t{1} << 20;     // open cosets, which are not worked through

// --- HLT and sparse (strategies/hlt.cpp, enumerator.cpp)
//
// Sparse with the gap below: Ru over 2F4(2) 165,409 cosets defined in place of 3.4 million by HLT (index 4,060), Co1 over Co2
// 196,306 in place of 3.9 million (98,280). The shares that decide about compaction and lookaheads were not measured one by one.

inline constexpr std::uint64_t kShortRelator = 5;                         // letters: sparse closes those at every coset
inline constexpr std::uint32_t kSparseGap = 5;                            // letters that may be missing of the others
inline constexpr std::uint64_t kSparseGrowth = 8;                         // a table grows by this part between its lookaheads
inline constexpr std::uint64_t kFirstSparse = std::uint64_t{1} << 10;     // rows before the first lookahead of sparse
inline constexpr std::uint64_t kFirstLookahead = std::uint64_t{1} << 20;  // and of HLT
inline constexpr std::uint64_t kLeastLookahead = std::uint64_t{1} << 16;  // cosets that are scanned together
inline constexpr std::uint64_t kLookaheadShare = 64;                      // or this part of the live cosets
inline constexpr std::uint64_t kWorthwhileShare = 32;                     // of a full table: what a lookahead has to free
inline constexpr std::uint64_t kFruitfulShare = 16;  // of the live cosets: what one has to find for the next to be thorough
inline constexpr std::uint64_t kCollapseShare = 2;   // of the live cosets: fewer are left after a collapse
inline constexpr std::uint64_t kDeadShare = 20;      // compaction pays if one row in 20 is dead,
inline constexpr std::uint64_t kFewDead = 1024;      // and not below this number
inline constexpr std::uint64_t kLongCycle = 512;     // letters
inline constexpr std::uint64_t kWorthWidening = 16;  // rows are made wide for a 16th more of them

// Batches: as long as a stop may wait. Some tenths of a second for the steps of one relator.
inline constexpr std::uint64_t kMostBatch = std::uint64_t{1} << 20;       // cosets
inline constexpr std::uint64_t kMostBatchSteps = std::uint64_t{1} << 26;  // of one relator
inline constexpr std::uint64_t kMostTasks = std::uint64_t{1} << 24;       // traces of one group of relators
inline constexpr std::uint64_t kAskEverySteps = std::uint64_t{1} << 21;   // steps between two looks at the run

// --- Felsch and mixed (strategies/felsch.cpp): not measured, except for
//
// what cycles share: cycles of a test without and with it, in millions, of one core (bench/coset/ace.py names the cases)
//
//                  Ru    T_3125   SL2_13   cfd0R7
//   mixed        1206       798     3532             Sorting takes 0.02 s for 4,096 cycles through a letter, and 6 s for 10^6.
//   with it       751       632     2459

inline constexpr std::uint32_t kMostShared = 64;                          // letters
inline constexpr std::size_t kMostSortedStarts = 4096;                    // of the cycles through a letter
inline constexpr std::uint64_t kFelschShare = 4;                          // compaction pays if one row in four is dead
inline constexpr std::uint64_t kRoomShare = 32;                           // of a full table: what compaction has to free
inline constexpr std::uint64_t kFewFelschRows = 1024;                     // below, it does not matter
inline constexpr std::uint64_t kDefinitionSteps = 16;                     // what a definition costs, in table steps
inline constexpr std::uint64_t kMixedDefinitions = 1000;                  // of a Felsch turn
inline constexpr std::uint64_t kMixedLetters = 2000;                      // of relators in an HLT turn
inline constexpr std::uint64_t kMostDeductions = std::uint64_t{1} << 22;  // if there are more, all is scanned again

// --- orders by chains of subgroups (order.cpp): not measured

inline constexpr std::uint64_t kMostRewritten = 20'000;  // cosets from which a subgroup is presented
inline constexpr unsigned kDeepestChain = 16;            // subgroups in a chain
inline constexpr std::uint64_t kLettersBetweenAsks = std::uint64_t{1} << 22;

}  // namespace tuning

}  // namespace wreath::coset

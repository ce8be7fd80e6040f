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

}  // namespace wreath::coset

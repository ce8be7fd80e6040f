// SPDX-License-Identifier: MIT
//
// What the automatic choice of the GPU goes by, with the measurements that chose it.
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

/// When a GPU that nobody asked for is started. It is ready after 0.3 s, in which the cores continue to work; a command that is
/// done before loses 0.1 to 0.15 s, since its end has to wait for the driver. With 16 cores and an H200 (seconds of whole
/// commands; live cosets and those worked through at moments of HLT between its lookaheads, after a number of steps):
///
///                 cores   GPU started at 2^19 cosets
///   SL2_11        0.090   0.109    2.44M and 0.11M after   8M
///   PSL2_101_S    0.101   0.180    2.84M and 0.03M after   6M
///   E7            0.292   0.427    1.29M and 0.93M after  64M; never more than 0.4M are open
///   HN_A12        0.585   0.697    1.52M and 0.12M after  39M, 2.17M and 0.31M after 113M; never more than 2.1M are open
///   Fi24'         0.495   0.691    6.31M and 0.04M after   9M, 5.45M and 0.02M after 328M
///   ON            0.979   0.614    3.35M and 0.12M after  64M
///   E8_A3         2.3     0.769    1.59M and 1.05M after 100M
///
/// Others that the cores finish soon: SL2_13, PSL2_61 and cfd0R7 have 3M to 5M open cosets and end after 29M to 70M steps;
/// PSL2_199_S and T_78125 have up to 9.6M. So a GPU is worth it if much work is done already and much of the table will stay.
/// Where few cosets are worked through, the others come from long relators, and most of them collapse.
struct DeviceStart {
  std::uint64_t threads = 16;             // with fewer, everything but `growth` is less in proportion
  std::uint64_t steps = 60'000'000;       // that HLT has made
  std::uint64_t growth = 2;               // live cosets for each that is worked through: if fewer, the table stays
  std::uint64_t open = 2'500'000;         // cosets not worked through: otherwise it has to have these
  std::uint64_t worked_through = 65'536;  // and these
  std::uint64_t any_open = 10'000'000;    // enough whatever was done before
};
inline constexpr DeviceStart kDeviceStart;

}  // namespace wreath::coset

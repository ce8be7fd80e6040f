// SPDX-License-Identifier: MIT
//
// The paper's model of permutation arithmetic in RAM, and the numbers of this machine that it takes.
//
// Slavici, Dong, Kunkle and Cooperman (ISSAC 2010) predict the time of an operation from three numbers of the machine: the
// bandwidths of reading and of writing memory in order, and the latency of one random access (their Table 6). With N the bytes of
// an array, their formulas for the partitioned algorithms in RAM, where buckets are cache lines and latencies are hidden, are
//
//   multiply  N (6/Lrb + 3/Lwb)     inverse  N (4/Lrb + 3/Lwb)     divide  N (5/Lrb + 3/Lwb)
//
// (Formulas 6.1 to 6.3 with the extra counting pass; 6.2 as corrected in docs/mathematics/perm.md). The traditional loop moves a
// whole line of 64 bytes per point: it reads it in a product, and writes it in an inverse and a quotient.
#pragma once

#include <cstddef>
#include <vector>

#include "perm/plan/bench.hpp"
#include "perm/plan/plan.hpp"

namespace wreath::perm {

/// Table 6, for a number of threads.
struct MemoryParameters {
  unsigned threads = 1;
  double read = 0;  // bytes per second, in order
  double write = 0;
  double copy = 0;     // read and written bytes together
  double latency = 0;  // seconds per dependent random access, one thread
};

/// Table 7: one product of 2^22 points, by N threads together, and per product by as many single-threaded processes at
/// once.
struct ProcessRow {
  bool partitioned = false;
  unsigned workers = 1;
  double threads_seconds = 0;
  double processes_seconds = 0;
};

double predict_traditional(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory);
double predict_implicit(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory);

/// Table 6 on the arrays of a bench.
MemoryParameters measure_memory(Bench& bench, unsigned threads);
/// Table 7 for N workers: the loop, then the partition. Best called before this process has used several threads: the
/// processes start as copies of it, and threads do not come along.
std::vector<ProcessRow> measure_threads_and_processes(unsigned workers);

}  // namespace wreath::perm

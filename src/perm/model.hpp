// SPDX-License-Identifier: MIT
//
// The paper's model of permutation arithmetic in RAM, beside what this machine does.
//
// Slavici, Dong, Kunkle and Cooperman (ISSAC 2010) predict the time of an operation from three numbers of the machine: the
// bandwidths of reading and of writing memory in order, and the latency of one random access (their Table 6). With N the bytes of
// an array, their formulas for the partitioned algorithms in RAM, where buckets are cache lines and latencies are hidden, are
//
//   multiply  N (6/Lrb + 3/Lwb)     inverse  N (4/Lrb + 3/Lwb)     divide  N (5/Lrb + 3/Lwb)
//
// (Formulas 6.1 to 6.3 with the extra counting pass; 6.2 as corrected in docs/perm.md). The traditional loop moves a whole
// line of 64 bytes per point: it reads it in a product, and writes it in an inverse and a quotient.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/run/json.hpp"
#include "perm/bench.hpp"
#include "perm/ram/plan.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

/// Table 6, for a number of threads.
struct MemoryParameters {
  unsigned threads = 1;
  double read = 0;  // bytes per second, in order
  double write = 0;
  double copy = 0;     // read and written bytes together
  double latency = 0;  // seconds per dependent random access, one thread
};

/// A line of Table 8: seconds.
struct ModelRow {
  Operation operation = Operation::gather;
  std::size_t points = 0;
  unsigned threads = 1;
  double traditional = 0;
  double implicit = 0;
  double traditional_predicted = 0;
  double implicit_predicted = 0;
};

/// Table 7: one product of 2^22 points, by so many threads together, and per product by as many single-threaded processes at
/// once.
struct ProcessRow {
  bool partitioned = false;
  unsigned workers = 1;
  double threads_seconds = 0;
  double processes_seconds = 0;
};

struct ModelReport {
  std::vector<MemoryParameters> parameters;
  std::vector<ModelRow> rows;
  std::vector<ProcessRow> processes;
};

double predict_traditional(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory);
double predict_implicit(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory);

/// Table 6 on the arrays of a bench.
MemoryParameters measure_memory(Bench& bench, unsigned threads);
/// Table 7 for so many workers: the loop, then the partition. Best called before this process has used several threads: the
/// processes start as copies of it, and threads do not come along.
std::vector<ProcessRow> measure_threads_and_processes(unsigned workers);

/// Measures with 1, 2, 4, ... threads up to `threads`, at most_points and a quarter of them. Stops early where the run is asked
/// to.
ModelReport measure_model(std::size_t most_points, unsigned threads, RunControl& run);

Json to_json(const ModelReport& report);

}  // namespace wreath::perm

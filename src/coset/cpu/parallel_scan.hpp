// SPDX-License-Identifier: MIT
//
// One relator traced at a range of cosets on all cores, without changing the table.
//
// The range is cut into pieces of fixed size, and the results are put together in the order of the pieces: they do not depend on
// the number of threads.
#pragma once

#include <memory>
#include <vector>

#include "coset/cpu/bulk_scan.hpp"

namespace wreath::coset {

/// Which traces of a relator are wanted.
struct ScanRequest {
  std::uint64_t first = 0;  // cosets first..last-1
  std::uint64_t last = 0;
  Row bound = 0;                  // traces that come to a smaller coset below it, on the same cycle, are left out
  std::uint64_t largest_gap = 0;  // 1: deductions and coincidences alone
};

class ParallelScan {
 public:
  explicit ParallelScan(unsigned threads);
  ~ParallelScan();

  /// Replaces `ends` by those of the traces, in the order of their cosets. Returns the steps made.
  std::uint64_t scan(const CosetTable& table, const Relator& relator, const ScanRequest& request, std::vector<Ends>& ends);

 private:
  struct Worker;
  struct Piece {
    std::vector<Ends> ends;
    std::uint64_t steps = 0;
  };
  Worker& worker(unsigned thread);

  unsigned threads_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Piece> pieces_;
};

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// Scans and collapses on all cores.
//
// A range of cosets is cut into pieces of fixed size, and the results are put together in the order of the pieces: they do not
// depend on the number of threads.
#pragma once

#include <memory>
#include <vector>

#include "coset/backend.hpp"

namespace wreath::coset {

class CpuBackend : public Backend {
 public:
  explicit CpuBackend(unsigned threads);
  ~CpuBackend() override;

  std::uint64_t scan(const CosetTable& table, const Relator& relator, const ScanRequest& request,
                     std::vector<Ends>& ends) override;
  void collapse(const CollapseRef& table, std::size_t piece) override;
  std::uint64_t memory() const override;

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
  // Of a collapse, by thread.
  std::vector<std::vector<Row>> died_;
  std::vector<std::vector<std::pair<Row, Row>>> pairs_;
};

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// HLT's bulk operations on all cores.
//
// A range of cosets is cut into pieces of fixed size, whose tasks are a list of their own; tasks are ordered by piece. So what is
// defined does not depend on the number of threads.
#pragma once

#include <memory>
#include <vector>

#include "core/data/huge_array.hpp"
#include "coset/backend.hpp"
#include "coset/table.hpp"

namespace wreath::coset {

class CpuBackend : public Backend {
 public:
  /// The table and the system must outlive it.
  CpuBackend(CosetTable& table, const System& system, const Grain& grain);
  ~CpuBackend() override;

  Work close(const ScanRequest& request) override;
  Work fill_rows(std::uint64_t first, std::uint64_t last) override;
  bool settle(RunControl* run) override { return table_.settle(run); }
  bool compact(std::span<std::uint64_t> marks, RunControl* run) override { return table_.compact(marks, run); }
  std::string first_fault(RunControl& run) override;
  void copy_home() override {}
  std::uint64_t row_limit() const override { return table_.row_limit(); }
  std::string_view name() const override { return "cpu"; }
  std::uint64_t memory() const override;

  /// The open traces alone, in their order. Returns the steps.
  std::uint64_t scan(const ScanRequest& request, std::vector<Task>& tasks);

 private:
  struct Worker;
  /// The tasks of some cosets.
  struct alignas(128) Piece {
    std::vector<Task> tasks;
    std::vector<std::pair<Row, Row>> equal;
    std::uint32_t base = 0;  // the number of its first task
    std::uint64_t rows = 0;  // that its winners need, or the first of them
    std::uint64_t steps = 0;
    std::uint64_t begun = 0;
  };

  std::uint64_t scan_pieces(const ScanRequest& request);
  Work fill_in_rounds();
  void clear_claims(std::uint64_t tasks);
  void advance_and_claim(Piece& piece, bool fresh);
  void count_rows(Piece& piece) const;
  void write_paths(Piece& piece);
  void join_pieces(std::uint64_t tasks);
  template <class Body>
  void each_piece(std::uint64_t tasks, const Body& body);

  CosetTable& table_;
  const System& system_;
  unsigned threads_;
  Grain grain_;
  TableRef ref_{};  // of the table, while an operation runs
  std::vector<RelatorRef> relators_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Piece> pieces_;
  std::size_t piece_count_ = 0;  // that are in use
  HugeArray<std::uint32_t> least_;
  ClaimsRef claims_{};
};

}  // namespace wreath::coset

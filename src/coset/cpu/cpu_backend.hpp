// SPDX-License-Identifier: MIT
//
// HLT's bulk operations on all cores.
//
// A range of cosets is cut into pieces of fixed size, whose tasks are a list of their own; tasks are ordered by piece. So what is
// defined does not depend on the number of threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/data/huge_array.hpp"
#include "coset/backend.hpp"
#include "coset/cpu/bulk_scan.hpp"
#include "coset/cpu/piece_flags.hpp"
#include "coset/tables/table.hpp"

namespace wreath::coset {

template <class Entry>
class CpuBackendOf : public Backend {
 public:
  using Row = RowOf<Entry>;
  using Task = TaskOf<Row>;

  /// The table and the system must outlive it.
  CpuBackendOf(TableOf<Entry>& table, const System& system, const Grain& grain);

  Work close(const ScanRequest& request) override;
  Work fill_rows(std::uint64_t first, std::uint64_t last) override;
  bool settle(RunControl* run) override { return table_.settle(run); }
  bool compact(std::span<std::uint64_t> marks, RunControl* run) override { return table_.compact(marks, run); }
  std::string first_fault(RunControl& run) override;
  void copy_home() override {}
  void save_rows(ByteWriter& into) override { table_.save_rows(into); }
  bool restore(ByteReader& reader, std::uint64_t total, std::uint64_t maximum) override {
    return table_.restore(reader, total, maximum);
  }
  Table take_table(const Problem& problem, bool resumed, RunControl* run) override;
  std::uint64_t row_limit() const override { return table_.row_limit(); }
  void limit_rows(std::uint64_t /*most*/) override {}  // the table has its limit
  std::string_view name() const override { return "cpu"; }
  std::uint64_t memory() const override;

  /// The open traces alone, in their order. Returns the steps.
  std::uint64_t scan(const ScanRequest& request, std::vector<Task>& tasks);
  const RelatorRef& relator(std::uint32_t number) const { return relators_[number]; }

 private:
  /// What a thread has of its own.
  struct alignas(128) Worker {
    std::unique_ptr<BulkScan<Entry>> scan;
    PieceFlags<Entry> flags;
    std::vector<StartOf<Row>> starts;
    std::uint64_t steps = 0;
    std::uint64_t begun = 0;
  };

  void need_pieces(std::size_t pieces) {
    if (tasks_.size() >= pieces) return;
    tasks_.resize(pieces);
    sizes_.resize(pieces);
    bases_.resize(pieces);
    rows_.resize(pieces);
  }
  std::uint64_t scan_pieces(const ScanRequest& request);
  std::uint64_t scan_relators(const ScanRequest& request, std::uint32_t first, Range cosets, Row bound, Worker& mine,
                              std::vector<Task>& tasks);
  unsigned number_tasks();
  void deduce_all();
  template <bool Shared>
  void deduce(Range pieces, unsigned thread);
  void fill_in_rounds(bool at_holes, Work& work);
  void advance_and_mark(bool at_holes);
  void start_round(std::uint64_t tasks);
  void advance_and_claim(std::size_t piece, unsigned thread, bool at_holes);
  void mark_winners(std::size_t piece);
  void write_paths(std::size_t piece, std::uint64_t first, unsigned thread);
  void gather_tasks();
  void write_journal();
  bool wins(const Slots& slots, std::uint32_t task) const {
    const Places::Claim claim = Places::claim(round_, Places::turn(list_rounds_, slots), task);
    return least_[places_.of(slots.front)] == claim && least_[places_.of(slots.back)] == claim;
  }
  /// body(piece, thread) for all pieces; a thread has the same ones in all loops.
  template <class Body>
  void each_piece(unsigned threads, const Body& body) {
    parallel_chunks(pieces_, 1, threads, [&](Range range, std::size_t, unsigned thread) { body(range.begin, thread); });
  }

  TableOf<Entry>& table_;
  const System& system_;
  unsigned threads_;
  Grain grain_;
  TableRefOf<Entry> ref_{};  // of the table, while an operation runs
  std::vector<RelatorRef> relators_;
  std::vector<Worker> workers_;
  // The tasks of each piece; and, dense because the calling thread adds them up, how many they are, the number of the first of
  // them, and the new rows of its winners.
  struct alignas(64) Tasks {
    std::vector<Task> list;
    std::vector<Event> events;  // for the table's journal
  };
  std::vector<Tasks> tasks_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> bases_;
  std::vector<std::uint64_t> rows_;
  std::size_t pieces_ = 0;  // that are in use
  std::uint64_t open_tasks_ = 0;
  HugeArray<Places::Claim> least_;
  Places places_{};
  std::uint32_t round_ = 0;
  std::uint32_t list_rounds_ = 0;     // that the list of tasks has had
  std::vector<std::uint64_t> taken_;  // places, if one thread has all tasks
};
using CpuBackend = CpuBackendOf<Row>;

}  // namespace wreath::coset

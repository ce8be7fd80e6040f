// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/memory.hpp"
#include "coset/cpu/cpu_backend.hpp"

namespace wreath::coset {

/// The bulk operations for a table of more rows than 4 bytes can number. The narrow table has the counts meanwhile.
class WideBackend : public Backend {
 public:
  /// The table and the system must outlive it.
  WideBackend(CosetTable& narrow, const System& system, const Grain& grain)
      : narrow_(narrow), table_(system.inverses, narrow.most_rows(), narrow.threads(), grain), cpu_(table_, system, grain) {}

  /// The rows of the narrow table come here. Throws MemoryError if there is no room for them.
  void take_rows() { table_.take(narrow_); }
  /// As TableOf has it.
  bool restore(ByteReader& reader, std::uint64_t total, std::uint64_t maximum) {
    const bool is_table = table_.restore(reader, total, maximum);
    count();
    return is_table;
  }

  WideTable& table() noexcept { return table_; }

  Work close(const ScanRequest& request) override { return counted(cpu_.close(request)); }
  Work fill_rows(std::uint64_t first, std::uint64_t last) override { return counted(cpu_.fill_rows(first, last)); }
  bool settle(RunControl* run) override { return counted(cpu_.settle(run)); }
  bool compact(std::span<std::uint64_t> marks, RunControl* run) override { return counted(cpu_.compact(marks, run)); }
  std::string first_fault(RunControl& run) override { return cpu_.first_fault(run); }
  /// Nothing is left here.
  void copy_home() override {
    if (table_.rows() > kMostRowsOf<Row>) throw MemoryError("the coset table has too many rows for entries of 4 bytes");
    narrow_.take(table_);
  }
  void save_rows(ByteWriter& into) override { table_.save_rows(into); }
  std::uint64_t row_limit() const override { return table_.row_limit(); }
  void limit_rows(std::uint64_t most) override { table_.set_row_limit(most); }
  std::string_view name() const override { return cpu_.name(); }
  std::uint64_t memory() const override { return table_.memory() + cpu_.memory(); }
  bool is_on_host() const override { return true; }

 private:
  void count() { narrow_.set_counts(table_.counts()); }
  template <class Result>
  Result counted(Result result) {
    count();
    return result;
  }

  CosetTable& narrow_;
  WideTable table_;
  CpuBackendOf<WideEntry> cpu_;
};

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
#include "core/run/memory.hpp"
#include "coset/cpu/cpu_backend.hpp"

namespace wreath::coset {

namespace {

/// The bulk operations for a table of more rows than 4 bytes can number. The narrow table has the counts meanwhile.
class WideBackend final : public Backend {
 public:
  WideBackend(CosetTable& narrow, const System& system, const Grain& grain)
      : narrow_(narrow), table_(system.inverses, narrow.most_rows(), narrow.threads(), grain), cpu_(table_, system, grain) {
    table_.take(narrow_);
  }

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
  void save_rows(ByteWriter& into) override { cpu_.save_rows(into); }
  bool restore(ByteReader& reader, std::uint64_t total, std::uint64_t maximum) override {
    return counted(cpu_.restore(reader, total, maximum));
  }
  Table take_table(const Problem& problem, bool resumed, RunControl* run) override {
    return cpu_.take_table(problem, resumed, run);
  }
  std::uint64_t row_limit() const override { return table_.row_limit(); }
  void limit_rows(std::uint64_t most) override { table_.set_row_limit(most); }
  std::string_view name() const override { return cpu_.name(); }
  std::uint64_t memory() const override { return table_.memory() + cpu_.memory(); }
  bool is_on_host() const override { return true; }

 private:
  template <class Result>
  Result counted(Result result) {
    narrow_.set_counts(table_.counts());
    return result;
  }

  CosetTable& narrow_;
  WideTable table_;
  CpuBackendOf<WideEntry> cpu_;
};

}  // namespace

std::unique_ptr<Backend> make_wide_backend(CosetTable& table, const System& system, const Grain& grain) {
  return std::make_unique<WideBackend>(table, system, grain);
}

}  // namespace wreath::coset

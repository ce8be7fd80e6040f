// SPDX-License-Identifier: MIT
//
// What HLT asks of the machine: the seam between the engine and cpu/ and cuda/.
//
// All operations are in bulk, and what they define depends neither on the backend nor on the number of threads. The rows may be
// in another memory than the host's; the counts of the table are always up to date.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "coset/tasks.hpp"
#include "coset/tuning.hpp"
#include "wreath/coset/table.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

/// The traces of some relators to follow. Their order is by pieces of the cosets (Grain::piece), then by relator, then by coset.
struct ScanRequest {
  std::uint32_t first_relator = 0;
  std::uint32_t last_relator = 0;
  std::uint64_t first = 0;  // cosets first..last-1
  std::uint64_t last = 0;
  std::uint64_t bound = 0;        // traces that come to a smaller coset below it, on the same cycle, are left out
  std::uint32_t largest_gap = 0;  // 1: deductions and coincidences alone
};

/// What a bulk operation did.
struct Work {
  bool has_room = true;  // false: the table is full, and some of the work is left
  std::uint64_t steps = 0;
  std::uint64_t begun_paths = 0;  // those with both ends in one slot
};

template <class Entry>
class TableOf;

class Backend {
 public:
  virtual ~Backend() = default;

  /// Closes the relators along the traces by deductions, and by definitions if the gaps may be that large. Coincidences are
  /// listed for settle().
  virtual Work close(const ScanRequest& request) = 0;
  /// Defines what is missing in the rows of the live cosets first..last-1.
  virtual Work fill_rows(std::uint64_t first, std::uint64_t last) = 0;
  /// As CosetTable has them.
  virtual bool settle(RunControl* run) = 0;
  virtual bool compact(std::span<std::uint64_t> marks, RunControl* run) = 0;
  /// What is wrong with the finished table; as first_fault() has it.
  virtual std::string first_fault(RunControl& run) = 0;
  /// The table on the host has all rows afterwards. They are changed here all the same.
  virtual void copy_home() = 0;
  /// As TableOf has it, piece by piece: the table need not fit in the host's memory.
  virtual void save_rows(ByteWriter& into) = 0;
  /// Of rows on the host: what save_rows() wrote, as TableOf has it; and the finished table in its standard order, which is then
  /// gone.
  virtual bool restore(ByteReader&, std::uint64_t /*total*/, std::uint64_t /*maximum*/) { return false; }
  virtual Table take_table(const Problem&, bool /*resumed*/, RunControl*) { throw InternalError("the rows are not on the host"); }
  /// The most rows, dead ones included.
  virtual std::uint64_t row_limit() const = 0;
  /// most: as many rows; 0: what fits in the memory of a GPU that is free.
  virtual void limit_rows(std::uint64_t most) = 0;
  virtual std::string_view name() const = 0;
  /// Bytes that are held besides the table on the host.
  virtual std::uint64_t memory() const = 0;
  /// Whether these are the host's.
  virtual bool is_on_host() const { return false; }
};

/// The rows of a table without coincidences to be settled go to the GPU. most: as limit_rows() has it.
/// The table and the system must outlive the backend. Throws ResourceError if there is no GPU, or if the rows do not fit.
std::unique_ptr<Backend> make_device_backend(TableOf<Row>& table, const System& system, std::uint64_t most);

/// The rows of a table get entries of 5 bytes, for more of them than 4 bytes can number; the table has the counts meanwhile.
/// Throws MemoryError, and nothing has changed, if there is no memory for them.
std::unique_ptr<Backend> make_wide_backend(TableOf<Row>& table, const System& system, const Grain& grain);

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// The cell form with its rows on disk, for bitmaps that are larger than the memory.
//
// A row is a piece of a file without a name, moved past the page cache. There are two pieces for each row: in place, those of the
// two planes; otherwise the row as the last level left it, and room for what the next level makes of it, so that a level that was
// stopped is made again. Rows that are empty or full are never read or written, and a row that does not change stays where it
// is. Rows are made in batches, in an order in which the rows that they are made from are much the same for a while (along the
// cycles of a generator), and what is read stays in memory while it is of use (row_schedule.hpp). While the cores make one batch,
// the rows of the next are read and those of the last are written.
//
// Cost: if the rows of a level fit the memory, each is read once and written once; a row that is a source of rows far apart is
// read again otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>

#include "core/io/async_io.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "orbit/backend.hpp"
#include "orbit/cpu/cell_kernels.hpp"
#include "orbit/disk/row_schedule.hpp"
#include "orbit/spaces/row_counts.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

constexpr std::chrono::milliseconds kDiskLook{50};  // between two looks at the run while rows are read

std::uint64_t buffers_for(std::uint64_t batch, std::size_t generators) {
  return 2 * batch * (generators + 1) + (tuning::kDiskRowsAhead + 1) * batch;
}

class DiskCellBackend final : public Backend {
 public:
  DiskCellBackend(const CellSpace& space, Bitmaps bitmaps, const Options& options, std::uint64_t memory)
      : space_(space),
        bitmaps_(bitmaps),
        threads_(options.machine.threads),
        shape_(space.shape(bitmaps == Bitmaps::both)),
        stride_(disk_ceiling(shape_.row_words * sizeof(std::uint64_t))),
        rows_(shape_, bitmaps == Bitmaps::in_place),
        order_(space.rows_by_cycles(1)),
        which_(shape_.rows),
        empty_row_(shape_.row_words),
        folders_(options.machine.scratch, {}),
        file_(make_file()),
        batch_(batch_for(memory)),
        outputs_((tuning::kDiskRowsAhead + 1) * batch_, stride_),
        cache_(std::min(memory / stride_ - (tuning::kDiskRowsAhead + 1) * batch_, 2 * shape_.rows) * stride_),
        disk_(tuning::kDiskThreads) {
    const CellPlace start = space_.start(bitmaps_ == Bitmaps::both);
    rows_.add_start(start.row);
    std::byte* buffer = outputs_.take();  // aligned, as the disk wants it
    std::memset(buffer, 0, stride_);
    reinterpret_cast<std::uint64_t*>(buffer)[start.word] = std::uint64_t{1} << start.bit;
    file_.write_at(offset(0, start.row), {buffer, stride_});
    outputs_.give(buffer);
  }

  std::uint64_t expand(RunControl& run) override {
    std::vector<std::uint32_t> counts(rows_.plane_counts().begin(), rows_.plane_counts().end());
    std::vector<std::uint32_t> active;
    for (const std::uint64_t row : order_) {
      if (rows_.is_active(row, space_.steps(row), true)) active.push_back(static_cast<std::uint32_t>(row));
    }
    make_rows(active, counts, run);
    for (std::uint64_t row = 0; row < shape_.rows; ++row) {
      if (!rows_.in_place() && counts[row] != rows_.count(row)) which_[row] ^= 1;
    }
    return rows_.finish_level(counts);
  }

  void visit_last_level(FunctionRef<bool(const State&)>) const override {
    throw InternalError("rows on disk do not keep the level before the last");
  }

  void save(ByteWriter& into) const override {
    HugeArray<std::byte> buffer(stride_);
    rows_.save(into, false, [&](unsigned bitmap, std::uint64_t row) -> std::span<const std::uint64_t> {
      const unsigned piece = rows_.in_place() ? static_cast<unsigned>((rows_.level() + bitmap) & 1) : which_[row];
      file_.read_at(offset(piece, row), buffer.span(), stride_);
      return {reinterpret_cast<const std::uint64_t*>(buffer.data()), shape_.row_words};
    });
  }
  void restore(ByteReader& from) override {
    HugeArray<std::byte> buffer(stride_);
    rows_.restore(from, false,
                  [&](unsigned bitmap, std::uint64_t row, RowCounts::Content what, std::span<const std::byte> bytes) {
                    if (!rows_.in_place()) which_[row] = 0;
                    if (what != RowCounts::Content::bits) return;
                    std::memcpy(buffer.data(), bytes.data(), bytes.size());
                    const unsigned piece = rows_.in_place() ? static_cast<unsigned>((rows_.level() + bitmap) & 1) : 0;
                    file_.write_at(offset(piece, row), buffer.span());
                  });
  }
  std::uint64_t memory() const override {
    return cache_.size() + (tuning::kDiskRowsAhead + 1) * batch_ * stride_ + space_.bytes();
  }
  DiskTraffic traffic() const override { return {read_, written_, 2 * made_ * stride_}; }

 private:
  DirectFile make_file() const {
    folders_.require_space(2 * shape_.rows * stride_);
    DirectFile file = DirectFile::nameless(folders_.paths()[0]);
    file.reserve(2 * shape_.rows * stride_);
    return file;
  }
  std::uint64_t offset(unsigned piece, std::uint64_t row) const { return (piece * shape_.rows + row) * stride_; }
  /// The most rows for which two batches and their results have room.
  std::uint64_t batch_for(std::uint64_t memory) const {
    std::uint64_t batch = tuning::kDiskBatch;
    while (batch > 1 && buffers_for(batch, space_.generators()) * stride_ > memory) batch /= 2;
    return batch;
  }

  /// Of the plane that sources are in: whether a row of it is full, or empty.
  std::uint32_t source_count(std::uint64_t row) const {
    return rows_.in_place() ? rows_.counts()[(rows_.level() & 1) * shape_.rows + row] : rows_.count(row);
  }
  bool source_is_full(std::uint64_t row) const { return source_count(row) == shape_.row_bits(); }
  bool has_full_source(std::uint64_t row) const {
    const auto steps = space_.steps(row);
    return std::ranges::any_of(steps,
                               [&](const CellStep& step) { return rows_.fresh(step.row) != 0 && source_is_full(step.row); });
  }

  // A row that is read is named by its number, or in place, as the row that is to be made, by its number and all rows more.
  std::uint32_t own_name(std::uint32_t row) const {
    return static_cast<std::uint32_t>(row + (rows_.in_place() ? shape_.rows : 0));
  }
  std::uint64_t offset_of_name(std::uint32_t name) const {
    if (name >= shape_.rows) return offset(rows_.plane(), name - shape_.rows);
    return offset(rows_.in_place() ? rows_.plane() ^ 1 : which_[name], name);
  }

  std::vector<std::uint32_t> needs_of(std::span<const std::uint32_t> batch) const {
    std::vector<std::uint32_t> needs;
    for (const std::uint32_t row : batch) {
      if (has_full_source(row)) continue;  // the row will be full
      if (rows_.count(row) != 0) needs.push_back(own_name(row));
      for (const CellStep& step : space_.steps(row)) {
        if (rows_.fresh(step.row) != 0) needs.push_back(step.row);
      }
    }
    std::ranges::sort(needs);
    needs.erase(std::ranges::unique(needs).begin(), needs.end());
    return needs;
  }

  void make_rows(const std::vector<std::uint32_t>& active, std::vector<std::uint32_t>& counts, RunControl& run) {
    std::vector<std::span<const std::uint32_t>> batches;
    std::vector<std::vector<std::uint32_t>> needs;
    for (std::size_t begin = 0; begin < active.size(); begin += batch_) {
      batches.push_back(std::span(active).subspan(begin, std::min<std::size_t>(batch_, active.size() - begin)));
      needs.push_back(needs_of(batches.back()));
    }
    RowSchedule schedule(2 * shape_.rows, std::move(needs), static_cast<std::uint32_t>(cache_.size() / stride_));
    Transfers reads[2];
    Transfers writes;
    LevelParts parts(*this, active.size());
    const auto read_ahead = [&](std::size_t batch) {
      for (const RowSchedule::Load& load : schedule.prepare(batch)) {
        disk_.read(file_, offset_of_name(load.row), cache_.span().subspan(load.buffer * stride_, stride_), stride_,
                   reads[batch % 2]);
        read_ += stride_;
      }
    };
    try {
      if (!batches.empty()) read_ahead(0);
      for (std::size_t b = 0; b < batches.size(); ++b) {
        do {
          if (run.should_stop()) throw Stopped{};
        } while (!reads[b % 2].wait_for(kDiskLook));
        if (b + 1 < batches.size()) read_ahead(b + 1);
        parallel_tasks(batches[b].size(), threads_, [&](std::size_t task) {
          if (run.should_stop()) throw Stopped{};
          make_row(batches[b][task], counts, schedule, writes, StopCheck(run));
        });
        writes.check();
        parts.add(batches[b].size());
      }
      writes.wait();
    } catch (const Stopped&) {
      disk_.drop_reads();
      throw;
    }
  }

  void make_row(std::uint32_t row, std::vector<std::uint32_t>& counts, const RowSchedule& schedule, Transfers& writes,
                StopCheck check) {
    if (has_full_source(row)) {
      counts[row] = shape_.row_bits();
      return;
    }
    const auto words = [&](std::uint32_t name) {
      return reinterpret_cast<const std::uint64_t*>(cache_.data() + schedule.buffer(name) * stride_);
    };
    const std::uint64_t* own = rows_.count(row) == 0 ? empty_row_.data() : words(own_name(row));
    const auto give = [this](std::byte* buffer) { outputs_.give(buffer); };
    std::unique_ptr<std::byte, decltype(give)> buffer(outputs_.take(), give);
    auto* out = reinterpret_cast<std::uint64_t*>(buffer.get());
    RowSources sources(space_, row, rows_, words);
    const std::uint64_t count = bitmaps_ == Bitmaps::both ? pull_pairs(own, out, sources.list(), space_.cells(), check)
                                                          : pull_plane(own, out, sources.list(), space_.cell_parities(),
                                                                       rows_.plane() ^ space_.row_parity(row), check);
    ++made_;
    const bool changed = count != rows_.count(row);
    counts[row] = static_cast<std::uint32_t>(count);
    if (!changed || count == shape_.row_bits()) return;
    const unsigned piece = rows_.in_place() ? rows_.plane() : which_[row] ^ 1U;
    written_ += stride_;
    std::byte* written = buffer.release();  // the disk gives it back
    disk_.write(file_, offset(piece, row), {written, stride_}, writes, [give, written] { give(written); });
  }

  const CellSpace& space_;
  Bitmaps bitmaps_;
  unsigned threads_;
  BitmapShape shape_;
  std::uint64_t stride_;  // bytes of a row on disk
  RowCounts rows_;
  std::vector<std::uint64_t> order_;  // of the rows
  std::vector<std::uint8_t> which_;   // piece of each row that has the last level; not in place
  std::vector<std::uint64_t> empty_row_;
  ScratchFolders folders_;
  DirectFile file_;
  std::uint64_t batch_;  // rows
  BufferPool outputs_;
  HugeArray<std::byte> cache_;
  std::uint64_t read_ = 0;  // bytes
  std::atomic<std::uint64_t> written_{0};
  std::atomic<std::uint64_t> made_{0};  // rows
  AsyncIo disk_;                        // last: its threads use what is above
};

}  // namespace

std::uint64_t least_disk_memory(std::uint64_t row_bytes, std::size_t generators) {
  return buffers_for(1, generators) * disk_ceiling(row_bytes);
}

std::uint64_t disk_bytes(std::uint64_t rows, std::uint64_t row_bytes) {
  return 2 * rows * disk_ceiling(row_bytes);
}

std::unique_ptr<Backend> make_disk_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                std::uint64_t memory) {
  const std::uint64_t row_bytes = space.shape(bitmaps == Bitmaps::both).row_words * sizeof(std::uint64_t);
  if (const std::uint64_t least = least_disk_memory(row_bytes, space.generators()); memory < least) {
    throw ResourceError(fmt::format("a search on disk needs {} of memory beside its tables, and {} are left; raise {}",
                                    format_bytes(least), format_bytes(memory), option("memory")));
  }
  return std::make_unique<DiskCellBackend>(space, bitmaps, options, memory);
}

}  // namespace wreath::orbit

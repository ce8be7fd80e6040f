// SPDX-License-Identifier: MIT
//
// Rows of any type in the order that a map gives: row i of the result is row x[i].
//
// In memory: the rows are read whole, and x passes by, slice after slice. On disk, if they do not fit:
//
//   ask       x is read; a record (which row of its block, i) goes to the bucket of the block of rows that holds it
//   look up   block by block, with the rows of a block in memory, each record becomes (which row of its block, the row) in the
//             bucket of the block of the result
//   place     block by block, the result is put together in memory and written
//
// Cost: of each row two reads and two writes, and 16 bytes twice. Rows of a mebibyte and more are copied one by one.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "core/arrays/disk/record_buckets.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kRowSlice = std::size_t{1} << 16;     // points of x at a time
constexpr std::uint64_t kLongRow = std::uint64_t{1} << 20;  // bytes
constexpr std::uint64_t kRowsBeside = std::uint64_t{12} << 20;

/// An .npy array as rows of bytes. Only what moves rows is looked at, so any type passes that numpy can save without pickling.
class RowFile {
 public:
  explicit RowFile(const std::string& path)
      : file_(path), header_(parse_npy_header(file_.bytes(), file_.bytes().size(), path, true)) {
    if (header_.descr.find('O') != std::string::npos) fail("arrays of Python objects are not supported");
    if (header_.shape.empty()) fail("this is a single value, not an array of rows");
    row_bytes_ = rows() == 0 ? 0 : (file_.bytes().size() - header_.data_offset) / rows();
  }

  /// Rows lie one after another unless the array is in Fortran order.
  void require_rows() const {
    if (header_.fortran_order && header_.shape.size() > 1)
      fail("the array is in Fortran order; save numpy.ascontiguousarray of it");
  }
  std::uint64_t rows() const { return header_.shape[0]; }
  std::uint64_t row_bytes() const { return row_bytes_; }
  void read(std::uint64_t first, std::span<std::byte> into) const {
    file_.read_at(header_.data_offset + first * row_bytes_, into);
  }

  /// The header of an array of `rows` such rows.
  std::string header_for(std::uint64_t rows) const {
    std::vector<std::uint64_t> shape = header_.shape;
    shape[0] = rows;
    return make_npy_header(header_.descr, header_.item_bytes, shape);
  }

 private:
  [[noreturn]] void fail(const char* why) const { throw InputError(fmt::format("{}: {}", file_.path(), why)); }

  MappedFile file_;
  NpyHeader header_;
  std::uint64_t row_bytes_ = 0;
};

/// One product of a map and an array of rows.
class RowProduct {
 public:
  RowProduct(const MapSource& x, const RowFile& y, const std::string& rows_name, const std::string& output,
             const FileOptions& options, RunControl& run)
      : x_(x), y_(y), rows_name_(rows_name), options_(options), run_(run), out_(output), header_(y.header_for(x.size())) {
    folder_ = std::filesystem::path(absolute_path(output)).parent_path().string();
  }

  /// Whether all was written.
  bool work() {
    const std::uint64_t bytes = y_.row_bytes();
    out_.reserve(header_.size() + x_.size() * bytes);
    out_.write(bytes_of(header_));
    const std::uint64_t left = run_.memory_left();
    const bool fits = bytes == 0 || (y_.rows() * bytes + kRowSlice * (bytes + 16) + kRowsBeside <= left && !options_.disk.always);
    run_.note_choice("backend", "cpu", "rows are rearranged by the CPU");
    if (!fits) run_.note_choice("storage", "disk", "the rows do not fit in memory");
    const auto timer = run_.phase("multiply");
    const bool whole = fits ? in_memory() : bytes >= kLongRow ? one_by_one() : on_disk(left);
    if (whole) out_.commit();
    return whole;
  }

 private:
  /// use(first, points) for all slices of x, checked. False where the run was asked to stop.
  template <class Use>
  bool for_each_slice(const Use& use) {
    std::vector<std::uint64_t> points(kRowSlice);
    for (std::uint64_t first = 0; first < x_.size(); first += kRowSlice) {
      if (run_.should_stop()) return false;
      const std::span<std::uint64_t> slice = std::span(points).first(std::min<std::uint64_t>(kRowSlice, x_.size() - first));
      load(first, slice);
      use(first, std::span<const std::uint64_t>(slice));
      run_.report({"multiply", first + slice.size(), x_.size(), "points"});
    }
    return true;
  }
  void load(std::uint64_t first, std::span<std::uint64_t> into) const {
    x_.read_numbers(first, into, 1);
    const std::uint64_t limit = x_.limit(y_.rows());
    const auto bad =
        static_cast<std::size_t>(std::ranges::find_if(into, [&](std::uint64_t row) { return row >= limit; }) - into.begin());
    if (bad == into.size()) return;
    throw InputError(fmt::format("{}: value {} at index {} is not the number of a row of {}, which has {} rows", x_.name(),
                                 x_.shown(into[bad]), first + bad, rows_name_, y_.rows()));
  }

  bool in_memory() {
    const std::uint64_t bytes = y_.row_bytes();
    HugeArray<std::byte> rows(y_.rows() * bytes);
    y_.read(0, rows.span());
    HugeArray<std::byte> result(kRowSlice * bytes);
    return for_each_slice([&](std::uint64_t, std::span<const std::uint64_t> points) {
      const std::span<std::byte> to = result.span().first(points.size() * bytes);
      if (bytes >= 1 && bytes <= 64) {
        multiply_values(points, rows.data(), y_.rows(), to.data(), bytes, {.machine = {.threads = options_.machine.threads}});
      } else {
        parallel_ranges(points.size(), options_.machine.threads, 256, [&](Range range, unsigned) {
          for (std::size_t i = range.begin; i < range.end; ++i)
            std::memcpy(to.data() + i * bytes, rows.data() + points[i] * bytes, bytes);
        });
      }
      out_.write(to);
    });
  }

  bool one_by_one() {
    std::vector<std::byte> row(y_.row_bytes());
    return for_each_slice([&](std::uint64_t, std::span<const std::uint64_t> points) {
      for (const std::uint64_t point : points) {
        y_.read(point, row);
        out_.write(row);
      }
    });
  }

  struct Question {
    std::uint64_t row;  // of its block
    std::uint64_t index;
  };

  bool on_disk(std::uint64_t memory) {
    const std::uint64_t bytes = y_.row_bytes();
    const std::uint64_t block = std::max<std::uint64_t>(1, memory / 3 / bytes);
    const std::size_t from = y_.rows() / block + 1;
    const std::size_t to = x_.size() / block + 1;
    std::size_t chunk = std::size_t{1} << 18;
    while (chunk > kDiskBlock && chunk * (from + to + 2 * arrays::ByteBuckets::kSpare) > memory / 3) chunk /= 2;
    if (std::max<std::uint64_t>(chunk, bytes + 8) * (from + to + 2 * arrays::ByteBuckets::kSpare) > memory / 2) {
      throw ResourceError(
          fmt::format("rearranging {} rows of {} on disk needs more memory than the {} available; give "
                      "more with {}",
                      y_.rows(), format_bytes(bytes), format_bytes(memory), option("memory")));
    }
    const ScratchFolders folders(options_.machine.scratch, folder_);
    folders.require_space(x_.size() * (bytes + 8 + sizeof(Question)));
    std::vector<DirectFile> files;
    std::vector<DirectFile> row_files;
    for (const std::string& folder : folders.paths()) {
      files.push_back(DirectFile::nameless(folder));
      row_files.push_back(DirectFile::nameless(folder));
    }
    AsyncIo io(8);
    arrays::RecordBuckets<Question> questions(io, files, from, chunk);
    if (!for_each_slice([&](std::uint64_t first, std::span<const std::uint64_t> points) {
          for (std::size_t i = 0; i < points.size(); ++i) questions.put(points[i] / block, {points[i] % block, first + i});
        }))
      return false;
    arrays::ByteBuckets found(io, row_files, to, chunk, bytes + 8);
    {
      HugeArray<std::byte> rows(block * bytes);
      for (std::size_t number = 0; number < from; ++number) {
        if (run_.should_stop()) return false;
        const std::uint64_t first = number * block;
        y_.read(first, rows.span().first(std::min(block, y_.rows() - std::min(first, y_.rows())) * bytes));
        questions.take(number, [&](std::span<const Question> asked) {
          for (const Question& question : asked) {
            std::byte* record = found.add(question.index / block);
            const std::uint64_t place = question.index % block;
            std::memcpy(record, &place, 8);
            std::memcpy(record + 8, rows.data() + question.row * bytes, bytes);
          }
        });
      }
    }
    return place_rows(found, block, to);
  }

  bool place_rows(arrays::ByteBuckets& found, std::uint64_t block, std::size_t blocks) {
    const std::uint64_t bytes = y_.row_bytes();
    HugeArray<std::byte> result(block * bytes);
    for (std::size_t number = 0; number < blocks; ++number) {
      if (run_.should_stop()) return false;
      found.take(number, [&](std::span<const std::byte> records) {
        for (; !records.empty(); records = records.subspan(bytes + 8)) {
          std::uint64_t place = 0;
          std::memcpy(&place, records.data(), 8);
          std::memcpy(result.data() + place * bytes, records.data() + 8, bytes);
        }
      });
      const std::uint64_t first = std::min<std::uint64_t>(x_.size(), number * block);
      out_.write(std::as_const(result).span().first(std::min(block, x_.size() - first) * bytes));
    }
    return true;
  }

  const MapSource& x_;
  const RowFile& y_;
  const std::string& rows_name_;
  const FileOptions& options_;
  RunControl& run_;
  OutputFile out_;
  std::string header_;
  std::string folder_;
};

}  // namespace

bool is_array_of_rows(const std::filesystem::path& path) {
  if (path.extension() != ".npy" || !std::filesystem::is_regular_file(path)) return false;
  try {
    const NpyFile points = NpyFile::of_points(path);
    return false;
  } catch (const InputError&) {  // it may hold anything else
  }
  try {
    const RowFile rows(path);
    return true;
  } catch (const InputError&) {
    return false;  // it is read as points, whose error explains more
  }
}

FileReport multiply_rows(const Map& x, const std::string& rows, const std::filesystem::path& output, const FileOptions& options,
                         RunControl* run) {
  GivenRun given(run);
  if (options.machine.cluster)
    cluster::on_all_ranks(options, [] { throw InputError("rows can be rearranged by a single process only"); });
  if (!given->files().empty()) throw InputError("rearranging rows does not support checkpoints; leave the checkpoint out");
  if (options.verify != Verify::none)
    throw InputError("the result of rearranging rows cannot be verified; leave " + option("verify") + " out");
  if (options.machine.backend == BackendChoice::cuda)
    throw InputError("rows are rearranged by the CPU only; leave " + option("backend", "cuda") + " out");
  const RowFile y(rows);
  y.require_rows();
  if (y.rows() == 0 && x.size() != 0) throw InputError(fmt::format("{}: there are no rows to take", rows));
  const bool whole = RowProduct(Internals::source(x), y, rows, output, options, *given).work();
  return {x.size(), whole ? x.size() : 0, static_cast<unsigned>(y.row_bytes()), 0};
}

}  // namespace wreath::perm

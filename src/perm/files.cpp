// SPDX-License-Identifier: MIT
//
// Multiplying files: y, which is read out of order, is taken into memory on huge pages; x and the product, which are not,
// pass by in slices. After each slice the run can stop, and can note in a checkpoint how far it is.
#include "perm/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/data/huge_array.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/checkpoint.hpp"
#include "core/run/units.hpp"
#include "perm/backend.hpp"
#include "perm/points.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kReadPiece = std::size_t{8} << 20;
constexpr const char* kCheckpointKind = "perm multiply 1";

void require_memory(std::uint64_t bytes, const RunControl& run, const std::string& what) {
  if (bytes <= run.memory_limit()) return;
  throw ResourceError(fmt::format("{} needs {} of memory and may use {}; give more with --memory, or use a larger machine", what,
                                  format_bytes(bytes), format_bytes(run.memory_limit())));
}

/// Copies a part of a file, with all threads, so that a fast disk or the page cache is not held up by one of them.
template <class T>
void read_items(const NpyFile& file, std::size_t first, std::span<T> into, unsigned threads) {
  const auto bytes = std::as_writable_bytes(into);
  parallel_ranges(bytes.size(), threads, kReadPiece, [&](Range range, unsigned) {
    file.file().read_at(file.header().data_offset + first * sizeof(T) + range.begin, bytes.subspan(range.begin, range.size()));
  });
}

Json file_identity(const NpyFile& file) {
  return {{"path", file.path()}, {"points", file.size()}, {"type", file.header().type()}, {"modified", file.file().modified()}};
}

/// A value as the file's own type shows it: a negative one stays negative.
std::string shown_value(std::uint64_t value, const NpyHeader& header) {
  if (header.kind == 'u') return std::to_string(value);
  const unsigned unused = 64 - 8 * header.item_bytes;
  return std::to_string(static_cast<std::int64_t>(value << unused) >> unused);
}

/// The multiplication of two files whose widths are known.
template <class Point, class Value>
class FileMultiplication {
 public:
  FileMultiplication(const NpyFile& x, const NpyFile& y, std::string output, const FileOptions& options, RunControl& run)
      : x_(x),
        y_(y),
        options_(options),
        run_(run),
        problem_({{"x", file_identity(x)}, {"y", file_identity(y)}, {"output", output}}),
        done_(resume_position()),
        out_(std::move(output), partial_kind()) {}

  FileReport execute() {
    const std::size_t slice = std::min<std::size_t>(options_.slice_points, x_.size());
    require_memory(y_.size() * sizeof(Value) + slice * (sizeof(Point) + sizeof(Value)), run_,
                   fmt::format("multiplying {} by {}", x_.path(), y_.path()));
    const FileReport report{x_.size(), 0, sizeof(Value), done_};
    if (options_.resume.empty()) start_output();
    const HugeArray<Value> y = load_y();
    const auto backend = choose_backend<Point, Value>(y.span(), with_run(options_.options));
    HugeArray<Point> x_slice(slice);
    HugeArray<Value> z_slice(slice);
    while (done_ < x_.size() && !run_.should_stop()) {
      const std::size_t count = std::min<std::size_t>(slice, x_.size() - done_);
      multiply_slice(*backend, x_slice.span().first(count), z_slice.span().first(count));
      done_ += count;
      run_.report({"multiply", done_, x_.size(), "points"});
      if (done_ < x_.size()) save_checkpoint();
    }
    if (done_ == x_.size()) {
      finish();
    } else {
      save_checkpoint();
    }
    return {report.points, done_, report.point_bytes, report.resumed_at};
  }

 private:
  /// Where a checkpoint says that the last run stopped; 0 for a fresh one.
  std::size_t resume_position() const {
    if (options_.resume.empty()) return 0;
    const auto payload = read_checkpoint(options_.resume, kCheckpointKind, problem_);
    std::uint64_t position = 0;
    if (payload.size() != sizeof position) throw InputError(fmt::format("{}: the checkpoint holds no position", options_.resume));
    std::memcpy(&position, payload.data(), sizeof position);
    if (position > x_.size()) throw InputError(fmt::format("{}: the checkpoint's position is past the end", options_.resume));
    return position;
  }

  OutputFile::Partial partial_kind() const {
    if (!options_.resume.empty()) return OutputFile::Partial::resume;
    return options_.checkpoint.empty() ? OutputFile::Partial::none : OutputFile::Partial::fresh;
  }

  Options with_run(Options options) const {
    options.run = &run_;
    return options;
  }

  std::string header() const {
    const std::array<std::uint64_t, 1> shape{x_.size()};
    return make_npy_header(y_.header().kind, sizeof(Value), shape);
  }

  void start_output() {
    out_.reserve(header().size() + x_.size() * sizeof(Value));
    out_.write_at(0, bytes_of(header()));
  }

  HugeArray<Value> load_y() {
    const auto timer = run_.phase("read y");
    HugeArray<Value> y(y_.size());
    read_items(y_, 0, y.span(), options_.options.threads);
    return y;
  }

  void multiply_slice(Backend<Point, Value>& backend, std::span<Point> x, std::span<Value> z) {
    {
      const auto timer = run_.phase("read x");
      read_items(x_, done_, x, options_.options.threads);
    }
    {
      const auto timer = run_.phase("multiply");
      try {
        backend.multiply(x, z);
      } catch (const PointError& error) {
        throw InputError(fmt::format("{}: value {} at index {} is not a point of {}, which has {} points{}", x_.path(),
                                     shown_value(error.value, x_.header()), done_ + error.index, y_.path(), error.size,
                                     error.size == 0 ? "" : fmt::format(" (0..{})", error.size - 1)));
      }
    }
    const auto timer = run_.phase("write");
    out_.write_at(header().size() + done_ * sizeof(Value), std::as_bytes(z));
  }

  const std::string& checkpoint_path() const { return options_.checkpoint.empty() ? options_.resume : options_.checkpoint; }

  void save_checkpoint() {
    if (checkpoint_path().empty()) return;
    const auto timer = run_.phase("checkpoint");
    out_.sync();  // what the checkpoint claims must be on disk before it is
    const std::uint64_t position = done_;
    write_checkpoint(checkpoint_path(), kCheckpointKind, problem_, std::as_bytes(std::span(&position, 1)));
  }

  void finish() {
    out_.commit();
    for (const std::string& path : {options_.checkpoint, options_.resume}) {
      if (!path.empty()) unlink(path.c_str());
    }
  }

  const NpyFile& x_;
  const NpyFile& y_;
  const FileOptions& options_;
  RunControl& run_;
  Json problem_;
  std::size_t done_;
  OutputFile out_;
};

}  // namespace

FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                       const Options& options, RunControl& run) {
  if (point_bytes == 0) point_bytes = points <= (std::uint64_t{1} << 32) ? 4 : 8;
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(points, point_bytes, &bytes)) throw InputError(fmt::format("{} points are too many", points));
  require_memory(bytes, run, fmt::format("a random permutation of {} points", points));
  run.note_backend("cpu", "random permutations are made on the CPU");
  OutputFile file(output);
  const std::array<std::uint64_t, 1> shape{points};
  const std::string header = make_npy_header('u', point_bytes, shape);
  file.reserve(header.size() + bytes);
  with_width(point_bytes, [&]<class Point>(Point) {
    HugeArray<Point> x(points);
    {
      const auto timer = run.phase("shuffle");
      random(x.span(), seed, options);
    }
    if (run.should_stop()) return;
    const auto timer = run.phase("write");
    file.write(bytes_of(header));
    file.write(std::as_bytes(x.span()));
    file.commit();
  });
  return {points, run.stop_reason() == StopReason::none ? points : 0, point_bytes, 0};
}

FileReport multiply_files(const std::string& x, const std::string& y, const std::string& output, const FileOptions& options,
                          RunControl& run) {
  const NpyFile x_file(x, 1);
  const NpyFile y_file(y, 1);
  return with_width(x_file.header().item_bytes, [&]<class Point>(Point) {
    return with_width(y_file.header().item_bytes, [&]<class Value>(Value) {
      return FileMultiplication<Point, Value>(x_file, y_file, output, options, run).execute();
    });
  });
}

}  // namespace wreath::perm

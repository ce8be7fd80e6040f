// SPDX-License-Identifier: MIT
//
// Multiplying files: y, which is read out of order, is taken into memory on huge pages; x and the product, which are not,
// pass by in slices. After each slice the run can stop, and can note in a checkpoint how far it is.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/data/hash.hpp"
#include "core/run/checkpoint.hpp"
#include "core/run/units.hpp"
#include "perm/backend.hpp"
#include "perm/disk/files.hpp"
#include "perm/file_tools.hpp"
#include "perm/files.hpp"
#include "perm/points.hpp"

namespace wreath::perm {

void throw_point_error(const PointError& error, const MapSource& x, const MapSource& y, std::uint64_t first) {
  throw InputError(fmt::format("{}: value {} at index {} is not a point of {}, which has {} points{}", x.name(),
                               x.shown(error.value), first + error.index, y.name(), error.size,
                               error.size == 0 ? "" : fmt::format(" (0..{})", error.size - 1)));
}

namespace {

constexpr const char* kCheckpointKind = "perm multiply 1";
constexpr double kCheckpointSeconds = 30;
constexpr std::size_t kLeastSlice = std::size_t{1} << 20;

/// What a checkpoint holds: how far the run is, and the number that its partial file bears, so that no other run's is taken for
/// it.
struct Position {
  std::uint64_t done = 0;
  std::uint64_t run_id = 0;
};

std::uint64_t fresh_run_id() {
  const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  return mix64(now ^ static_cast<std::uint64_t>(getpid()) << 40);
}

class FileMultiplication {
 public:
  FileMultiplication(const MapSource& x, const MapSource& y, std::string output, const FileOptions& options, RunControl& run)
      : x_(x),
        y_(y),
        output_(std::move(output)),
        options_(options),
        run_(run),
        problem_({{"x", x.identity()},
                  {"y", y.identity()},
                  {"output", std::filesystem::weakly_canonical(std::filesystem::absolute(output_)).string()}}),
        position_(options.resume.empty() ? Position{0, fresh_run_id()} : read_position()) {}

  FileReport execute() {
    require_backend(options_.options);
    if (!options_.checkpoint.empty()) require_checkpoint_target(options_.checkpoint);
    const std::size_t slice = slice_that_fits();
    open_output();
    const std::uint64_t resumed_at = position_.done;
    with_width(x_.width(), [&]<class Point>(Point) {
      with_width(y_.width(), [&]<class Value>(Value) { multiply_slices<Point, Value>(slice); });
    });
    if (position_.done == x_.size()) {
      finish();
    } else {
      save_checkpoint();
    }
    return {x_.size(), position_.done, y_.width(), resumed_at};
  }

 private:
  Position read_position() const {
    const auto payload = read_checkpoint(options_.resume, kCheckpointKind, problem_);
    Position position;
    if (payload.size() != sizeof position) throw InputError(fmt::format("{}: the checkpoint holds no position", options_.resume));
    std::memcpy(&position, payload.data(), sizeof position);
    if (position.done > x_.size())
      throw InputError(fmt::format("{}: the checkpoint's position is past the end", options_.resume));
    return position;
  }

  /// The largest slice, within what was asked for, that fits the memory beside y. Partitioning a slice takes some eight bytes a
  /// point.
  std::size_t slice_that_fits() const {
    std::size_t slice = std::min<std::size_t>(options_.slice_points, x_.size());
    const auto needed = [&] { return y_.size() * y_.width() + slice * (x_.width() + y_.width() + 8); };
    while (slice > kLeastSlice && needed() > run_.memory_left()) slice /= 2;
    require_memory(needed(), run_, fmt::format("multiplying {} by {}", x_.name(), y_.name()));
    return slice;
  }

  /// Beside the file that is to be written, also where its name is a link.
  std::string partial_path() const {
    return fmt::format("{}.{:016x}.partial", std::filesystem::weakly_canonical(std::filesystem::absolute(output_)).string(),
                       position_.run_id);
  }

  void open_output() {
    const std::uint64_t whole = header().size() + x_.size() * y_.width();
    if (!options_.resume.empty()) {
      out_.emplace(output_, partial_path(), OutputFile::Partial::resume);
      if (out_->size() != whole || out_->read_start(header().size()) != header()) {
        throw InputError(
            fmt::format("{}: this is not the unfinished product that {} speaks of", partial_path(), options_.resume));
      }
      return;
    }
    if (options_.checkpoint.empty()) {
      out_.emplace(output_);
    } else {
      out_.emplace(output_, partial_path(), OutputFile::Partial::fresh);
    }
    out_->reserve(whole);
    out_->write_at(0, bytes_of(header()));
  }

  std::string header() const {
    const std::uint64_t shape[] = {x_.size()};
    return make_npy_header(y_.kind(), y_.width(), shape);
  }

  template <class Point, class Value>
  void multiply_slices(std::size_t slice) {
    const bool from_the_start = position_.done == 0;
    const HugeArray<Value> y = load_y<Value>();
    Workspace workspace;
    Options options = with_run(options_.options, run_);
    options.workspace = &workspace;
    const auto backend = choose_backend<Point, Value>(y.span(), options);
    HugeArray<Point> x_slice(slice);
    HugeArray<Value> z_slice(slice);
    while (position_.done < x_.size() && !run_.should_stop()) {
      const std::size_t count = std::min<std::size_t>(slice, x_.size() - position_.done);
      multiply_slice(*backend, y.span(), x_slice.span().first(count), z_slice.span().first(count));
      position_.done += count;
      run_.report({"multiply", position_.done, x_.size(), "points"});
      if (position_.done < x_.size() && run_.seconds() > next_checkpoint_) save_checkpoint();
    }
    if (position_.done == x_.size() && options_.verify == Verify::sample && from_the_start) {
      checksum_.require_values_of<Value>(y.span(), options.threads);
    }
  }

  template <class Value>
  HugeArray<Value> load_y() {
    const auto timer = run_.phase("read y");
    return y_.all_values<Value>(options_.options.threads);
  }

  template <class Point, class Value>
  void multiply_slice(Backend<Point, Value>& backend, std::span<const Value> y, std::span<Point> x, std::span<Value> z) {
    {
      const auto timer = run_.phase("read x");
      x_.read_points(position_.done, x, options_.options.threads);
    }
    {
      const auto timer = run_.phase("multiply");
      try {
        backend.multiply(x, z);
      } catch (const PointError& error) {
        throw_point_error(error, x_, y_, position_.done);
      }
    }
    if (options_.verify != Verify::none) {
      const auto timer = run_.phase("verify");
      verify_points(x.size(), options_.verify, options_.options.threads, [&](std::size_t i) { return z[i] == y[x[i]]; });
      checksum_.add(std::span<const Point>(x), std::span<const Value>(z), options_.options.threads);
    }
    const auto timer = run_.phase("write");
    out_->write_at(header().size() + position_.done * sizeof(Value), std::as_bytes(z));
  }

  const std::string& checkpoint_path() const { return options_.checkpoint.empty() ? options_.resume : options_.checkpoint; }

  void save_checkpoint() {
    if (checkpoint_path().empty()) return;
    const auto timer = run_.phase("checkpoint");
    out_->sync();  // what the checkpoint claims must be on disk before it is
    write_checkpoint(checkpoint_path(), kCheckpointKind, problem_, std::as_bytes(std::span(&position_, 1)));
    out_->keep();
    next_checkpoint_ = run_.seconds() + kCheckpointSeconds;
  }

  void finish() {
    if (!checkpoint_path().empty()) out_->sync();  // before the checkpoint goes
    out_->commit();
    for (const std::string& path : {options_.checkpoint, options_.resume}) {
      if (!path.empty()) unlink(path.c_str());
    }
  }

  const MapSource& x_;
  const MapSource& y_;
  std::string output_;
  const FileOptions& options_;
  RunControl& run_;
  Json problem_;
  Position position_;
  ProductChecksum checksum_;
  double next_checkpoint_ = kCheckpointSeconds;
  std::optional<OutputFile> out_;
};

}  // namespace

FileReport multiply_files(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                          RunControl& run) {
  if (options.cluster != nullptr) return multiply_on_cluster(x, y, output, options, run);
  const std::uint64_t least = y.size() * y.width() + std::min<std::uint64_t>(x.size(), kLeastSlice) * (x.width() + y.width() + 8);
  if (goes_to_disk(x, &y, least, run)) return disk::multiply(x, y, output, options, run);
  return FileMultiplication(x, y, output, options, run).execute();
}

}  // namespace wreath::perm

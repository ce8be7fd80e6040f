// SPDX-License-Identifier: MIT
//
// Multiplying files: y, which is read out of order, is taken into memory on huge pages; x and the product, which are not,
// pass by in slices. After each slice the run can note in a checkpoint how far it is; a stop within a slice loses what was done
// of it.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/run/checkpoint.hpp"
#include "perm/backend.hpp"
#include "perm/in_memory.hpp"
#include "perm/points.hpp"
#include "perm/verify.hpp"

namespace wreath::perm::in_memory {

namespace {

constexpr const char* kCheckpointKind = "perm multiply 2";

/// What a checkpoint holds: how far the run is, and the number that its partial file bears, so that no other run's is taken for
/// it. Once all is done, the number by which the file system knows that file.
struct Position {
  std::uint64_t done = 0;
  std::uint64_t run_id = 0;
  std::uint64_t finished = 0;
};

class FileMultiplication {
 public:
  FileMultiplication(const FileJob& job, const Plan& plan)
      : x_(*job.x),
        y_(*job.y),
        output_(job.output),
        options_(job.options),
        run_(job.run),
        plan_(plan),
        problem_({{"x", x_.identity()}, {"y", y_.identity()}, {"output", absolute_path(output_)}}),
        position_(options_.resume.empty() ? Position{0, fresh_run_id(), 0} : read_position()) {}

  FileReport execute() {
    if (!options_.checkpoint.empty()) require_checkpoint_target(options_.checkpoint);
    if (position_.finished != 0) {
      put_in_place(output_, partial_path(), position_.finished, options_.resume);
      remove_checkpoints();
      return {x_.size(), x_.size(), y_.width(), x_.size()};
    }
    open_output();
    const std::uint64_t resumed_at = position_.done;
    unless_stopped([&] {
      with_width(x_.width(), [&]<class Point>(Point) {
        with_width(y_.width(), [&]<class Value>(Value) { multiply_slices<Point, Value>(); });
      });
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
    if (payload.size() != sizeof position)
      throw InputError(fmt::format("{}: the checkpoint is damaged: it has no position", options_.resume));
    std::memcpy(&position, payload.data(), sizeof position);
    if (position.done > x_.size())
      throw InputError(fmt::format("{}: the checkpoint is damaged: its position is past the end", options_.resume));
    return position;
  }

  /// Beside the file that is to be written, also where its name is a link.
  std::string partial_path() const { return fmt::format("{}.{:016x}.partial", absolute_path(output_), position_.run_id); }

  void open_output() {
    const std::uint64_t whole = header().size() + x_.size() * y_.width();
    if (!options_.resume.empty()) {
      out_.emplace(output_, partial_path(), OutputFile::Partial::resume);
      if (out_->size() != whole || out_->read_start(header().size()) != header()) {
        throw InputError(
            fmt::format("{}: this is not the unfinished product of the checkpoint {}", partial_path(), options_.resume));
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
  void multiply_slices() {
    const bool from_the_start = position_.done == 0;
    // A resumed run does a slice whatever its time is: y is read again, which may take all of it.
    std::optional<RunControl::Untimed> untimed;
    if (!options_.resume.empty()) untimed.emplace(run_);
    const std::size_t slice = plan_.slice_points;
    const HugeArray<Value> y = load_y<Value>();
    std::unique_ptr<Multiplier<Point, Value>> gpu;
    if (plan_.where == Where::cuda) gpu = hold_on_gpu<Point, Value>(y.span());
    Workspace workspace;
    Options options = array_options(options_);
    options.workspace = &workspace;
    const auto multiply = [&](std::span<const Point> x, std::span<Value> z) {
      if (gpu != nullptr) return gpu->multiply(x, z);
      perm::multiply(x, std::span<const Value>(y.span()), z, options, &run_);
    };
    HugeArray<Point> x_slice(slice);
    HugeArray<Value> z_slice(slice);
    while (position_.done < x_.size() && !run_.should_stop()) {
      const std::size_t count = std::min<std::size_t>(slice, x_.size() - position_.done);
      multiply_slice<Point, Value>(multiply, y.span(), x_slice.span().first(count), z_slice.span().first(count));
      if (position_.done + count == x_.size() && options_.verify == Verify::sample && from_the_start)
        checksum_.require_values_of<Value>(y.span(), options.machine.threads, run_);
      position_.done += count;
      untimed.reset();
      run_.report({"multiply", position_.done, x_.size(), "points"});
      if (position_.done < x_.size() && next_checkpoint_.is_due()) save_checkpoint();
    }
  }

  template <class Value>
  HugeArray<Value> load_y() {
    const auto timer = run_.phase("read y");
    return y_.all_values<Value>(options_.machine.threads, &run_);
  }

  template <class Point, class Value, class Multiply>
  void multiply_slice(const Multiply& multiply, std::span<const Value> y, std::span<Point> x, std::span<Value> z) {
    {
      const auto timer = run_.phase("read x");
      x_.read_points(position_.done, x, options_.machine.threads, &run_);
    }
    {
      const auto timer = run_.phase("multiply");
      try {
        multiply(x, z);
      } catch (const PointError& error) {
        throw_point_error(error, x_, y_, position_.done);
      }
      StopCheck(run_).look();  // what a stop leaves is unfinished
    }
    if (options_.verify != Verify::none) {
      const auto timer = run_.phase("verify");
      verify_points(x.size(), options_.verify, options_.machine.threads, run_, [&](std::size_t i) { return z[i] == y[x[i]]; });
      checksum_.add(std::span<const Point>(x), std::span<const Value>(z), options_.machine.threads, run_);
    }
    const auto timer = run_.phase("write");
    write_pieces(*out_, header().size() + position_.done * sizeof(Value), std::as_bytes(z), run_);
  }

  std::string checkpoint_path() const { return checkpoint_file(options_.checkpoint, options_.resume); }

  void save_checkpoint() {
    if (checkpoint_path().empty()) return;
    const auto timer = run_.phase("checkpoint");
    out_->sync();  // what the checkpoint claims must be on disk before it is
    write_checkpoint(checkpoint_path(), kCheckpointKind, problem_, std::as_bytes(std::span(&position_, 1)));
    out_->keep();
    next_checkpoint_.restart();
  }

  void finish() {
    if (!checkpoint_path().empty()) {  // it must be on disk before the checkpoint goes
      position_.finished = file_number(partial_path());
      save_checkpoint();
    }
    out_->commit();
    remove_checkpoints();
  }

  void remove_checkpoints() const {
    for (const std::string& path : {options_.checkpoint, options_.resume}) {
      if (!path.empty()) unlink(path.c_str());
    }
  }

  const MapSource& x_;
  const MapSource& y_;
  std::string output_;
  const FileOptions& options_;
  RunControl& run_;
  const Plan& plan_;
  Json problem_;
  Position position_;
  ProductChecksum checksum_;
  CheckpointTimer next_checkpoint_{options_.checkpoint_every};
  std::optional<OutputFile> out_;
};

}  // namespace

FileReport multiply(const FileJob& job, const Plan& plan) {
  return FileMultiplication(job, plan).execute();
}

}  // namespace wreath::perm::in_memory

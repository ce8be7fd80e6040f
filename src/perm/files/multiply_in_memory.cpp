// SPDX-License-Identifier: MIT
//
// Multiplying files: y, which is read out of order, is taken into memory on huge pages; x and the product, which are not,
// pass by in slices. After each slice the run can note in a checkpoint how far it is; a stop within a slice loses what was done
// of it.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/run/drive.hpp"
#include "perm/backend.hpp"
#include "perm/files/verify.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::perm::in_memory {

namespace {

/// What a checkpoint holds: how far the run is, and the number that its partial file bears, so that no other run's is taken for
/// it. Once all is done, the number by which the file system knows that file.
struct Position {
  std::uint64_t done = 0;
  std::uint64_t run_id = 0;
  std::uint64_t finished = 0;
};

/// A step is a slice.
class FileMultiplication : public Resumable {
 public:
  explicit FileMultiplication(const Request& request)
      : x_(*request.x),
        y_(*request.y),
        output_(request.output),
        options_(request.options),
        run_(request.run),
        plan_(request.plan) {}

  FileReport execute() {
    const RunFiles files = run_.files();
    if (files.resume.empty()) open_output(!files.empty());
    drive(*this, run_);
    if (!done()) return {x_.size(), position_.done, y_.width(), resumed_at_};
    if (out_) out_->commit();
    remove_checkpoints(files);
    return {x_.size(), x_.size(), y_.width(), resumed_at_};
  }

  std::string kind() const override { return "perm multiply 2"; }
  Json problem() const override { return {{"x", x_.identity()}, {"y", y_.identity()}, {"output", absolute_path(output_)}}; }
  bool done() const override { return position_.done == x_.size(); }
  void step(RunControl&) override {
    if (!next_slice_) {
      with_width(x_.width(),
                 [&]<class Point>(Point) { with_width(y_.width(), [&]<class Value>(Value) { prepare<Point, Value>(); }); });
    }
    next_slice_();
    run_.report({"multiply", position_.done, x_.size(), "points"});
    if (done() && keeps_) position_.finished = file_number(partial_path());
  }
  void save(ByteWriter& into) const override { into.put(position_); }
  /// What the checkpoint claims must be on disk before it is.
  void write(FunctionRef<void()> write) override {
    if (out_) out_->sync();
    write();
    if (out_) out_->keep();
  }
  void restore(ByteReader& from, RunControl&) override {
    if (from.left() != sizeof position_) from.fail("the checkpoint is damaged: it has no position");
    position_ = from.value<Position>();
    if (position_.done > x_.size()) from.fail("the checkpoint is damaged: its position is past the end");
    resumed_at_ = position_.done;
    keeps_ = true;
    const std::string checkpoint = from.path();
    if (position_.finished != 0) return put_in_place(output_, partial_path(), position_.finished, checkpoint);
    out_.emplace(output_, partial_path(), OutputFile::Partial::resume);
    if (out_->size() != whole_size() || out_->read_start(header().size()) != header()) {
      throw InputError(fmt::format("{}: this is not the unfinished product of the checkpoint {}", partial_path(), checkpoint));
    }
  }

 private:
  std::string partial_path() const { return perm::partial_path(output_, position_.run_id); }

  std::uint64_t whole_size() const { return header().size() + x_.size() * y_.width(); }

  void open_output(bool keeps) {
    keeps_ = keeps;
    if (keeps) {
      out_.emplace(output_, partial_path(), OutputFile::Partial::fresh);
    } else {
      out_.emplace(output_);
    }
    out_->reserve(whole_size());
    out_->write_at(0, bytes_of(header()));
  }

  std::string header() const {
    const std::uint64_t shape[] = {x_.size()};
    return make_npy_header(y_.kind(), y_.width(), shape);
  }

  /// What slices of these widths need: y, and room for a slice of x and z.
  template <class Point, class Value>
  struct Slices {
    Slices(HugeArray<Value> values, std::size_t slice) : y(std::move(values)), x(slice), z(slice) {}

    HugeArray<Value> y;
    HugeArray<Point> x;
    HugeArray<Value> z;
    std::unique_ptr<Multiplier<Point, Value>> gpu;
    Workspace workspace;
  };

  template <class Point, class Value>
  void prepare() {
    const auto all = std::make_shared<Slices<Point, Value>>(load_y<Value>(), plan_.slice_points);
    if (plan_.where == Where::cuda) all->gpu = hold_on_gpu<Point, Value>(all->y.span());
    const bool from_the_start = position_.done == 0;
    next_slice_ = [this, all, from_the_start] {
      Options options = array_options(options_);
      options.workspace = &all->workspace;
      const auto multiply = [&](std::span<const Point> x, std::span<Value> z) {
        if (all->gpu != nullptr) return all->gpu->multiply(x, z);
        perm::multiply(x, std::span<const Value>(all->y.span()), z, options, &run_);
      };
      const std::size_t count = std::min<std::size_t>(plan_.slice_points, x_.size() - position_.done);
      multiply_slice<Point, Value>(multiply, all->y.span(), all->x.span().first(count), all->z.span().first(count));
      if (position_.done + count == x_.size() && options_.verify == Verify::sample && from_the_start)
        checksum_.require_values_of<Value>(all->y.span(), options.machine.threads, run_);
      position_.done += count;
    };
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

  const MapSource& x_;
  const MapSource& y_;
  std::string output_;
  const FileOptions& options_;
  RunControl& run_;
  const Plan& plan_;
  Position position_{0, fresh_run_id(), 0};
  std::uint64_t resumed_at_ = 0;
  bool keeps_ = false;
  ProductChecksum checksum_;
  std::optional<OutputFile> out_;
  std::function<void()> next_slice_;  // once there is one
};

}  // namespace

FileReport multiply(const Request& request) {
  return FileMultiplication(request).execute();
}

}  // namespace wreath::perm::in_memory

// SPDX-License-Identifier: MIT
//
// A run on disk from its beginning to its end: in which files, phase by phase, and what to say at the end.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/io/npy.hpp"
#include "core/io/slices.hpp"
#include "perm/backend.hpp"
#include "perm/disk/job.hpp"
#include "perm/disk/run_files.hpp"
#include "perm/files/verify.hpp"

namespace wreath::perm::disk {

namespace {

const char* name_of(Work work) {
  return work == Work::multiply ? "multiply" : work == Work::inverse ? "inverse" : "divide";
}

/// One operation on files: x, and y where there is one.
class DiskOperation {
 public:
  explicit DiskOperation(const Request& request)
      : x_(*request.x, request.options.machine.scratch),
        request_(request),
        options_(request.options),
        run_(request.run),
        memory_(request.run.memory_left()),
        whole_plan_(request.plan) {
    if (request.y != nullptr) y_.emplace(*request.y, request.options.machine.scratch);
  }

  FileReport execute(DeviceArray* device) {
    Json problem{{"x", x_.source().identity()}, {"method", whole_plan_.method}};
    if (y_) problem["y"] = y_->source().identity();
    PhaseFiles files(name_of(task_.work), std::move(problem), request_);
    if (files.finish_killed_run()) return {task_.source, task_.source, task_.value_bytes, task_.source};
    if (files.resumed()) resume_plan(whole_plan_, files.resumed()->plan, options_, memory_);
    const std::uint64_t result_points = task_.source;
    const std::uint64_t shape[] = {result_points};
    const std::string header = make_npy_header((y_ ? *y_ : x_).source().kind(), task_.value_bytes, shape);
    files.open(header, result_points * task_.value_bytes, whole_plan_.scratch, plan_);
    const std::uint64_t resumed_at = files.resumed() ? done_after(files.resumed()->phases_done) : 0;
    Outcome outcome = Outcome::done;
    // A phase that is stopped is done again: a resumed run comes to the end of one whatever its time is.
    if (files.resumed()) untimed_.emplace(run_);
    try {
      AsyncIo io(kIoThreads);
      outcome = work({io, plan_, run_}, files, device);
      if (outcome == Outcome::bad_point) explain_bad_point();
      if (outcome == Outcome::done) finish(files);
      const auto timer = run_.phase("release");
      files.release();
    } catch (const InputError&) {
      files.abandon();
      throw;
    } catch (const ResourceError& error) {
      if (phases_done_ == 0 && !files.resumed()) {  // nothing to resume from
        files.abandon();
        throw;
      }
      throw ResourceError(error.message() + files.left());
    }
    const std::uint64_t done = outcome == Outcome::done ? result_points : done_after(phases_done_);
    return {result_points, done, task_.value_bytes, resumed_at};
  }

 private:
  static constexpr unsigned kIoThreads = 8;

  /// Of three phases, or of two.
  std::uint64_t done_after(std::uint64_t phases) const { return task_.source / (task_.gathers() ? 3 : 2) * phases; }
  /// Buckets on disk, whose space is taken at once: so that it is there, and in one piece.
  void reserve(const BucketFile& file, unsigned bytes) const { file.reserve(bucket_chunks(whole_plan_, bytes)); }
  const DiskMap* y() const { return y_ ? &*y_ : nullptr; }

  Outcome work(const Job& job, PhaseFiles& files, DeviceArray* device) {
    const Target z{files.result(), files.result_begin()};
    if (task_.source == 0) return Outcome::done;
    if (whole_plan_.way == DiskWay::resident)
      return task_.gathers() ? gather_resident(x_, *y_, job, z) : scatter_resident(x_, y(), job, z);
    if (whole_plan_.way == DiskWay::device)
      return task_.gathers() ? gather_on_device(x_, *y_, *device, job, z) : scatter_on_device(x_, y(), *device, job, z);
    return task_.gathers() ? multiply_by_indices(job, files, z) : scatter_by_buckets(job, files, z);
  }

  /// A phase's end; what is already done by the run that is resumed is taken from its checkpoint.
  bool is_done(const PhaseFiles& files, unsigned phase) const { return files.resumed() && files.resumed()->phases_done >= phase; }
  void end_phase(PhaseFiles& files, const BucketFile& buckets) {
    files.phase_done(buckets);
    ++phases_done_;
    untimed_.reset();
  }

  /// Algorithm 3.
  Outcome multiply_by_indices(const Job& job, PhaseFiles& files, const Target& z) {
    const std::size_t buckets = plan_.buckets(task_.target);
    BucketFile d(job.io, files.scratch(), buckets, plan_.chunk_words * 4);
    if (files.resumed()) restore(d, files);
    if (!is_done(files, 1)) {
      reserve(d, 4);
      const Outcome sent = bucketize(x_, task_.target, job, d);
      if (sent != Outcome::done) return sent;
      end_phase(files, d);
    }
    const bool in_place = task_.value_bytes == 4 && !files.keeps_phases();
    std::optional<BucketFile> other;
    if (!in_place) other.emplace(d, files.scratch(), plan_.chunk_words * task_.value_bytes);
    BucketFile& values = in_place ? d : *other;
    if (!is_done(files, 2)) {
      if (!in_place) values.reserve(d.chunks());
      if (permute_buckets(*y_, job, d, values) == Outcome::stopped) return Outcome::stopped;
      end_phase(files, values);
    }
    return combine_buckets(x_, task_.target, task_.value_bytes, job, values, z);
  }

  /// Algorithms 5 and 6.
  Outcome scatter_by_buckets(const Job& job, PhaseFiles& files, const Target& z) {
    BucketFile d(job.io, files.scratch(), plan_.buckets(task_.target), plan_.chunk_words * 4);
    if (files.resumed()) restore(d, files);
    if (!is_done(files, 1)) {
      reserve(d, plan_.word_bytes);
      const Outcome thrown = throw_into_buckets(x_, y(), task_.target, job, d);
      if (thrown != Outcome::done) return thrown;
      end_phase(files, d);
    }
    return scatter_buckets(d, task_.work == Work::divide ? arrays::Sent::values : arrays::Sent::distances, task_.target,
                           task_.value_bytes, job, z);
  }

  void restore(BucketFile& d, const PhaseFiles& files) {
    const auto& chains = files.resumed()->chains;
    if (chains.size() != d.buckets()) return;  // no phase is done
    std::size_t used = 0;
    for (const auto& chain : chains)
      for (const BucketFile::Chunk& chunk : chain) used = std::max<std::size_t>(used, chunk.place + 1);
    d.restore(chains, used);
    phases_done_ = files.resumed()->phases_done;
  }

  /// Goes through x once more, in order, to name the first value that is wrong.
  void explain_bad_point() {
    if (!task_.gathers()) throw_not_a_permutation(request_);
    const std::string& name = x_.source().name();
    require_points_of(x_, y_->source(), run_);
    if (run_.should_stop()) throw InputError(fmt::format("{}: a value is not a point of {}", name, y_->source().name()));
    throw InputError(fmt::format("{}: the file changed while it was being read", name));
  }

  void finish(PhaseFiles& files) {
    x_.require_unchanged();
    if (y_) y_->require_unchanged();
    if (options_.verify == Verify::sample) verify(files);
    files.finish();
  }

  void verify(const PhaseFiles& files) {
    const auto timer = run_.phase("verify");
    const SampleReader z(files.result(), files.result_begin(), task_.value_bytes);
    const SampleReader x(x_);
    verify_points(x_.size(), Verify::sample, 1, run_, [&](std::size_t i) {
      const std::uint64_t point = x[i];
      if (task_.gathers()) return z[i] == SampleReader(*y_)[point];
      return z[point] == (y_ ? SampleReader(*y_)[i] : i);
    });
  }

  DiskMap x_;
  std::optional<DiskMap> y_;
  const Request& request_;
  const FileOptions& options_;
  RunControl& run_;
  std::uint64_t memory_;
  std::optional<RunControl::Untimed> untimed_;
  Plan whole_plan_;
  const Task& task_ = whole_plan_.task;
  const DiskPlan& plan_ = whole_plan_.disk;
  std::uint64_t phases_done_ = 0;
};

}  // namespace

FileReport execute(const Request& request, DeviceArray* device) {
  return DiskOperation(request).execute(device);
}

}  // namespace wreath::perm::disk

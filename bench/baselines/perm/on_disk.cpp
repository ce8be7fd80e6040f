// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/on_disk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "bench/baselines/perm/buckets.hpp"
#include "bench/baselines/perm/sort.hpp"
#include "core/io/npy.hpp"
#include "core/parallel/loops.hpp"
#include "perm/disk/run_files.hpp"

namespace wreath::perm::disk {

namespace {

class BaselineRun {
 public:
  BaselineRun(Baseline baseline, Operation operation, const MapSource& x, const MapSource* y, const FileOptions& options,
              RunControl& run, const DiskPlan* plan)
      : baseline_(baseline), operation_(operation), x_(x), run_(run), memory_(run.memory_left()) {
    if (y != nullptr) y_.emplace(*y);
    task_.source = x.size();
    task_.target = multiplies() ? y->size() : x.size();
    task_.point_bytes = x.width();
    task_.value_bytes = y != nullptr ? y->width() : x.width();
    task_.work = baseline == Baseline::sort && multiplies() ? Work::multiply : Work::divide;  // a gather, or a scatter
    if (plan != nullptr) plan_ = *plan;
    plan_.threads = resolve_threads(options.machine.threads);
    plan_.word_bytes = baseline == Baseline::buckets ? 4 + std::max(index_bytes(), task_.value_bytes) : 4;
    if (plan == nullptr) plan_ = plan_that_fits();
    run.note_choice("method", baseline == Baseline::sort ? "sort" : "buckets", "asked for");
  }

  FileReport execute(const std::string& output, const FileOptions& options) {
    PhaseFiles files("baseline", Json::object(), {nullptr, nullptr, output, options, run_});
    const std::uint64_t shape[] = {task_.source};
    const std::string header = make_npy_header((y_ ? *y_ : x_).source().kind(), task_.value_bytes, shape);
    files.open(header, task_.source * task_.value_bytes, scratch_bytes(), plan_);
    AsyncIo io(kIoThreads);
    const Outcome outcome = work({io, plan_, run_}, files);
    if (outcome == Outcome::bad_point)
      throw InputError(fmt::format("{}: a value is not a point, or comes up twice", x_.source().name()));
    if (outcome == Outcome::done) files.finish();
    const auto timer = run_.phase("release");
    files.release();
    return {task_.source, outcome == Outcome::done ? task_.source : 0, task_.value_bytes, 0};
  }

 private:
  static constexpr unsigned kIoThreads = 8;

  bool multiplies() const { return operation_ == Operation::multiply; }
  const DiskMap* y() const { return y_ ? &*y_ : nullptr; }

  /// Of an index of x that is sent: as many as z has, in an inverse; x of a product may have more points than its values tell.
  unsigned index_bytes() const {
    if (!multiplies()) return task_.point_bytes;
    return task_.source <= std::uint64_t{1} << 32 ? 4 : task_.source <= std::uint64_t{1} << 40 ? 5 : 8;
  }

  /// The planner knows scatters; a product by buckets has a phase more.
  DiskPlan plan_that_fits() const {
    for (std::uint64_t memory = memory_;; memory -= memory / 8) {
      const DiskPlan plan = cut_for_memory(task_, plan_, memory);
      if (baseline_ == Baseline::sort || !multiplies() || forward_memory(task_, plan) <= memory_) return plan;
    }
  }

  /// Chunks of buckets for records of this width; some are not full.
  std::uint64_t chunks_for(unsigned bytes) const {
    return task_.source * bytes / (plan_.chunk_words * 4) * 17 / 16 + plan_.buckets(std::max(task_.source, task_.target)) + 16;
  }
  std::uint64_t scratch_bytes() const {
    if (baseline_ == Baseline::sort) return sort_space(operation_, task_);
    return (multiplies() ? 2 : 1) * chunks_for(plan_.word_bytes) * plan_.chunk_words * 4;
  }

  Outcome work(const Job& job, PhaseFiles& files) {
    const Target z{files.result(), files.result_begin()};
    if (task_.source == 0) return Outcome::done;
    if (baseline_ == Baseline::sort) {
      const auto first = files.scratch();
      return sort_on_disk(operation_, x_, y(), memory_ - memory_ / 8, job, {first, files.scratch()}, z);
    }
    BucketFile d(job.io, files.scratch(), plan_.buckets(task_.target), plan_.chunk_words * 4);
    d.reserve(chunks_for(plan_.word_bytes));
    const Outcome thrown = operation_ == Operation::divide ? throw_into_buckets(x_, y(), task_.target, job, d)
                                                           : throw_indices(x_, task_.target, index_bytes(), job, d);
    if (thrown != Outcome::done) return thrown;
    if (!multiplies()) return scatter_buckets(d, arrays::Sent::values, task_.target, task_.value_bytes, job, z);
    BucketFile back(job.io, files.scratch(), plan_.buckets(task_.source), plan_.chunk_words * 4);
    back.reserve(chunks_for(4 + task_.value_bytes));
    const Outcome forwarded = forward_values(*y_, d, index_bytes(), job, back);
    if (forwarded != Outcome::done) return forwarded;
    return scatter_buckets(back, arrays::Sent::values, task_.source, task_.value_bytes, job, z);
  }

  Baseline baseline_;
  Operation operation_;
  DiskMap x_;
  std::optional<DiskMap> y_;
  RunControl& run_;
  std::uint64_t memory_;
  Task task_;
  DiskPlan plan_;
};

}  // namespace

FileReport run_baseline(Baseline baseline, Operation operation, const MapSource& x, const MapSource* y, const std::string& output,
                        const FileOptions& options, RunControl& run, const DiskPlan* plan) {
  return BaselineRun(baseline, operation, x, y, options, run, plan).execute(output, options);
}

}  // namespace wreath::perm::disk

// SPDX-License-Identifier: MIT
//
// A run on disk from its beginning to its end: which algorithm, with what plan, in which files, and what to say at the end.
#include "perm/disk/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/io/npy.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/units.hpp"
#include "perm/disk/check.hpp"
#include "perm/disk/multiply.hpp"
#include "perm/disk/resident.hpp"
#include "perm/disk/run_files.hpp"
#include "perm/disk/scatter.hpp"
#include "perm/disk/sort.hpp"
#include "perm/verify.hpp"

namespace wreath::perm::disk {

namespace {

const PlanOverride* forced_plan = nullptr;

enum class Way { resident, implicit, buckets, sort };

/// One operation on files: x, and y where there is one.
class DiskOperation {
 public:
  DiskOperation(std::string name, const MapSource& x, const MapSource* y, const std::string& output, const FileOptions& options,
                RunControl& run)
      : name_(std::move(name)), x_(x), options_(options), run_(run), output_(output), memory_(run.memory_left()) {
    if (y != nullptr) y_.emplace(*y);
    if (x.width() < 4) {
      throw InputError(
          fmt::format("{}: on disk points have 4, 5 or 8 bytes; convert it with wreath perm convert --type uint32", x.name()));
    }
    task_.kind = name_ == "multiply" ? DiskTask::Kind::gather : DiskTask::Kind::scatter;
    task_.source = x.size();
    task_.target = name_ == "multiply" ? y->size() : x.size();
    task_.point_bytes = x.width();
    task_.value_bytes = y != nullptr ? y->width() : x.width();
    task_.threads = resolve_threads(options.options.threads);
    choose();
  }

  FileReport execute() {
    Json problem{{"x", x_.source().identity()}, {"algorithm", run_.choice("algorithm")}};
    if (y_) problem["y"] = y_->source().identity();
    RunFiles files(name_, problem, output_, options_);
    if (files.resumed()) take_plan(files.resumed()->plan);
    const std::uint64_t result_points = task_.source;
    const std::uint64_t shape[] = {result_points};
    files.open(make_npy_header(kind(), task_.value_bytes, shape), result_points * task_.value_bytes, scratch_bytes(), plan_);
    const std::uint64_t resumed_at = files.resumed() ? done_after(files.resumed()->phases_done) : 0;
    Outcome outcome = Outcome::done;
    try {
      AsyncIo io(kIoThreads);
      outcome = work({io, plan_, run_}, files);
      if (outcome == Outcome::bad_point) explain_bad_point();
      if (outcome == Outcome::done) finish(files);
      const auto timer = run_.phase("release");
      files.release();
    } catch (const InputError&) {
      files.abandon();
      throw;
    } catch (const ResourceError& error) {
      throw ResourceError(error.what() + files.left());
    }
    const std::uint64_t done = outcome == Outcome::done ? result_points : done_after(phases_done_);
    return {result_points, done, task_.value_bytes, resumed_at};
  }

 private:
  static constexpr unsigned kIoThreads = 8;

  char kind() const {
    const char kind = y_ ? y_->source().kind() : x_.source().kind();
    return kind;
  }

  /// The buckets are cut as the run that is resumed has cut them; the threads may be others.
  void take_plan(const DiskPlan& plan) {
    plan_ = plan;
    plan_.threads = task_.threads;
    const std::uint64_t needed = plan_memory(task_, plan_);
    if (needed <= memory_ || forced_plan != nullptr) return;
    throw ResourceError(
        fmt::format("the run that is resumed was planned for {} of memory and {} are left to use; give more with "
                    "--memory",
                    format_bytes(needed), format_bytes(memory_)));
  }

  /// Of three phases, or of two.
  std::uint64_t done_after(std::uint64_t phases) const {
    return task_.source / (task_.kind == DiskTask::Kind::gather ? 3 : 2) * phases;
  }

  void choose() {
    run_.note_choice("backend", "cpu", "arrays on disk are worked on by the CPU");
    if (forced_plan != nullptr) {
      plan_.block_bits = forced_plan->block_bits;
      plan_.chunk_words = forced_plan->chunk_words;
      plan_.slice_points = forced_plan->slice_points;
      plan_.threads = task_.threads;
    }
    way_ = options_.disk == DiskAlgorithm::buckets ? Way::buckets
           : options_.disk == DiskAlgorithm::sort  ? Way::sort
           : fits_whole()                          ? Way::resident
                                                   : Way::implicit;
    if (way_ != Way::implicit && (!options_.checkpoint.empty() || !options_.resume.empty()))
      throw InputError("only --algorithm implicit on disk can be resumed: leave the checkpoint out");
    if (options_.verify == Verify::all) throw InputError("--verify all needs the arrays in memory; on disk use --verify sample");
    if (way_ == Way::buckets) task_.kind = DiskTask::Kind::scatter;
    task_.word_bytes = word_bytes();
    if (forced_plan == nullptr && way_ != Way::resident) plan_ = make_disk_plan(task_, memory_);
    note();
  }

  unsigned word_bytes() const {
    if (way_ == Way::buckets) return 4 + std::max(index_bytes(), task_.value_bytes);
    return sent() == Sent::values ? 4 + task_.value_bytes : 4;
  }
  /// Of an index of x that is sent: as many as z has, in an inverse; x of a product may have more points than its values tell.
  unsigned index_bytes() const {
    if (name_ != "multiply") return task_.point_bytes;
    return task_.source <= std::uint64_t{1} << 32 ? 4 : task_.source <= std::uint64_t{1} << 40 ? 5 : 8;
  }
  Sent sent() const {
    if (way_ == Way::buckets) return name_ == "divide" ? Sent::values : Sent::indices;
    return name_ == "divide" ? Sent::values : Sent::distances;
  }

  /// Whether y (or z) fits the memory whole. A run that is to be resumed goes by phases.
  bool fits_whole() {
    if (forced_plan != nullptr && forced_plan->never_resident) return false;
    if (!options_.checkpoint.empty() || !options_.resume.empty()) return false;
    DiskPlan plan;
    plan.threads = task_.threads;
    while (plan.slice_points > kDiskBlock && plan.slice_points * 16 > memory_ / 32) plan.slice_points /= 2;
    if (resident_memory_for(task_, plan, task_.kind == DiskTask::Kind::scatter) > memory_) return false;
    plan_ = plan;
    return true;
  }

  void note() {
    static constexpr const char* kNames[] = {"resident", "implicit", "buckets", "sort"};
    const bool gather = name_ == "multiply";
    std::string why = "asked for";
    if (way_ == Way::resident) {
      why = fmt::format("{} fits the memory: {} passes over the disk", gather ? "y" : "the result", name_ == "inverse" ? 2 : 3);
    } else if (way_ == Way::implicit) {
      why = fmt::format("the arrays do not fit the memory: {} passes over the disk", gather ? 8 : name_ == "inverse" ? 4 : 7);
    }
    run_.note_choice("algorithm", kNames[static_cast<int>(way_)], why);
    run_.note_choice("storage", "disk", why);
  }

  /// The part of the inverse's points that may take a second word (runs.hpp): of points in random order, a distance is at least
  /// the escape with probability exp(-2^32/n); and all threads' first distances of a slice leap over the others' parts.
  double escapes() const {
    if (name_ != "inverse" || way_ != Way::implicit || task_.source == 0) return 0;
    const double far = std::exp(-std::ldexp(1.0, 32) / static_cast<double>(task_.source));
    const double leaps = static_cast<double>(task_.threads - 1) * static_cast<double>(plan_.buckets(task_.target)) /
                         static_cast<double>(plan_.slice_points);
    return std::min(1.0, far + leaps);
  }
  /// Chunks for so many words of a bucket's: some are not full, runs have headers, and long distances take a word more.
  std::uint64_t chunks_for(std::uint64_t points, unsigned bytes) const {
    points += static_cast<std::uint64_t>(static_cast<double>(points) * escapes());
    return points * bytes / (plan_.chunk_words * 4) * 17 / 16 + plan_.buckets(std::max(task_.source, task_.target)) + 16;
  }
  std::uint64_t chunk_space(std::uint64_t points, unsigned bytes) const {
    return chunks_for(points, bytes) * plan_.chunk_words * 4;
  }
  /// Buckets on disk, whose space is taken at once: so that it is there, and in one piece.
  void reserve(const BucketFile& file, unsigned bytes) const { file.reserve(chunks_for(task_.source, bytes)); }
  std::uint64_t scratch_bytes() const {
    switch (way_) {
      case Way::resident: return 0;
      case Way::sort: return sort_space(sort_of(), task_);
      case Way::buckets: return (name_ == "multiply" ? 2 : 1) * chunk_space(task_.source, task_.word_bytes);
      case Way::implicit: break;
    }
    const bool two = name_ == "multiply" && (task_.value_bytes != 4 || !options_.checkpoint.empty());
    return chunk_space(task_.source, task_.word_bytes) + (two ? chunk_space(task_.source, task_.value_bytes) : 0);
  }
  SortOf sort_of() const {
    return name_ == "multiply" ? SortOf::multiply : name_ == "inverse" ? SortOf::inverse : SortOf::divide;
  }
  const DiskMap* y() const { return y_ ? &*y_ : nullptr; }

  Outcome work(const Job& job, RunFiles& files) {
    const Target z{files.result(), files.result_begin()};
    if (task_.source == 0) return Outcome::done;
    switch (way_) {
      case Way::resident: return name_ == "multiply" ? multiply_resident(x_, *y_, job, z) : scatter_resident(x_, y(), job, z);
      case Way::sort: {
        const auto first = files.scratch();
        return sort_on_disk(sort_of(), x_, y(), memory_ - memory_ / 8, job, {first, files.scratch()}, z);
      }
      case Way::buckets: return name_ == "multiply" ? multiply_by_buckets(job, files, z) : scatter_by_buckets(job, files, z);
      case Way::implicit: break;
    }
    return name_ == "multiply" ? multiply_by_indices(job, files, z) : scatter_by_buckets(job, files, z);
  }

  /// A phase's end; what is already done by the run that is resumed is taken from its checkpoint.
  bool is_done(const RunFiles& files, unsigned phase) const { return files.resumed() && files.resumed()->phases_done >= phase; }
  void end_phase(RunFiles& files, const BucketFile& buckets) {
    files.phase_done(buckets);
    ++phases_done_;
  }

  /// Algorithm 3.
  Outcome multiply_by_indices(const Job& job, RunFiles& files, const Target& z) {
    const std::size_t buckets = plan_.buckets(task_.target);
    BucketFile d(job.io, files.scratch(), buckets, plan_.chunk_words * 4);
    if (files.resumed()) restore(d, files);
    if (!is_done(files, 1)) {
      reserve(d, 4);
      if (!bucketize(x_, y_->source(), job, d)) return Outcome::stopped;
      end_phase(files, d);
    }
    const bool in_place = task_.value_bytes == 4 && !files.keeps_phases();
    std::optional<BucketFile> other;
    if (!in_place) other.emplace(d, files.scratch(), plan_.chunk_words * task_.value_bytes);
    BucketFile& values = in_place ? d : *other;
    if (!is_done(files, 2)) {
      if (!in_place) values.reserve(d.chunks());
      if (!permute_buckets(*y_, job, d, values)) return Outcome::stopped;
      end_phase(files, values);
    }
    return combine_buckets(x_, *y_, job, values, z) ? Outcome::done : Outcome::stopped;
  }

  /// Algorithms 5 and 6.
  Outcome scatter_by_buckets(const Job& job, RunFiles& files, const Target& z) {
    BucketFile d(job.io, files.scratch(), plan_.buckets(task_.target), plan_.chunk_words * 4);
    if (files.resumed()) restore(d, files);
    if (!is_done(files, 1)) {
      reserve(d, task_.word_bytes);
      const Outcome thrown = throw_into_buckets(x_, y(), task_.target, sent(), index_bytes(), job, d);
      if (thrown != Outcome::done) return thrown;
      end_phase(files, d);
    }
    return scatter_buckets(d, sent(), task_.target, task_.value_bytes, job, z);
  }

  /// Algorithm 2.
  Outcome multiply_by_buckets(const Job& job, RunFiles& files, const Target& z) {
    BucketFile d(job.io, files.scratch(), plan_.buckets(task_.target), plan_.chunk_words * 4);
    reserve(d, 4 + index_bytes());
    const Outcome thrown = throw_into_buckets(x_, nullptr, task_.target, Sent::indices, index_bytes(), job, d);
    if (thrown != Outcome::done) return thrown;
    BucketFile back(job.io, files.scratch(), plan_.buckets(task_.source), plan_.chunk_words * 4);
    reserve(back, 4 + task_.value_bytes);
    const Outcome sent_back = forward_values(*y_, d, index_bytes(), job, back);
    if (sent_back != Outcome::done) return sent_back;
    return scatter_buckets(back, Sent::values, task_.source, task_.value_bytes, job, z);
  }

  void restore(BucketFile& d, const RunFiles& files) {
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
    if (name_ == "multiply") require_points_of(x_, y_->source(), run_);
    const Defect defect = find_defect_on_disk(x_, memory_, task_.threads, run_);
    if (defect)
      throw InputError(fmt::format("{}: this is not a permutation: {}", x_.source().name(), defect.sentence(x_.size())));
    throw InputError(fmt::format("{}: the file changed while it was being read", x_.source().name()));
  }

  void finish(RunFiles& files) {
    x_.require_unchanged();
    if (y_) y_->require_unchanged();
    if (options_.verify == Verify::sample) verify(files);
    files.finish();
  }

  void verify(const RunFiles& files) {
    const auto timer = run_.phase("verify");
    const SampleReader z(files.result(), files.result_begin(), task_.value_bytes);
    const SampleReader x(x_);
    verify_points(x_.size(), Verify::sample, 1, [&](std::size_t i) {
      const std::uint64_t point = x[i];
      if (name_ == "multiply") return z[i] == SampleReader(*y_)[point];
      return z[point] == (y_ ? SampleReader(*y_)[i] : i);
    });
  }

  std::string name_;
  DiskMap x_;
  std::optional<DiskMap> y_;
  const FileOptions& options_;
  RunControl& run_;
  std::string output_;
  std::uint64_t memory_;
  DiskTask task_;
  DiskPlan plan_;
  Way way_ = Way::implicit;
  std::uint64_t phases_done_ = 0;
};

}  // namespace

void override_plan(const PlanOverride* plan) {
  forced_plan = plan;
}

FileReport multiply(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                    RunControl& run) {
  return DiskOperation("multiply", x, &y, output, options, run).execute();
}

FileReport inverse(const MapSource& x, const std::string& output, const FileOptions& options, RunControl& run) {
  return DiskOperation("inverse", x, nullptr, output, options, run).execute();
}

FileReport divide(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                  RunControl& run) {
  return DiskOperation("divide", x, &y, output, options, run).execute();
}

}  // namespace wreath::perm::disk

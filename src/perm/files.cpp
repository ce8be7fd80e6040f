// SPDX-License-Identifier: MIT
//
// Permutations in files: what is asked for becomes a task, the task gets a plan, and the machine that the plan names carries it
// out.
#include "wreath/perm/expression.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/io/distinct_files.hpp"
#include "core/io/npy.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/text/units.hpp"
#include "core/text/option.hpp"
#include "perm/backend.hpp"
#include "perm/disk/files.hpp"
#include "perm/disk/memory.hpp"
#include "perm/disk/cycles.hpp"
#include "perm/in_memory.hpp"
#include "perm/point40.hpp"
#include "perm/power_files.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::perm {

namespace {

/// A job, with a run of its own where the caller has none.
class Request {
 public:
  Request(const MapSource* x, const MapSource* y, const std::string& output, const FileOptions& options, RunControl* run)
      : job_{x, y, output, options, run != nullptr ? *run : own_} {
    if (!output.empty()) require_npy_name(output, is_gap_name(output) ? "; convert it afterwards to get GAP text" : "");
    const auto name = [](const MapSource* map) { return map != nullptr && map->is_file() ? map->name() : std::string(); };
    require_distinct_files({{option("checkpoint"), job_.run.files().checkpoint.string()}},
                           {{"X", name(x)}, {"Y", name(y)}, {option("output"), output}});
    if (y == nullptr) return;
    if ((longer_x_ = x->fixing_points_up_to(y->size()))) job_.x = &*longer_x_;
    if ((longer_y_ = y->fixing_points_up_to(x->size()))) job_.y = &*longer_y_;
  }

  const FileJob& job() const { return job_; }

  /// Plans and notes the choice; on all ranks alike, where there are several.
  Plan plan(const Task& task) const {
    Plan plan;
    if (!job_.options.machine.cluster) {
      plan = decide(task, nullptr);
    } else {
      const RankResources ranks = rank_executor().look(job_);
      rank_executor().together(job_, [&] { plan = decide(task, &ranks); });
    }
    note(plan, job_.run);
    return plan;
  }
  /// Of this process alone, for what ranks do not do together.
  Plan plan_alone(const Task& task) const {
    Plan plan = decide(task, nullptr);
    note(plan, job_.run);
    return plan;
  }

  /// x and, where there is one, y as a task; points of the result as in y or x.
  Task task(Work work, std::string doing) const {
    const MapSource& x = *job_.x;
    const MapSource& values = job_.y != nullptr ? *job_.y : x;
    return {.work = work,
            .source = x.size(),
            .target = work == Work::multiply ? values.size() : x.size(),
            .point_bytes = x.width(),
            .value_bytes = values.width(),
            .in_file = x.is_file(),
            .x = x.name(),
            .doing = std::move(doing)};
  }

 private:
  Plan decide(const Task& task, const RankResources* ranks) const {
    if (!job_.options.machine.scratch.empty()) scratch_folder_list(job_.options.machine.scratch, {});  // throws, needed or not
    if (task.work == Work::divide && job_.x->size() != job_.y->size()) {
      throw InputError(fmt::format("{} has {} and {} has {}: they must be permutations of the same points", job_.x->name(),
                                   plural(job_.x->size(), "point"), job_.y->name(), job_.y->size()));
    }
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(task.source, task.point_bytes, &bytes))
      throw InputError(fmt::format("{} points are more than an array can have", task.source));
    Task kept = task;
    kept.keeps = !job_.run.files().empty();
    kept.resumes = !job_.run.files().resume.empty();
    return plan_files(kept, job_.options, job_.run, ranks);
  }

  RunControl own_;
  std::optional<MapSource> longer_x_;
  std::optional<MapSource> longer_y_;
  FileJob job_;
};

FileReport execute_on_disk(const FileJob& job, const Plan& plan) {
  if (plan.disk.way != DiskWay::device || plan.task.source == 0) return disk::execute(job, plan, nullptr);
  const auto array = make_device_array(disk::device_shape(plan.task, plan.disk, job.x->limit(plan.task.target)));
  return disk::execute(job, plan, array.get());
}

}  // namespace

FileReport multiply_files(const Map& x, const Map& y, const std::filesystem::path& output, const FileOptions& options,
                          RunControl* run) {
  const Request request(&Internals::source(x), &Internals::source(y), output, options, run);
  const Plan plan = request.plan(request.task(Work::multiply, fmt::format("multiplying {} by {}", x.name(), y.name())));
  if (plan.where == Where::ranks) return rank_executor().multiply(request.job(), plan);
  if (plan.where == Where::disk) return execute_on_disk(request.job(), plan);
  return in_memory::multiply(request.job(), plan);
}

FileReport inverse_file(const Map& x, const std::filesystem::path& output, const FileOptions& options, RunControl* run) {
  const Request request(&Internals::source(x), nullptr, output, options, run);
  const Plan plan = request.plan(request.task(Work::inverse, fmt::format("inverting {}", x.name())));
  if (plan.where == Where::ranks) return rank_executor().divide(request.job(), plan);
  if (plan.where == Where::disk) return execute_on_disk(request.job(), plan);
  return in_memory::inverse(request.job());
}

FileReport divide_files(const Map& x, const Map& y, const std::filesystem::path& output, const FileOptions& options,
                        RunControl* run) {
  const Request request(&Internals::source(x), &Internals::source(y), output, options, run);
  const Plan plan = request.plan(request.task(Work::divide, fmt::format("dividing {} by {}", y.name(), x.name())));
  if (plan.where == Where::ranks) return rank_executor().divide(request.job(), plan);
  if (plan.where == Where::disk) return execute_on_disk(request.job(), plan);
  return in_memory::divide(request.job());
}

namespace {

FileReport power_to(const Map& x, const Exponent& exponent, const std::string& output, const FileOptions& options,
                    RunControl* run) {
  const Request request(&Internals::source(x), nullptr, output, options, run);
  const Plan plan = request.plan(request.task(Work::power, fmt::format("a power of {}", x.name())));
  if (plan.where == Where::ranks) return power_by_ranks(x, exponent, request.job(), plan);
  if (plan.where == Where::disk) return power_on_disk(x, exponent, request.job(), plan);
  return in_memory::power(request.job(), exponent);
}

[[noreturn]] void throw_stopped(const RunControl& run) {
  throw LimitReached(fmt::format("stopped ({}) before all cycles were closed", to_string(run.stop_reason())));
}

}  // namespace

FileReport power_file(const Map& x, std::int64_t exponent, const std::filesystem::path& output, const FileOptions& options,
                      RunControl* run) {
  return power_to(x, Exponent(exponent), output, options, run);
}

FileReport power_file(const Map& x, std::string_view exponent, const std::filesystem::path& output, const FileOptions& options,
                      RunControl* run) {
  return power_to(x, Exponent::parse(exponent), output, options, run);
}

namespace {
void require_point_bytes(unsigned bytes) {
  for (const unsigned known : {0U, 1U, 2U, 4U, 5U, 8U})
    if (bytes == known) return;
  throw InputError(fmt::format("points of {} bytes: choose 1, 2, 4, 5 or 8", bytes));
}

/// A permutation that is made of nothing.
Task making(Work work, std::uint64_t points, unsigned point_bytes, const char* what) {
  return {.work = work,
          .source = points,
          .target = points,
          .point_bytes = point_bytes,
          .value_bytes = point_bytes,
          .doing = fmt::format("{} {}", what, plural(points, "point"))};
}
}  // namespace

FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::filesystem::path& output,
                       const FileOptions& options, RunControl* run) {
  require_point_bytes(point_bytes);
  if (point_bytes == 0) point_bytes = points <= (std::uint64_t{1} << 32) ? 4 : 8;
  const Request request(nullptr, nullptr, output, options, run);
  const Plan plan = request.plan(making(Work::random, points, point_bytes, "a random permutation of"));
  if (plan.where == Where::ranks) return rank_executor().random(request.job(), plan, seed);
  if (plan.where == Where::disk) return disk::random(request.job(), plan, seed);
  return in_memory::random(request.job(), plan, seed);
}

FileReport identity_file(std::uint64_t points, unsigned point_bytes, const std::filesystem::path& output,
                         const FileOptions& options, RunControl* run) {
  require_point_bytes(point_bytes);
  if (point_bytes == 0) point_bytes = points <= (std::uint64_t{1} << 32) ? 4 : 8;
  if (points != 0 && points - 1 > largest_of_width(point_bytes))
    throw InputError(fmt::format("{} points do not fit in {}-byte integers", points, point_bytes));
  const Request request(nullptr, nullptr, output, options, run);
  const Plan plan = request.plan(making(Work::identity, points, point_bytes, "the identity on"));
  const char kind = point_bytes == 5 ? 'V' : 'u';
  if (plan.where == Where::ranks) return rank_executor().identity(request.job(), plan, kind);
  const bool whole = disk::write_identity(points, kind, point_bytes, output, request.job().run);
  return {points, whole ? points : 0, point_bytes, 0};
}

std::optional<Defect> check_file(const Map& x, const FileOptions& options, RunControl* run) {
  const Request request(&Internals::source(x), nullptr, {}, options, run);
  const Plan plan = request.plan(request.task(Work::check, fmt::format("checking {}", x.name())));
  if (plan.where == Where::ranks) return rank_executor().check(request.job(), plan);
  if (plan.where == Where::disk) return disk::check(request.job());
  return in_memory::check(request.job());
}

std::vector<CycleCount> cycles_of_file(const Map& x, const FileOptions& options, RunControl* run) {
  const Request request(&Internals::source(x), nullptr, {}, options, run);
  const Plan plan = request.plan(request.task(Work::cycles, fmt::format("finding the cycles of {}", x.name())));
  if (plan.where == Where::ram || plan.where == Where::cuda) return in_memory::cycles(request.job());
  if (plan.where == Where::ranks) {
    const FileJob& job = request.job();
    const auto defect = rank_executor().check(job, plan);
    rank_executor().together(job, [&] {
      if (defect && *defect)
        throw InputError(fmt::format("{}: this is not a permutation: {}", x.name(), defect->sentence(x.size())));
    });
    const auto type = defect ? rank_executor().cycles(job, plan) : std::nullopt;
    if (!type) throw_stopped(job.run);
    return *type;
  }
  const disk::CyclesOnDisk found = disk::follow_cycles(request.job(), plan, disk::CycleValues::none, nullptr);
  if (found.outcome == disk::Outcome::stopped) throw_stopped(request.job().run);
  if (found.outcome == disk::Outcome::bad_point) disk::throw_not_a_permutation(request.job());
  return found.type;
}

FileReport cycle_representatives_of_file(const Map& x, const std::filesystem::path& output, const FileOptions& options,
                                         RunControl* run) {
  const Request request(&Internals::source(x), nullptr, output, options, run);
  if (options.machine.cluster) {
    rank_executor().together(request.job(),
                             [&] { throw WrongUsage("the least points of cycles are computed by a single process only"); });
  }
  const Plan plan = request.plan_alone(request.task(Work::representatives, fmt::format("finding the cycles of {}", x.name())));
  if (plan.where != Where::disk) return in_memory::representatives(request.job());
  const auto outcome = disk::follow_cycles(request.job(), plan, disk::CycleValues::representatives, nullptr).outcome;
  if (outcome == disk::Outcome::bad_point) disk::throw_not_a_permutation(request.job());
  return {x.size(), outcome == disk::Outcome::done ? x.size() : 0, x.point_bytes(), 0};
}

FileReport convert_to_npy(const Map& x, unsigned point_bytes, const std::string& output, const FileOptions& options,
                          RunControl* run) {
  require_point_bytes(point_bytes);
  if (!may_hold_npy(output))
    throw InputError(fmt::format("{}: the name of the result must end in .npy, or in .g, .gap or .txt for GAP text", output));
  const Request request(&Internals::source(x), nullptr, output, options, run);
  Task task = request.task(Work::convert, fmt::format("converting {}", x.name()));
  if (point_bytes != 0) task.value_bytes = point_bytes;
  request.plan_alone(task);
  return convert_points(request.job(), task.value_bytes);
}

}  // namespace wreath::perm

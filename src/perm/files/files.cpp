// SPDX-License-Identifier: MIT
//
// Permutations in files: what is asked for becomes a request, which gets a plan, and the machine that the plan names carries it
// out.
#include <fmt/format.h>

#include <filesystem>

#include "core/io/distinct_files.hpp"
#include "core/io/npy.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm/expression.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::perm {

namespace {

/// A request as it comes from outside: with a run of its own where the caller has none, and maps that fix the points which they
/// do not name.
class NewRequest : public Request {
 public:
  NewRequest(const Map* given_x, const Map* given_y, const std::string& result, const FileOptions& its_options,
             RunControl* its_run)
      : Request{source_of(given_x), source_of(given_y), result, its_options, its_run != nullptr ? *its_run : own_} {
    if (!output.empty()) require_npy_name(output, is_gap_name(output) ? "; convert it afterwards to get GAP text" : "");
    const auto name = [](const MapSource* map) { return map != nullptr && map->is_file() ? map->name() : std::string(); };
    require_distinct_files({{option("checkpoint"), run.files().checkpoint.string()}},
                           {{"X", name(x)}, {"Y", name(y)}, {option("output"), output}});
    if (y == nullptr) return;
    if ((longer_x_ = x->fixing_points_up_to(y->size()))) x = &*longer_x_;
    if ((longer_y_ = y->fixing_points_up_to(x->size()))) y = &*longer_y_;
  }

  /// Plans and notes the choice; on all ranks alike, where there are several.
  void make_plan(const Task& task) {
    if (!options.machine.cluster) return make_plan_alone(task);
    const RankResources ranks = cluster::look_at_ranks(*this);
    cluster::on_all_ranks(options, [&] { plan = decide(task, &ranks); });
    note(plan, run);
  }
  /// By this process alone, for what ranks do not do together.
  void make_plan_alone(const Task& task) {
    plan = decide(task, nullptr);
    note(plan, run);
  }

  /// x and, where there is one, y as a task; points of the result as in y or x.
  Task task(Work work, std::string doing) const {
    const MapSource& values = y != nullptr ? *y : *x;
    return {.work = work,
            .source = x->size(),
            .target = work == Work::multiply ? values.size() : x->size(),
            .point_bytes = x->width(),
            .value_bytes = values.width(),
            .in_file = x->is_file(),
            .x = x->name(),
            .doing = std::move(doing)};
  }

 private:
  static const MapSource* source_of(const Map* map) { return map != nullptr ? &Internals::source(*map) : nullptr; }

  Plan decide(Task task, const RankResources* ranks) const {
    if (!options.machine.scratch.empty()) scratch_folder_list(options.machine.scratch, {});  // throws, needed or not
    if (task.work == Work::divide && x->size() != y->size()) {
      throw InputError(fmt::format("{} has {} and {} has {}: they must be permutations of the same points", x->name(),
                                   plural(x->size(), "point"), y->name(), y->size()));
    }
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(task.source, task.point_bytes, &bytes))
      throw InputError(fmt::format("{} points are more than an array can have", task.source));
    task.keeps = !run.files().empty();
    task.resumes = !run.files().resume.empty();
    return plan_files(task, options, run, ranks);
  }

  RunControl own_;
  std::optional<MapSource> longer_x_;
  std::optional<MapSource> longer_y_;
};

/// x*y, x^-1 or x^-1*y.
FileReport operate(Work work, const Map& x, const Map* y, const std::string& output, const FileOptions& options, RunControl* run,
                   const std::string& doing) {
  NewRequest request(&x, y, output, options, run);
  request.make_plan(request.task(work, doing));
  const Plan& plan = request.plan;
  const bool gathers = plan.task.gathers();
  if (plan.where == Where::ranks) return gathers ? cluster::multiply(request) : cluster::divide(request);
  if (plan.where != Where::disk) return gathers ? in_memory::multiply(request) : in_memory::divide(request);
  if (plan.way != DiskWay::device || plan.task.source == 0) return disk::execute(request, nullptr);
  const auto array =
      arrays::make_device_array(arrays::device_shape(gathers, plan.task.shape(), plan.disk, request.x->limit(plan.task.target)));
  return disk::execute(request, array.get());
}

FileReport power_to(const Map& x, const Exponent& exponent, const std::string& output, const FileOptions& options,
                    RunControl* run) {
  NewRequest request(&x, nullptr, output, options, run);
  request.make_plan(request.task(Work::power, fmt::format("a power of {}", x.name())));
  if (request.plan.where == Where::ranks) return power_by_ranks(x, exponent, request);
  if (request.plan.where == Where::disk) return power_on_disk(x, exponent, request);
  return in_memory::power(request, exponent);
}

[[noreturn]] void throw_stopped(const RunControl& run) {
  throw LimitReached(fmt::format("stopped ({}) before all cycles were closed", to_string(run.stop_reason())));
}

void require_point_bytes(unsigned bytes) {
  for (const unsigned known : {0U, 1U, 2U, 4U, 5U, 8U})
    if (bytes == known) return;
  throw InputError(fmt::format("points of {} bytes: choose 1, 2, 4, 5 or 8", bytes));
}

/// A permutation that is made of nothing.
Task making(Work work, std::uint64_t points, unsigned point_bytes, const char* what) {
  require_point_bytes(point_bytes);
  if (point_bytes == 0) point_bytes = points <= (std::uint64_t{1} << 32) ? 4 : 8;
  return {.work = work,
          .source = points,
          .target = points,
          .point_bytes = point_bytes,
          .value_bytes = point_bytes,
          .doing = fmt::format("{} {}", what, plural(points, "point"))};
}

}  // namespace

bool is_gap_name(const std::filesystem::path& path) {
  const std::filesystem::path ending = path.extension();
  return ending == ".g" || ending == ".gap" || ending == ".txt";
}

FileReport multiply_files(const Map& x, const Map& y, const std::filesystem::path& output, const FileOptions& options,
                          RunControl* run) {
  return operate(Work::multiply, x, &y, output, options, run, fmt::format("multiplying {} by {}", x.name(), y.name()));
}

FileReport inverse_file(const Map& x, const std::filesystem::path& output, const FileOptions& options, RunControl* run) {
  return operate(Work::inverse, x, nullptr, output, options, run, fmt::format("inverting {}", x.name()));
}

FileReport divide_files(const Map& x, const Map& y, const std::filesystem::path& output, const FileOptions& options,
                        RunControl* run) {
  return operate(Work::divide, x, &y, output, options, run, fmt::format("dividing {} by {}", y.name(), x.name()));
}

FileReport power_file(const Map& x, std::int64_t exponent, const std::filesystem::path& output, const FileOptions& options,
                      RunControl* run) {
  return power_to(x, Exponent(exponent), output, options, run);
}

FileReport power_file(const Map& x, std::string_view exponent, const std::filesystem::path& output, const FileOptions& options,
                      RunControl* run) {
  return power_to(x, Exponent::parse(exponent), output, options, run);
}

FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::filesystem::path& output,
                       const FileOptions& options, RunControl* run) {
  const Task task = making(Work::random, points, point_bytes, "a random permutation of");
  NewRequest request(nullptr, nullptr, output, options, run);
  request.make_plan(task);
  if (request.plan.where == Where::ranks) return cluster::random(request, seed);
  if (request.plan.where == Where::disk) return disk::random(request, seed);
  return in_memory::random(request, seed);
}

FileReport identity_file(std::uint64_t points, unsigned point_bytes, const std::filesystem::path& output,
                         const FileOptions& options, RunControl* run) {
  const Task task = making(Work::identity, points, point_bytes, "the identity on");
  if (points != 0 && points - 1 > largest_of_width(task.point_bytes))
    throw InputError(fmt::format("{} points do not fit in {}-byte integers", points, task.point_bytes));
  NewRequest request(nullptr, nullptr, output, options, run);
  request.make_plan(task);
  const char kind = task.point_bytes == 5 ? 'V' : 'u';
  if (request.plan.where == Where::ranks) return cluster::identity(request, kind);
  return request.report(disk::write_identity(request, kind));
}

std::optional<Defect> check_file(const Map& x, const FileOptions& options, RunControl* run) {
  NewRequest request(&x, nullptr, {}, options, run);
  request.make_plan(request.task(Work::check, fmt::format("checking {}", x.name())));
  if (request.plan.where == Where::ranks) return cluster::check(request);
  if (request.plan.where == Where::disk) return disk::check(request);
  return in_memory::check(request);
}

std::vector<CycleCount> cycles_of_file(const Map& x, const FileOptions& options, RunControl* run) {
  NewRequest request(&x, nullptr, {}, options, run);
  request.make_plan(request.task(Work::cycles, fmt::format("finding the cycles of {}", x.name())));
  if (request.plan.where == Where::ranks) {
    const auto defect = cluster::check(request);
    cluster::on_all_ranks(options, [&] {
      if (defect && *defect)
        throw InputError(fmt::format("{}: this is not a permutation: {}", x.name(), defect->sentence(x.size())));
    });
    const auto type = defect ? cluster::cycles(request) : std::nullopt;
    if (!type) throw_stopped(request.run);
    return *type;
  }
  if (request.plan.where != Where::disk) return in_memory::cycles(request);
  const disk::CyclesOnDisk found = disk::follow_cycles(request, disk::CycleValues::none, nullptr);
  if (found.outcome == disk::Outcome::stopped) throw_stopped(request.run);
  if (found.outcome == disk::Outcome::bad_point) disk::throw_not_a_permutation(request);
  return found.type;
}

FileReport cycle_representatives_of_file(const Map& x, const std::filesystem::path& output, const FileOptions& options,
                                         RunControl* run) {
  NewRequest request(&x, nullptr, output, options, run);
  if (options.machine.cluster) {
    cluster::on_all_ranks(options, [&] { throw WrongUsage("the least points of cycles are computed by a single process only"); });
  }
  request.make_plan_alone(request.task(Work::representatives, fmt::format("finding the cycles of {}", x.name())));
  if (request.plan.where != Where::disk) return in_memory::representatives(request);
  const auto outcome = disk::follow_cycles(request, disk::CycleValues::representatives, nullptr).outcome;
  if (outcome == disk::Outcome::bad_point) disk::throw_not_a_permutation(request);
  return request.report(outcome == disk::Outcome::done);
}

FileReport convert_to_npy(const Map& x, unsigned point_bytes, const std::string& output, const FileOptions& options,
                          RunControl* run) {
  require_point_bytes(point_bytes);
  if (!may_hold_npy(output))
    throw InputError(fmt::format("{}: the name of the result must end in .npy, or in .g, .gap or .txt for GAP text", output));
  NewRequest request(&x, nullptr, output, options, run);
  Task task = request.task(Work::convert, fmt::format("converting {}", x.name()));
  if (point_bytes != 0) task.value_bytes = point_bytes;
  request.make_plan_alone(task);
  return convert_points(request);
}

// --- the names of what can be chosen

namespace {

constexpr Named<Verify> kVerifyNames[] = {{Verify::none, "none"}, {Verify::sample, "sample"}, {Verify::all, "all"}};
constexpr Named<Exchange> kExchangeNames[] = {
    {Exchange::automatic, "auto"}, {Exchange::shared, "shared"}, {Exchange::messages, "messages"}, {Exchange::files, "files"}};
constexpr Named<unsigned> kPointTypes[] = {{1, "uint8"}, {2, "uint16"}, {4, "uint32"}, {5, "uint40"}, {8, "uint64"}};

}  // namespace

Verify parse_verify(std::string_view name) {
  return value_of<Verify>(name, kVerifyNames, "verification mode");
}
std::string_view to_string(Verify verify) noexcept {
  return name_of<Verify>(verify, kVerifyNames);
}

Exchange parse_exchange(std::string_view name) {
  return value_of<Exchange>(name, kExchangeNames, "method");
}
std::string_view to_string(Exchange exchange) noexcept {
  return name_of<Exchange>(exchange, kExchangeNames);
}

FileMethod parse_file_method(std::string_view name) {
  static constexpr Named<FileMethod> kNames[] = {{{}, "auto"},
                                                 {{.method = Method::loop}, "loop"},
                                                 {{.method = Method::partition}, "partition"},
                                                 {{.exchange = Exchange::shared}, "shared"},
                                                 {{.exchange = Exchange::messages}, "messages"},
                                                 {{.exchange = Exchange::files}, "files"}};
  return value_of<FileMethod>(name, kNames, "method");
}

unsigned parse_point_type(std::string_view name) {
  return value_of<unsigned>(name, kPointTypes, "point type");
}

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
//
// Many lifts at once: a scheme per thread, read, lifted and written there.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/parallel/loops.hpp"
#include "core/io/output_file.hpp"
#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "flip/lift/keeper.hpp"

namespace wreath::flip {

namespace {

using namespace std::chrono_literals;

/// The format of a scheme that a name ends in, if it is one that can be written.
std::optional<SchemeFormat> written_format(const std::string& path) {
  try {
    const SchemeFormat format = scheme_format_of(path);
    const bool is_read_only = format == SchemeFormat::mathematica || format == SchemeFormat::maple || format == SchemeFormat::npz;
    return is_read_only ? std::nullopt : std::optional(format);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// With the ending of the format, or else its own, or .txt: arrays have no fractions. a.json and a.txt do not become one a.exp.
std::string name_of_lift(const std::filesystem::path& path, SchemeFormat format, std::set<std::string>& taken) {
  if (format == SchemeFormat::by_name) {
    const SchemeFormat own = written_format(path.string()).value_or(SchemeFormat::text);
    format = own == SchemeFormat::npy ? SchemeFormat::text : own;
  }
  const std::string ending = "." + std::string(to_string(format));
  std::string name = path.stem().string() + ending;
  if (taken.contains(name)) name = path.filename().string();
  while (!name.ends_with(ending) || !taken.insert(name).second) name += ending;
  return name;
}

/// lifted.json is meant as a file, unless such a folder exists.
void make_output(const std::string& folder) {
  std::error_code ignored;
  if (std::filesystem::is_directory(folder, ignored)) return;
  if (const auto format = written_format(folder)) {
    throw InputError(
        fmt::format("{}: the lifts of a folder go to a folder, one file each: name one, and choose the format with {}", folder,
                    option("to", to_string(*format))));
  }
  make_folder(folder);
}

}  // namespace

void LiftCounts::add(const Lift& lift) {
  ++tried;
  if (!lift.scheme) {
    impossible += lift.impossible ? 1 : 0;
  } else {
    ++(lift.ring == Ring::ternary ? ternary : lift.ring == Ring::integers ? integers : rationals);
  }
}

std::string write_lifted(const std::string& folder, const std::string& name, const Lift& lift, const SchemeFileOptions& to) {
  const std::filesystem::path path = std::filesystem::path(folder) / to_string(lift.ring);
  make_folder(path);
  write_scheme((path / name).string(), *lift.scheme, lift.ring, to);
  return (path / name).string();
}

LiftedFolder lift_folder(const std::filesystem::path& folder, const std::filesystem::path& output, const LiftOptions& options,
                         const SchemeFileOptions& from, const SchemeFileOptions& to, RunControl* given) {
  GivenRun run(given);
  if (to.format != SchemeFormat::by_name) require_scheme_output("lift." + std::string(to_string(to.format)), to);
  if (!output.empty()) make_output(output);
  LiftedFolder result;
  const std::vector<std::string> files = scheme_files_in(is_archive(folder) ? folder : folder / "");
  std::set<std::string> taken;
  SchemeFileOptions reading = from;
  reading.threads = 1;  // each worker reads its own file
  std::mutex mutex;
  {
    LiftWorkers workers(options.threads);
    for (const std::string& file : files) {
      workers.add([&, file, name = name_of_lift(file, to.format, taken)](RunControl& own) {
        const LiftOptions alone{options.seed, options.tries, 1};
        try {
          const auto [scheme, ring] = open_residues(file, reading, &own);
          const Lift found = ring == Ring::f3 ? lift_from_3(scheme, alone, &own) : lift(scheme, alone, &own);
          if (own.should_stop()) return;
          LiftedFile one{file, scheme.shape, scheme.rank(), found.impossible, std::nullopt, {}};
          if (found.scheme) one.ring = found.ring;
          if (found.scheme && !output.empty()) one.output = write_lifted(output, name, found, to);
          const std::lock_guard lock(mutex);
          result.counts.add(found);
          result.files.push_back(std::move(one));
        } catch (const InputError& error) {
          const std::lock_guard lock(mutex);
          result.skipped.push_back({file, error.message()});
        } catch (const LimitReached&) {  // counted as left
        }
      });
    }
    while (!workers.wait(50ms) && !run->should_stop()) {
      const std::lock_guard lock(mutex);
      run->report({"lift", result.files.size() + result.skipped.size(), files.size(), "schemes",
                   fmt::format("{} lifted", result.counts.lifted())});
    }
  }
  result.counts.left = files.size() - result.files.size() - result.skipped.size();
  std::ranges::sort(result.files, {}, &LiftedFile::file);
  std::ranges::sort(result.skipped, {}, &SkippedFile::name);
  if (files.empty() || result.skipped.size() == files.size()) throw_no_schemes(folder, result.skipped);
  return result;
}

LiftKeeper::LiftKeeper(std::string folder, Ring ring, const LiftOptions& options)
    : folder_(std::move(folder)), ring_(ring), options_{options.seed, options.tries, 1}, workers_(options.threads) {}

void LiftKeeper::offer(const Scheme& scheme) {
  const std::uint64_t print = fingerprint(scheme);
  if (!offered_.insert(print).second) return;
  workers_.add([this, scheme, print](RunControl& own) {
    if (!is_valid_over(scheme, ring_)) throw InternalError("a walk left the flip graph: its scheme is not a decomposition");
    const Lift found =
        ring_ == Ring::f3 ? lift_from_3(from_walk_scheme(scheme, ring_), options_, &own) : lift(scheme, options_, &own);
    if (own.should_stop()) return;
    if (found.scheme)
      write_lifted(folder_, fmt::format("{}-{}-{:016x}.txt", file_stem(scheme.shape), scheme.rank(), print), found);
    const std::lock_guard lock(mutex_);
    counts_.add(found);
    if (!found.scheme) return;
    for (const Ring ring : {Ring::ternary, Ring::integers, Ring::rationals}) {
      std::size_t& least = least_[static_cast<std::size_t>(ring)];
      if (found.ring <= ring && (least == 0 || scheme.rank() < least)) least = scheme.rank();
    }
  });
}

std::size_t LiftKeeper::least_rank(Ring ring) const {
  const std::lock_guard lock(mutex_);
  return least_[static_cast<std::size_t>(ring)];
}

void LiftKeeper::finish(RunControl& run) {
  while (!workers_.wait(50ms)) {
    if (run.should_stop()) return;
  }
}

LiftCounts LiftKeeper::counts() const {
  const std::lock_guard lock(mutex_);
  LiftCounts counts = counts_;
  counts.left = offered_.size() - counts.tried;
  return counts;
}

LiftWorkers::LiftWorkers(unsigned threads) {
  const unsigned count = resolve_threads(threads);
  for (unsigned k = 0; k < count; ++k) runs_.push_back(std::make_unique<RunControl>());
  threads_.reserve(count);
  try {
    for (const auto& run : runs_) threads_.emplace_back([this, own = run.get()] { work(*own); });
  } catch (const std::system_error& error) {
    stop_and_join();
    throw ResourceError(
        fmt::format("cannot start {} threads that lift schemes: {}; is the number of threads limited (ulimit -u)?", count,
                    error.code().message()));
  }
}

LiftWorkers::~LiftWorkers() {
  stop_and_join();
}

void LiftWorkers::stop_and_join() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    jobs_.clear();
    for (const auto& run : runs_) run->request_stop(StopReason::interrupted);
  }
  has_job_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void LiftWorkers::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  has_job_.notify_one();
}

bool LiftWorkers::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  const bool done = is_done_.wait_for(lock, time, [this] { return problem_ || (jobs_.empty() && under_way_ == 0); });
  if (problem_) std::rethrow_exception(problem_);
  return done;
}

void LiftWorkers::work(RunControl& run) {
  std::unique_lock lock(mutex_);
  while (true) {
    has_job_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (ends_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    ++under_way_;
    lock.unlock();
    std::exception_ptr problem;
    try {
      job(run);
    } catch (...) {
      problem = std::current_exception();
    }
    lock.lock();
    --under_way_;
    if (problem && !problem_) problem_ = problem;
    if (problem_ || (jobs_.empty() && under_way_ == 0)) is_done_.notify_all();
  }
}

}  // namespace wreath::flip

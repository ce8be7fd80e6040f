// SPDX-License-Identifier: MIT
//
// What every engine shares with its caller: errors, and the control of a run that may take long.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wreath {

/// How a message names an option, here max-rules with the value 100.
enum class OptionStyle {
  plain,    // max-rules 100
  flag,     // --max-rules 100: the program
  keyword,  // max_rules=100: Python
};

/// An error. what() names options in the plain style.
class Error : public std::runtime_error {
 public:
  /// An error with this message, in which wreath marks the options it names; any other text is used as it is.
  explicit Error(const std::string& message);
  ~Error() override;

  /// what(), with options named in this style.
  std::string text(OptionStyle style) const;
  /// The message as it was given, with options marked: for an error that passes it on.
  const std::string& message() const noexcept { return *message_; }

 private:
  std::shared_ptr<const std::string> message_;  // shared, because copying an exception must not throw
};
/// The input is wrong; the message gives the fault, its place, and what is expected.
class InputError : public Error {
 public:
  using Error::Error;
  ~InputError() override;
};
/// Memory, disk, GPU or network gave out; the message states how much was needed and what to change.
class ResourceError : public Error {
 public:
  using Error::Error;
  ~ResourceError() override;
};
/// A run was stopped, or reached another limit that was set for it, before there was an answer.
class LimitReached : public Error {
 public:
  using Error::Error;
  ~LimitReached() override;
};
/// A bug in wreath: an invariant does not hold.
class InternalError : public Error {
 public:
  using Error::Error;
  ~InternalError() override;
};

/// The version of the library, such as "0.1.0".
std::string_view version() noexcept;

/// Why a run ended early.
enum class StopReason {
  none,
  interrupted,  // somebody asked for it: Ctrl-C, a signal, another thread
  time,
  memory,
  target,  // there is as much as was asked for: an enumeration found the elements that it was to stop at
  steps,   // the steps that were asked for are done: a search made them and has not reached its target
};
/// "none", "interrupted", "time", "memory", "target" or "steps".
std::string_view to_string(StopReason reason) noexcept;

/// Where a run keeps its state, to continue after a stop or a crash. An empty name stands for no file.
struct RunFiles {
  std::filesystem::path checkpoint = {};  // the state, now and then and at the end
  std::filesystem::path resume = {};      // a checkpoint to continue from, kept up to date unless `checkpoint` names another
  double checkpoint_every = 0;            // seconds between two checkpoints; 0: 60. The first comes after 2 at the latest

  /// The file that is kept up to date.
  const std::filesystem::path& kept_in() const noexcept { return checkpoint.empty() ? resume : checkpoint; }
  /// Whether neither file is named, so that nothing is kept.
  bool empty() const noexcept { return kept_in().empty(); }
};

/// How far a phase is. `total` is 0 if it is not known.
struct Progress {
  std::string_view phase;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string_view unit;
  std::string_view note = {};  // what else there is to say
  double seconds_left = -1;    // negative: what the rate so far gives
};

/// A named part of a run and the time it took; a name that is used again adds to its time.
struct Phase {
  std::string name;
  double seconds = 0;
};

/// Something that an engine chose by itself, such as its backend, and why.
struct Choice {
  std::string what;
  std::string name;
  std::string why;
};

/// Controls a long computation: limits, a request to stop, progress, and the time of each phase.
///
/// The caller sets limits and receives progress; the engine calls `should_stop()` once per batch and reports. One computation at
/// a time; only `should_stop` and `request_stop` may be called from several threads, and only the latter from signal handlers.
class RunControl {
 public:
  using Listener = std::function<void(const Progress&)>;

  /// Times the phase that it was made for until it goes out of scope.
  class PhaseTimer {
   public:
    /// Starts the clock of the phase `name`. The run must outlive the timer, which adds its time when it is destroyed.
    PhaseTimer(RunControl& run, std::string_view name);
    ~PhaseTimer();
    PhaseTimer(const PhaseTimer&) = delete;
    PhaseTimer& operator=(const PhaseTimer&) = delete;

   private:
    RunControl& run_;
    std::string name_;
    std::chrono::steady_clock::time_point start_;
  };

  /// Until it goes out of scope no lack of time stops the run: see untimed().
  class Untimed {
   public:
    /// Suspends the time limit of the run until this object is destroyed; does nothing if `applies` is false.
    explicit Untimed(RunControl& run, bool applies = true);
    ~Untimed();
    Untimed(const Untimed&) = delete;
    Untimed& operator=(const Untimed&) = delete;

   private:
    RunControl* run_;  // null: it does not apply
    std::chrono::steady_clock::time_point deadline_;
  };

  /// A run without limits, whose clock starts now.
  RunControl();
  ~RunControl();

  /// Stop `seconds` seconds from now. A later call replaces the limit; 1e9 seconds or more set none.
  void limit_time(double seconds);
  /// For work that only brings back what an earlier run had reached, so that a resumed run always gets further: limit_time does
  /// not stop it, and stops what follows if the time is up by then. Other reasons to stop still count. For the thread that
  /// controls the run.
  [[nodiscard]] Untimed untimed() { return Untimed(*this); }
  /// The same if the run resumes an earlier one, and otherwise nothing: for what precedes its first step, such as reading the
  /// input.
  [[nodiscard]] Untimed untimed_if_resumed() { return Untimed(*this, resumes()); }
  /// The next long computation that this run is given keeps its state in these files, and begins with the state of `resume` if
  /// that is named. A resumed computation gets further however short its time: limit_time neither ends it before its first step
  /// is done, nor, if it was finished before, anything that follows.
  void keep_in(RunFiles files) { files_ = std::move(files); }
  /// Without `resume` once a computation has continued from it.
  const RunFiles& files() const noexcept { return files_; }
  /// Whether a computation continues from a checkpoint, or has done so.
  bool resumes() const noexcept { return resumed_ || !files_.resume.empty(); }
  /// Stop when the process holds more than `bytes` bytes. Engines plan their scratch memory within it.
  void limit_memory(std::uint64_t bytes) noexcept { memory_limit_ = bytes; }
  /// Whether there is such a limit.
  bool limits_memory() const noexcept { return memory_limit_ != 0; }
  /// What counts against the limit instead of all memory of the process: for a caller that shares the process.
  void measure_memory(std::function<std::uint64_t()> held) { held_ = std::move(held); }
  /// How much more memory may be used: the limit less what the process holds, or the free memory of the machine.
  std::uint64_t memory_left() const;
  /// Calls `listener` with each report() of progress, on the thread that reports.
  void listen(Listener listener) { listener_ = std::move(listener); }

  /// Asks the computation to finish its batch and return what it has. The first reason given stays.
  void request_stop(StopReason reason) noexcept;
  /// Whether the computation is to stop, because a stop was requested or a limit is reached; the first reason is kept. Fast
  /// enough for every batch: memory is measured at most ten times a second, unless measure_memory() set another measure.
  bool should_stop() noexcept;
  /// Why the run is to stop, or StopReason::none while it may continue. Measures nothing: should_stop() does.
  StopReason stop_reason() const noexcept { return reason_.load(std::memory_order_relaxed); }

  /// Passes progress to the listener, if there is one.
  void report(const Progress& progress);
  /// Times a phase until the returned object is destroyed.
  [[nodiscard]] PhaseTimer phase(std::string_view name) { return PhaseTimer(*this, name); }
  /// Adds seconds to a phase; a new name starts a new phase.
  void add_phase(std::string_view name, double seconds);
  /// The phases so far and their times, in the order in which they were first added.
  const std::vector<Phase>& phases() const noexcept { return phases_; }

  /// What an engine chose ("backend", "method") and why: both go into the run record. A later choice replaces an earlier one.
  void note_choice(std::string what, std::string name, std::string why);
  /// What engines chose so far, the latest last.
  const std::vector<Choice>& choices() const noexcept { return choices_; }
  /// The name that was chosen, or nothing.
  std::string_view choice(std::string_view what) const noexcept;

  /// Seconds since the run was made.
  double seconds() const;

 private:
  friend class OwnMemory;   // of engines that mind the memory themselves
  friend class TakenFiles;  // of the computation that keeps the files
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_;
  std::atomic<Clock::time_point> deadline_{Clock::time_point::max()};
  std::atomic<Clock::rep> next_memory_look_{0};  // since the clock's start
  std::uint64_t memory_limit_ = 0;
  std::function<std::uint64_t()> held_;
  std::atomic<unsigned> own_memory_{0};  // scopes of OwnMemory, in which should_stop() never stops for lack of memory
  std::atomic<StopReason> reason_{StopReason::none};
  Listener listener_;
  RunFiles files_;
  bool resumed_ = false;
  std::vector<Phase> phases_;
  std::vector<Choice> choices_;
};

}  // namespace wreath

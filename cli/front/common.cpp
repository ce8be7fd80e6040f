// SPDX-License-Identifier: MIT
#include "cli/front/common.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <tuple>

#include "cli/front/table.hpp"
#include "core/features.hpp"
#include "core/io/distinct_files.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/record.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/gpu.hpp"

namespace wreath::cli {

namespace {

unsigned parse_threads(const std::string& text) {
  unsigned threads = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (error != std::errc{} || end != text.data() + text.size() || threads < 1 || threads > 4096) {
    throw InputError(fmt::format("'{}' is not a valid number of threads: choose 1 to 4096", text));
  }
  return threads;
}

}  // namespace

double parse_duration(const std::string& text) {
  std::size_t end = 0;
  double seconds = 0;
  try {
    seconds = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end == 0 || end != text.size() || !(seconds > 0 && seconds < 1e9)) {
    throw InputError(fmt::format("'{}' is not a valid time: give seconds, such as 60 or 0.5", text));
  }
  return seconds;
}

namespace {

std::uint64_t parse_memory(const std::string& text) {
  const std::uint64_t bytes = parse_size(text);
  if (bytes == 0) throw InputError("--memory must be more than 0; leave it out to use all free memory");
  return bytes;
}

/// One folder, or several with commas between.
std::vector<std::filesystem::path> parse_folders(const std::string& text) {
  std::vector<std::filesystem::path> folders;
  std::istringstream names(text);
  for (std::string name; std::getline(names, name, ',');) folders.emplace_back(name);
  if (text.empty() || text.ends_with(',') || std::ranges::count(folders, std::filesystem::path()) > 0)
    throw InputError("the name of a folder is empty");
  return folders;
}

std::uint64_t parse_seed(const std::string& text) {
  try {
    return parse_count(text);
  } catch (const InputError&) {
    throw InputError(fmt::format("'{}' is not a valid seed: give a number from 0 to 2^64-1", text));
  }
}

}  // namespace

void add_common_options(Command& command, CommonOptions& options, Length length) {
  const auto add = [&](const char* name, auto& target, const auto& parse, const char* description, const char* type) {
    command.add_parsed(name, target, parse, description, type).group(kCommonGroup);
  };
  add("--backend", options.machine.backend, parse_backend, "Where to compute: auto, cpu or cuda (default: auto)", "NAME");
  add("--threads", options.machine.threads, parse_threads,
      "CPU threads (default: all cores); chooses the CPU unless --backend is given", "N");
  add("--memory", options.memory, parse_memory, "Memory limit, such as 8G (default: all free memory)", "SIZE");
  add("--seed", options.seed, parse_seed, "Seed of all random choices (default: 1)", "S");
  add("--time", options.seconds, parse_duration, "Stop after SECONDS seconds and keep the partial result", "SECONDS");
  command.add_flag("--json", options.json, "Print one JSON object").group(kCommonGroup);
  const auto file_name = [](const std::string& text) { return text; };
  add("--record", options.record, file_name, "Write a run record (JSON) to this file", "FILE");
  command.add_flag("-q,--quiet", options.quiet, "Do not show progress").group(kCommonGroup);
  if (length == Length::brief) return;
  add("--checkpoint", options.kept.checkpoint, file_name, "Save the progress of the run in this file", "FILE");
  add("--resume", options.kept.resume, file_name,
      "Continue from this checkpoint, and update it unless --checkpoint names another file", "FILE");
  add("--checkpoint-every", options.kept.checkpoint_every, parse_duration,
      "Seconds between two checkpoints (default: 60; the first comes after 2)", "SECONDS");
}

void add_scratch(Command& command, CommonOptions& options, const std::string& description) {
  command.add_parsed("--scratch", options.machine.scratch, parse_folders, description, "DIRS");
}

void settle_backend(const Command& command, CommonOptions& options) {
  const auto chooses = [](const Option& option) { return option.has_flag("--backend") && option.is_given(); };
  if (options.machine.threads != 0 && std::ranges::none_of(command.options(), chooses))
    options.machine.backend = BackendChoice::cpu;
}

void add_test(Command& command, CommonOptions& options) {
  const Option test = command.add_flag("--test", options.test, "Print nothing; the exit code is the answer: 0 for yes, 3 for no");
  command.add_rule([test, &options]() -> std::string {
    return test.is_given() && options.json ? "--test prints nothing: leave out --json" : "";
  });
}

std::uint64_t parse_positive(const std::string& text) {
  const std::uint64_t count = parse_count(text);
  if (count == 0) throw InputError("must be at least 1");
  return count;
}

namespace {
bool muted = false;
bool has_printed = false;
constexpr const char* kStopping = "\r\x1b[Kstopping; press Ctrl-C again to quit at once\n";
}  // namespace

void mute() noexcept {
  muted = true;
}

void unmute() noexcept {
  muted = false;
}

bool is_muted() noexcept {
  return muted;
}

void print_result(const std::string& text) {
  if (muted) return;
  has_printed = true;
  clear_progress_line();
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw ResourceError(fmt::format("stdout: cannot write: {}", std::strerror(errno)));
  }
}

bool has_printed_result() noexcept {
  return has_printed;
}

void print_error(const std::string& text) noexcept {
  if (muted) return;
  clear_progress_line();
  const auto write = [](const std::string& shown) {
    std::fwrite(shown.data(), 1, shown.size(), stderr);
    std::fflush(stderr);
  };
  try {
    write(isatty(STDERR_FILENO) == 1 ? wrap_words(text, std::min<std::size_t>(terminal_width(), 80)) : text);
  } catch (const std::exception&) {  // no memory for another copy
    write(text);
  }
}

Session::Session(const CommonOptions& options, const Program& program, const Command& command)
    : options_(options),
      command_(command),
      command_line_(program.command_line),
      ranks_(program.ranks),
      signals_(run_, can_redraw() && !options.quiet ? kStopping : nullptr),
      display_(options.quiet) {
  if (options.seconds > 0) run_.limit_time(options.seconds);
  if (options.memory > 0) run_.limit_memory(options.memory);
  run_.keep_in(options.kept);
  if (!options.quiet) run_.listen([this](const Progress& progress) { display_.show(progress); });
  ranks_.together([&] {
    if (!options.record.empty() && ranks_.is_first()) record_ = std::make_unique<OutputFile>(options.record);
  });
}

void Session::hide_progress() {
  run_.listen({});
  display_.end();
}

std::string what_to_raise(const RunControl& run) {
  if (run.stop_reason() == StopReason::time) return "a longer --time";
  if (run.stop_reason() != StopReason::memory) return {};
  return run.limits_memory() ? "a larger --memory" : "a machine with more memory";
}

namespace {

/// What to do about a run that stopped for lack of memory, unless `text` already names the option.
std::string memory_hint(const RunControl& run, const std::string& text) {
  if (run.stop_reason() != StopReason::memory || text.find(what_to_raise(run)) != std::string::npos) return {};
  if (text.find("--memory") != std::string::npos) return {};
  return run.limits_memory() ? "give more memory with --memory\n" : "all free memory is in use: use a machine with more\n";
}

}  // namespace

std::string Session::format_name() const {
  const std::string name = command_.full_name();
  return name.substr(name.find(' ') + 1);
}

void Session::write_record(bool complete, const Value& results) {
  if (!record_) return;
  // Asking for its name starts a GPU, which takes longer than most commands.
  const bool used_gpu = run_.choice("backend").find("cuda") != std::string_view::npos;
  const RunDescription description{command_line_, options_.seed, resolve_threads(options_.machine.threads),
                                   used_gpu ? gpu_name() : ""};
  write_json(*record_, record_text(description, run_, complete, results));
}

int Session::exit_code(bool complete) const noexcept {
  if (!complete) return kStoppedEarly;
  return options_.test && answer_is_no_ ? kAnswerIsNo : kDone;
}

std::string Session::text_of(bool complete, const Report& report) const {
  std::string text = report.text([](const std::string& line) { return fold_result(written_out(line, OptionStyle::flag)); });
  text = written_out(text, OptionStyle::flag);
  if (complete) return text;
  const std::string reason = report.ended().empty() ? ending(run_, complete) : report.ended();
  const std::filesystem::path& kept = run_.files().kept_in();
  const std::string file = kept.empty() || !std::filesystem::exists(kept) ? "" : kept.string();
  // A checkpoint that was not replaced is reached again only if there is more of what ran out.
  const std::string raised = run_.stop_reason() == StopReason::target ? "a larger --until" : what_to_raise(run_);
  const std::string more = run_.choice("checkpoint").empty() || raised.empty() ? "" : " and " + raised;
  const std::string resume = file.empty() ? "" : fmt::format("continue with --resume {}{}\n", file, more);
  const bool is_explained = run_.stop_reason() == StopReason::none && report.has("reason") && report.partial().empty();
  if (!is_explained)
    text += fold_result(fmt::format("stopped ({}){}\n", reason, written_out(report.partial(), OptionStyle::flag)));
  return text + memory_hint(run_, text) + resume;
}

int Session::finish(const LimitReached& limit) {
  static const ReportForm kNoAnswer("", {{"reason", "why there is no answer, in words"}});
  constexpr std::string_view kTheRunWas = "the run was ";
  constexpr std::string_view kStopped = "stopped";
  std::string reason = limit.text(OptionStyle::flag);
  Report report(kNoAnswer, reason);
  if (reason.starts_with(kTheRunWas)) reason.erase(0, kTheRunWas.size());
  // "stopped (time) before all cycles were closed", "stopped (time): no structure was found"
  const bool begins_so = reason.starts_with(kStopped);
  if (begins_so) reason.erase(0, reason.starts_with("stopped (") ? reason.find(')') + 1 : kStopped.size());
  report.partial(begins_so ? "{}" : ": {}", {reason});
  return finish(false, report);
}

int Session::finish_beside_words(bool complete, const Report& report) {
  if (!options_.json && !options_.test) print_error(text_of(complete, report));
  return finish(complete, report, [] { return std::string(); });
}

int Session::finish(bool complete, const Report& report) {
  return finish(complete, report, [&] { return text_of(complete, report); });
}

int Session::finish(bool complete, const Report& report, FunctionRef<std::string()> text) {
  display_.end();
  const std::string format = report.form().name.empty() ? format_name() : "";
  const std::string json = options_.json || record_ ? json_of(report, run_, complete, format) : "";
  if (options_.test) {
    if (!complete) print_error(text());
  } else if (options_.json) {
    print_result(json + "\n");
  } else if (const std::string shown = text(); !shown.empty()) {
    print_result(shown);
  }
  write_record(complete, Value::of_json(json));
  return exit_code(complete);
}

namespace {

/// Whether the option is a proof that the command writes; 'wreath cite' reads one.
bool is_written_proof(const Command& command, const Option& option) {
  return option.has_flag("--proof") && command.name() != "cite";
}

/// The file that a value means, or "" if it means none: FILE in @FILE, the value of an option for files, and that of an argument,
/// which may also be a word or a name, if there is a file of that name.
std::string file_in(const std::string& value, const Option::Facts& facts) {
  if (value.starts_with('@')) return value.substr(1);
  const bool names_file = facts.type.find("FILE") != std::string::npos || facts.type == "DIR";
  std::error_code unknown;
  return (facts.is_argument ? std::filesystem::exists(value, unknown) : names_file) ? value : "";
}

/// Records, checkpoints and proofs replace no other file of the command.
void require_own_files(const Command& command) {
  std::vector<FileRole> record;
  std::vector<FileRole> proof;
  std::vector<FileRole> checkpoint;
  std::vector<FileRole> resume;
  std::vector<FileRole> others;
  for (const Option& option : command.options()) {
    const Option::Facts facts = option.facts();
    if (!option.is_given() || !facts.takes_value) continue;
    auto& roles = option.has_flag("--record")         ? record
                  : option.has_flag("--checkpoint")   ? checkpoint
                  : option.has_flag("--resume")       ? resume
                  : is_written_proof(command, option) ? proof
                                                      : others;
    for (const std::string& value : option.values())
      if (const std::string path = file_in(value, facts); !path.empty())
        roles.push_back({facts.is_argument ? facts.name : facts.flags.back(), path});
  }
  require_distinct_files(checkpoint, others);
  others.insert(others.end(), checkpoint.begin(), checkpoint.end());
  others.insert(others.end(), resume.begin(), resume.end());
  require_distinct_files(proof, others);
  others.insert(others.end(), proof.begin(), proof.end());
  require_distinct_files(record, others);
}

/// A proof of an earlier run, under the name of the one that this run writes: if it is still there in the end, a note says so.
class OlderProof {
 public:
  explicit OlderProof(const Command& command) {
    for (const Option& option : command.options())
      if (option.is_given() && is_written_proof(command, option)) path_ = option.values().front();
    file_ = file();
  }
  OlderProof(const OlderProof&) = delete;
  OlderProof& operator=(const OlderProof&) = delete;
  ~OlderProof() {
    // A new proof is written beside the older one and then takes its name.
    if (!file_ || file_ != file()) return;
    print_error("note: this run did not write a proof; " + path_ + " is from an earlier run\n");
  }

 private:
  /// The device and the inode of a file, and when it last changed: a new file may be given the inode of one that is gone.
  using File = std::tuple<dev_t, ino_t, time_t, long>;

  std::optional<File> file() const {
    struct stat status = {};
    if (::stat(path_.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return File(status.st_dev, status.st_ino, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
  }

  std::string path_;
  std::optional<File> file_;
};

}  // namespace

int run_command(const Program& program, const Command& command, const CommonOptions& options,
                const std::function<int(Session&)>& execute) {
  if (options.kept.checkpoint_every > 0 && options.kept.empty())
    throw UsageError{"--checkpoint-every needs --checkpoint FILE, or --resume FILE"};
  require_own_files(command);
  const OlderProof older(command);
  Session session(options, program, command);
  try {
    if (options.machine.backend == BackendChoice::cuda) require_gpu();
  } catch (const ResourceError& error) {
    throw ResourceError(error.message() + "; 'wreath doctor' shows what is missing");
  }
  try {
    return execute(session);
  } catch (const StoppedEarly& known) {
    return session.finish(false, known.report());
  } catch (const LimitReached& limit) {
    return session.finish(limit);
  }
}

}  // namespace wreath::cli

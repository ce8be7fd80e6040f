// SPDX-License-Identifier: MIT
//
// What all commands share: their common options, and the frame of a run (stop, progress, output, record, exit code).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/front/command.hpp"
#include "cli/front/progress_display.hpp"
#include "cli/front/ranks.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/signals.hpp"
#include "core/text/json.hpp"
#include "core/text/names.hpp"
#include "wreath/machine.hpp"
#include "wreath/report.hpp"
#include "wreath/run.hpp"

namespace wreath::cli {

enum ExitCode : int { kDone = 0, kError = 1, kStoppedEarly = 2, kAnswerIsNo = 3, kWrongUsage = 64 };

struct CommonOptions {
  Machine machine;
  std::uint64_t memory = 0;
  std::uint64_t seed = 1;
  double seconds = 0;
  bool json = false;
  bool quiet = false;
  bool test = false;  // of a question: only the exit code is wanted
  std::string record;
  RunFiles kept;  // --checkpoint, --resume, --checkpoint-every
};

/// A program: its tree of commands, and the one that the command line chose.
struct Program {
  Program(const std::string& name, const std::string& description) : app(name, description) {}

  Command app;
  std::function<int()> chosen;
  std::string command_line;  // as typed, quoted for a shell
  bool json = false;         // errors are objects, too
  Ranks ranks;               // the processes that do it together
};

enum class Length { brief, resumable };

/// After parsing: a number of threads without a backend means the CPU.
void settle_backend(const Command& command, CommonOptions& options);

void add_common_options(Command& command, CommonOptions& options, Length length);
/// --scratch, for a verb that keeps on disk what does not fit the memory.
void add_scratch(Command& command, CommonOptions& options, const std::string& description);

/// --test, for a verb whose answer is yes or no: it calls Session::answer.
void add_test(Command& command, CommonOptions& options);

inline constexpr const char* kCommonGroup = "Options common to all commands";

/// One of a few words; anything else is an error that lists them.
template <class T>
T parse_word(const std::string& text, const std::map<std::string, T>& words, const std::string& what) {
  const auto found = words.find(text);
  if (found != words.end()) return found->second;
  std::vector<std::string> choices;
  choices.reserve(words.size());
  for (const auto& [word, value] : words) choices.push_back(word);
  throw UnknownName(text, what, std::move(choices));
}

/// How the names of families start, for completion: "mathieu:", or the whole name if it takes no arguments.
template <class Families>
std::vector<std::string> starts_of(const Families& families) {
  std::vector<std::string> starts;
  for (const auto& family : families) {
    bool takes_none = false;
    if constexpr (requires { family.arguments; }) takes_none = family.arguments.empty();
    starts.push_back(std::string(family.name) + (takes_none ? "" : ":"));
  }
  return starts;
}

/// Seconds, more than 0.
double parse_duration(const std::string& text);
/// A count of at least 1.
std::uint64_t parse_positive(const std::string& text);

/// What lets a stopped run get further, by the reason of its stop: "a longer --time", "a larger --memory". Empty if nothing has
/// to be changed: somebody stopped it, or it ended by itself.
std::string what_to_raise(const RunControl& run);

/// Writes to stdout and throws ResourceError if that fails: a lost result must not look like success.
void print_result(const std::string& text);
/// Whether it was called: an error that comes later is not a second answer.
bool has_printed_result() noexcept;
/// Writes to stderr, where nobody may be listening; on a terminal in lines of at most 80 columns.
void print_error(const std::string& text) noexcept;
/// From now on neither prints: another rank does. And the end of that.
void mute() noexcept;
void unmute() noexcept;
bool is_muted() noexcept;

/// One run of one command.
class Session {
 public:
  Session(const CommonOptions& options, const Program& program, const Command& command);

  RunControl& run() noexcept { return run_; }
  const Ranks& ranks() const noexcept { return ranks_; }
  /// Shows none from now on: the terminal is for something else.
  void hide_progress();
  /// The answer to a question, which is the exit code with --test. Of several, such as one for each word, all must be yes.
  void answer(bool yes) noexcept { answer_is_no_ = answer_is_no_ || !yes; }
  /// Prints the results (as one JSON object with --json, as `text` otherwise), writes the record, and gives the exit code:
  /// done where the work is complete, also when a request to stop came at its very end. With --test a result is not printed.
  int finish(bool complete, const Report& report);
  /// The same where stdout belongs to words: what else there is to say goes to stderr.
  int finish_beside_words(bool complete, const Report& report);
  /// The same for an answer that a limit came before.
  int finish(const LimitReached& limit);

 private:
  std::string text_of(bool complete, const Report& report) const;
  std::string format_name() const;  // "orbit growth"
  int finish(bool complete, const Report& report, FunctionRef<std::string()> text);
  void write_record(bool complete, const Value& results);
  int exit_code(bool complete) const noexcept;

  const CommonOptions& options_;
  const Command& command_;
  std::string command_line_;
  const Ranks& ranks_;
  RunControl run_;
  SignalGuard signals_;
  ProgressDisplay display_;
  bool answer_is_no_ = false;
  std::unique_ptr<OutputFile> record_;  // opened at the start: a bad name must not show after hours of work
};

/// Thrown where a command cannot go on because a limit came first: what is known is printed, and the exit code says so.
class StoppedEarly {
 public:
  explicit StoppedEarly(const Report& report) : report_(std::make_shared<const Report>(report)) {}
  const Report& report() const noexcept { return *report_; }

 private:
  std::shared_ptr<const Report> report_;  // shared, because copying an exception must not throw
};

// --- the commands, one file each
void add_semigroup(Program& program);
void add_orbit(Program& program);
void add_perm(Program& program);
void add_word(Program& program);
void add_flip(Program& program);
void add_coset(Program& program);
void add_group(Program& program);
void add_cluster(Program& program);
void add_bench(Program& program);
void add_demo(Program& program);
void add_doctor(Program& program);
void add_plot(Program& program);
void add_cite(Program& program);
void add_manual(Program& program);  // completion, man

/// Runs a command; what a StoppedEarly knows is printed.
int run_command(const Program& program, const Command& command, const CommonOptions& options,
                const std::function<int(Session&)>& execute);

/// Adds a command. `configure(command, options)` declares its own arguments, when they are first asked for;
/// `execute(session, options)` does the work and returns the exit code. Options derives from CommonOptions. A resumable command
/// also takes --checkpoint and --resume.
template <class Options, class Configure, class Execute>
void add_command(Program& program, Command& parent, const std::string& name, const std::string& description, const char* examples,
                 Length length, Configure configure, Execute execute) {
  parent.add_subcommand(name, description).declare_later([&program, examples, length, configure, execute](Command& command) {
    auto options = std::make_shared<Options>();
    configure(command, *options);
    add_common_options(command, *options, length);
    command.footer(std::string("Examples:\n") + examples);
    command.on_chosen([&program, &command, options, execute] {
      settle_backend(command, *options);
      program.chosen = [&program, &command, options, execute] {
        options->machine.cluster = program.ranks.world();
        return run_command(program, command, *options, [&](Session& session) { return execute(session, *options); });
      };
    });
  });
}

}  // namespace wreath::cli

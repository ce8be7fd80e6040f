// SPDX-License-Identifier: MIT
//
// wreath-paper: the experiments of the papers, ours beside theirs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "bench/paper/experiment.hpp"
#include "cli/front/common.hpp"
#include "cli/front/program.hpp"
#include "cli/front/table.hpp"
#include "core/io/scratch_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/run/record.hpp"
#include "core/text/names.hpp"
#include "core/text/units.hpp"
#include "wreath/gpu.hpp"

namespace wreath::paper {

namespace {

using cli::Command;
using cli::Program;
using cli::Session;

struct PaperOptions : cli::CommonOptions {
  std::string name;
  bool quick = false;
  std::string scratch;
};

std::string list_text() {
  std::vector<std::vector<std::string>> rows{{"name", "what"}};
  for (const Experiment& experiment : experiments()) rows.push_back({experiment.name, experiment.what});
  return wreath::format_table(rows);
}

/// The fields of an experiment are its own: its form has the names that are there.
int finish(cli::Session& session, bool complete, const Json& results, const std::string& text, const std::string& partial = "",
           const std::string& ended = "") {
  std::vector<Field> fields;
  for (const auto& [name, value] : results.items()) {
    if (std::ranges::find(common_fields().fields, name, &Field::name) == common_fields().fields.end())
      fields.push_back({name, ""});
  }
  const ReportForm form("", fields);
  wreath::Report report(form);
  for (const Field& field : fields) report.set(field.name, Value::of_json(to_text(results.at(std::string(field.name)))));
  return session.finish(complete, report.block(text).partial("{}", {partial}).ended(ended));
}

Json list_json() {
  Json list = Json::array();
  for (const Experiment& experiment : experiments()) {
    list.push_back(
        {{"name", experiment.name}, {"what", experiment.what}, {"paper", experiment.paper}, {"machine", experiment.machine}});
  }
  return {{"experiments", list}};
}

/// An experiment, "all" or "list".
std::string parse_name(const std::string& text) {
  std::vector<std::string> names{"all", "list"};
  for (const Experiment& experiment : experiments()) names.push_back(experiment.name);
  if (std::ranges::find(names, text) != names.end()) return text;
  const auto near = nearest_name(text, names);
  throw InputError(fmt::format("'{}' is not an experiment{}; 'wreath-paper list' lists them all", text,
                               near ? fmt::format("; did you mean '{}'?", *near) : ""));
}

std::vector<const Experiment*> chosen_experiments(const std::string& name) {
  std::vector<const Experiment*> chosen;
  for (const Experiment& experiment : experiments()) {
    if (name == "all" || name == experiment.name) chosen.push_back(&experiment);
  }
  return chosen;
}

std::string machine_text(const std::string& gpu, unsigned threads) {
  const Hardware& machine = this_machine();
  return fmt::format("{}, {} thread{} of {} core{}, {}; {}", machine.cpu, threads, threads == 1 ? "" : "s", machine.cores,
                     machine.cores == 1 ? "" : "s", format_bytes(machine.memory), gpu.empty() ? "no GPU" : gpu);
}

std::string report_text(const Experiment& experiment, const Report& report, const std::string& machine, double seconds) {
  std::vector<std::vector<std::string>> rows{{"what", "", "paper", "ours", "ratio", ""}};
  std::string last;
  for (const Row& row : report.rows) {
    rows.push_back({row.label == last ? "" : row.label, row.quantity, format_value(row.paper, row.unit),
                    format_value(row.ours, row.unit), format_ratio(row.ratio()), row.note});
    last = row.label;
  }
  return fmt::format("{}: {}\n  {}\n  paper  {}\n  ours   {}\n\n{}\n({})\n\n", experiment.name, experiment.what, experiment.paper,
                     experiment.machine, machine, wreath::format_table(rows), format_seconds(seconds));
}

/// Where the records go: a file for one experiment, a folder for all. Opened before the work.
class Records {
 public:
  Records(const std::string& target, const std::vector<const Experiment*>& chosen, bool folder) {
    if (target.empty()) return;
    if (!folder) {
      files_.push_back(std::make_unique<OutputFile>(target));
      return;
    }
    std::error_code error;
    std::filesystem::create_directories(target, error);
    if (error) throw ResourceError(fmt::format("{}: cannot create the folder: {}", target, error.message()));
    for (const Experiment* experiment : chosen)
      files_.push_back(std::make_unique<OutputFile>((std::filesystem::path(target) / (experiment->name + ".json")).string()));
  }
  OutputFile* file(std::size_t k) { return k < files_.size() ? files_[k].get() : nullptr; }

 private:
  std::vector<std::unique_ptr<OutputFile>> files_;
};

/// What one experiment leaves: its time and its choices apart from those of the others.
class ExperimentRun {
 public:
  ExperimentRun(const Experiment& experiment, Context& context) {
    try {
      experiment.run(context, report);
    } catch (const ResourceError& error) {
      report.add(
          {experiment.name, "ended by an error", "", std::nullopt, std::nullopt, error.text(OptionStyle::flag), Better::more});
      failed = true;
    }
    complete = !context.run.should_stop();
    if (!complete) own_.request_stop(context.run.stop_reason());
    own_.add_phase(experiment.name, own_.seconds());
    own_.note_choice("backend", context.has_gpu() ? "cpu and cuda" : "cpu", context.has_gpu() ? context.gpu : "no GPU is used");
  }
  const RunControl& run() const { return own_; }

 private:
  RunControl own_;  // made first: its clock is the experiment's

 public:
  Report report;
  bool complete = false;  // not stopped
  bool failed = false;    // a resource gave out that the experiment did not expect to
};

int run_experiments(Session& session, const PaperOptions& options, const std::string& record, const std::string& command_line) {
  if (options.name == "list") return finish(session, true, list_json(), list_text());
  const std::vector<const Experiment*> chosen = chosen_experiments(options.name);
  const bool all = options.name == "all";
  const std::string gpu = options.machine.backend == BackendChoice::cpu ? "" : gpu_name();
  if (options.machine.backend == BackendChoice::cuda) require_gpu();
  Context context{session.run(), options.quick, resolve_threads(options.machine.threads), gpu, scratch_folder(options.scratch),
                  options.seed};
  const std::string machine = machine_text(gpu, context.threads);
  Records records(record, chosen, all);
  Json list = Json::array();
  bool complete = true;
  std::vector<std::string> failed;
  for (std::size_t k = 0; k < chosen.size() && complete; ++k) {
    const Experiment& experiment = *chosen[k];
    const ExperimentRun one(experiment, context);
    complete = one.complete;
    if (one.failed) failed.push_back(experiment.name);
    list.push_back(to_json(experiment, one.report, machine, options.quick));
    list.back()["seconds"] = one.run().seconds();
    if (OutputFile* file = records.file(k)) {
      const RunDescription description{command_line, options.seed, context.threads, gpu};
      write_json(*file, make_record(description, one.run(), complete && !one.failed, list.back(), Json()));
    }
    if (!options.json) cli::print_result(report_text(experiment, one.report, machine, one.run().seconds()));
  }
  const Json results =
      all ? Json{{"quick", options.quick}, {"seconds", session.run().seconds()}, {"experiments", list}} : list[0];
  const std::string explained =
      "ratio: for times and rates, how many times as fast ours is; for other numbers, ours / the paper's.\n";
  if (!failed.empty()) return finish(session, false, results, "", fmt::format(" in {}", fmt::join(failed, ", ")), "error");
  return finish(session, complete, results, complete ? explained : "",
                fmt::format(" in experiment {} of {}", list.size(), chosen.size()));
}

void add_arguments(Program& program) {
  Command& paper = program.app;
  const auto options = std::make_shared<PaperOptions>();
  paper.add_parsed("NAME", options->name, parse_name, "The name of an experiment, 'all' to run all, or 'list' to list them")
      .required();
  paper.add_flag("--quick", options->quick, "Use small sizes: all experiments in less than three minutes on two cores");
  paper.add_option("--scratch", options->scratch,
                   "A folder for files, on the disk to measure (default: the system's temporary folder)", "DIR");
  cli::add_common_options(paper, *options, cli::Length::brief);
  paper.footer(
      "With 'all', --record names a folder: one record for each experiment.\n\n"
      "Examples:\n"
      "  wreath-paper list                                      all experiments\n"
      "  wreath-paper permutations-table-8 --record t8.json     one table, and its run record\n"
      "  wreath-paper all --record records/ --scratch /fast/disk\n"
      "  wreath-paper --quick all                               in less than three minutes on two cores");
  paper.on_chosen([&program, options] {
    program.chosen = [&program, options] {
      const std::string record = std::exchange(options->record, "");  // not the session's: there may be many
      Session session(*options, program, program.app);
      return run_experiments(session, *options, record, program.command_line);
    };
  });
}

}  // namespace

}  // namespace wreath::paper

int main(int argc, char** argv) {
  wreath::cli::Program program("wreath-paper", "wreath-paper: a table or figure of a paper: its numbers, ours, and the ratio");
  return wreath::cli::run_program(program, wreath::paper::add_arguments, {argv + 1, argv + argc});
}

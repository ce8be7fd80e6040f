// SPDX-License-Identifier: MIT
#include "cli/perm/common.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

bool is_permutation_text(const std::string& argument) {
  const bool text = argument.starts_with('(') || argument.starts_with('[') || argument.starts_with("PermList(");
  return text && !std::filesystem::exists(argument);
}

perm::Map open_map(Session& session, const std::string& argument, perm::ListRule rule) {
  std::optional<perm::Map> map;
  session.ranks().together([&] {
    RunControl* const run = &session.run();
    if (argument == "-") {
      map.emplace(perm::Map::read("stdin", read_standard_input(), run, rule));
    } else if (is_permutation_text(argument)) {
      map.emplace(perm::Map::read(argument, argument, run, rule));
    } else {
      map.emplace(perm::Map::open(argument, run, rule));
    }
  });
  return std::move(*map);
}

void require_one_stdin(const std::vector<std::string>& arguments) {
  if (std::ranges::count(arguments, "-") > 1) throw UsageError{"stdin can be read only once: name files for the others"};
}

std::pair<perm::Map, perm::Map> open_pair(Session& session, const PermOptions& options) {
  require_one_stdin({options.x, options.y});
  perm::Map x = open_map(session, options.x);
  return {std::move(x), open_map(session, options.y)};
}

perm::FileOptions file_options(const PermOptions& options) {
  return {
      .machine = options.machine, .method = options.method.method, .verify = options.verify, .exchange = options.method.exchange};
}

void add_map(Command& command, const std::string& name, std::string& target, const std::string& description) {
  command.add_option(name, target, description).required();
}

void add_output(Command& command, PermOptions& options) {
  command.add_option("-o,--output", options.output, "The file to write (.npy)", "FILE").required();
}

void add_points(Command& command, PointsOptions& options) {
  command.add_parsed("N", options.points, parse_count, "Number of points: 1000000, 128M, 2^27").required();
  add_output(command, options);
  command.add_parsed("--type", options.point_bytes, perm::parse_point_type,
                     "uint8, uint16, uint32, uint40 or uint64 (uint32 if it suffices)", "TYPE");
}

void add_method(Command& command, PermOptions& options) {
  command.add_parsed(
      "--method", options.method, perm::parse_file_method,
      "auto; loop or partition: how arrays in memory are multiplied; under mpirun, how ranks exchange data: shared "
      "(memory), messages, or files in --scratch",
      "NAME");
}

void add_perm_scratch(Command& command, PermOptions& options) {
  add_scratch(command, options,
              "Folders for data that does not fit in memory, one per disk: /a,/b (default: the folder of the output, or the "
              "system's temporary folder)");
}

void add_result(Command& command, PermOptions& options) {
  add_output(command, options);
  add_method(command, options);
  add_perm_scratch(command, options);
  command.add_parsed(
      "--verify", options.verify, [](const std::string& text) { return perm::parse_verify(text); },
      "Verify the result: sample (10000 points and a checksum) or all", "HOW");
}

int finish_file(Session& session, const PermOptions& options, const perm::FileReport& report, std::string_view verb,
                const std::string& expression, std::string_view phase) {
  const perm::FileWork work{.verb = verb,
                            .phase = phase.empty() ? verb : phase,
                            .expression = expression,
                            .output = options.output,
                            .x = options.x,
                            .y = options.y,
                            .verify = options.verify,
                            .keeps_checkpoint = !options.kept.empty(),
                            .resumed = !options.kept.resume.empty()};
  return session.finish(report.done == report.points, perm::file_report(work, report, session.run()));
}

}  // namespace wreath::cli

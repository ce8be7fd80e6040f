// SPDX-License-Identifier: MIT
#include "cli/perm_common.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/table.hpp"
#include "core/io/distinct_files.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

std::string why_of(const RunControl& run, const std::string& what) {
  for (const Choice& choice : run.choices()) {
    if (choice.what == what) return choice.why;
  }
  return "";
}

}  // namespace

std::string disk_line(const RunControl& run) {
  return run.choice("storage").empty() ? "" : fit_columns(fmt::format("  on disk: {}\n", why_of(run, "storage")));
}

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
  return {.machine = options.machine,
          .method = options.method.method,
          .verify = options.verify,
          .exchange = options.method.exchange};
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

std::string stopped_before(Session& session, std::string_view what) {
  return fmt::format("stopped ({}) before {}\n", to_string(session.run().stop_reason()), what);
}

int finish_file(Session& session, const PermOptions& options, const perm::FileReport& report, const std::string& expression,
                const std::string& phase) {
  const RunControl& run = session.run();
  const bool on_disk = !run.choice("storage").empty();
  const double seconds = on_disk ? run.seconds() : phase_seconds(run, phase);
  Json results{{"output", options.output}, {"points", report.points}, {"done", report.done}, {"point_bytes", report.point_bytes}};
  if (!options.x.empty()) results["x"] = options.x;
  if (!options.y.empty()) results["y"] = options.y;
  if (report.resumed_at != 0) results["resumed_at"] = report.resumed_at;
  for (const Choice& choice : run.choices()) results[choice.what] = choice.name;
  if (const auto method = run.choice(results.contains("exchange") ? "exchange" : "method"); !method.empty())
    results["method"] = method;
  if (options.verify != perm::Verify::none) results["verified"] = perm::to_string(options.verify);
  results["seconds"] = run.seconds();
  results["phases"] = phases_to_json(run);

  std::string text;
  if (!options.kept.resume.empty() && report.resumed_at == report.points) {
    text = fmt::format("{} = {}: {}, already finished; the files left by the killed run are removed\n", options.output,
                       expression, counted(report.points, "point"));
  } else if (report.done == report.points) {
    const std::string method(run.choice("method"));
    text = fmt::format("{} = {}: {} of {} in {}\n", options.output, expression, counted(report.points, "point"),
                       counted(report.point_bytes, "byte"), format_seconds(run.seconds()));
    text += fmt::format("  {}: {}{}, {}{}\n", phase, format_seconds(seconds),
                        report.points == report.resumed_at || seconds <= 0
                            ? ""
                            : ", " + format_rate(static_cast<double>(report.points - report.resumed_at) / seconds, "points"),
                        run.choice("backend"), method.empty() || run.choice("backend") != "cpu" ? "" : ", " + method);
    text += disk_line(run);
    if (options.verify != perm::Verify::none) text += fmt::format("  verified: {}\n", results["verified"].get<std::string>());
  } else {
    text = fmt::format("stopped ({}) after {} of {}{}\n", to_string(run.stop_reason()), format_count(report.done),
                       counted(report.points, "point"), run.files().empty() ? "; nothing was written" : "");
  }
  return session.finish(report.done == report.points, results, fit_columns(text));
}

std::vector<perm::CycleCount> cycle_type_of(Session& session, const PermOptions& options) {
  try {
    return perm::cycles_of_file(open_map(session, options.x), file_options(options), &session.run());
  } catch (const LimitReached& stopped) {
    throw StoppedEarly({{"x", options.x}, {"seconds", session.run().seconds()}}, reason_of(stopped, session.run()) + "\n");
  }
}

void require_distinct_files(const PermOptions& options) {
  wreath::require_distinct_files({{"--record", options.record}}, {{"X", options.x},
                                                                  {"Y", options.y},
                                                                  {"--output", options.output},
                                                                  {"--checkpoint", options.kept.checkpoint.string()},
                                                                  {"--resume", options.kept.resume.string()}});
}

}  // namespace wreath::cli

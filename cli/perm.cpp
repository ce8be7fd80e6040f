// SPDX-License-Identifier: MIT
//
// wreath perm: permutations of any number of points.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/common.hpp"
#include "core/run/units.hpp"
#include "perm/files.hpp"

namespace wreath::cli {

namespace {

struct RandomOptions : CommonOptions {
  std::uint64_t points = 0;
  unsigned point_bytes = 0;
  std::string output;
};

struct MultiplyOptions : CommonOptions {
  std::string x;
  std::string y;
  std::string output;
};

unsigned parse_type(const std::string& text) {
  static const std::map<std::string, unsigned> known{{"uint8", 1}, {"uint16", 2}, {"uint32", 4}, {"uint64", 8}};
  const auto found = known.find(text);
  if (found == known.end())
    throw InputError(fmt::format("'{}' is no type of points: choose uint8, uint16, uint32 or uint64", text));
  return found->second;
}

perm::Options perm_options(const CommonOptions& options) {
  perm::Options result;
  result.backend = options.backend;
  result.threads = options.threads;
  return result;
}

double seconds_of(const RunControl& run, std::string_view name) {
  double seconds = 0;
  for (const Phase& phase : run.phases()) seconds += phase.name == name ? phase.seconds : 0;
  return seconds;
}

Json phases_of(const RunControl& run) {
  Json phases = Json::object();
  for (const Phase& phase : run.phases()) phases[phase.name] = phase.seconds;
  return phases;
}

int random(Session& session, const RandomOptions& options) {
  RunControl& run = session.run();
  const auto report =
      perm::random_file(options.points, options.point_bytes, options.seed, options.output, perm_options(options), run);
  const double seconds = seconds_of(run, "shuffle");
  const Json results{{"output", options.output},          {"points", report.points}, {"done", report.done},
                     {"point_bytes", report.point_bytes}, {"seed", options.seed},    {"backend", run.backend()},
                     {"seconds", run.seconds()},          {"phases", phases_of(run)}};
  std::string text = "stopped before the permutation was written\n";
  if (report.done == report.points) {
    text = fmt::format("{}: a random permutation of {} points ({} bytes each), seed {}: {}, {}\n", options.output,
                       format_count(report.points), report.point_bytes, options.seed, format_seconds(run.seconds()),
                       format_rate(static_cast<double>(report.points) / seconds, "points"));
  }
  return session.finish(results, text, {});
}

int multiply(Session& session, const MultiplyOptions& options) {
  RunControl& run = session.run();
  perm::FileOptions file_options;
  file_options.options = perm_options(options);
  file_options.checkpoint = options.checkpoint;
  file_options.resume = options.resume;
  const auto report = perm::multiply_files(options.x, options.y, options.output, file_options, run);
  const double seconds = seconds_of(run, "multiply");
  const Json results{{"x", options.x},
                     {"y", options.y},
                     {"output", options.output},
                     {"points", report.points},
                     {"done", report.done},
                     {"point_bytes", report.point_bytes},
                     {"resumed_at", report.resumed_at},
                     {"backend", run.backend()},
                     {"seconds", run.seconds()},
                     {"phases", phases_of(run)}};
  std::string text;
  if (report.done == report.points) {
    text = fmt::format("{} = {} * {}: {} points in {} (multiplying alone: {}, {}, {})\n", options.output, options.x, options.y,
                       format_count(report.points), format_seconds(run.seconds()), format_seconds(seconds),
                       format_rate(static_cast<double>(report.points - report.resumed_at) / seconds, "points"), run.backend());
  } else {
    const std::string& checkpoint = options.checkpoint.empty() ? options.resume : options.checkpoint;
    text = fmt::format("stopped ({}) after {} of {} points; {}\n", to_string(run.stop_reason()), format_count(report.done),
                       format_count(report.points),
                       checkpoint.empty() ? "nothing was written" : fmt::format("go on with --resume {}", checkpoint));
  }
  return session.finish(results, text, {});
}

}  // namespace

void add_perm(Program& program) {
  CLI::App* perm = program.app.add_subcommand("perm", "Permutations and maps on up to billions of points")->group("Engines");
  perm->require_subcommand(1);
  perm->footer(
      "Files are numpy arrays (.npy) of the images of 0, 1, 2, ... x*y is x first, then y, as in GAP.\n\n"
      "Examples:\n"
      "  wreath perm random 16M --seed 1 -o x.npy\n"
      "  wreath perm multiply x.npy y.npy -o z.npy");

  add_command<RandomOptions>(
      program, *perm, "random", "Write a uniformly random permutation",
      "  wreath perm random 1000000 -o x.npy\n"
      "  wreath perm random 128M --seed 7 -o x.npy        128 * 2^20 points; the same file on any machine\n"
      "  wreath perm random 2^33 --threads 8 -o x.npy     past 2^32 points the file holds 8-byte integers",
      Length::brief,
      [](CLI::App& command, RandomOptions& options) {
        add_parsed(command, "N", options.points, parse_count, "Number of points: 1000000, 128M, 2^27")->required();
        command.add_option("-o,--output", options.output, "The file to write (.npy)")->required()->type_name("FILE");
        add_parsed(command, "--type", options.point_bytes, parse_type,
                   "uint8, uint16, uint32 or uint64 (uint32 where it suffices)")
            ->type_name("TYPE");
      },
      random);

  add_command<MultiplyOptions>(
      program, *perm, "multiply", "Multiply: z[i] = y[x[i]]",
      "  wreath perm multiply x.npy y.npy -o z.npy\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --backend cuda --json\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --checkpoint z.ck      Ctrl-C, then:\n"
      "  wreath perm multiply x.npy y.npy -o z.npy --resume z.ck\n"
      "\n"
      "x must map into y; neither need be a bijection, and they may differ in length and type.",
      Length::resumable,
      [](CLI::App& command, MultiplyOptions& options) {
        command.add_option("X", options.x, "The map that acts first (.npy)")->required()->type_name("");
        command.add_option("Y", options.y, "The map that acts second (.npy)")->required()->type_name("");
        command.add_option("-o,--output", options.output, "The file to write (.npy)")->required()->type_name("FILE");
      },
      multiply);
}

}  // namespace wreath::cli

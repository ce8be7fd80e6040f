// SPDX-License-Identifier: MIT
//
// wreath perm: the verbs that look at a permutation (check, cycles, convert) and at the machine (tune).
#include <optional>

#include "cli/perm/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"
#include "wreath/perm/expression.hpp"
#include "wreath/perm/orbits.hpp"
#include "wreath/perm/tuning.hpp"

namespace wreath::cli {

namespace {

struct ConvertOptions : PermOptions {
  unsigned point_bytes = 0;
  bool cycles = false;
};

struct OrbitsOptions : PermOptions {
  std::vector<std::string> generators;
  std::string schreier;
};

struct SizeOptions : PermOptions {
  std::uint64_t points = 0;
};

int check(Session& session, const PermOptions& options) {
  const auto x = open_map(session, options.x, perm::ListRule::any);
  const std::optional<perm::Defect> answer = perm::check_file(x, file_options(options), &session.run());
  if (answer) session.answer(!*answer);
  return session.finish(answer.has_value(), perm::check_report(options.x, x, answer));
}

int cycles(Session& session, const PermOptions& options) {
  if (!options.output.empty()) {
    require_distinct_files({{"--label", options.output}}, {{"X", options.x}});
    const auto report =
        perm::cycle_representatives_of_file(open_map(session, options.x), options.output, file_options(options), &session.run());
    return finish_file(session, options, report, "cycles", "the least point of each cycle of " + options.x);
  }
  const auto type = perm::cycles_of_file(open_map(session, options.x), file_options(options), &session.run());
  return session.finish(true, perm::cycles_report("cycles", options.x, type, session.run()));
}

int orbits(Session& session, const OrbitsOptions& options) {
  require_one_stdin(options.generators);
  std::vector<perm::Map> generators;
  for (const std::string& name : options.generators) generators.push_back(open_map(session, name));
  const auto found = perm::orbits_of_files(generators, options.output, options.schreier, file_options(options), &session.run());
  return session.finish(true, perm::orbits_report(options.generators, found, options.output, options.schreier, session.run()));
}

int convert_map(Session& session, const ConvertOptions& options) {
  const perm::Map x = open_map(session, options.x);
  const perm::FileOptions how = file_options(options);
  const auto report = options.cycles ? perm::write_cycles(x, options.output, how, &session.run())
                                     : perm::convert_file(x, options.point_bytes, options.output, how, &session.run());
  return finish_file(session, options, report, "convert", options.x, "write");
}

int tune(Session& session, const SizeOptions& options) {
  const perm::Tuning tuning = perm::tune({.most_points = options.points, .threads = options.machine.threads}, &session.run());
  return session.finish(!tuning.saved.empty(), perm::tuning_report(tuning));
}

}  // namespace

void add_perm_inspection(Program& program, Command& perm) {
  add_command<PermOptions>(
      program, perm, "check", "Check whether a map is a permutation; prints the first value that shows it is not",
      "  wreath perm check x.npy\n"
      "  echo '(1,2,3)(4,5)' | wreath perm check -\n"
      "  wreath perm check x.npy --test && echo yes",
      Length::brief,
      [](Command& command, PermOptions& options) {
        add_map(command, "X", options.x, "The map");
        add_test(command, options);
      },
      check);

  add_command<PermOptions>(
      program, perm, "cycles", "Print cycle type, order, sign and fixed points",
      "  wreath perm cycles x.npy\n"
      "  wreath perm cycles x.npy --json\n"
      "  wreath perm cycles x.npy --label c.npy           c[i] is the least point of i's cycle\n"
      "  wreath perm convert x.npy --cycles -o x.g        cycle notation: (1,2,3)(4,5)",
      Length::brief,
      [](Command& command, PermOptions& options) {
        add_map(command, "X", options.x, "The permutation");
        command.add_option("--label", options.output,
                           "Write, for each point, the least point of its cycle (.npy), in place of the cycle type", "FILE");
        add_perm_scratch(command, options);
      },
      cycles);

  add_command<OrbitsOptions>(
      program, perm, "orbits", "Find the orbits of the points under permutations: the components of their graph",
      "  wreath perm orbits a.npy b.npy\n"
      "  wreath perm orbits a.npy b.npy -o labels.npy      labels[i] is the least point of i's orbit\n"
      "  wreath perm orbits a.npy b.npy --schreier v.npy\n"
      "  wreath perm orbits a.npy b.npy -o labels.npy --memory 2G --scratch /fast/disk\n"
      "\n"
      "The Schreier vector v shows how a point is reached: v[i] = 0 for the least point of an orbit, g if the generator g (the "
      "first is 1) leads to i from a point nearer to it, -g if it leads from i to one.",
      Length::brief,
      [](Command& command, OrbitsOptions& options) {
        command.add_option("X", options.generators, "The permutations: .npy files or GAP text").required();
        command.add_option("-o,--output", options.output, "Write, for each point, the least point of its orbit (.npy)", "FILE");
        command.add_option("--schreier", options.schreier, "Write a Schreier vector (.npy, int8)", "FILE");
        add_perm_scratch(command, options);
      },
      orbits);

  add_command<ConvertOptions>(
      program, perm, "convert", "Convert between .npy and GAP text, or to another point type",
      "  wreath perm convert x.npy -o x.g                 then Read(\"x.g\"); in GAP defines x\n"
      "  wreath perm convert x.g -o x.npy\n"
      "  wreath perm convert x.npy --type uint64 -o wide.npy",
      Length::brief,
      [](Command& command, ConvertOptions& options) {
        add_map(command, "X", options.x, "The map");
        command.add_option("-o,--output", options.output, "The file to write: .npy, or .g, .gap or .txt for GAP", "FILE")
            .required();
        command.add_parsed("--type", options.point_bytes, perm::parse_point_type,
                           "uint8, uint16, uint32, uint40 or uint64 (as in X)", "TYPE");
        command.add_flag("--cycles", options.cycles, "GAP text in cycle notation: (1,2,3)(4,5)");
      },
      convert_map);

  add_command<SizeOptions>(
      program, perm, "tune", "Measure loop and partition on this machine, for --method auto to use",
      "  wreath perm tune\n"
      "  wreath perm tune --points 2^28 --record tune.json",
      Length::brief,
      [](Command& command, SizeOptions& options) {
        options.points = std::size_t{1} << 26;
        command.add_parsed("--points", options.points, parse_count, "The largest size to measure (2^26)", "N");
      },
      tune);
}

}  // namespace wreath::cli

// SPDX-License-Identifier: MIT
//
// wreath flip path: from one scheme to another by flips and pluses.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/flip_schemes.hpp"
#include "cli/table.hpp"
#include "core/io/output_file.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

struct PathOptions : SchemeOptions {
  std::string verify;
};

int path(Session& session, const PathOptions& options) {
  if (!options.output.empty()) const OutputFile trial(options.output);
  const flip::Scheme from = flip::open_scheme_modulo_2(options.inputs[0], options.from, &session.run());
  const flip::Scheme to = flip::open_scheme_modulo_2(options.inputs[1], options.from, &session.run());
  const flip::Path found = options.verify.empty()
                               ? flip::find_path(from, to, &session.run())
                               : flip::verify_path(from, to, flip::read_path(options.verify), options.verify, &session.run());
  if (!options.output.empty()) flip::write_path(options.output, found);
  Json results{{"from", options.inputs[0]}, {"to", options.inputs[1]},  {"shape", to_string(from.shape)},
               {"from_rank", from.rank()},  {"to_rank", to.rank()},     {"moves", found.moves.size()},
               {"flips", found.flips()},    {"pluses", found.pluses()}, {"greatest_rank", found.greatest_rank}};
  if (!options.output.empty()) results["output"] = options.output;
  return session.finish(
      true, results,
      wrap_words(fmt::format("from {} (rank {}) to {} (rank {}): {} and {}, greatest rank {}; every step verified\n",
                             options.inputs[0], from.rank(), options.inputs[1], to.rank(), counted(found.flips(), "flip"),
                             counted(found.pluses(), "plus", "pluses"), found.greatest_rank)));
}

}  // namespace

void add_flip_path(Program& program, Command& flip) {
  add_command<PathOptions>(
      program, flip, "path", "Find moves (flips and pluses) that lead over F2 from one scheme to another of its shape",
      "  wreath flip path 3x3x3 best.json -o path.txt\n"
      "  wreath flip path one.txt two.txt\n"
      "  wreath flip path 3x3x3 best.json --verify path.txt\n"
      "\n"
      "Each line of the file is a move: 'flip a 3 17' or 'plus c 2 5', the position and two summands counted from 1. The last\n"
      "summand takes the place of one that is dropped, and a new one comes last.",
      Length::brief,
      [](Command& command, PathOptions& options) {
        add_schemes(command, options, 2, 2, "From and to: files, or shapes for their standard schemes");
        command.add_option("-o,--output", options.output, "Write the moves to this file", "FILE");
        command.add_option("--verify", options.verify, "Verify the moves of this file instead of finding a path", "FILE");
      },
      path);
}

}  // namespace wreath::cli

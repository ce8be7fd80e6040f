// SPDX-License-Identifier: MIT
//
// wreath flip path: from one scheme to another by flips and pluses.
#include "cli/flip/schemes.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/output_file.hpp"

namespace wreath::cli {

namespace {

struct PathOptions : SchemeOptions {
  std::string verify;
  std::string proof;
};

int path(Session& session, const PathOptions& options) {
  require_distinct_files({{"--output", options.output}, {"--proof", options.proof}},
                         {{"the input", options.inputs[0]}, {"the input", options.inputs[1]}, {"--verify", options.verify}});
  for (const std::string& file : {options.output, options.proof})
    if (!file.empty()) const OutputFile trial(file);
  const flip::Scheme from = flip::open_scheme_modulo_2(options.inputs[0], options.from, &session.run());
  const flip::Scheme to = flip::open_scheme_modulo_2(options.inputs[1], options.from, &session.run());
  const flip::Path found = options.verify.empty()
                               ? flip::find_path(from, to, &session.run())
                               : flip::verify_path(from, to, flip::read_path(options.verify), options.verify, &session.run());
  if (!options.output.empty()) flip::write_path(options.output, found);
  if (!options.proof.empty()) flip::write_proof(options.proof, from, to, found, &session.run());
  return session.finish(true, flip::path_report(options.inputs[0], from, options.inputs[1], to, found, options.output));
}

}  // namespace

void add_flip_path(Program& program, Command& flip) {
  add_command<PathOptions>(
      program, flip, "path", "Find moves (flips and pluses) that lead over F2 from one scheme to another of its shape",
      "  wreath flip path 3x3x3 best.json -o path.txt\n"
      "  wreath flip path one.txt two.txt\n"
      "  wreath flip path 3x3x3 best.json --verify path.txt\n"
      "  wreath flip path 3x3x3 best.json --proof path.proof            then: wreath-check path.proof\n"
      "\n"
      "Each line of the file is a move: 'flip a 3 17' or 'plus c 2 5', the position and two summands counted from 1. The last\n"
      "summand takes the place of one that is dropped, and a new one comes last.",
      Length::brief,
      [](Command& command, PathOptions& options) {
        add_schemes(command, options, 2, 2, "From and to: files, or shapes for their standard schemes");
        command.add_option("-o,--output", options.output, "Write the moves to this file", "FILE");
        command.add_option("--proof", options.proof, "Write a proof that the moves lead there, for wreath-check", "FILE");
        command.add_option("--verify", options.verify, "Verify the moves of this file instead of finding a path", "FILE");
      },
      path);
}

}  // namespace wreath::cli

// SPDX-License-Identifier: MIT
//
// wreath flip simplify: smaller coefficients.
#include "cli/flip/schemes.hpp"

namespace wreath::cli {

namespace {

struct SimplifyCommandOptions : SchemeOptions {
  flip::SimplifyOptions simplify;
};

int simplify(Session& session, const SimplifyCommandOptions& options) {
  if (!options.output.empty()) flip::require_scheme_output(options.output, options.to);
  const std::string& input = options.inputs[0];
  const flip::VerifiedScheme file = flip::open_scheme(input, reading(options), &session.run());
  flip::SimplifyOptions settings = options.simplify;
  settings.seed = options.seed;
  settings.threads = options.machine.threads;
  settings.name = input;
  const flip::Simplified found = flip::simplify(file.scheme, settings, &session.run());
  const bool is_better = found.excess < found.excess_before || found.scheme.rank() < file.scheme.rank();
  if (!options.output.empty() && is_better) flip::write_scheme(options.output, found.scheme, found.ring, options.to);
  return session.finish(found.excess == 0, flip::simplify_report(input, found, is_better, options.output));
}

}  // namespace

void add_flip_simplify(Program& program, Command& flip) {
  add_command<SimplifyCommandOptions>(
      program, flip, "simplify", "Look for smaller coefficients of a scheme over Z, by flips and changes of basis",
      "  wreath flip simplify scheme.json --time 60 -o ternary.json\n"
      "  wreath flip simplify scheme.json --rounds 20 --walks 8 --seed 7 -o smaller.txt\n"
      "\n"
      "It ends when all coefficients are -1, 0 and 1; otherwise after --rounds or --time, with exit code 2 and the best that "
      "was\n"
      "found. The rank stays or falls. Factors may have up to 65,536 entries, and coefficients may be up to 1000 in absolute "
      "value.\n"
      "Lift a scheme over F2 first, with 'flip lift'. The result is verified over Z.",
      Length::brief,
      [](Command& command, SimplifyCommandOptions& options) {
        add_scheme(command, options);
        add_writing_options(command, options, "The file to write");
        command.add_parsed("--rounds", options.simplify.rounds, parse_positive,
                           "Rounds of every walk; with them the result is reproducible", "N");
        command.add_parsed("--walks", options.simplify.walks, parse_positive, "Number of walks, each by itself (default: 16)",
                           "N");
      },
      simplify);
}

}  // namespace wreath::cli

// SPDX-License-Identifier: MIT
//
// wreath flip simplify: smaller coefficients.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/flip_schemes.hpp"
#include "cli/table.hpp"
#include "core/run/units.hpp"

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
  const flip::VerifiedScheme simplified{found.scheme, found.ring};
  const bool is_better = found.excess < found.excess_before || found.scheme.rank() < file.scheme.rank();
  Json results = scheme_json(simplified);
  results.update({{"input", input}, {"excess_before", found.excess_before}, {"excess", found.excess}, {"rounds", found.rounds}});
  std::string text = fmt::format("{}: {}\n", input, scheme_text(simplified));
  text += fmt::format("  excess over -1, 0, 1: {} (was {})\n", format_count(found.excess), format_count(found.excess_before));
  if (!options.output.empty() && is_better) {
    flip::write_scheme(options.output, found.scheme, found.ring, options.to);
    results["output"] = options.output;
    text += fmt::format("written: {}\n", options.output);
  } else if (!options.output.empty()) {
    text += fmt::format("not written: nothing better than {} was found\n", input);
  }
  if (found.excess != 0 && session.run().stop_reason() != StopReason::none)
    text += fmt::format("stopped ({})\n", to_string(session.run().stop_reason()));
  return session.finish(found.excess == 0, results, wrap_words(text));
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

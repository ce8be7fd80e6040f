// SPDX-License-Identifier: MIT
//
// wreath coset: cosets of subgroups of finitely presented groups. Here enumerate.
#include <fmt/format.h>

#include "cli/coset/common.hpp"
#include "cli/word/common.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

int enumerate_verb(Session& session, const CosetOptions& options) {
  RunControl& run = session.run();
  require_output(options);
  if (options.how.prunes_proof && options.proof.empty()) throw UsageError{"--pruned is for a proof: give --proof, too"};
  coset::Problem problem = coset::open_problem(options.input, options.reading);
  const auto report_infinite = [&](const coset::Problem& asked, const std::string& why, std::uint64_t index) {
    if (!options.proof.empty())
      throw InputError(fmt::format("{}: {}, of which no proof can be written; leave out --proof", options.input, why));
    return session.finish(options.output.empty(),
                          coset::infinite_report(options.input, asked, why, index, options.reading, options.output));
  };
  if (const std::string why = coset::why_infinite(problem); !why.empty()) return report_infinite(problem, why, 1);
  coset::Options how = enumeration_options(options);
  how.keeps_proof = !options.proof.empty();
  coset::Enumeration found(std::move(problem), how);
  found.run(&run);
  if (const std::string why = coset::why_infinite(found); !why.empty())
    return report_infinite(found.problem(), why, found.index_of_proof());
  if (found.complete() && !options.proof.empty()) {
    try {
      found.write_proof(options.proof, &run);
    } catch (const LimitReached&) {
      return session.finish(false, coset::enumeration_report(options.input, found, options.how, run));
    }
  }
  Report report = coset::enumeration_report(options.input, found, options.how, run);
  if (found.complete() && !options.proof.empty()) report.line("proof: {}", {options.proof});
  if (found.complete() && !options.output.empty()) {
    const auto timer = run.phase("write");
    try {
      coset::write_table(options.output, found.take_table(&run), &run);
    } catch (const LimitReached&) {
      return session.finish(false, coset::enumeration_report(options.input, found, options.how, run, options.output));
    }
  }
  return session.finish(found.complete(), report);
}

}  // namespace

void add_coset(Program& program) {
  Command& coset =
      program.app.add_subcommand("coset", "Cosets of subgroups (Todd-Coxeter): index, permutations, presentations", "Engines");
  coset.require_subcommand();
  coset.footer(
      "PRESENTATION is a family ('wreath word --help' lists them), a presentation, or a file with one, with GAP's or kbmag's\n"
      "text, with ACE's input (gr: ab; rel: a^2, b^3; gen: ab;) or with tcenum's five parts. Cosets start at 0, which is the\n"
      "subgroup; words act on the right. A table is numbered by breadth-first search, letters in their order.\n"
      "\nExamples:\n"
      "  wreath coset enumerate '<a,b | a^2, b^3, (ab)^7, [a,b]^8>' --subgroup 'a'\n"
      "  wreath coset enumerate m24.tc -o m24.coset\n"
      "  wreath coset permutations m24.coset -o m24\n"
      "  wreath coset presentation '<a,b | a^2, b^3>' --subgroup '[a,b], [a,B]'");
  add_command<CosetOptions>(
      program, coset, "enumerate", "Find the index of a subgroup, and the table of its cosets",
      "  wreath coset enumerate '<a,b | a^2, b^3, (ab)^5>' --subgroup ab\n"
      "  wreath coset enumerate fibonacci:2,7 --json\n"
      "  wreath coset enumerate m24.tc --method hlt -o m24.coset\n"
      "  wreath coset enumerate j4.tc --method sparse --backend cuda      long relators, and a GPU\n"
      "  wreath coset enumerate '<a,b | a^2, b^3, (ab)^7, [a,b]^8>' --proof index.proof\n"
      "  wreath coset enumerate group.txt --time 600 --checkpoint g.ck      then, to resume:\n"
      "  wreath coset enumerate group.txt --resume g.ck                     also with relators or --subgroup words added\n"
      "\n"
      "An index that is infinite in the abelianization is reported at once, and one that a subgroup of small index shows to be\n"
      "infinite soon. Exit code 2: a limit was reached first, and the index is not known.",
      Length::resumable,
      [](Command& command, CosetOptions& options) {
        add_presentation(command, options.input);
        add_enumeration_options(command, options);
        command.add_option("-o,--output", options.output, "Write the table, for the other verbs", "FILE");
        command.add_option("--proof", options.proof, "Write a proof of the index, for wreath-check", "FILE");
        command.add_flag("--pruned", options.how.prunes_proof, "Leave out of the proof what the table does not need; slower");
      },
      enumerate_verb);
  add_coset_tables(program, coset);
  add_coset_subgroups(program, coset);
  add_coset_monoid(program, coset);
}

}  // namespace wreath::cli

// SPDX-License-Identifier: MIT
//
// wreath word: automatic structures of groups. Here build, info and growth.
#include <fmt/format.h>

#include "cli/word/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct InfoOptions : WordOptions {
  bool no_geometry = false;
};

struct BuildOptions : WordOptions {
  std::string proof;
};

struct GrowthOptions : WordOptions {
  std::uint64_t terms = 20;
};

int build(Session& session, const BuildOptions& options) {
  RunControl& run = session.run();
  word::Options how = group_options(options);
  how.keeps_proof = !options.proof.empty();
  const word::Presentation presentation = word::read_presentation(options.group, how);
  wreath::require_distinct_files({{"--output", options.output}, {"--proof", options.proof}}, {{"the input", options.group}});
  for (const std::string& file : {options.output, options.proof})
    if (!file.empty()) const OutputFile probe(file);  // a bad name must show at once
  const word::Group group = word::Group::build(presentation, how, &run);
  if (group.verified() && !options.output.empty()) group.save(options.output);
  bool is_complete = group.verified();
  bool is_proven = false;
  if (group.verified() && how.keeps_proof) {
    try {
      is_complete = is_proven = group.write_proof(options.proof, &run);
      if (!is_proven) print_error(fmt::format("wreath: no proof of this was found, and {} was not written\n", options.proof));
    } catch (const LimitReached&) {
      is_complete = false;
    }
  }
  Report report = word::build_report(options.group, group, run);
  if (is_proven) report.line("proof: {}", {options.proof});
  return session.finish(is_complete, report);
}

int info(Session& session, const InfoOptions& options) {
  RunControl& run = session.run();
  const word::Group group = word::Group::open(options.group, group_options(options), &run);
  const Report report = word::info_report(options.group, group, !options.no_geometry, run);
  return session.finish(group.verified() && !is_stopped(run), report);
}

int growth(Session& session, const GrowthOptions& options) {
  const Report report = word::growth_report(options.group, open_verified(options, session.run()), options.terms, session.run());
  return session.finish(report["series"].is_set(), report);
}

std::string list_of_families() {
  std::string text = "Groups by name:\n";
  for (const word::FamilyInfo& family : word::families()) text += fmt::format("  {:26} {}\n", family.usage(), family.description);
  return text;
}

void add_build(Program& program, Command& word) {
  add_command<BuildOptions>(
      program, word, "build", "Find and prove a shortlex automatic structure of a group",
      "  wreath word build surface:2 -o s2.wreath\n"
      "  wreath word build '<a,b | a^3, b^3, (a*b)^4>' --letter-order b,B,a,A -o c334.wreath\n"
      "  wreath word build surface:2 --proof s2.proof     then: wreath-check s2.proof\n"
      "  wreath word build group.txt -o g.wreath --time 600 --checkpoint g.ck      then, to resume:\n"
      "  wreath word build group.txt -o g.wreath --resume g.ck\n"
      "\n"
      "Exit code 2: a limit was reached first; nothing is written, and nothing is claimed about the group.",
      Length::resumable,
      [](Command& command, BuildOptions& options) {
        add_group(command, options, "A family, a presentation, or a file with a presentation (plain, kbmag's or GAP text)");
        command.add_option("-o,--output", options.output, "The structure file to write", "FILE");
        command.add_option("--proof", options.proof, "Write a proof of the structure, for wreath-check", "FILE");
        add_build_options(command, options);
      },
      build);
}

}  // namespace

void add_word(Program& program) {
  Command& word = program.app.add_subcommand("word", "Words in groups: automatic structures, normal forms, growth", "Engines");
  word.require_subcommand();
  word.footer(
      "A group is a name (below), a presentation '<a,b | a^3, b^3, (a*b)^4>' in quotes, or a file with a presentation, kbmag's "
      "rec(isRWS := true, ...) or GAP text. A is the inverse of the letter a; a relator a^2 makes a its own inverse. Where a "
      "structure file is expected, a group works too: its structure is built first and kept in the cache. If a file has the "
      "name of a built-in group, write ./NAME for the file or builtin:NAME for the group.\n\n" +
      list_of_families() +
      "\nExamples:\n"
      "  wreath word build surface:2 -o s2.wreath\n"
      "  wreath word info s2.wreath --json\n"
      "  wreath word reduce s2.wreath abABcd\n"
      "  wreath word growth triangle:3,3,4");
  add_build(program, word);
  add_command<InfoOptions>(
      program, word, "info", "Print the properties of a group: sizes, order, balls, growth, hyperbolicity",
      "  wreath word info s2.wreath\n"
      "  wreath word info triangle:2,3,7 --json",
      Length::brief,
      [](Command& command, InfoOptions& options) {
        add_structure(command, options);
        command.add_flag("--no-geometry", options.no_geometry,
                         "Do not search for geodesics and triangles: hyperbolicity by theorems alone");
      },
      info);
  add_command<GrowthOptions>(
      program, word, "growth", "Print the growth series: the number of elements of each length",
      "  wreath word growth surface:2\n"
      "  wreath word growth coxeter:5,3,5 --terms 40 --json",
      Length::brief,
      [](Command& command, GrowthOptions& options) {
        add_structure(command, options);
        command.add_parsed("--terms", options.terms, parse_count, "Count the elements up to this length (20)", "N");
      },
      growth);
  add_word_files(program, word);
  add_word_reduce(program, word);
  add_word_elements(program, word);
  add_word_ball(program, word);
  add_word_complete(program, word);
  add_word_automaton(program, word);
  add_word_subgroup(program, word);
  add_word_geodesics(program, word);
  add_word_conjugacy(program, word);
}

}  // namespace wreath::cli

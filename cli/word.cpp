// SPDX-License-Identifier: MIT
//
// wreath word: automatic structures of groups. Here build, info and growth.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/word_common.hpp"
#include "core/run/counted.hpp"
#include "core/run/group_digits.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kRadius = 10;  // of the balls that are counted

struct InfoOptions : WordOptions {
  bool no_geometry = false;
};

struct GrowthOptions : WordOptions {
  std::uint64_t terms = 20;
};

// --- build

/// Whether it is verified, and how large it is; the sizes of a guess mean nothing.
Json structure_to_json(const word::Group& group) {
  if (!group.verified()) return {{"verified", false}};
  const word::StructureSizes sizes = group.sizes();
  return {{"verified", group.verified()},
          {"word_acceptor_states", sizes.word_acceptor_states},
          {"word_differences", sizes.word_differences},
          {"general_multiplier_states", sizes.general_multiplier_states}};
}

int build(Session& session, const WordOptions& options) {
  RunControl& run = session.run();
  const word::Options how = group_options(options);
  const word::Presentation presentation = word::read_presentation(options.group, how);
  if (!options.output.empty()) const OutputFile probe(options.output);  // a bad name must show at once
  const word::Group group = word::Group::build(presentation, how, &run);
  if (group.verified() && !options.output.empty()) group.save(options.output);

  const word::BuildReport& report = group.report();
  Json results{{"group", group.name()}};
  results.update(structure_to_json(group));
  if (group.verified()) add_unless_stopped(results, "order", [&] { return number_to_json(group.order(&run)); });
  if (!group.verified()) results["ending"] = group.why_unverified();
  results["confluent"] = group.confluent();
  results["rules"] = report.rules;
  results["overlaps"] = report.pairs;
  results["tries"] = report.tries;
  results["seconds"] = run.seconds();
  results["phases"] = phases_to_json(run);
  const word::StructureSizes sizes = group.sizes();
  std::string text;
  if (group.verified()) {
    text = fmt::format("{}: verified, {}\nword acceptor: {}; general multiplier: {}; {}\n", group.name(),
                       format_seconds(run.seconds()), counted(sizes.word_acceptor_states, "state"),
                       counted(sizes.general_multiplier_states, "state"), counted(sizes.word_differences, "word difference"));
  } else {
    text = fmt::format("{}: not verified: {}.\n{}, {} for word differences, {}.\nNothing is claimed about the group{}.\n",
                       group.name(), group.why_unverified(), counted(report.rules, "rule"), counted(report.candidates, "candidate"),
                       counted(report.tries, "attempt"), group.confluent() ? ", except that its rules are confluent" : "");
  }
  return session.finish(group.verified(), results, in_columns(text));
}

// --- info

std::string text_of(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (!value.is_array()) return value.is_string() ? value.get<std::string>() : to_text(value);
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : " ") + text_of(item);
  return text;
}

/// Hyperbolicity and what comes with it.
void add_geometry(Json& results, const word::Group& group, RunControl& run) {
  const word::Hyperbolicity found = word::find_hyperbolicity(group, {}, &run);
  results["hyperbolic"] = to_string(found.hyperbolic);
  if (found.geodesic_acceptor_states) {
    results["geodesic_acceptor_states"] = *found.geodesic_acceptor_states;
    add_unless_stopped(results, "geodesic_growth_series", [&] { return word::geodesic_growth_series(found, &run).text; });
  }
  if (found.bigon_width) results["bigon_width"] = *found.bigon_width;
  if (found.near_bigon_width) results["near_bigon_width"] = *found.near_bigon_width;
  if (!found.geodesic_acceptor_states) return;
  const word::ThinTriangles triangles = word::find_thin_triangles(group, found, {}, &run);
  results[triangles.complete ? "thin_triangles" : "thin_triangles_at_least"] = triangles.thinness;
}

int info(Session& session, const InfoOptions& options) {
  RunControl& run = session.run();
  const word::Group group = word::Group::open(options.group, group_options(options), &run);
  Json results{{"group", group.name()},
               {"presentation", group.presentation()},
               {"letters", group.letters()},
               {"origin", to_string(group.origin())}};
  results.update(structure_to_json(group));
  results["confluent"] = group.confluent();
  results["rules"] = group.sizes().rules;
  if (group.verified()) {
    add_unless_stopped(results, "order", [&] { return number_to_json(group.order(&run)); });
    add_unless_stopped(results, "balls", [&] { return numbers_to_json(group.balls(kRadius, &run)); });
    add_unless_stopped(results, "small_triangles", [&] { return number_to_json(word::small_triangles(group, 5, &run)); });
    add_unless_stopped(results, "growth_series", [&] { return word::growth_series(group, &run).text; });
    if (!options.no_geometry) add_geometry(results, group, run);
    if (is_stopped(run)) results["ending"] = stopped_text(run);
  } else {
    results["ending"] = group.why_unverified();
  }
  constexpr std::size_t kNameColumns = 26;
  std::string text;
  for (const auto& [key, value] : results.items()) {
    std::string name = key;
    std::ranges::replace(name, '_', ' ');
    const std::string shown = key == "order" ? group_digits(text_of(value)) : text_of(value);
    const std::string line = fmt::format("{:{}} {}\n", name, kNameColumns, shown);
    text += key.ends_with("_series") ? series_in_columns(line, kNameColumns + 1) : in_columns(line, kNameColumns + 1);
  }
  results["seconds"] = run.seconds();
  return session.finish(group.verified() && !is_stopped(run), results, text);
}

// --- growth

int growth(Session& session, const GrowthOptions& options) {
  RunControl& run = session.run();
  const word::Group group = open_verified(options, run);
  const word::Growth found = word::find_growth(group, options.terms, &run);
  Json results{{"group", group.name()}};
  add_unless_stopped(results, "order", [&] { return number_to_json(group.order(&run)); });
  results["balls"] = numbers_to_json(found.balls);
  results["spheres"] = numbers_to_json(found.spheres);
  std::string text = found.series ? found.series->text + "\n" : "";
  text += "spheres";
  for (const Natural& sphere : found.spheres) text += " " + sphere.text();
  text += "\n";
  if (found.rate) {
    const auto [lower, upper] = *found.rate;
    results["rate"] = (lower + upper) / 2;
    results["rate_bounds"] = {lower, upper};
    text += fmt::format("growth rate {:.10g}\n", (lower + upper) / 2);
  }
  if (found.series) {
    results["series"] = found.series->text;
  } else {
    results["ending"] = stopped_text(run);
    text += fmt::format("{} after {}{}\n", stopped_text(run), counted(found.spheres.size(), "term"),
                        found.rate ? ", before the series was found" : "");
  }
  return session.finish(found.complete(), results, series_in_columns(text));
}

std::string list_of_families() {
  std::string text = "Groups by name:\n";
  for (const word::FamilyInfo& family : word::families()) text += fmt::format("  {:26} {}\n", family.usage(), family.description);
  return text;
}

void add_build(Program& program, Command& word) {
  add_command<WordOptions>(
      program, word, "build", "Find and prove a shortlex automatic structure of a group",
      "  wreath word build surface:2 -o s2.wreath\n"
      "  wreath word build '<a,b | a^3, b^3, (a*b)^4>' --letter-order b,B,a,A -o c334.wreath\n"
      "  wreath word build group.txt -o g.wreath --time 600 --checkpoint g.ck      then, to resume:\n"
      "  wreath word build group.txt -o g.wreath --resume g.ck\n"
      "\n"
      "Exit code 2: a limit was reached first; nothing is written, and nothing is claimed about the group.",
      Length::resumable,
      [](Command& command, WordOptions& options) {
        add_group(command, options, "A family, a presentation, or a file with a presentation (plain, kbmag's or GAP text)");
        command.add_option("-o,--output", options.output, "The structure file to write", "FILE");
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
        command.add_flag("--no-geometry", options.no_geometry, "Do not check whether the group is hyperbolic");
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

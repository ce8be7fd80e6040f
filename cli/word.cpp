// SPDX-License-Identifier: MIT
//
// wreath word: automatic structures of groups. Here build, info and growth.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/table.hpp"
#include "cli/word_common.hpp"
#include "core/run/checkpoint.hpp"
#include "core/run/units.hpp"
#include "word/automata/growth.hpp"
#include "word/automata/language.hpp"
#include "word/completion/rule_bytes.hpp"
#include "word/families.hpp"
#include "word/hyperbolic.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_file.hpp"
#include "word/thin_triangles.hpp"
#include "word/words.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kRadius = 10;  // of the balls that are counted
constexpr const char* kBuildKind = "word build 1";

struct InfoOptions : WordOptions {
  bool no_geometry = false;
};

struct GrowthOptions : WordOptions {
  std::uint64_t terms = 20;
};

// --- build

Json sizes_to_json(const word::AutomaticStructure& structure) {
  return {{"verified", structure.verified},
          {"word_acceptor_states", structure.acceptor.states()},
          {"word_differences", structure.multiplier.differences.size()},
          {"general_multiplier_states", structure.multiplier.dfa.states()}};
}

Json phases_of(const RunControl& run) {
  Json phases = Json::object();
  for (const Phase& phase : run.phases()) phases[phase.name] = phase.seconds;
  return phases;
}

int build(Session& session, const WordOptions& options) {
  const word::Presentation presentation = read_presentation(options);
  const Json problem{{"group", word::print_presentation(presentation)}, {"letters", word::print_order(presentation.alphabet)}};
  word::BuildOptions how = build_options(options);
  if (!options.resume.empty())
    how.known =
        word::unpack_rules(read_checkpoint(options.resume, kBuildKind, problem), presentation.alphabet.size(), options.resume);
  if (!options.checkpoint.empty()) {
    require_checkpoint_target(options.checkpoint);
    how.save = [&](const std::vector<word::Equation>& rules) {
      write_checkpoint(options.checkpoint, kBuildKind, problem, word::pack_rules(rules));
    };
  }
  if (!options.output.empty()) const OutputFile probe(options.output);  // a bad name must show at once
  const auto [structure, report] = word::build_structure(presentation, how, session.run());
  if (structure.verified && !options.output.empty()) word::write_structure(options.output, structure);

  Json results{{"group", word::name_of(presentation)}};
  results.update(sizes_to_json(structure));
  if (structure.verified) results["order"] = order_to_json(structure);
  if (!report.ending.empty()) results["ending"] = report.ending;
  results["confluent"] = structure.confluent;
  results["rules"] = report.rules;
  results["overlaps"] = report.pairs;
  results["tries"] = report.tries;
  results["seconds"] = session.run().seconds();
  results["phases"] = phases_of(session.run());
  std::string text;
  if (structure.verified) {
    text = fmt::format("{}: verified. {} states accept its normal forms, {} multiply them; {} word differences. {}\n",
                       word::name_of(presentation), format_count(structure.acceptor.states()),
                       format_count(structure.multiplier.dfa.states()), format_count(structure.multiplier.differences.size()),
                       format_seconds(session.run().seconds()));
  } else {
    text = fmt::format(
        "{}: not verified: {}. {} rules, {} candidates for word differences, {} tries. Nothing is claimed of the group",
        word::name_of(presentation), report.ending, format_count(report.rules), format_count(report.candidates), report.tries);
    text += structure.confluent ? ", but that its rules are confluent.\n" : ".\n";
  }
  return session.finish(structure.verified, results, text);
}

// --- info

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The growth series as text; nothing where the run is stopped first.
std::optional<std::string> series_text(const word::automata::Dfa& language, RunControl& run) {
  try {
    return word::automata::growth_series(language, {.run = &run}).text();
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

/// Hyperbolicity and what comes with it. A group that is not hyperbolic has no end: the limits are for minutes, not hours.
void add_geometry(Json& results, const word::AutomaticStructure& structure, RunControl& run) {
  word::GeodesicOptions limits;
  limits.rounds = 16;
  limits.differences = 2000;
  limits.states = 1U << 18;
  const word::Hyperbolicity found = word::find_hyperbolicity(structure.view(), limits, run);
  results["hyperbolic"] = to_string(found.hyperbolic);
  if (found.geodesics.complete) {
    results["geodesic_acceptor_states"] = found.geodesics.acceptor.states();
    if (const auto series = series_text(found.geodesics.acceptor, run)) results["geodesic_growth_series"] = *series;
  }
  if (found.bigon_width) results["bigon_width"] = *found.bigon_width;
  if (found.near_bigon_width) results["near_bigon_width"] = *found.near_bigon_width;
  if (!found.geodesics.complete) return;
  const word::ThinTriangles triangles = word::find_thin_triangles(structure.view(), found.geodesics, {.states = 1U << 21}, run);
  results[triangles.complete ? "thin_triangles" : "thin_triangles_at_least"] = triangles.thinness;
}

int info(Session& session, const InfoOptions& options) {
  const word::Group group = open_group(options, session.run());
  const word::AutomaticStructure& structure = group.structure();
  Json results{
      {"group", group.name()}, {"presentation", group.presentation()}, {"letters", group.letters()}, {"origin", group.origin()}};
  results.update(sizes_to_json(structure));
  results["confluent"] = structure.confluent;
  results["rules"] = structure.rules.size();
  if (structure.verified) {
    results["order"] = order_to_json(structure);
    for (const Natural& ball : word::ball_sizes(structure.acceptor, kRadius)) results["balls"].push_back(natural_to_json(ball));
    results["small_triangles"] = natural_to_json(word::small_triangles(structure.acceptor));
    if (const auto series = series_text(structure.acceptor, session.run())) results["growth_series"] = *series;
    if (!options.no_geometry) add_geometry(results, structure, session.run());
    if (is_stopped(session.run())) results["ending"] = stopped_text(session.run());
  } else {
    results["ending"] = group.ending();
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, value] : results.items()) {
    std::string name = key;
    std::ranges::replace(name, '_', ' ');
    std::string shown = text_of(value);
    if (value.is_array()) {
      shown.clear();
      for (const Json& item : value) shown += (shown.empty() ? "" : " ") + text_of(item);
    } else if (value.is_boolean()) {
      shown = value.get<bool>() ? "yes" : "no";
    }
    rows.push_back({name, shown});
  }
  std::string text;
  for (const auto& row : rows) text += fmt::format("{:26} {}\n", row[0], row[1]);
  results["seconds"] = session.run().seconds();
  return session.finish(structure.verified && !is_stopped(session.run()), results, text);
}

// --- growth

/// Spheres, balls, rate and series, the cheap ones first; throws LimitReached after what is known by then.
void add_growth(Json& results, const word::automata::Dfa& acceptor, std::uint64_t terms, RunControl& run) {
  const word::automata::Limits limits{.run = &run};
  results["spheres"] = results["balls"] = Json::array();
  word::automata::CountsByLength counts(acceptor);
  Natural ball;
  for (std::uint64_t length = 0; length <= terms; ++length) {
    const Natural sphere = counts.next(limits);
    ball += sphere;
    results["spheres"].push_back(natural_to_json(sphere));
    results["balls"].push_back(natural_to_json(ball));
    run.report({"spheres", length, terms, "terms"});
  }
  const auto rate = word::automata::growth_rate(acceptor, limits);
  results["rate"] = (rate.lower + rate.upper) / 2;
  results["rate_bounds"] = {rate.lower, rate.upper};
  results["series"] = word::automata::growth_series(acceptor, limits).text();
}

int growth(Session& session, const GrowthOptions& options) {
  const word::Group group = open_verified(options, session.run());
  const word::AutomaticStructure& structure = group.structure();
  Json results{{"group", group.name()}, {"order", order_to_json(structure)}};
  try {
    add_growth(results, structure.acceptor, options.terms, session.run());
  } catch (const LimitReached&) {
    results["ending"] = stopped_text(session.run());
  }
  std::string text;
  if (results.contains("series")) text += results["series"].get<std::string>() + "\n";
  text += "spheres";
  for (const Json& count : results["spheres"]) text += " " + text_of(count);
  text += "\n";
  if (results.contains("rate")) text += fmt::format("growth rate {:.10g}\n", results["rate"].get<double>());
  if (results.contains("ending"))
    text += fmt::format("{} at {} terms{}\n", results["ending"].get<std::string>(), format_count(results["spheres"].size()),
                        results.contains("rate") ? "; the series is missing" : "");
  return session.finish(!results.contains("ending"), results, text);
}

std::string list_of_families() {
  std::string text = "Groups by name:\n";
  for (const word::FamilyInfo& family : word::families()) {
    const std::string name =
        family.arguments.empty() ? std::string(family.name) : fmt::format("{}:{}", family.name, family.arguments);
    text += fmt::format("  {:26} {}\n", name, family.description);
  }
  return text;
}

void add_build(Program& program, Command& word) {
  add_command<WordOptions>(
      program, word, "build", "Find and prove a shortlex automatic structure of a group",
      "  wreath word build surface:2 -o s2.wreath\n"
      "  wreath word build '<a,b | a^3, b^3, (a*b)^4>' --order b,B,a,A -o c334.wreath\n"
      "  wreath word build group.txt -o g.wreath --time 600 --checkpoint g.ck      then, to go on:\n"
      "  wreath word build group.txt -o g.wreath --resume g.ck --checkpoint g.ck\n"
      "\n"
      "Exit code 2: a limit was reached first; nothing is written, and nothing is claimed of the group.",
      Length::resumable,
      [](Command& command, WordOptions& options) {
        add_group(command, options, "A family, a presentation, or a file with one (also kbmag's, or GAP text)");
        command.add_option("-o,--output", options.output, "The structure file to write").type_name("FILE");
        add_build_options(command, options);
      },
      build);
}

}  // namespace

void add_word(Program& program) {
  Command& word = program.app.add_subcommand("word", "Words in groups: automatic structures, normal forms, growth", "Engines");
  word.require_subcommand();
  word.footer(
      "A group is a name (below), a presentation '<a,b | a^3, b^3, (a*b)^4>' in quotes, or a file with a presentation, kbmag's\n"
      "rec(isRWS := true, ...) or GAP text. Letters: A is the inverse of a; a relator a^2 makes a its own inverse. Where a\n"
      "structure file is expected a group works, too: it is built first, and kept in the cache.\n\n" +
      list_of_families() +
      "\nExamples:\n"
      "  wreath word build surface:2 -o s2.wreath\n"
      "  wreath word info s2.wreath --json\n"
      "  wreath word reduce s2.wreath abABcd\n"
      "  wreath word growth triangle:3,3,4");
  add_build(program, word);
  add_command<InfoOptions>(
      program, word, "info", "Tell what is known of a group: sizes, order, balls, growth, hyperbolicity",
      "  wreath word info s2.wreath\n"
      "  wreath word info triangle:2,3,7 --json",
      Length::brief,
      [](Command& command, InfoOptions& options) {
        add_structure(command, options);
        command.add_flag("--no-geometry", options.no_geometry, "Do not look whether the group is hyperbolic");
      },
      info);
  add_command<GrowthOptions>(
      program, word, "growth", "Print the growth series: the number of elements of each length",
      "  wreath word growth surface:2\n"
      "  wreath word growth coxeter:5,3,5 --terms 40 --json",
      Length::brief,
      [](Command& command, GrowthOptions& options) {
        add_structure(command, options);
        command.add_parsed("--terms", options.terms, parse_count, "Count the elements up to this length (20)").type_name("N");
      },
      growth);
  add_word_files(program, word);
  add_word_reduce(program, word);
  add_word_elements(program, word);
  add_word_ball(program, word);
  add_word_complete(program, word);
}

}  // namespace wreath::cli

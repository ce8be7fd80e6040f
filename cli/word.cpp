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
#include "word/families.hpp"
#include "word/hyperbolic.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_file.hpp"
#include "word/thin_triangles.hpp"
#include "word/words.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kRadius = 10;  // of the balls that are counted
constexpr const char* kCheckpointKind = "word build 1";

struct InfoOptions : WordOptions {
  bool no_geometry = false;
};

struct GrowthOptions : WordOptions {
  std::uint64_t terms = 20;
};

// --- build

/// The rules of a completion as bytes, and back: all words, each after its length.
std::vector<std::byte> pack_rules(const std::vector<word::Equation>& rules) {
  std::vector<std::byte> bytes;
  const auto add = [&](const word::Word& word) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(word.size() >> shift & 255));
    for (const word::Letter x : word) bytes.push_back(static_cast<std::byte>(x));
  };
  for (const auto& [u, v] : rules) {
    add(u);
    add(v);
  }
  return bytes;
}

std::vector<word::Equation> unpack_rules(std::span<const std::byte> bytes, std::size_t letters, const std::string& path) {
  const auto take = [&](std::size_t count) {
    if (count > bytes.size()) throw InputError(fmt::format("{}: the checkpoint is damaged", path));
    const auto piece = bytes.first(count);
    bytes = bytes.subspan(count);
    return piece;
  };
  const auto take_word = [&] {
    std::size_t length = 0;
    const auto size = take(4);
    for (std::size_t i = 0; i < 4; ++i) length |= std::to_integer<std::size_t>(size[i]) << 8 * i;
    word::Word word;
    for (const std::byte x : take(length)) {
      word.push_back(std::to_integer<word::Letter>(x));
      if (word.back() >= letters) throw InputError(fmt::format("{}: the checkpoint is damaged", path));
    }
    return word;
  };
  std::vector<word::Equation> rules;
  while (!bytes.empty()) {
    word::Word u = take_word();
    rules.emplace_back(std::move(u), take_word());
  }
  return rules;
}

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
        unpack_rules(read_checkpoint(options.resume, kCheckpointKind, problem), presentation.alphabet.size(), options.resume);
  if (!options.checkpoint.empty()) {
    require_checkpoint_target(options.checkpoint);
    how.save = [&](const std::vector<word::Equation>& rules) {
      write_checkpoint(options.checkpoint, kCheckpointKind, problem, pack_rules(rules));
    };
  }
  if (!options.output.empty()) const OutputFile probe(options.output);  // a bad name must show at once
  const auto [structure, report] = word::build_structure(presentation, how, session.run());
  if (structure.verified && !options.output.empty()) word::write_structure(options.output, structure);

  Json results{{"group", group_name(presentation)}};
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
                       group_name(presentation), format_count(structure.acceptor.states()),
                       format_count(structure.multiplier.dfa.states()), format_count(structure.multiplier.differences.size()),
                       format_seconds(session.run().seconds()));
  } else {
    text = fmt::format(
        "{}: not verified: {}. {} rules, {} candidates for word differences, {} tries. Nothing is claimed of the group",
        group_name(presentation), report.ending, format_count(report.rules), format_count(report.candidates), report.tries);
    text += structure.confluent ? ", but that its rules are confluent.\n" : ".\n";
  }
  return session.finish(structure.verified, results, text);
}

// --- info

Json naturals_to_json(const std::vector<word::automata::Natural>& numbers) {
  Json list = Json::array();
  for (const auto& number : numbers) {
    if (const auto small = number.small()) {
      list.push_back(*small);
    } else {
      list.push_back(number.text());
    }
  }
  return list;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
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
    results["geodesic_growth_series"] = word::automata::growth_series(found.geodesics.acceptor).text();
  }
  if (found.bigon_width) results["bigon_width"] = *found.bigon_width;
  if (found.near_bigon_width) results["near_bigon_width"] = *found.near_bigon_width;
  if (!found.geodesics.complete) return;
  const word::ThinTriangles triangles = word::find_thin_triangles(structure.view(), found.geodesics, {.states = 1U << 21}, run);
  results[triangles.complete ? "thin_triangles" : "thin_triangles_at_least"] = triangles.thinness;
}

int info(Session& session, const InfoOptions& options) {
  const auto [structure, origin, ending] = open_structure(options, session.run());
  Json results{{"group", group_name(structure.presentation)},
               {"presentation", word::print_presentation(structure.presentation)},
               {"letters", structure.presentation.alphabet.names},
               {"origin", origin}};
  results.update(sizes_to_json(structure));
  results["confluent"] = structure.confluent;
  results["rules"] = structure.rules.size();
  if (structure.verified) {
    results["order"] = order_to_json(structure);
    results["balls"] = naturals_to_json(word::ball_sizes(structure.acceptor, kRadius));
    const word::automata::Natural triangles = word::small_triangles(structure.acceptor);
    results["small_triangles"] = triangles.small() ? Json(*triangles.small()) : Json(triangles.text());
    results["growth_series"] = word::automata::growth_series(structure.acceptor).text();
    if (!options.no_geometry) add_geometry(results, structure, session.run());
  } else if (!ending.empty()) {
    results["ending"] = ending;
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
  return session.finish(structure.verified, results, text);
}

// --- growth

int growth(Session& session, const GrowthOptions& options) {
  const word::AutomaticStructure structure = open_verified(options, session.run());
  const auto series = word::automata::growth_series(structure.acceptor);
  const auto rate = word::automata::growth_rate(structure.acceptor);
  const auto counts = word::automata::count_by_length(structure.acceptor, options.terms);
  const Json results{{"group", group_name(structure.presentation)},
                     {"series", series.text()},
                     {"spheres", naturals_to_json(counts)},
                     {"balls", naturals_to_json(word::ball_sizes(structure.acceptor, options.terms))},
                     {"rate", (rate.lower + rate.upper) / 2},
                     {"rate_bounds", {rate.lower, rate.upper}},
                     {"order", order_to_json(structure)}};
  std::string text = fmt::format("{}\nspheres", series.text());
  for (const auto& count : counts) text += " " + count.text();
  text += fmt::format("\ngrowth rate {:.10g}\n", (rate.lower + rate.upper) / 2);
  return session.finish(true, results, text);
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

void add_build(Program& program, CLI::App& word) {
  add_command<WordOptions>(
      program, word, "build", "Find and prove a shortlex automatic structure of a group",
      "  wreath word build surface:2 -o s2.wreath\n"
      "  wreath word build '<a,b | a^3, b^3, (a*b)^4>' --order b,B,a,A -o c334.wreath\n"
      "  wreath word build group.txt -o g.wreath --time 600 --checkpoint g.ck      then, to go on:\n"
      "  wreath word build group.txt -o g.wreath --resume g.ck --checkpoint g.ck\n"
      "\n"
      "Exit code 2: a limit was reached first; nothing is written, and nothing is claimed of the group.",
      Length::resumable,
      [](CLI::App& command, WordOptions& options) {
        add_group(command, options, "A family, a presentation, or a file with one (also kbmag's, or GAP text)");
        command.add_option("-o,--output", options.output, "The structure file to write")->type_name("FILE");
        add_build_options(command, options);
      },
      build);
}

}  // namespace

void add_word(Program& program) {
  CLI::App* word =
      program.app.add_subcommand("word", "Words in groups: automatic structures, normal forms, growth")->group("Engines");
  word->require_subcommand(1);
  word->footer(
      "A group is a name (below), a presentation '<a,b | a^3, b^3, (a*b)^4>' in quotes, or a file with a presentation, kbmag's\n"
      "rec(isRWS := true, ...) or GAP text. Letters: A is the inverse of a; a relator a^2 makes a its own inverse. Where a\n"
      "structure file is expected a group works, too: it is built first, and kept in the cache.\n\n" +
      list_of_families() +
      "\nExamples:\n"
      "  wreath word build surface:2 -o s2.wreath\n"
      "  wreath word info s2.wreath --json\n"
      "  wreath word reduce s2.wreath abABcd\n"
      "  wreath word growth triangle:3,3,4");
  add_build(program, *word);
  add_command<InfoOptions>(
      program, *word, "info", "Tell what is known of a group: sizes, order, balls, growth, hyperbolicity",
      "  wreath word info s2.wreath\n"
      "  wreath word info triangle:2,3,7 --json",
      Length::brief,
      [](CLI::App& command, InfoOptions& options) {
        add_structure(command, options);
        command.add_flag("--no-geometry", options.no_geometry, "Do not look whether the group is hyperbolic");
      },
      info);
  add_command<GrowthOptions>(
      program, *word, "growth", "Print the growth series: the number of elements of each length",
      "  wreath word growth surface:2\n"
      "  wreath word growth coxeter:5,3,5 --terms 40 --json",
      Length::brief,
      [](CLI::App& command, GrowthOptions& options) {
        add_structure(command, options);
        add_parsed(command, "--terms", options.terms, parse_count, "Count the elements up to this length (20)")->type_name("N");
      },
      growth);
  add_word_files(program, *word);
  add_word_words(program, *word);
  add_word_complete(program, *word);
}

}  // namespace wreath::cli

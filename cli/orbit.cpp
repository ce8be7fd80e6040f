// SPDX-License-Identifier: MIT
//
// wreath orbit: breadth-first search of Cayley graphs and orbits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "cli/orbit_common.hpp"
#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using orbit::Search;

namespace {

struct OrbitGrowthOptions : OrbitOptions {
  std::uint64_t depth = ~std::uint64_t{0};
  std::string expect;
};

std::string orbit_level_table(const Search& search) {
  const std::vector<std::uint64_t>& levels = search.levels();
  std::vector<std::uint64_t> sums(levels.size());
  std::partial_sum(levels.begin(), levels.end(), sums.begin());
  return format_long_table({"distance", "states", "so far"}, levels.size(), [&](std::size_t k) -> std::vector<std::string> {
    return {format_count(k), format_count(levels[k]), format_count(sums[k])};
  });
}

/// What is known of the diameter: a number, or "at least" one.
std::string known_diameter(const Search& search) {
  const std::string least = std::to_string(orbit::diameter_at_least(search));
  return orbit::diameter_is(search, least) == true ? least : "at least " + least;
}

/// Whether the diameter is what the formula has, in words and as JSON.
std::string compare_diameter(const Search& search, const std::string& formula, const orbit::NamedGraph& graph, Json& results) {
  const std::string expected = orbit::Formula(formula).value(graph.numbers);
  const std::optional<bool> holds = orbit::diameter_is(search, expected);
  results["expected_diameter"] = expected;
  if (holds) results["expectation_holds"] = *holds;
  const std::string known = search.complete() ? "" : known_diameter(search);
  return fmt::format("  expected diameter {}: {}\n", formula == expected ? expected : fmt::format("{} = {}", formula, expected),
                     !holds   ? "not known yet; " + known
                     : *holds ? "yes"
                              : "NO" + (known.empty() ? "" : ", it is " + known));
}

/// The exit code of a run: that of an error if the answer is known to differ from what was expected.
int expectation_code(const Json& results, int code) {
  return results.value("expectation_holds", true) ? code : kError;
}

Json growth_results(const Search& search, const std::string& input, const RunControl& run) {
  Json results = graph_results(search, input);
  const orbit::Statistics moments = orbit::statistics(search.levels());
  results["complete"] = search.complete();
  results["states"] = search.states();
  if (search.complete()) results["diameter"] = search.levels().size() - 1;
  results["complete_to"] = search.levels().size() - 1;
  results["levels"] = search.levels();
  results["mean"] = moments.mean;
  results["variance"] = moments.variance;
  results["memory"] = search.memory();
  results["backend"] = run.choice("backend");
  if (const orbit::DiskTraffic traffic = search.traffic(); traffic.written != 0)
    results["disk"] = {{"read", traffic.read}, {"written", traffic.written}, {"least", traffic.least}};
  return results;
}

std::string growth_text(const Search& search, const std::string& input, const RunControl& run) {
  const orbit::Statistics moments = orbit::statistics(search.levels());
  std::string text = fmt::format("{}: ", input);
  if (search.complete()) {
    text += fmt::format("{}, diameter {}, {} at the last distance\n", counted(search.states(), "state"),
                        search.levels().size() - 1, format_count(search.levels().back()));
  } else {
    text += fmt::format("{} up to distance {}\n", counted(search.states(), "state"), search.levels().size() - 1);
  }
  if (search.complete() && search.expected_states()) text += "  the levels add up to the known number of states\n";
  text += fit_columns(
      fmt::format("  {}; mean distance {:.4f}, variance {:.4f}\n", describe_graph(search), moments.mean, moments.variance));
  text += describe_method(search);
  text += fmt::format("  {}, {}, {}, {}\n", run.choice("backend"), format_bytes(search.memory()), format_seconds(run.seconds()),
                      format_rate(static_cast<double>(search.states()) / std::max(1e-9, phase_seconds(run, "search")), "states"));
  return text;
}

int growth_of_one(Session& session, const OrbitGrowthOptions& options, const orbit::NamedGraph& graph) {
  RunControl& run = session.run();
  Search search = open_search(options, options.input, session.ranks(), run);
  search.run_to(options.depth, &run);
  const bool reached_depth = search.levels().size() > options.depth;
  if (reached_depth && !search.complete()) run.request_stop(StopReason::target);
  Json results = growth_results(search, options.input, run);
  std::string text = growth_text(search, options.input, run);
  if (!options.expect.empty()) text += compare_diameter(search, options.expect, graph, results);
  results["seconds"] = run.seconds();
  results["phases"] = phases_to_json(run);
  text += "\n" + orbit_level_table(search);
  if (!search.complete()) {
    text += fmt::format("stopped ({})\n", reached_depth ? "depth" : to_string(run.stop_reason()));
  }
  return expectation_code(results, session.finish(search.complete(), results, text, {{"levels", search.levels()}}));
}

/// lrx:4..12: one row for each n.
int growth_of_range(Session& session, const OrbitGrowthOptions& options, const orbit::GraphRange& range) {
  if (!options.kept.empty()) throw UsageError{"checkpoints are not supported for a range of graphs: name one graph"};
  RunControl& run = session.run();
  Json rows = Json::array();
  std::vector<std::vector<std::string>> table{{"graph", "states", "diameter", "last level", "mean"}};
  if (!options.expect.empty()) table[0].insert(table[0].end(), {"expected", ""});
  bool complete = true;
  std::string where;  // it was stopped
  std::size_t known = 0;
  std::vector<std::string> failed;
  for (const orbit::NamedGraph& graph : range.graphs) {
    const std::string& input = graph.name;
    Search search = open_search(options, input, session.ranks(), run);
    search.run_to(options.depth, &run);
    complete = complete && search.complete();
    if (!search.complete() && run.stop_reason() != StopReason::none) where = " at " + input;
    if (!where.empty() && search.levels().size() == 1) break;
    Json row = growth_results(search, input, run);
    const orbit::Statistics moments = orbit::statistics(search.levels());
    std::vector<std::string> cells{input, format_count(search.states()), known_diameter(search),
                                   format_count(search.levels().back()), fmt::format("{:.4f}", moments.mean)};
    if (!options.expect.empty()) {
      compare_diameter(search, options.expect, graph, row);
      const bool answered = row.contains("expectation_holds");
      const bool agrees = row.value("expectation_holds", false);
      known += answered ? 1 : 0;
      if (answered && !agrees) failed.push_back(input);
      cells.push_back(row["expected_diameter"].get<std::string>());
      cells.emplace_back(!answered ? "" : agrees ? "yes" : "NO");
    }
    table.push_back(std::move(cells));
    rows.push_back(std::move(row));
    if (!session.ranks().several() && run.should_stop()) break;  // ranks decide it together, in the next search
  }
  const std::size_t graphs = range.graphs.size();
  complete = complete && rows.size() == graphs;
  const bool reached_depth = !complete && run.stop_reason() == StopReason::none;
  if (reached_depth) run.request_stop(StopReason::target);
  Json results{{"input", options.input}, {"graphs", rows}, {"complete", complete}, {"seconds", run.seconds()}};
  if (!range.left_out.empty()) results["left_out"] = range.left_out;
  std::string text = rows.empty() ? fmt::format("{}: nothing is known\n", options.input) : format_table(table);
  if (!range.left_out.empty())
    text += fit_columns(fmt::format("left out: {} ({})\n", fmt::join(range.left_out, ", "), range.why));
  if (!options.expect.empty()) {
    const std::string which = known == 1 ? "the one that is known" : fmt::format("the {} that are known", known);
    if (!failed.empty() || known == graphs) results["expectation_holds"] = failed.empty();
    results["expectation_fails_for"] = failed;
    text += fit_columns(fmt::format("diameter {}: {}\n", options.expect,
                                    !failed.empty()   ? fmt::format("does NOT hold for {}", fmt::join(failed, ", "))
                                    : known == graphs ? "holds for all of them"
                                    : known == 0      ? "not known: no graph is complete"
                                                      : "holds for " + which));
  }
  if (!complete) {
    text += reached_depth ? "stopped (depth)\n" : fmt::format("stopped ({}){}\n", to_string(run.stop_reason()), where);
  }
  return expectation_code(results, session.finish(complete, results, text));
}

int show_growth(Session& session, const OrbitGrowthOptions& options) {
  const orbit::GraphRange range = orbit::existing_graphs(options.input);
  const std::vector<orbit::NamedGraph>& inputs = range.graphs;
  if (!options.expect.empty()) {
    for (const auto& graph : inputs) (void)orbit::Formula(options.expect).value(graph.numbers);  // throws before a long search
  }
  return inputs.size() == 1 && inputs[0].name == options.input ? growth_of_one(session, options, inputs[0])
                                                               : growth_of_range(session, options, range);
}

}  // namespace

void add_orbit(Program& program) {
  Command& parent = program.app.add_subcommand("orbit", "Cayley graphs and orbits: levels, diameters, shortest words", "Engines");
  parent.require_subcommand();
  parent.footer(
      "INPUT is a family, or a file: GAP's permutations (1,2)(3,4), ..., a graph as CayleyPy stores it (JSON with "
      "\"generators\"\n"
      "and perhaps \"central_state\"), or a 2-D numpy array (.npy) with one permutation per row. '-' reads a file from stdin.\n"
      "Inverses are added to generators from GAP text and arrays, unless --inverse no is given.\n"
      "The start is the identity, or what --start names; points start at 1 there, as in GAP. x*y is x first, then y.\n\n"
      "Families:\n" +
      orbit::family_help() +
      "\nExamples:\n"
      "  wreath orbit growth lrx:10\n"
      "  wreath orbit growth lrx:4..10 --expect 'n*(n-1)/2'\n"
      "  wreath orbit growth mathieu:24 --start '{1,2,3,4,5,8,11,13}'\n"
      "  wreath orbit word rubik222 '(1,2)' --metric half");

  add_command<OrbitGrowthOptions>(
      program, parent, "growth", "Count the states at each distance from the start",
      "  wreath orbit growth lrx:10 --json\n"
      "  wreath orbit growth topspin:20,4 --start 00000000001111111111\n"
      "  wreath orbit growth lrx:4..10 --expect 'n*(n-1)/2'        one row for each n, and whether the diameter is this\n"
      "  wreath orbit growth hanoi:3,2..8 --expect '2^m-1'         m is the second number of the family, k the third\n"
      "  wreath orbit growth lrx:13 --time 60 --checkpoint l.ck    then:\n"
      "  wreath orbit growth lrx:13 --resume l.ck\n"
      "  wreath orbit growth a.npy b.npy                           one permutation per file, as 'coset permutations' writes "
      "them\n"
      "\n"
      "The order of a permutation group is computed first, and the levels must add up to it. Stopped early (exit code 2), the\n"
      "levels that are complete are printed. The exit code is 1 if a diameter differs from --expect.",
      Length::resumable,
      [](Command& command, OrbitGrowthOptions& options) {
        add_input(command, options);
        add_more_files(command, options);
        add_scratch(command, options, "Directory for bitmaps that do not fit the memory");
        command.add_flag("--no-symmetry", options.no_symmetry,
                         "Keep every state, also where symmetries of the generators show that several are equally far");
        command.add_parsed("--depth", options.depth, parse_count, "Stop when the level at distance N is complete").type_name("N");
        command
            .add_parsed(
                "--expect", options.expect,
                [](const std::string& text) {
                  (void)orbit::Formula(text);
                  return text;
                },
                "Compare the diameter with a formula in n, m and k, the numbers of the family, such as 'n*(n-1)/2'")
            .type_name("FORMULA");
      },
      show_growth);
  add_orbit_states(program, parent);
}

}  // namespace wreath::cli

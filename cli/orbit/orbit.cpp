// SPDX-License-Identifier: MIT
//
// wreath orbit: breadth-first search of Cayley graphs and orbits.
#include "cli/orbit/common.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

using orbit::Search;

namespace {

struct OrbitGrowthOptions : OrbitOptions {
  std::uint64_t depth = ~std::uint64_t{0};
  std::string expect;
};

/// The exit code of a run: that of an error if the answer is known to differ from what was expected.
int finish_growth(Session& session, bool complete, const Report& report) {
  const int code = session.finish(complete, report);
  return orbit::expectation_fails(report) ? kError : code;
}

int growth_of_one(Session& session, const OrbitGrowthOptions& options, const orbit::NamedGraph& graph) {
  RunControl& run = session.run();
  Search search = open_search(options, options.input, session.ranks(), run);
  if (options.depth == ~std::uint64_t{0}) announce(session, options, search, options.input);
  search.run_to(options.depth, &run);
  if (search.levels().size() > options.depth && !search.complete()) run.request_stop(StopReason::target);
  return finish_growth(session, search.complete(), orbit::growth_report(search, graph, run, options.expect));
}

/// lrx:4..12: one row for each n.
int growth_of_range(Session& session, const OrbitGrowthOptions& options, const orbit::GraphRange& range) {
  if (!options.kept.empty()) throw UsageError{"checkpoints are not supported for a range of graphs: name one graph"};
  RunControl& run = session.run();
  orbit::GrowthTable table(options.input, options.expect);
  bool complete = true;
  std::string where;  // it was stopped
  for (const orbit::NamedGraph& graph : range.graphs) {
    Search search = open_search(options, graph.name, session.ranks(), run);
    if (options.depth == ~std::uint64_t{0}) announce(session, options, search, graph.name);
    search.run_to(options.depth, &run);
    complete = complete && search.complete();
    if (!search.complete() && run.stop_reason() != StopReason::none) where = " at " + graph.name;
    if (!where.empty() && search.levels().size() == 1) break;
    table.add(search, graph, run);
    if (!session.ranks().several() && run.should_stop()) break;  // ranks decide it together, in the next search
  }
  complete = complete && table.size() == range.graphs.size();
  Report report = table.report(range);
  if (run.stop_reason() == StopReason::none) report.ended("depth");
  return finish_growth(session, complete, report.partial("{}", {where}));
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
        add_scratch(command, options, "Directories for bitmaps that do not fit in memory");
        command.add_flag("--no-symmetry", options.no_symmetry,
                         "Keep every state, also where symmetries of the generators show that several are equally far");
        command.add_parsed("--depth", options.depth, parse_count, "Stop when the level at distance N is complete", "N");
        command.add_parsed(
            "--expect", options.expect,
            [](const std::string& text) {
              (void)orbit::Formula(text);
              return text;
            },
            "Compare the diameter with a formula in n, m and k, the numbers of the family, such as 'n*(n-1)/2'", "FORMULA");
      },
      show_growth);
  add_orbit_states(program, parent);
  add_orbit_action(program, parent);
}

}  // namespace wreath::cli

// SPDX-License-Identifier: MIT
//
// wreath flip search: walks in the flip graph, on the cores or on a GPU.
#include <fmt/format.h>

#include "cli/flip/schemes.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct SearchOptions : CommonOptions {
  flip::Shape shape;
  flip::SearchOptions search;
};

flip::SearchOptions search_options(const SearchOptions& options) {
  flip::SearchOptions search = options.search;
  search.machine = options.machine;
  search.seed = options.seed;
  return search;
}

int search(Session& session, const SearchOptions& options) {
  RunControl& run = session.run();
  flip::Search search(options.shape, search_options(options), &run);
  bool is_new = options.kept.resume.empty();
  search.listen([&](const flip::Discovery& best) {
    if (options.json || options.quiet || !is_new) return;
    print_error(flip::best_line(best, search.result()));  // progress: the result has the last of them
  });
  is_new = true;
  if (!options.kept.resume.empty() && !options.json && !options.quiet) {
    print_error(fmt::format("resumed from rank {}, {} steps\n", search.result().bests.back().scheme.rank(),
                            format_count(search.result().steps)));
  }
  const bool complete = search.run(&run);
  return session.finish(complete, flip::search_report(options.shape, search, complete, run));
}

void add_schedule(Command& command, SearchOptions& options) {
  flip::SearchOptions& search = options.search;
  command.add_parsed("--steps", search.steps, parse_positive,
                     "Steps of every walk, instead of --time; makes the search reproducible", "N");
  command.add_parsed("--walks", search.walks, parse_positive, "Number of concurrent walks (default: chosen automatically)", "N");
  command.add_parsed("--plus-after", search.plus_after, parse_count,
                     "Steps without a new best before a walk makes a plus (on a GPU once or twice as many)", "N");
  command.add_parsed("--margin", search.margin, parse_count,
                     "How far above its best rank a walk may go (with a symmetry: in orbits)", "N");
  command.add_parsed("--restart-after", search.restart_after, parse_count,
                     "Steps without a new best before a walk restarts from the pool", "N");
  command.add_parsed("--restart-above", search.restart_above, parse_count,
                     "The lowest rank to restart from, above the best (with a symmetry: in orbits)", "N");
  command.add_parsed("--restart-ranks", search.restart_ranks, parse_count,
                     "Number of ranks to restart from, upwards from --restart-above", "N");
  command.add_parsed("--pool", search.pool, parse_positive, "Distinct schemes kept at each rank", "N");
  command.add_parsed(
      "--prefer", search.prefer_recursive,
      [](const std::string& text) {
        return parse_word<bool>(text, {{"any", false}, {"recursive", true}}, "choice");
      },
      "Among schemes of the best rank: any, or recursive: those with more products of the same form, as for gt:4", "WHAT");
  command.add_flag("--different", search.different, "Keep only schemes that differ by more than a change of basis over F2");
}

/// --folder, --folder-above, --keep.
void add_pool_files(Command& command, SearchOptions& options) {
  command.add_option("--folder", options.search.files.folder,
                     "Save the distinct schemes of the pool in this folder, one file per scheme", "DIR");
  command.add_parsed("--folder-above", options.search.files.folder_above, parse_count,
                     "Save ranks up to this much above the best (1)", "N");
  command.add_parsed(
      "--keep", options.search.files.keep_lifting,
      [](const std::string& text) {
        return parse_word<bool>(text, {{"all", false}, {"lifting", true}}, "choice");
      },
      "What goes to --folder: all (the pool), or lifting (what has a lift to Z or Q, lifted on the cores beside the "
      "search, "
      "in DIR/ZT, DIR/Z and DIR/Q)",
      "WHAT");
}

void add_symmetry(Command& command, SearchOptions& options) {
  command.add_parsed("--ring", options.search.ring, flip::parse_walk_ring,
                     "F2 (default), F3, or Z: coefficients -1, 0, 1; F3 and Z without a symmetry, to 32 entries in a factor",
                     "NAME");
  command.add_parsed("--symmetry", options.search.symmetry, flip::parse_symmetry,
                     "none, c2 (any shape), c3 or c6 (n x n x n only)", "NAME");
  command
      .add_option("--cubes", options.search.cubes, "c3, c6: how the diagonal is split among the fixed summands, such as 2,2,1",
                  "N,...")
      .separated_by(',')
      .one_at_a_time();
  command
      .add_option("--swaps", options.search.swaps,
                  "c2, c6: the indices at either end of a side that the mirror moves, for all sides or n,m,p (c2: 1, c6: all)",
                  "N,...")
      .separated_by(',')
      .one_at_a_time();
  command.add_flag("--half-orbits", options.search.half_orbits,
                   "c6: allow orbits of three that are their own mirror images; ranks then fall by 3");
  command.add_parsed("--fixed", options.search.fixed, parse_positive, "c3: merge the fixed summands of the starts until N remain",
                     "N");
  command.add_flag("--free-cubes", options.search.free_cubes, "c3: let walks change the fixed summands whenever they can");
}

void add_search_options(Command& command, SearchOptions& options) {
  command
      .add_parsed("TENSOR", options.shape, flip::open_walk_tensor,
                  "The sizes n, m and p of the product n x m times m x p, such as 4x4x4; or another bilinear map, such as gt:4,\n"
                  "poly:3,4 or file:tensor.txt ('wreath flip --help' lists them)")
      .required();
  command.add_parsed("--target", options.search.target, parse_positive, "Stop at a scheme of this rank or less", "R");
  command.add_parsed(
      "--target-ring", options.search.target_ring, [](const std::string& text) { return std::optional(flip::parse_ring(text)); },
      "Stop at a scheme of that rank that lifts to ZT (coefficients -1, 0, 1), Z or Q; with --keep lifting", "RING");
  command.add_option("-o,--output", options.search.files.output, "Save the best scheme in this file (.json, .txt, .exp, .npy)",
                     "FILE");
  command
      .add_option("--start", options.search.files.starts,
                  "Start from this scheme, or from all in a folder; may be repeated (default: the standard scheme;\n"
                  "on the CPU, for sides of 5 or more, schemes derived from smaller shapes)",
                  "FILE")
      .one_at_a_time();
  add_pool_files(command, options);
  add_symmetry(command, options);
  command.add_parsed("--method", options.search.method, flip::parse_method, "How the GPU walks: auto, thread or warp", "NAME");
  add_schedule(command, options);
  command.add_rule([&options]() -> std::string {
    try {
      flip::require_compatible(options.search);
      return {};
    } catch (const InputError& error) {
      return error.text(OptionStyle::flag);
    }
  });
}

}  // namespace

void add_flip_search(Program& program, Command& flip) {
  add_command<SearchOptions>(
      program, flip, "search", "Search for schemes of low rank by random walks in the flip graph",
      "  wreath flip search 4x4x4 --symmetry c2 --target 47 --time 60 -o best.json\n"
      "  wreath flip search 5x5x5 --symmetry c3 --target 93 --time 300 -o 5x5x5-93.txt\n"
      "  wreath flip search 4x5x5 --start data/schemes/4x5x5-73.txt --folder pool --time 600 --checkpoint run.ck      then:\n"
      "  wreath flip search 4x5x5 --start data/schemes/4x5x5-73.txt --folder pool --time 600 --resume run.ck\n"
      "  wreath flip search 3x3x3 --steps 1M --seed 7\n"
      "  wreath flip search 3x4x4 --symmetry c2 --keep lifting --folder lifted --time 60\n"
      "  wreath flip search 4x4x4 --ring Z --target 49 --time 60 -o 4x4x4-49.json\n"
      "  wreath flip search gt:4 --target 34 --keep lifting --folder lifted --time 60\n"
      "  wreath flip search poly:5,5 --ring F3 --target 12\n"
      "\n"
      "Without --target it continues until --time, --steps or Ctrl-C. Each new best is verified, printed and saved at once.\n"
      "With --target the cores begin at once, and a GPU, if there is one, joins them when it has started; --backend, --steps\n"
      "or --walks choose one machine: the GPU, if there is one and --backend is not cpu.\n"
      "The exit code is 2 if the target was not reached, or if --time or Ctrl-C ended a search without one. With --symmetry\n"
      "c2 the schemes stay invariant under the mirror, which exchanges the indices i and n+1-i of each side for the\n"
      "first --swaps i, with c3 under (a,b,c) -> (b,c,a), with c6 under both. With --ring Z all coefficients stay -1, 0\n"
      "and 1, so that the rank is one over Z without lifting; with F3 they are taken modulo 3.",
      Length::resumable, add_search_options, search);
}

}  // namespace wreath::cli

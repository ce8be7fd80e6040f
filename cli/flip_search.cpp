// SPDX-License-Identifier: MIT
//
// wreath flip search: walks in the flip graph, on the cores or on a GPU.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/flip_schemes.hpp"
#include "core/data/hash.hpp"
#include "core/run/checkpoint.hpp"
#include "core/run/units.hpp"
#include "flip/pool.hpp"
#include "flip/records.hpp"
#include "flip/symmetry.hpp"

namespace wreath::cli {

namespace {

constexpr const char* kCheckpointKind = "flip search 2";
constexpr double kSecondsBetween = 60;  // checkpoints, and looks at the pool's folder

struct SearchOptions : CommonOptions {
  flip::Shape shape;
  std::string output;
  std::string folder;
  std::vector<std::string> starts;
  flip::SearchOptions search;
  std::uint64_t restart_above = 0;
  std::optional<Option> restart_above_given;
  std::size_t pool_above = 1;
};

std::uint64_t parse_positive(const std::string& text) {
  const std::uint64_t value = parse_count(text);
  if (value == 0) throw InputError("must be at least 1");
  return value;
}

flip::Symmetry parse_symmetry(const std::string& text) {
  static const std::map<std::string, flip::Symmetry> words{
      {"none", flip::Symmetry::none}, {"c2", flip::Symmetry::c2}, {"c3", flip::Symmetry::c3}, {"c6", flip::Symmetry::c6}};
  return parse_word(text, words, "symmetry");
}

flip::Design parse_design(const std::string& text) {
  static const std::map<std::string, flip::Design> words{
      {"auto", flip::Design::automatic}, {"thread", flip::Design::thread}, {"warp", flip::Design::warp}};
  return parse_word(text, words, "design of GPU walks");
}

/// Every file, and every scheme file of a folder.
void read_starts(const SearchOptions& options, const flip::Shape& shape, flip::SearchOptions& search) {
  format::SchemeFileOptions from;
  from.shape = shape;
  std::vector<flip::Scheme>& schemes = search.starts;
  for (const std::string& start : options.starts) {
    if (start == to_string(shape) && !std::filesystem::exists(start)) {
      schemes.push_back(flip::standard_scheme(shape));
      search.start_names.push_back(start);
      continue;
    }
    const std::vector<std::string> files = format::required_scheme_files_in(start);
    for (const std::string& file : files) schemes.push_back(format::read_scheme(file, from));
    search.start_names.insert(search.start_names.end(), files.begin(), files.end());
  }
  if (!schemes.empty() && !options.search.cubes.empty()) {
    throw InputError("--cubes is for the standard start; other starts bring their own fixed summands (see --fixed)");
  }
}

flip::SearchOptions search_options(const SearchOptions& options, const flip::Shape& shape) {
  flip::SearchOptions search = options.search;
  search.backend = options.backend;
  search.threads = options.threads;
  search.seed = options.seed;
  read_starts(options, shape, search);
  if (options.restart_above_given->is_given()) search.restart_above = options.restart_above;
  return search;
}

Json schedule_json(const flip::SearchOptions& settings) {
  return {{"symmetry", to_string(settings.symmetry)},
          {"swaps", settings.swaps},
          {"seed", settings.seed},
          {"plus_after", settings.plus_after},
          {"margin", settings.margin},
          {"restart_after", settings.restart_after},
          {"restart_above", *settings.restart_above},
          {"restart_ranks", settings.restart_ranks},
          {"pool", settings.pool},
          {"free_cubes", settings.free_cubes},
          {"half_orbits", settings.half_orbits}};
}

/// What must agree for a checkpoint to be gone on from.
Json problem_of(const flip::Shape& shape, const flip::Search& search, const RunControl& run) {
  const flip::SearchOptions& settings = search.settings();
  std::string starts;
  for (const flip::Scheme& start : settings.starts) starts += fmt::format("{:016x}", flip::fingerprint(start));
  Json problem = schedule_json(settings);
  problem.update({{"shape", to_string(shape)},
                  {"backend", run.choice("backend")},
                  {"design", run.choice("design")},
                  {"walks", search.result().walks},
                  {"starts", fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(starts))))}});
  return problem;
}

/// SHAPE-RANK-FINGERPRINT.txt for every scheme of the pool that is not there yet.
std::size_t save_pool(const flip::Search& search, const SearchOptions& options) {
  std::size_t written = 0;
  for (const flip::Scheme& scheme : search.kept(options.pool_above)) {
    const auto path = std::filesystem::path(options.folder) /
                      fmt::format("{}-{}-{:016x}.txt", to_string(scheme.shape), scheme.rank(), flip::fingerprint(scheme));
    if (std::filesystem::exists(path)) continue;
    format::write_scheme(path.string(), scheme);
    ++written;
  }
  return written;
}

/// The scheme that is in the output file already; none where something else is there, which is overwritten.
std::optional<flip::Scheme> scheme_of_output(const SearchOptions& options, std::optional<flip::Shape> shape) {
  try {
    format::SchemeFileOptions from;
    from.shape = shape;
    return format::read_scheme(options.output, from);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Its rank: only better ones go there. Throws InputError where it is of another shape.
std::size_t rank_of_output(const SearchOptions& options, const flip::Shape& shape) {
  if (options.output.empty() || !std::filesystem::exists(options.output)) return SIZE_MAX;
  if (const auto same = scheme_of_output(options, shape)) return same->rank();
  if (const auto other = scheme_of_output(options, std::nullopt)) {
    throw InputError(fmt::format("{} has a scheme of {} already, of rank {}: choose another file for {}", options.output,
                                 to_string(other->shape), other->rank(), to_string(shape)));
  }
  return SIZE_MAX;
}

void require_targets(const SearchOptions& options) {
  if (!options.output.empty()) format::require_scheme_output(options.output);
  if (!options.checkpoint.empty()) require_checkpoint_target(options.checkpoint);
  if (options.folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) throw ResourceError(fmt::format("{}: cannot be made a folder: {}", options.folder, error.message()));
}

double rate_of(const flip::SearchResult& result) {
  return static_cast<double>(result.flips) / std::max(1e-9, result.walk_seconds);
}

Json results_of(const flip::Shape& shape, const flip::Search& search, const RunControl& run) {
  const flip::SearchResult& result = search.result();
  const flip::SearchOptions& settings = search.settings();
  Json bests = Json::array();
  for (const flip::Discovery& best : result.bests) {
    bests.push_back({{"rank", best.scheme.rank()}, {"seconds", best.seconds}, {"flips", best.flips}});
  }
  Json results{{"shape", to_string(shape)},
               {"rank", result.bests.back().scheme.rank()},
               {"target", settings.target},
               {"reached", result.reached},
               {"bests", bests},
               {"steps", result.steps},
               {"walks", result.walks},
               {"flips", result.flips},
               {"flips_per_second", rate_of(result)},
               {"restarts", result.restarts},
               {"walk_seconds", result.walk_seconds},
               {"seconds", run.seconds()}};
  results["settings"] = schedule_json(settings);
  results["settings"].update({{"cubes", settings.cubes}, {"starts", settings.starts.size()}});
  if (const auto known = flip::known_ranks(shape)) results["best_known"] = known->f2;
  for (const Choice& choice : run.choices()) results[choice.what] = choice.name;
  return results;
}

/// A search that goes on goes on writing its checkpoint.
const std::string& checkpoint_of(const SearchOptions& options) {
  return options.checkpoint.empty() ? options.resume : options.checkpoint;
}

/// Runs to the target or a stop; writes what there is to write on the way.
void run_search(flip::Search& search, const SearchOptions& options, const Json& problem, RunControl& run) {
  double last = run.seconds();
  const std::string& checkpoint = checkpoint_of(options);
  const auto save = [&] {
    if (!options.folder.empty()) save_pool(search, options);
    if (!checkpoint.empty()) write_checkpoint(checkpoint, kCheckpointKind, problem, search.save());
    last = run.seconds();
  };
  while (!run.should_stop() && search.advance(run)) {
    if (run.seconds() - last > kSecondsBetween) save();
  }
  save();
}

/// What the symmetry is, and which ranks the search can come to.
std::string symmetry_text(const SearchOptions& options, const flip::SearchOptions& settings) {
  if (settings.symmetry == flip::Symmetry::c2) {
    return fmt::format("symmetry c2: the mirror of --swaps {}\n", fmt::join(settings.swaps, ","));
  }
  if (!flip::has_turns(settings.symmetry) || !options.starts.empty()) return {};
  const unsigned step = settings.half_orbits ? 3 : flip::orbit_size(settings.symmetry);
  return fmt::format("symmetry {}: fixed summands {} of the diagonal; ranks fall by {} (--cubes chooses others)\n",
                     to_string(settings.symmetry), fmt::join(settings.cubes, ","), step);
}

/// Starts whose rank rose when their half orbits were made whole.
std::string raised_starts(const std::vector<std::size_t>& ranks, const flip::SearchOptions& settings) {
  std::string text;
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    if (settings.starts[k].rank() <= ranks[k] || settings.symmetry != flip::Symmetry::c6) continue;
    text += fmt::format("{}: rank {} became {} without half orbits (--half-orbits keeps them)\n", settings.start_names[k],
                        ranks[k], settings.starts[k].rank());
  }
  return text;
}

int search(Session& session, const SearchOptions& options) {
  RunControl& run = session.run();
  const flip::Shape& shape = options.shape;
  require_targets(options);
  const std::size_t before = rank_of_output(options, shape);
  flip::SearchOptions wanted = search_options(options, shape);
  std::vector<std::size_t> start_ranks;
  for (const flip::Scheme& start : wanted.starts) start_ranks.push_back(start.rank());
  flip::Search search(shape, std::move(wanted), run);
  const Json problem = problem_of(shape, search, run);
  if (!options.resume.empty()) search.restore(read_checkpoint(options.resume, kCheckpointKind, problem), run);
  std::size_t written = before;
  bool known_before = !options.resume.empty();
  search.listen([&](const flip::Discovery& best) {
    if (!options.output.empty() && best.scheme.rank() < written) {
      format::write_scheme(options.output, best.scheme);
      written = best.scheme.rank();
    }
    if (options.json || options.quiet || known_before) return;
    print_result(fmt::format("rank {:3}  {:>9}  {:.2e} flips  {:.2e} flips/s\n", best.scheme.rank(), format_seconds(best.seconds),
                             static_cast<double>(best.flips), rate_of(search.result())));
  });
  known_before = false;
  if (!options.resume.empty() && !options.json) {
    print_result(fmt::format("going on from rank {}, {} steps\n", search.result().bests.back().scheme.rank(),
                             format_count(search.result().steps)));
  }
  run_search(search, options, problem, run);
  if (!search.result().reached && options.search.target != 0) run.request_stop(StopReason::target);  // the steps are made

  const flip::SearchResult& result = search.result();
  const bool complete =
      result.reached || (options.search.target == 0 && options.search.steps != 0 && result.steps >= options.search.steps);
  const std::size_t rank = result.bests.back().scheme.rank();
  const auto known = flip::known_ranks(shape);
  std::string text = fmt::format("{}: rank {}{}, verified; {} walks on {} ({}), {}, {:.2e} flips, {:.2e} flips/s\n",
                                 to_string(shape), rank, known ? fmt::format(" (best known over F2: {})", known->f2) : "",
                                 format_count(result.walks), run.choice("backend"), run.choice("design"),
                                 format_seconds(run.seconds()), static_cast<double>(result.flips), rate_of(result));
  if (!options.output.empty()) {
    text += written < before ? fmt::format("written: {}\n", options.output)
                             : fmt::format("not written: {} has a scheme of rank {} already\n", options.output, before);
  }
  if (!options.folder.empty()) text += fmt::format("pool: {}, ranks {} to {}\n", options.folder, rank, rank + options.pool_above);
  text += symmetry_text(options, search.settings()) + raised_starts(start_ranks, search.settings());
  if (!complete) {
    const std::string_view why = run.stop_reason() == StopReason::target ? "steps" : to_string(run.stop_reason());
    text += fmt::format("stopped ({}){}{}\n", why,
                        options.search.target != 0 ? fmt::format(" before rank {}", options.search.target) : "",
                        checkpoint_of(options).empty() ? "" : fmt::format("; go on with --resume {}", checkpoint_of(options)));
  }
  return session.finish(complete, results_of(shape, search, run), text);
}

void add_schedule(Command& command, SearchOptions& options) {
  flip::SearchOptions& search = options.search;
  command
      .add_parsed("--steps", search.steps, parse_positive, "Steps of every walk, in place of --time: the search repeats exactly")
      .type_name("N");
  command.add_parsed("--walks", search.walks, parse_positive, "Walks at once; as many as the machine likes").type_name("N");
  command
      .add_parsed("--plus-after", search.plus_after, parse_count,
                  "Steps without a new best before a walk goes up (on a GPU once or twice as many)")
      .type_name("N");
  command.add_parsed("--margin", search.margin, parse_count, "How far above its best a walk may go (with a symmetry: in orbits)")
      .type_name("N");
  command
      .add_parsed("--restart-after", search.restart_after, parse_count,
                  "Steps without a new best before a walk starts anew from the pool")
      .type_name("N");
  options.restart_above_given = command
                                    .add_parsed("--restart-above", options.restart_above, parse_count,
                                                "The least rank to start anew from, above the best (with a symmetry: in orbits)")
                                    .type_name("N");
  command.add_parsed("--restart-ranks", search.restart_ranks, parse_count, "And how many ranks from there on").type_name("N");
  command.add_parsed("--pool", search.pool, parse_positive, "Distinct schemes kept at each rank").type_name("N");
}

}  // namespace

void add_flip_search(Program& program, Command& flip) {
  add_command<SearchOptions>(
      program, flip, "search", "Look for schemes of low rank over F2 by random walks in the flip graph",
      "  wreath flip search 4x4x4 --symmetry c2 --target 47 --time 60 -o best.json\n"
      "  wreath flip search 5x5x5 --symmetry c3 --target 93 --time 300 -o 5x5x5-93.txt\n"
      "  wreath flip search 4x5x5 --start data/schemes/4x5x5-73.txt --folder pool --time 600 --checkpoint run.ck      then:\n"
      "  wreath flip search 4x5x5 --start data/schemes/4x5x5-73.txt --folder pool --time 600 --resume run.ck\n"
      "  wreath flip search 3x3x3 --steps 1M --seed 7\n"
      "\n"
      "Without --target it goes on until --time, --steps or Ctrl-C. Each new best is verified, printed and saved at once.\n"
      "Exit code 2 where the target was not reached, or where --time or Ctrl-C ended a search without one. With --symmetry\n"
      "c2 the schemes stay invariant under the mirror, by which the indices i and n+1-i of each side change places for the\n"
      "first --swaps i, with c3 under (a,b,c) -> (b,c,a), with c6 under both.",
      Length::resumable,
      [](Command& command, SearchOptions& options) {
        command.add_parsed("SHAPE", options.shape, flip::parse_shape, "n x m times m x p, such as 4x4x4")
            .required()
            .type_name("");
        command.add_parsed("--target", options.search.target, parse_positive, "Stop at a scheme of this rank or less")
            .type_name("R");
        command.add_option("-o,--output", options.output, "Keep the best scheme there (.json, .txt, .exp, .npy)")
            .type_name("FILE");
        command
            .add_option("--start", options.starts,
                        "Start from this scheme, or all in a folder; may be given several times; else the standard scheme")
            .type_name("FILE")
            .one_at_a_time();
        command.add_option("--folder", options.folder, "Keep the pool's distinct schemes there, a file each").type_name("DIR");
        command.add_parsed("--folder-above", options.pool_above, parse_count, "Of ranks up to this much above the best (1)")
            .type_name("N");
        command
            .add_parsed("--symmetry", options.search.symmetry, parse_symmetry, "none, c2 (any shape), c3 or c6 (n x n x n only)")
            .type_name("NAME");
        command
            .add_option("--cubes", options.search.cubes,
                        "c3, c6: how the diagonal is split among the fixed summands, such as 2,2,1")
            .type_name("N,...")
            .separated_by(',')
            .one_at_a_time();
        command
            .add_option(
                "--swaps", options.search.swaps,
                "c2, c6: the indices at either end of a side that the mirror moves, for all sides or n,m,p (c2: 1, c6: all)")
            .type_name("N,...")
            .separated_by(',')
            .one_at_a_time();
        command.add_flag("--half-orbits", options.search.half_orbits,
                         "c6: allow orbits of three that are their own mirror images; ranks then fall by 3");
        command
            .add_parsed("--fixed", options.search.fixed, parse_positive,
                        "c3: merge the fixed summands of the starts until they are so many")
            .type_name("N");
        command.add_flag("--free-cubes", options.search.free_cubes, "c3: let walks change the fixed summands whenever they can");
        command.add_parsed("--design", options.search.design, parse_design, "auto, or how the GPU walks: thread, warp")
            .type_name("NAME");
        add_schedule(command, options);
      },
      search);
}

}  // namespace wreath::cli

// SPDX-License-Identifier: MIT
//
// Searches of the flip graph, over seeds: how long until a rank, and how many flips a second.
//
//   wreath_bench_flip_search --case 4x4x4:47 --case 5x5x5:93:c3 --seeds 11 --limit 60 --record FILE
//   wreath_bench_flip_search --case 4x4x4:0 --seeds 1 --limit 3 --method warp           a rate: there is no rank 0
//
// A case is SHAPE:TARGET, and :c2, :c3 or :c6 where the search is symmetric (`--swaps 1,1,2`, `--cubes 2,2,1`, `--half-orbits
// yes`). `--start FOLDER` starts from the folder's schemes of the shape (name SHAPE-...), and `--keep FOLDER` writes the best of
// each seed there as SHAPE-RANK-SEED.txt. Times are of the whole search, without the start of the program and the opening of the
// GPU (`setup_seconds`); the rate is of the walks alone, and `busy` is their share of the time.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/features.hpp"
#include "wreath/gpu.hpp"
#include "core/io/output_file.hpp"
#include "core/run/record.hpp"
#include "wreath/flip/records.hpp"
#include "wreath/flip/files.hpp"
#include "wreath/flip/search.hpp"

namespace wreath::flip {
namespace {

struct Arguments {
  std::vector<std::string> cases;
  unsigned seeds = 1;
  std::uint64_t first_seed = 1;
  double limit = 60;
  std::string record;
  std::string start;
  std::string keep;
  SearchOptions options;
  std::string command;
};

struct Outcome {
  std::uint64_t seed = 0;
  bool reached = false;
  std::size_t rank = 0;
  double seconds = 0;
  double flips_per_second = 0;
  std::uint64_t walks = 0;
  double walk_seconds = 0;
  double setup_seconds = 0;  // until the walks stood at their starts
  double busy = 0;           // the share of the time in which walks were under way
  SearchPhases phases;
  std::uint64_t steps = 0;
  std::uint64_t flips = 0;
  std::uint64_t restarts = 0;
  Json bests = Json::array();  // how the rank fell
};

std::vector<Scheme> starts_in(const std::string& folder, const Shape& shape) {
  std::vector<Scheme> schemes;
  if (folder.empty()) return schemes;
  const std::string prefix = to_string(shape) + "-";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(prefix)) schemes.push_back(read_scheme(entry.path().string()));
  }
  return schemes;
}

Outcome search_once(const Shape& shape, SearchOptions options, double limit, const std::string& keep) {
  RunControl run;
  Search search(shape, std::move(options), &run);
  const double setup = run.seconds();
  run.limit_time(limit);
  while (search.advance(&run) && !run.should_stop()) {
  }
  const SearchResult& result = search.result();
  const Discovery& last = result.bests.back();
  if (!keep.empty()) {
    const std::string name = fmt::format("{}-{}-{}.txt", to_string(shape), last.scheme.rank(), search.settings().seed);
    write_scheme((std::filesystem::path(keep) / name).string(), last.scheme);
  }
  Json bests = Json::array();
  for (const Discovery& found : result.bests) {
    bests.push_back({{"rank", found.scheme.rank()}, {"seconds", found.seconds}});
  }
  return {search.settings().seed,
          result.reached,
          last.scheme.rank(),
          last.seconds,
          static_cast<double>(result.flips) / result.walk_seconds,
          result.walks,
          result.walk_seconds,
          setup,
          result.walk_seconds / result.seconds,
          result.phases,
          result.steps,
          result.flips,
          result.restarts,
          std::move(bests)};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

Json run_case(const std::string& text, const Arguments& arguments) {
  const auto first = text.find(':');
  const auto second = text.find(':', first + 1);
  const Shape shape = parse_shape(text.substr(0, first));
  SearchOptions options = arguments.options;
  options.target = first == std::string::npos ? 0 : std::stoul(text.substr(first + 1));
  if (second != std::string::npos) {
    const std::string name = text.substr(second + 1);
    for (const Symmetry symmetry : {Symmetry::c2, Symmetry::c3, Symmetry::c6}) {
      if (name == to_string(symmetry)) options.symmetry = symmetry;
    }
    if (options.symmetry == Symmetry::none) throw InputError("there is no symmetry " + name);
  }
  options.starts = starts_in(arguments.start, shape);
  std::vector<double> times;
  std::vector<double> rates;
  std::vector<double> busy;
  Json runs = Json::array();
  std::size_t rank = 0;
  for (unsigned k = 0; k < arguments.seeds; ++k) {
    options.seed = arguments.first_seed + k;
    const Outcome outcome = search_once(shape, options, arguments.limit, arguments.keep);
    if (outcome.reached) times.push_back(outcome.seconds);
    rates.push_back(outcome.flips_per_second);
    busy.push_back(outcome.busy);
    rank = rank == 0 ? outcome.rank : std::min(rank, outcome.rank);
    runs.push_back({{"seed", outcome.seed},
                    {"rank", outcome.rank},
                    {"reached", outcome.reached},
                    {"seconds", outcome.seconds},
                    {"flips_per_second", outcome.flips_per_second},
                    {"walk_seconds", outcome.walk_seconds},
                    {"setup_seconds", outcome.setup_seconds},
                    {"busy", outcome.busy},
                    {"wait_seconds", outcome.phases.wait},
                    {"collect_seconds", outcome.phases.collect},
                    {"place_seconds", outcome.phases.place},
                    {"shrink_seconds", outcome.phases.shrink},
                    {"steps", outcome.steps},
                    {"flips", outcome.flips},
                    {"restarts", outcome.restarts},
                    {"walks", outcome.walks},
                    {"bests", outcome.bests}});
  }
  const auto known = known_ranks(shape);
  fmt::print("{:14}  rank {:3} (known {:3})  {:2} of {:2} seeds  median {:7.3f} s  {:.2e} flips/s  busy {:2.0f}%\n", text, rank,
             known ? known->f2 : 0, times.size(), arguments.seeds, median(times), median(rates), 100 * median(busy));
  std::fflush(stdout);
  return {{"case", text},
          {"rank", rank},
          {"best_known", known ? known->f2 : 0},
          {"reached", times.size()},
          {"seeds", arguments.seeds},
          {"median_seconds", median(times)},
          {"median_flips_per_second", median(rates)},
          {"median_busy", median(busy)},
          {"runs", runs}};
}

/// "2,2,1".
std::vector<unsigned> parse_split(const std::string& text) {
  std::vector<unsigned> parts;
  for (std::size_t at = 0; at < text.size();
       at = text.find(',', at) == std::string::npos ? text.size() : text.find(',', at) + 1) {
    parts.push_back(static_cast<unsigned>(std::stoul(text.substr(at))));
  }
  return parts;
}

Arguments parse(int count, char** words) {
  Arguments arguments;
  for (int k = 0; k < count; ++k) arguments.command += (k == 0 ? "" : " ") + std::string(words[k]);
  for (int k = 1; k + 1 < count; k += 2) {
    const std::string name = words[k];
    const std::string value = words[k + 1];
    if (name == "--case")
      arguments.cases.push_back(value);
    else if (name == "--seeds")
      arguments.seeds = static_cast<unsigned>(std::stoul(value));
    else if (name == "--limit")
      arguments.limit = std::stod(value);
    else if (name == "--record")
      arguments.record = value;
    else if (name == "--start")
      arguments.start = value;
    else if (name == "--keep")
      arguments.keep = value;
    else if (name == "--backend")
      arguments.options.machine.backend = value == "cpu" ? BackendChoice::cpu : BackendChoice::cuda;
    else if (name == "--method")
      arguments.options.method = value == "warp" ? Method::warp : Method::thread;
    else if (name == "--plus-after")
      arguments.options.plus_after = std::stoull(value);
    else if (name == "--fixed")
      arguments.options.fixed = std::stoull(value);
    else if (name == "--half-orbits")
      arguments.options.half_orbits = value == "yes";
    else if (name == "--swaps")
      arguments.options.swaps = parse_split(value);
    else if (name == "--margin")
      arguments.options.margin = std::stoull(value);
    else if (name == "--restart-after")
      arguments.options.restart_after = std::stoull(value);
    else if (name == "--restart-above")
      arguments.options.restart_above = std::stoull(value);
    else if (name == "--restart-ranks")
      arguments.options.restart_ranks = std::stoull(value);
    else if (name == "--walks")
      arguments.options.walks = std::stoull(value);
    else if (name == "--pool")
      arguments.options.pool = std::stoull(value);
    else if (name == "--cubes")
      arguments.options.cubes = parse_split(value);
    else if (name == "--first-seed")
      arguments.first_seed = std::stoull(value);
    else
      throw InputError("unknown option " + name);
  }
  return arguments;
}

int run(int count, char** words) {
  const Arguments arguments = parse(count, words);
  Json cases = Json::array();
  const std::unique_ptr<OutputFile> file = arguments.record.empty() ? nullptr : std::make_unique<OutputFile>(arguments.record);
  for (const std::string& text : arguments.cases) cases.push_back(run_case(text, arguments));
  if (file != nullptr) {
    RunControl control;
    write_json(*file, make_record({arguments.command, 1, 0, gpu_name()}, control, true, {{"cases", cases}}, Json::object()));
  }
  return 0;
}

}  // namespace
}  // namespace wreath::flip

int main(int count, char** words) {
  try {
    return wreath::flip::run(count, words);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

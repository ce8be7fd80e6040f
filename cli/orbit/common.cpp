// SPDX-License-Identifier: MIT
#include "cli/orbit/common.hpp"

#include <optional>

#include "core/text/option.hpp"

namespace wreath::cli {

void add_more_files(Command& command, OrbitOptions& options, const char* name) {
  command.add_option(name, options.more, "Further files, if each has one permutation", name[0] == '-' ? "FILE..." : "");
}

void add_input(Command& command, OrbitOptions& options, bool with_method) {
  command.add_option("INPUT", options.input, "A family such as lrx:10, a file, or '-'").required().suggests([] {
    return starts_of(orbit::families());
  });
  command.add_option(
      "--start", options.start,
      "Where to start: a permutation (1,2), a tuple [1,2,3], a set {1,2,3}, a point 5, a word 0011, a matrix or vector", "STATE");
  command.add_parsed("--metric", options.how.metric, orbit::parse_metric,
                     "quarter: each generator is one step; half: each power of a generator is one step", "METRIC");
  command.add_parsed("--inverse", options.how.inverses, orbit::parse_inverses,
                     "Whether inverses of the generators are added: auto, yes or no", "CHOICE");
  if (!with_method) return;
  command.add_parsed("--method", options.method, orbit::parse_method,
                     "How states are stored: auto; cells, chain or ranks (a bitmap); keys (a hash table)", "FORM");
}

orbit::Generators read_generators(const OrbitOptions& options, const std::string& input, RunControl& run) {
  const auto timer = run.phase("read");
  if (options.more.empty()) return orbit::open_generators(input, options.how);
  std::vector<std::string> files{input};
  files.insert(files.end(), options.more.begin(), options.more.end());
  return orbit::open_generators(files, options.how);
}

using orbit::Search;

orbit::Search open_search(const OrbitOptions& options, const std::string& input, const Ranks& ranks, RunControl& run) {
  std::optional<orbit::Search> search;
  ranks.together([&] { search.emplace(open_search(options, input, run)); });
  return std::move(*search);
}

orbit::Search open_search(const OrbitOptions& options, const std::string& input, RunControl& run) {
  orbit::Generators generators = read_generators(options, input, run);
  orbit::Start start = orbit::parse_start(options.start, generators);
  return orbit::Search(std::move(generators), std::move(start),
                       {.machine = options.machine,
                        .method = options.method,
                        .keep_last = options.keep_last,
                        .oracle = options.oracle,
                        .symmetry = !options.no_symmetry});
}

void announce(Session& session, const OrbitOptions& options, Search& search, const std::string& input) {
  if (session.ranks().several() || options.kept.resume != std::filesystem::path()) return;
  try {
    const orbit::Forecast forecast = search.forecast(&session.run());
    if (!forecast.is_large() || options.quiet) return;
    print_error("wreath: " + written_out(orbit::print_forecast(forecast, search, input), OptionStyle::flag) + "\n");
  } catch (const LimitReached&) {  // the search reports it
  }
}

}  // namespace wreath::cli

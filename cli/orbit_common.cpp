// SPDX-License-Identifier: MIT
#include "cli/orbit_common.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/group_digits.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

std::vector<std::string> orbit_family_names() {
  std::vector<std::string> names;
  for (const orbit::FamilyInfo& family : orbit::families())
    names.push_back(std::string(family.name) + (family.arguments.empty() ? "" : ":"));
  return names;
}

}  // namespace

void add_more_files(Command& command, OrbitOptions& options, const char* name) {
  command.add_option(name, options.more, "Further files, if each has one permutation", name[0] == '-' ? "FILE..." : "");
}

void add_input(Command& command, OrbitOptions& options, bool with_method) {
  command.add_option("INPUT", options.input, "A family such as lrx:10, a file, or '-'")
      .required()
      .suggests(orbit_family_names)
      .type_name("");
  command
      .add_option(
          "--start", options.start,
          "Where to start: a permutation (1,2), a tuple [1,2,3], a set {1,2,3}, a point 5, a word 0011, a matrix or vector")
      .type_name("STATE");
  command
      .add_parsed("--metric", options.how.metric, orbit::parse_metric,
                  "quarter: each generator is one step; half: each power of a generator is one step")
      .type_name("METRIC");
  command
      .add_parsed("--inverse", options.how.inverses, orbit::parse_inverses,
                  "Whether inverses of the generators are added: auto, yes or no")
      .type_name("CHOICE");
  if (!with_method) return;
  command
      .add_parsed("--method", options.method, orbit::parse_method,
                  "How states are stored: auto; cells, chain or ranks (a bitmap); keys (a hash table)")
      .type_name("FORM");
}

orbit::Generators read_generators(const OrbitOptions& options, const std::string& input, RunControl& run) {
  const auto timer = run.phase("read");
  if (options.more.empty()) return orbit::open_generators(input, options.how);
  std::vector<std::string> files{input};
  files.insert(files.end(), options.more.begin(), options.more.end());
  return orbit::open_generators(files, options.how);
}

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

Json graph_results(const orbit::Search& search, const std::string& input) {
  const orbit::Generators& generators = search.generators();
  Json results{{"input", input},
               {"generators", generators.names},
               {"degree", generators.degree},
               {"undirected", orbit::is_undirected(generators)},
               {"start", orbit::print_state(search.start().state, generators, search.start())}};
  if (const auto order = search.group_order()) results["order"] = number_to_json(*order);
  if (const auto expected = search.expected_states()) results["expected_states"] = *expected;
  results["method"] = std::string(to_string(search.method()));
  results["method_reason"] = search.why_method();
  results["graded"] = search.graded();
  results["symmetry"] = search.symmetry();
  return results;
}

std::string describe_graph(const orbit::Search& search) {
  const orbit::Generators& generators = search.generators();
  std::string text = fmt::format("{} of degree {}, {}", counted(generators.count(), "generator"), format_count(generators.degree),
                                 orbit::is_undirected(generators) ? "undirected" : "directed");
  if (const auto order = search.group_order()) {
    constexpr std::size_t kMostDigits = 36;  // with their commas they fit a line; --json has all
    const std::string digits = order->text();
    text += digits.size() <= kMostDigits ? fmt::format(", group of order {}", group_digits(digits))
                                         : fmt::format(", group of order about {}.{} * 10^{}", digits.substr(0, 1),
                                                       digits.substr(1, 3), digits.size() - 1);
  }
  return text;
}

std::string describe_method(const orbit::Search& search) {
  const bool hashed = search.method() == orbit::Method::keys;
  const std::string stored = fmt::format("  states stored in a {} (method {}): {}\n", hashed ? "hash table" : "bitmap",
                                         to_string(search.method()), search.why_method());
  return fit_columns(stored) + (search.symmetry() == "none" ? "" : fmt::format("  symmetry: {}\n", search.symmetry()));
}

}  // namespace wreath::cli

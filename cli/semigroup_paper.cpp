// SPDX-License-Identifier: MIT
//
// wreath semigroup enumerate --profile and --algorithm paper: where the time goes, step by step.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/semigroup_common.hpp"
#include "cli/table.hpp"
#include "core/run/units.hpp"
#include "semigroup/paper.hpp"
#include "semigroup/profile.hpp"

namespace wreath::cli {

namespace {

using Steps = std::vector<std::pair<std::string, double>>;

/// The tables: what became of the products of each length, and the time of each step.
template <class Report>
int finish_steps(Session& session, const SemigroupOptions& options, const Report& report, const std::string& algorithm,
                 const Steps& steps) {
  std::vector<std::vector<std::string>> rows{{"length", "products", "duplicates", "new"}};
  Json levels = Json::array();
  std::uint64_t products = 0;
  std::uint64_t duplicates = 0;
  for (std::size_t k = 0; k < report.levels.size(); ++k) {
    const auto& level = report.levels[k];
    rows.push_back(
        {std::to_string(k + 1), format_count(level.products), format_count(level.duplicates), format_count(level.fresh)});
    levels.push_back({{"length", k + 1}, {"products", level.products}, {"duplicates", level.duplicates}, {"new", level.fresh}});
    products += level.products;
    duplicates += level.duplicates;
  }
  Json phases = Json::object();
  std::vector<std::vector<std::string>> times{{"step", "time", "share"}};
  for (const auto& [name, seconds] : steps) {
    phases[name] = seconds;
    times.push_back({name, format_seconds(seconds), fmt::format("{:.0f}%", 100 * seconds / std::max(1e-12, report.total))});
  }
  const Json results{{"input", options.input},       {"algorithm", algorithm}, {"size", report.size},
                     {"complete", report.complete},  {"products", products},   {"duplicates", duplicates},
                     {"products_by_length", levels}, {"phases", phases},       {"seconds", report.total}};
  std::string text =
      fmt::format("{}: {}{} elements by {} in {}\n\n{}\n{}", options.input, report.complete ? "" : "at least ",
                  format_count(report.size), algorithm, format_seconds(report.total), format_table(rows), format_table(times));
  if (!report.complete) text += fmt::format("stopped ({})\n", to_string(session.run().stop_reason()));
  return session.finish(report.complete, results, text);
}

}  // namespace

int profile_enumeration(Session& session, const SemigroupOptions& options) {
  const auto report = semigroup::profile(read_generators(options), session.run());
  session.run().note_choice("backend", "cpu", "steps are told apart on one core");
  return finish_steps(session, options, report, "separate steps on one core",
                      {{"compose", report.compose},
                       {"hash", report.hash},
                       {"look up", report.look_up},
                       {"compare", report.compare},
                       {"store", report.store}});
}

int enumerate_as_paper(Session& session, const SemigroupOptions& options, semigroup::PaperVariant variant) {
  const auto report = semigroup::enumerate_paper(read_generators(options), variant, session.run());
  session.run().note_choice("backend", variant == semigroup::PaperVariant::cpu ? "cpu" : "cuda", "asked for");
  return finish_steps(session, options, report, fmt::format("the paper's algorithm, {}", to_string(variant)),
                      {{"compose", report.compose},
                       {"hash", report.hash},
                       {"equality", report.equality},
                       {"eliminate duplicates", report.eliminate},
                       {"insert", report.insert}});
}

}  // namespace wreath::cli

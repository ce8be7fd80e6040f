// SPDX-License-Identifier: MIT
#include "bench/paper/semigroup_runs.hpp"

#include <fmt/format.h>

#include "bench/paper/measure.hpp"
#include "core/text/units.hpp"

namespace wreath::paper {

using semigroup::PaperReport;
using semigroup::PaperVariant;

namespace {

/// Seconds for one run of the paper's algorithm. A core is given the time that it takes, where there is a way to the end in
/// minutes; beside a GPU it gets less, and no time for what it could not end.
double time_limit(const Context& context, const SemigroupCase& which, PaperVariant variant) {
  if (context.quick) return 2;
  if (variant != PaperVariant::cpu) return 15;
  if (!context.has_gpu()) return which.seconds;
  return which.partial != 0 ? 5 : which.seconds / 2;
}

PaperRun measure(Context& context, const SemigroupCase& which, PaperVariant variant) {
  const double limit = time_limit(context, which, variant);
  const std::uint64_t most = which.partial != 0 ? which.partial : ~std::uint64_t{0};
  PartRun part(context.run, limit, most);
  PaperRun run;
  run.report = semigroup::enumerate_paper(semigroup::make_family(which.family), variant, part.run());
  const PaperReport& report = run.report;
  if (report.complete || report.size >= most) {
    run.profile = {report.total, report.compose, report.hash, report.equality, report.eliminate, report.insert};
    if (which.partial != 0) run.note = fmt::format("to stage {}", kPartialStage);
  } else {
    run.note = fmt::format("stopped ({}) after {} with {} of {} elements", to_string(part.run().stop_reason()),
                           format_seconds(report.total), format_count(report.size),
                           format_count(which.partial != 0 ? which.partial : static_cast<std::uint64_t>(which.size)));
  }
  return run;
}

}  // namespace

const std::vector<SemigroupCase>& semigroup_cases() {
  static const std::vector<SemigroupCase> cases{
      {"Bihecke 5",
       "bihecke:5",
       120,
       31103,
       0,
       {66.9, 0.02, 0.03, 0.55, 0, 66.2},
       {72.6, 0.002, 0.002, 9.3, 0, 63.3},
       {27.2, 0.002, 0.002, 3.37, 0.06, 23.8},
       0.187,
       3.37,
       64,
       60},
      {"Bihecke 6",
       "bihecke:6",
       720,
       7505009,
       996481,
       {12.3e4, 5.75, 15.6, 151, 0, 12.3e4},
       {12.3e4, 0.258, 0.858, 712, 0, 12.3e4},
       {4.08e4, 0.259, 0.842, 220, 155, 4.04e4},
       38.3,
       219,
       69,
       130},
      {"Renner A6",
       "renner:6",
       13327,
       13327,
       0,
       {46.3, 1.22, 2.12, 32.6, 0, 9.88},
       {12.6, 0.068, 0.066, 3.24, 0, 9.16},
       {4.64, 0.062, 0.065, 1.09, 0.381, 3.03},
       7.85,
       1.11,
       64,
       60},
      {"Renner A7",
       "renner:7",
       130922,
       130922,
       0,
       {8440, 260, 238, 5870, 0, 1990},
       {1390, 10.2, 12.7, 155, 0, 1170},
       {524, 10.2, 12.7, 45.9, 22.1, 391},
       1320,
       45.6,
       66,
       10},
  };
  return cases;
}

const PaperRun& SemigroupRuns::paper(Context& context, const SemigroupCase& which, PaperVariant variant) {
  const auto key = std::pair(which.family, variant);
  const auto found = runs_.find(key);
  if (found != runs_.end()) return found->second;
  if (variant != PaperVariant::cpu && !context.has_gpu()) {
    PaperRun none;
    none.note = "no GPU here";
    return runs_.emplace(key, std::move(none)).first->second;
  }
  return runs_.emplace(key, measure(context, which, variant)).first->second;
}

}  // namespace wreath::paper

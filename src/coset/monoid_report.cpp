// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/coset/monoid.hpp"

namespace wreath::coset {

namespace {

const ReportForm kMonoid("coset monoid", {{"input", "the monoid or semigroup, as given"},
                                          {"size", "number of elements, or \"infinite\"; if there are pairs, see classes"},
                                          {"classes", "if there are pairs: number of classes, or \"infinite\""},
                                          {"verified", "whether this run has proven that number"},
                                          {"kind", "what the pairs generate: a twosided, right or left congruence"},
                                          {"pairs", "number of pairs"},
                                          {"letters", "number of letters"},
                                          {"relations", "number of relations"},
                                          {"nodes", "rows of the table: one more than that number for a semigroup"},
                                          {"live", "number of nodes alive at the end"},
                                          {"total", "number of nodes defined"},
                                          {"max", "largest number of nodes alive at one time"},
                                          {"method", "the method that finished first, or the one at work"},
                                          {"memory", "bytes in use", Unit::bytes},
                                          {"reason", "what limit was reached, in words"},
                                          {"proof", "why there are infinitely many"}});

void set_problem(Report& report, const std::string& input, const MonoidProblem& problem) {
  report.set("input", input).set("letters", problem.monoid.alphabet.size()).set("relations", problem.monoid.equations.size());
  report.set("pairs", problem.pairs.size());
  if (!problem.pairs.empty()) report.set("kind", to_string(problem.kind));
}

/// One word for why there is no answer, and a sentence, unless the run was asked to stop.
void set_ending(Report& report, Ending ending, const MonoidOptions& options) {
  if (ending == Ending::cosets)
    report.ended("nodes").set("reason", option("max-nodes", std::to_string(options.max_nodes)) + " was reached");
  if (ending == Ending::memory) report.ended("memory").set("reason", "the memory is full; give more with " + option("memory"));
  if (ending == Ending::rows) report.ended("rows").set("reason", "the table has 2^32 - 2 rows, which is the most there can be");
}

void set_size(Report& report, const MonoidProblem& problem, Value size) {
  report.set(problem.pairs.empty() ? "size" : "classes", std::move(size));
}

}  // namespace

Report infinite_report(const std::string& input, const MonoidProblem& problem, const std::vector<std::string>& files) {
  Report report(kMonoid);
  set_problem(report, input, problem);
  set_size(report, problem, "infinite");
  report.set("verified", true).set("proof", why_infinite(problem)).line("{input}: infinite: {proof}");
  if (files.empty()) return report;
  return report.ended("infinite")
      .set("reason", fmt::format("the table is infinite, and not written to {}", fmt::join(files, ", ")))
      .line("{reason}");
}

Report monoid_report(const std::string& input, const MonoidEnumeration& found, const MonoidOptions& options,
                     const RunControl& run, const std::vector<std::string>& files) {
  Report report(kMonoid);
  const bool complete = found.complete();
  set_problem(report, input, found.problem());
  report.set("verified", complete).set("live", found.live()).set("total", found.total()).set("max", found.maximum());
  report.set("method", to_string(found.method())).set("memory", found.memory());
  if (complete) {
    set_size(report, found.problem(), found.table().size());
    report.set("nodes", found.table().nodes());
    report.line("{input}: {size element}, verified").line("{input}: {classes class/classes}, verified");
  } else {
    set_ending(report, found.ending(), options);
    report.line(found.problem().pairs.empty() ? "{input}: the size is not known[: {reason}]"
                                              : "{input}: the number of classes is not known[: {reason}]");
  }
  report.line("  {total node} defined, at most {max} at one time, by {method}, {}", {format_seconds(run.seconds())});
  if (complete) return report;
  report.line("  {live} alive");
  for (const std::string& file : files) report.line("{}: not written, because the table is not complete", {file});
  return report;
}

}  // namespace wreath::coset

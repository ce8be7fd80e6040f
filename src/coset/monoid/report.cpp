// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/coset/monoid.hpp"

namespace wreath::coset {

namespace {

const ReportForm kMonoid("coset monoid", {{"input", "the monoid or semigroup, as given"},
                                          {"size", "number of elements, or of classes if there are pairs, or \"infinite\""},
                                          {"verified", "whether this run has proven the size"},
                                          {"kind", "what the pairs generate: a twosided, right or left congruence"},
                                          {"pairs", "number of pairs"},
                                          {"letters", "number of letters"},
                                          {"relations", "number of relations"},
                                          {"nodes", "rows of the table: one more than the size for a semigroup"},
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

}  // namespace

Report infinite_report(const std::string& input, const MonoidProblem& problem) {
  Report report(kMonoid);
  set_problem(report, input, problem);
  report.set("size", "infinite").set("verified", true).set("proof", why_infinite(problem));
  return report.line("{input}: infinite: {proof}");
}

Report monoid_report(const std::string& input, const MonoidEnumeration& found, const MonoidOptions& options,
                     const RunControl& run) {
  Report report(kMonoid);
  const bool complete = found.complete();
  set_problem(report, input, found.problem());
  report.set("verified", complete).set("live", found.live()).set("total", found.total()).set("max", found.maximum());
  report.set("method", to_string(found.method())).set("memory", found.memory());
  if (complete) {
    report.set("size", found.table().size()).set("nodes", found.table().nodes());
    report.line(found.problem().pairs.empty() ? "{input}: {size element}, verified" : "{input}: {size class/classes}, verified");
  } else {
    set_ending(report, found.ending(), options);
    report.line("{input}: the size is not known[: {reason}]");
  }
  report.line("  {total node} defined, at most {max} at one time, by {method}, {}", {format_seconds(run.seconds())});
  if (!complete) report.line("  {live} alive");
  return report;
}

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// "The Matrix Multiply Flip Graph": the time to a scheme of rank 47 for 4x4 matrices, and Figure 2.
//
// The time to rank 47 is that of a search from the standard scheme of rank 64, over F2, and depends on luck: on a GPU the median
// of a few seeds is reported. A few CPU cores need hours; there the search goes as far as its time allows, and the row of rank 47
// has no value.
//
// Figure 2 is the distribution of the sizes of sets of summands that share a factor, in schemes of random walks in the flip graph
// of 5x5 matrices. The article does not say how low its walks were. Here a search among symmetric schemes, which soon finds low
// ones, goes down for some seconds, and walks without the symmetry from what it kept are sampled.
#include <fmt/format.h>

#include <algorithm>

#include "bench/paper/measure.hpp"
#include "core/text/units.hpp"
#include "flip/cpu/walk.hpp"
#include "wreath/flip.hpp"
#include "wreath/flip/statistics.hpp"

namespace wreath::paper {

namespace {

constexpr const char* kFlipsPaper = "The Matrix Multiply Flip Graph";
constexpr const char* kFlipsMachine = "NVIDIA RTX Pro 6000";
constexpr double kPaperSeconds = 30;  // "around thirty seconds"
constexpr std::uint64_t kTarget = 47;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

struct Attempt {
  flip::SearchResult result;
  double begin = 0;    // when the machine was ready, by the clock of the result
  double seconds = 0;  // from then on
};

Attempt search(Context& context, const flip::Shape& shape, std::uint64_t target, std::uint64_t seed, double limit) {
  flip::SearchOptions options;
  options.machine.backend = context.gpu_or_cpu();
  options.machine.threads = context.threads;
  options.seed = seed;
  options.target = target;
  PartRun part(context.run, limit);
  flip::Search search(shape, options, &part.run());
  const double begin = part.run().seconds();
  while (!part.run().should_stop() && search.advance(&part.run())) {
  }
  return {search.result(), begin, part.run().seconds() - begin};
}

/// Rank over time, of one search.
Series descent(const Attempt& attempt, std::uint64_t seed) {
  Series line{fmt::format("seed {}", seed), "time", "s", "rank", "", true, false, {}, {}, "wreath"};
  for (const flip::Discovery& best : attempt.result.bests) {
    if (best.seconds > attempt.begin) line.add(best.seconds - attempt.begin, static_cast<double>(best.scheme.rank()));
  }
  return line;
}

void time_to_47(Context& context, Report& report) {
  const std::uint64_t seeds = context.has_gpu() && !context.quick ? 5 : 1;
  const double limit = context.has_gpu() ? (context.quick ? 15 : 20) : (context.quick ? 8 : 45);
  std::vector<double> times;
  std::vector<double> rates;
  std::size_t best = 64;
  for (std::uint64_t seed = context.seed; seed < context.seed + seeds && !context.run.should_stop(); ++seed) {
    const Attempt attempt = search(context, {4, 4, 4}, kTarget, seed, limit);
    const flip::Scheme& scheme = attempt.result.bests.back().scheme;
    if (flip::first_wrong_entry(scheme)) throw InternalError("a search gave a wrong scheme");
    if (attempt.result.reached) times.push_back(attempt.seconds);
    rates.push_back(static_cast<double>(attempt.result.flips) / std::max(1e-9, attempt.result.walk_seconds));
    best = std::min(best, scheme.rank());
    report.add(descent(attempt, seed));
    for (const flip::Discovery& step : attempt.result.bests) {
      if (step.scheme.rank() <= 49 && step.scheme.rank() > kTarget)
        report.add(time_row(fmt::format("seed {}", seed), fmt::format("time to rank {}", step.scheme.rank()), std::nullopt,
                            step.seconds - attempt.begin));
    }
  }
  if (rates.empty()) return;
  report.add(
      time_row("4x4 matrices", "time to rank 47", kPaperSeconds, times.empty() ? std::nullopt : std::optional(median(times)),
               times.empty() ? fmt::format("not reached in {:.0f} s{}; many GPU-weeks in the original publication", limit,
                                           context.has_gpu() ? "" : "; no GPU here")
                             : fmt::format("median of {} of {} seeds, from the standard scheme, verified", times.size(), seeds)));
  report.add({"4x4 matrices", "rank", "", static_cast<double>(kTarget), static_cast<double>(best), "the lowest that was found",
              Better::less});
  report.add({"4x4 matrices", "flips", "flips/s", std::nullopt, median(rates), "", Better::more});
}

/// Walks from the schemes, with a sample at regular intervals.
flip::SharedFactors sample(Context& context, const std::vector<flip::Scheme>& starts, std::size_t samples, std::size_t& lowest,
                           std::size_t& highest) {
  constexpr std::uint64_t kSteps = 20000;
  flip::SharedFactors shared;
  const flip::Schedule schedule{50000, 2};
  const auto walker = flip::make_walker(starts[0].shape, schedule);
  for (std::size_t k = 0; k < samples && !context.run.should_stop(); ++k) {
    flip::Walk walk(flip::WalkRandom(context.seed, static_cast<std::uint32_t>(k)));
    place(walk, starts[k % starts.size()], flip::Symmetry::none, schedule);
    walker->run(walk, kSteps);
    const flip::Scheme scheme = present_scheme(walk, starts[0].shape, flip::Symmetry::none);
    lowest = std::min(lowest, scheme.rank());
    highest = std::max(highest, scheme.rank());
    shared.add(scheme);
  }
  return shared;
}

void figure_2(Context& context, Report& report) {
  constexpr double kSchemes = 3273;
  constexpr double kSets = 43386;
  flip::SearchOptions options;
  options.machine.backend = context.gpu_or_cpu();
  options.machine.threads = context.threads;
  options.seed = context.seed;
  options.symmetry = flip::Symmetry::c3;
  PartRun part(context.run, context.quick ? 3 : context.has_gpu() ? 5 : 15);
  flip::Search search({5, 5, 5}, options, &part.run());
  while (!part.run().should_stop() && search.advance(&part.run())) {
  }
  if (context.run.should_stop()) return;
  std::size_t lowest = 125;
  std::size_t highest = 0;
  const flip::SharedFactors shared = sample(context, search.kept(3), static_cast<std::size_t>(kSchemes), lowest, highest);
  const auto above_two = static_cast<double>(shared.of_size_at_least(3));
  const auto above_five = static_cast<double>(shared.of_size_at_least(6));
  const auto schemes = static_cast<double>(shared.schemes);
  if (above_two == 0) return;
  report.add(count_row("5x5 matrices", "schemes", "", kSchemes, schemes, fmt::format("ours of ranks {} to {}", lowest, highest)));
  report.add(count_row("5x5 matrices", "sets of more than two that share a factor", "", kSets, above_two));
  report.add(count_row("5x5 matrices", "such sets in a scheme", "", kSets / kSchemes, above_two / schemes));
  report.add(count_row("5x5 matrices", "of them of at most five", "%", 99.93, 100 * (above_two - above_five) / above_two));
  Series line{"sets that share a factor", "size", "", "sets in a scheme", "", false, true, {}, {}, "wreath"};
  for (std::uint64_t size = 2; size <= shared.largest(); ++size) {
    const auto sets = static_cast<double>(shared.of_size_at_least(size) - shared.of_size_at_least(size + 1));
    report.add({fmt::format("size {}", size), "sets in a scheme", "", std::nullopt, sets / schemes, "the paper's is only drawn",
                Better::more});
    if (sets > 0) line.add(static_cast<double>(size), sets / schemes);
  }
  report.add(line);
}

}  // namespace

std::vector<Experiment> flip_experiments() {
  return {
      {"flips-time-to-47", kFlipsPaper, "time to a scheme of rank 47 for 4x4 matrices over F2", kFlipsMachine, time_to_47},
      {"flips-figure-2", kFlipsPaper, "sizes of sets of summands that share a factor, in walks at 5x5", kFlipsMachine, figure_2}};
}

}  // namespace wreath::paper

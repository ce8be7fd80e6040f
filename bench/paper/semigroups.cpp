// SPDX-License-Identifier: MIT
//
// Vanzo, "High performances combinatorics using GPUs": Tables 1 to 8.
//
// Table 1 is the course of one enumeration, and counts. Tables 2, 3 and 5 to 8 are times of the report's own algorithm, which
// bench/baselines/semigroup keeps, with the one difference that its hash table uses the whole hash: the report's hash functor
// returned a truth value, and nearly all of its time went into the two buckets that were left. Beside them stands what wreath
// itself takes for the same elements. Table 4 is a property of the semigroups, and counted from their Cayley graphs.
#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "bench/paper/measure.hpp"
#include "bench/paper/semigroup_runs.hpp"
#include "core/text/units.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::paper {

namespace {

using semigroup::Enumeration;
using semigroup::PaperVariant;

constexpr const char* kSemigroupsPaper = "D. Vanzo, High performances combinatorics using GPUs";
constexpr const char* kSemigroupsMachine = "Intel Xeon E5-1650 (2012), one core, and NVIDIA GTX 1080 (2016)";
constexpr const char* kColumns[] = {"total time", "composition", "hash", "equality", "duplicates' elimination", "insert"};

Enumeration enumeration_of(const Context& context, const SemigroupCase& which, BackendChoice backend, bool graphs = false) {
  semigroup::Options options;
  options.machine.backend = backend;
  options.machine.threads = context.threads;
  options.graphs = graphs;
  return Enumeration(semigroup::make_family(which.family), options);
}

constexpr double kLong = 600;  // seconds that no run of ours takes

/// Why an enumeration did not come to its end.
std::string ending(RunControl& run) {
  return fmt::format("not run: stopped ({})", to_string(run.stop_reason()));
}

/// Table 1: elements by word length.
void stages_table(Context& context, Report& report) {
  constexpr double kNew[] = {1, 8, 36, 126, 356, 860, 1464, 3054, 4594, 5714, 5778, 4118, 2678, 1258, 486, 136, 25, 8, 0};
  constexpr double kAll[] = {1,     9,     45,    171,   527,   1387,  3151,  6205,  10799, 16513,
                             22291, 26409, 29087, 30445, 30931, 31067, 31095, 31103, 31103};
  Enumeration found = enumeration_of(context, semigroup_cases()[0], BackendChoice::cpu);
  const double seconds = seconds_of([&] { found.run(&context.run); });
  if (!found.complete()) {
    report.add({"all stages", "elements", "", kAll[std::size(kAll) - 1], std::nullopt, ending(context.run), Better::more});
    return;
  }
  const std::vector<std::uint64_t> levels = found.levels();
  Series ours{"wreath", "stage", "", "elements", "", false, true, {}, {}, "wreath"};
  Series paper{"the paper", "stage", "", "elements", "", false, true, {}, {}, "paper"};
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < std::size(kNew); ++k) {
    const std::uint64_t fresh = k < levels.size() ? levels[k] : 0;
    sum += fresh;
    const double by_sums = k == 0 ? kAll[0] : kAll[k] - kAll[k - 1];
    const bool misprint = kNew[k] != by_sums && static_cast<double>(fresh) == by_sums;
    report.add(count_row(fmt::format("stage {}", k), "|T_k|", "", kNew[k], static_cast<double>(fresh),
                         misprint ? "a misprint: the paper's own |F_k| give ours" : ""));
    report.add(count_row(fmt::format("stage {}", k), "|F_k|", "", kAll[k], static_cast<double>(sum)));
    ours.add(static_cast<double>(k), static_cast<double>(sum));
    paper.add(static_cast<double>(k), kAll[k]);
  }
  report.add(time_row("all stages", "wreath's own enumeration", 27.2, seconds, "the paper's: GPU++ of Table 5"));
  report.add(paper);
  report.add(ours);
}

/// Table 2: where the time of the equality test on the GPU goes.
void equality_parts_table(Context& context, Report& report, SemigroupRuns& runs) {
  struct Line {
    std::size_t which;
    double parts[4];
  };
  constexpr Line kLines[] = {{0, {1.03, 2.80, 0.96, 1.29}}, {3, {36.21, 10.51, 3.86, 81.79}}};
  constexpr const char* kParts[] = {"kernel computation", "data copy", "kernel launching latency", "CPU/GPU synchronization"};
  for (const Line& line : kLines) {
    if (context.run.should_stop()) return;
    const SemigroupCase& which = semigroup_cases()[line.which];
    for (std::size_t part = 0; part < 4; ++part) {
      report.add(time_row(which.name, kParts[part], line.parts[part], std::nullopt, "ours is not taken apart: see the sum"));
    }
    const PaperRun& run = runs.paper(context, which, PaperVariant::gpu);
    report.add(time_row(which.name, "all four: equality tests on the GPU",
                        std::accumulate(std::begin(line.parts), std::end(line.parts), 0.0),
                        run.profile ? std::optional((*run.profile)[3]) : std::nullopt, run.note));
  }
}

/// Table 3: the same test on CPU and GPU.
void equality_table(Context& context, Report& report, SemigroupRuns& runs) {
  for (const SemigroupCase& which : semigroup_cases()) {
    if (context.run.should_stop()) return;
    const std::string label = fmt::format("{}, size {:.0f}", which.name, which.degree);
    const auto equality = [](const PaperRun& run) { return run.profile ? std::optional((*run.profile)[3]) : std::nullopt; };
    const PaperRun& cpu = runs.paper(context, which, PaperVariant::cpu);
    report.add(time_row(
        label, "time on CPU", which.equality_cpu, equality(cpu),
        "ours without elimination of duplicates: some three times the tests" + (cpu.note.empty() ? "" : "; " + cpu.note)));
    const PaperRun& gpu = runs.paper(context, which, PaperVariant::gpu_plus);
    report.add(time_row(label, "time on GPU", which.equality_gpu, equality(gpu), gpu.note));
  }
}

/// How many of the products of elements of length below `stages` with the generators come up before in their stage.
double duplicate_share(const Enumeration& found, std::size_t stages) {
  const std::span<const std::uint32_t> graph = found.right_graph();
  const std::size_t letters = found.generators().count();
  std::vector<std::uint32_t> seen(found.size(), 0);
  std::uint64_t products = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t first = 0;
  std::uint32_t stage = 0;
  for (const std::uint64_t level : found.levels()) {
    if (++stage > stages) break;
    for (std::uint64_t edge = first * letters; edge < (first + level) * letters; ++edge) {
      if (seen[graph[edge]] == stage) ++duplicates;
      seen[graph[edge]] = stage;
    }
    products += level * letters;
    first += level;
  }
  return 100.0 * static_cast<double>(duplicates) / static_cast<double>(products);
}

/// Table 4: how many products are eliminated.
void duplicates_table(Context& context, Report& report) {
  for (const SemigroupCase& which : semigroup_cases()) {
    if (context.run.should_stop()) return;
    const std::string label = fmt::format("{}{}, size {:.0f}", which.name, which.partial != 0 ? " (partial)" : "", which.degree);
    const char* quantity = "eliminated transformations";
    if (context.quick && which.partial != 0) {
      report.add({label, quantity, "%", which.eliminated, std::nullopt, "not run with --quick", Better::more});
      continue;
    }
    Enumeration found = enumeration_of(context, which, BackendChoice::automatic, true);
    PartRun part(context.run, kLong);
    if (!found.run(&part.run())) {
      report.add({label, quantity, "%", which.eliminated, std::nullopt, ending(part.run()), Better::more});
      continue;
    }
    const std::size_t stages = which.partial != 0 ? kPartialStage : ~std::size_t{0};
    report.add({label, quantity, "%", which.eliminated, duplicate_share(found, stages),
                which.partial != 0
                    ? fmt::format("to stage {}; {:.3g}% of all stages", kPartialStage, duplicate_share(found, ~std::size_t{0}))
                    : "",
                Better::more});
  }
}

void add_profile(Report& report, const std::string& label, const Profile& paper, const PaperRun& run) {
  for (std::size_t column = 0; column < std::size(kColumns); ++column) {
    if (paper[column] == 0 && (!run.profile || (*run.profile)[column] == 0)) continue;
    report.add(time_row(label, kColumns[column], paper[column],
                        run.profile ? std::optional((*run.profile)[column]) : std::nullopt, run.note));
  }
}

/// The last line of Tables 5 to 8: how much faster GPU++ is than the CPU.
void add_speedup(Report& report, const SemigroupCase& which, const PaperRun& cpu, const PaperRun& gpu) {
  std::optional<double> ours;
  if (cpu.profile && gpu.profile) ours = (*cpu.profile)[0] / (*gpu.profile)[0];
  report.add({"speed-up CPU/GPU++", kColumns[0], "", which.cpu[0] / which.gpu_plus[0], ours, gpu.profile ? cpu.note : gpu.note,
              Better::more});
}

/// wreath itself, beside the paper's fastest.
void add_own(Context& context, Report& report, const SemigroupCase& which, BackendChoice backend) {
  const std::string label = backend == BackendChoice::cuda
                                ? "wreath, GPU"
                                : fmt::format("wreath, {} thread{}", context.threads, context.threads == 1 ? "" : "s");
  Enumeration found = enumeration_of(context, which, backend);
  PartRun part(context.run, kLong);
  double seconds = 0;
  if (which.partial != 0) {
    seconds = seconds_of([&] { found.run_until(which.partial, &part.run()); });
    const bool reached = found.size() >= which.partial;
    report.add(
        time_row(label, fmt::format("total time, to stage {}", kPartialStage), which.gpu_plus[0],
                 reached ? std::optional(seconds) : std::nullopt,
                 reached ? fmt::format("{} elements; the paper's: GPU++", format_count(found.size())) : ending(part.run())));
    if (context.quick && backend == BackendChoice::cpu) {
      report.add(time_row(label, "total time, to the end", std::nullopt, std::nullopt, "not run with --quick"));
      return;
    }
  }
  seconds += seconds_of([&] { found.run(&part.run()); });
  if (!found.complete()) {
    report.add(time_row(label, "total time, to the end", std::nullopt, std::nullopt, ending(part.run())));
    return;
  }
  report.add(time_row(label, which.partial != 0 ? "total time, to the end" : kColumns[0],
                      which.partial != 0 ? std::nullopt : std::optional(which.gpu_plus[0]), seconds,
                      which.partial != 0 ? "the paper: several weeks, not done" : "the paper's: GPU++"));
  report.add(count_row(label, "elements", "", which.size, static_cast<double>(found.size())));
}

/// Tables 5 to 8.
void profile_table(Context& context, Report& report, SemigroupRuns& runs, const SemigroupCase& which) {
  const PaperRun& cpu = runs.paper(context, which, PaperVariant::cpu);
  add_profile(report, "CPU", which.cpu, cpu);
  if (context.run.should_stop()) return;
  add_profile(report, "GPU", which.gpu, runs.paper(context, which, PaperVariant::gpu));
  if (context.run.should_stop()) return;
  const PaperRun& plus = runs.paper(context, which, PaperVariant::gpu_plus);
  add_profile(report, "GPU++", which.gpu_plus, plus);
  add_speedup(report, which, cpu, plus);
  add_own(context, report, which, BackendChoice::cpu);
  if (context.has_gpu() && !context.run.should_stop()) add_own(context, report, which, BackendChoice::cuda);
}

}  // namespace

std::vector<Experiment> semigroup_experiments() {
  const auto runs = std::make_shared<SemigroupRuns>();
  std::vector<Experiment> list;
  const auto add = [&](int number, const std::string& what, std::function<void(Context&, Report&)> body) {
    list.push_back({fmt::format("semigroups-table-{}", number), kSemigroupsPaper, what, kSemigroupsMachine, std::move(body)});
  };
  const auto with_runs = [runs](auto body) {
    return [runs, body](Context& context, Report& report) { body(context, report, *runs); };
  };
  add(1, "elements of Bihecke 5 by stage", stages_table);
  add(2, "where the time of the equality test on the GPU goes: Bihecke 5, Renner A 7", with_runs(equality_parts_table));
  add(3, "the equality test on CPU and GPU, four test cases", with_runs(equality_table));
  add(4, "how many transformations of a stage are duplicates, four test cases", duplicates_table);
  for (int k = 0; k < 4; ++k) {
    const SemigroupCase& which = semigroup_cases()[static_cast<std::size_t>(k)];
    add(5 + k, fmt::format("profile of {} for three implementations, and wreath", which.name),
        with_runs(
            [&which](Context& context, Report& report, SemigroupRuns& all) { profile_table(context, report, all, which); }));
  }
  return list;
}

}  // namespace wreath::paper

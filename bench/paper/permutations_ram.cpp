// SPDX-License-Identifier: MIT
//
// Slavici, Dong, Kunkle and Cooperman, "Fast multiplication of large permutations for disk, flash memory and RAM": Tables 6 to 8,
// in RAM.
//
// "New" is the partition (Algorithm 4 and its like for inverse and quotient), "trad." the plain loop over all threads, and
// "optimal" what the formulas of the paper's Section 6 give for the bandwidths of Table 6. The paper's 8 cores are as many here
// as there are, up to 8, and all of them in a row of their own where there are more. A GPU adds rows that the paper has not:
// arrays in its memory, both algorithms.
#include <fmt/format.h>

#include <array>
#include <optional>

#include "bench/baselines/perm/device_timing.hpp"
#include "bench/baselines/perm/model.hpp"
#include "bench/paper/measure.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/plan/bench.hpp"
#include "perm/plan/plan.hpp"

namespace wreath::paper {

namespace {

using perm::Operation;

constexpr const char* kRamPermutationsPaper =
    "Slavici, Dong, Kunkle, Cooperman, Fast multiplication of large permutations (ISSAC 2010)";
constexpr const char* kRamPermutationsMachine = "2 x Intel Xeon E5410 (quad-core, 2.33 GHz, 12 MB L2 each), 16 GB";
constexpr std::size_t kMillion = std::size_t{1} << 20;  // 32 million 4-byte elements are 128 MB in the paper
constexpr std::uint64_t kBytesPerPoint = 24;            // x, y, z, and the partition's scratch space

/// A row of Table 8: seconds of "new" and "trad." for 1, 2, 4 and 8 threads, and optimal.
struct Table8Line {
  Operation operation;
  const char* name;
  std::size_t millions;
  std::array<std::array<double, 2>, 5> seconds;
};
constexpr Table8Line kTable8[] = {
    {Operation::multiply, "multiplication", 32, {{{0.81, 0.81}, {0.70, 0.51}, {0.43, 0.45}, {0.29, 0.42}, {0.25, 0.39}}}},
    {Operation::multiply, "multiplication", 64, {{{1.98, 1.67}, {1.47, 1.27}, {0.85, 0.95}, {0.62, 0.88}, {0.50, 0.77}}}},
    {Operation::multiply, "multiplication", 128, {{{4.68, 4.09}, {2.98, 2.52}, {1.72, 2.10}, {1.16, 1.81}, {1.01, 1.54}}}},
    {Operation::inverse, "inverse", 32, {{{1.03, 1.83}, {0.86, 1.04}, {0.54, 0.63}, {0.34, 0.59}, {0.18, 0.53}}}},
    {Operation::inverse, "inverse", 64, {{{2.39, 3.70}, {1.75, 2.06}, {0.96, 1.31}, {0.66, 1.21}, {0.37, 1.06}}}},
    {Operation::inverse, "inverse", 128, {{{5.33, 7.48}, {3.52, 4.15}, {2.00, 2.65}, {1.35, 2.51}, {0.75, 2.11}}}},
    {Operation::divide,
     "multiplication by an inverse",
     32,
     {{{1.06, 1.84}, {0.87, 1.10}, {0.53, 0.66}, {0.35, 0.60}, {0.20, 0.55}}}},
    {Operation::divide,
     "multiplication by an inverse",
     64,
     {{{2.46, 3.72}, {1.77, 2.24}, {0.99, 1.33}, {0.70, 1.23}, {0.41, 1.10}}}},
    {Operation::divide,
     "multiplication by an inverse",
     128,
     {{{5.57, 7.52}, {3.62, 4.22}, {2.08, 2.72}, {1.43, 2.55}, {0.83, 2.19}}}},
};
constexpr unsigned kThreads[] = {1, 2, 4, 8};

/// In one row the paper has the entries for one thread in each other's place; above they are as they should be.
bool is_swapped(const Table8Line& line) {
  return line.operation == Operation::divide && line.millions == 64;
}

/// A sentence if the points do not fit in memory; empty if they do.
std::string no_room(const Context& context, std::size_t points) {
  const std::uint64_t needed = points * kBytesPerPoint;
  return needed <= context.run.memory_left() ? "" : fmt::format("not run: needs {} of memory", format_bytes(needed));
}

void table_6(Context& context, Report& report) {
  const std::size_t points = (context.quick ? 16 : 128) * kMillion;
  const std::string missing = no_room(context, points);
  std::optional<perm::MemoryParameters> memory;
  if (missing.empty()) {
    perm::Bench bench(points, {.machine = {.threads = context.threads}});
    memory = perm::measure_memory(bench, context.threads);
  }
  const std::string note =
      missing.empty() ? fmt::format("{} threads, arrays of {}", context.threads, format_bytes(4 * points)) : missing;
  const auto ours = [&](double perm::MemoryParameters::*field) {
    return memory ? std::optional((*memory).*field) : std::nullopt;
  };
  report.add({"read bandwidth", "in order", "B/s", 5859e6, ours(&perm::MemoryParameters::read), note, Better::more});
  report.add({"write bandwidth", "in order", "B/s", 3850e6, ours(&perm::MemoryParameters::write), note, Better::more});
  report.add({"latency of 1 random access", "latency", "ns", 302, memory ? std::optional(1e9 * memory->latency) : std::nullopt,
              missing.empty() ? "each access waits for the one before; huge pages" : missing, Better::less});
}

void table_7(Context& context, Report& report) {
  constexpr double kTable7Seconds[2][2] = {{0.042, 0.048}, {0.054, 0.026}};
  const unsigned workers = std::min(8U, context.threads);
  const std::string missing = no_room(context, 4 * kMillion * workers);
  std::vector<perm::ProcessRow> rows;
  if (missing.empty()) rows = perm::measure_threads_and_processes(workers);
  for (std::size_t k = 0; k < 2; ++k) {
    const char* label = k == 0 ? "traditional" : "new";
    const std::string note = missing.empty() ? fmt::format("4 million points; {} here", workers) : missing;
    report.add(time_row(label, "eight threads", kTable7Seconds[k][0],
                        rows.empty() ? std::nullopt : std::optional(rows[k].threads_seconds), note));
    report.add(time_row(label, "eight processes, per product", kTable7Seconds[k][1],
                        rows.empty() ? std::nullopt : std::optional(rows[k].processes_seconds), note));
  }
}

double time_new(perm::Bench& bench, Operation operation, unsigned threads, int repetitions) {
  perm::RamPlan plan =
      arrays::default_plan(perm::move_of(operation), bench.points(), bench.points(), sizeof(perm::Bench::Point), threads);
  perm::apply_tuning(plan, operation, bench.points(), sizeof(perm::Bench::Point), threads);
  return perm::best_seconds(repetitions, [&] { bench.implicit(operation, plan); });
}

/// One row of Table 8 for each number of threads, both algorithms, and what is optimal.
void measure_line(Context& context, Report& report, const Table8Line& line, perm::Bench& bench,
                  const perm::MemoryParameters& memory) {
  const std::string label = fmt::format("{} million, {}", line.millions, line.name);
  const int repetitions = context.quick ? 1 : 2;
  Series fresh{label + ", new", "threads", "", "time", "s", true, true, {}, {}, "wreath"};
  Series plain = fresh;
  plain.name = label + ", trad.";
  Series paper_fresh = fresh;
  Series paper_plain = plain;
  paper_fresh.source = paper_plain.source = "paper";
  std::vector<unsigned> counts = context.thread_counts(8);
  if (context.threads > 8) counts.push_back(context.threads);
  for (const unsigned count : counts) {
    if (context.run.should_stop()) break;
    fresh.add(count, time_new(bench, line.operation, count, repetitions));
    plain.add(count, perm::best_seconds(repetitions, [&] { bench.traditional(line.operation, count); }));
  }
  for (std::size_t k = 0; k < std::size(kThreads); ++k) {
    paper_fresh.add(kThreads[k], line.seconds[k][0]);
    paper_plain.add(kThreads[k], line.seconds[k][1]);
    const bool here = k < fresh.x.size() && fresh.x[k] == kThreads[k];
    const std::string quantity = fmt::format("{} thread{}", kThreads[k], k == 0 ? "" : "s");
    std::string note = here                             ? ""
                       : kThreads[k] <= context.threads ? "not run: stopped"
                                                        : fmt::format("not run: {} threads here", context.threads);
    if (k == 0 && is_swapped(line))
      note += (note.empty() ? "" : "; ") + std::string("the paper prints new and trad. the other way round");
    report.add(time_row(label, quantity + ", new", line.seconds[k][0], here ? std::optional(fresh.y[k]) : std::nullopt, note));
    report.add(time_row(label, quantity + ", trad.", line.seconds[k][1], here ? std::optional(plain.y[k]) : std::nullopt, note));
  }
  if (context.threads > 8 && !fresh.x.empty() && fresh.x.back() == context.threads) {
    const std::string quantity = fmt::format("{} threads", context.threads);
    report.add(time_row(label, quantity + ", new", line.seconds[3][0], fresh.y.back(), "the paper's: 8 threads"));
    report.add(time_row(label, quantity + ", trad.", line.seconds[3][1], plain.y.back(), "the paper's: 8 threads"));
  }
  const char* formulas = "by the formulas of Section 6 and the bandwidths of this machine";
  report.add(time_row(label, "optimal, new", line.seconds[4][0],
                      perm::predict_implicit(line.operation, bench.points(), 4, memory), formulas));
  report.add(time_row(label, "optimal, trad.", line.seconds[4][1],
                      perm::predict_traditional(line.operation, bench.points(), 4, memory), formulas));
  if (context.has_gpu() && !context.run.should_stop()) {
    const char* note = "arrays in the GPU's memory; the paper's: 8 threads";
    report.add(time_row(label, "GPU, new", line.seconds[3][0],
                        perm::time_on_device(line.operation, bench.x(), bench.y(), perm::Method::partition, 3), note));
    report.add(time_row(label, "GPU, trad.", line.seconds[3][1],
                        perm::time_on_device(line.operation, bench.x(), bench.y(), perm::Method::loop, 3), note));
  }
  for (Series* series : {&paper_fresh, &paper_plain, &fresh, &plain}) report.add(std::move(*series));
}

void table_8(Context& context, Report& report) {
  for (const std::size_t millions : {std::size_t{32}, std::size_t{64}, std::size_t{128}}) {
    if (context.run.should_stop()) return;
    const std::string missing = context.quick && millions > 32 ? "not run with --quick" : no_room(context, millions * kMillion);
    std::optional<perm::Bench> bench;
    perm::MemoryParameters memory;
    if (missing.empty()) {
      bench.emplace(millions * kMillion, perm::Options{.machine = {.threads = context.threads}});
      memory = perm::measure_memory(*bench, context.threads);
    }
    for (const Table8Line& line : kTable8) {
      if (line.millions != millions || context.run.should_stop()) continue;
      if (bench) {
        measure_line(context, report, line, *bench, memory);
      } else {
        report.add(time_row(fmt::format("{} million, {}", line.millions, line.name), "8 threads, new", line.seconds[3][0],
                            std::nullopt, missing));
      }
      context.run.report({"Table 8", millions, 128, "million points"});
    }
  }
}

}  // namespace

std::vector<Experiment> permutation_ram_experiments() {
  return {{"permutations-table-6", kRamPermutationsPaper, "bandwidth and latency of RAM", kRamPermutationsMachine, table_6},
          {"permutations-table-7", kRamPermutationsPaper, "products of 4 million points by threads and by processes",
           kRamPermutationsMachine, table_7},
          {"permutations-table-8", kRamPermutationsPaper, "multiply, inverse, divide in RAM, new and traditional, by threads",
           kRamPermutationsMachine, table_8}};
}

}  // namespace wreath::paper

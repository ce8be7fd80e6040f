// SPDX-License-Identifier: MIT
//
// Slavici, Dong, Kunkle and Cooperman, "Fast multiplication of large permutations for disk, flash memory and RAM": Tables 1 to 5,
// on disk.
//
// The paper's permutations have up to 12.8 billion points and fill disks; here they are the same rows at a fixed part of their
// size, and compared per point. The memory that a run may use is in proportion, too: Tables 2, 4 and 5 leave it a few tenths of
// one array. Table 3 cannot be in proportion: how much a mapped file keeps in memory is the kernel's affair, so on a machine with
// room for it the plain loop never waits for the disk, and its rows tell what that is worth. One machine stands for the cluster
// of Tables 4 and 5; nodes are threads.
#include <fmt/format.h>

#include <array>
#include <optional>

#include "bench/baselines/perm/disk_model.hpp"
#include "bench/baselines/perm/disk_speed.hpp"
#include "bench/paper/measure.hpp"
#include "bench/paper/permutation_files.hpp"
#include "core/text/units.hpp"

namespace wreath::paper {

namespace {

using perm::Operation;

constexpr const char* kDiskPermutationsPaper =
    "Slavici, Dong, Kunkle, Cooperman, Fast multiplication of large permutations (ISSAC 2010)";
constexpr const char* kDiskPermutationsMachine =
    "AMD Phenom 9550 (quad-core, 2.2 GHz), 4 GB; Seagate Barracuda 7200.10; 2 x Intel SSD 80 GB";
constexpr const char* kCluster = "16 nodes of 2 x Intel Xeon 5130 (dual-core, 2.0 GHz), 16 GB, a 500 GB disk; Fast Ethernet";
constexpr std::uint64_t kMega = 1'000'000;

/// Why it cannot be run here; empty where it can.
std::string no_room(const Context& context, const Files& files) {
  if (files.disk_bytes() > context.free_disk() / 2)
    return fmt::format("not run: needs {} of disk ({}, --scratch names another)", format_bytes(2 * files.disk_bytes()),
                       context.scratch);
  if (kLeastMemory + files.array_bytes() / 2 > context.run.memory_left())
    return fmt::format("not run: needs {} of memory", format_bytes(kLeastMemory + files.array_bytes() / 2));
  return "";
}

/// The number of points divided by `part`, or by the next power of two times that, down to a million points, that fits.
Files largest_fitting(const Context& context, std::uint64_t points, std::uint64_t part, unsigned point_bytes) {
  Files files{points / part, point_bytes};
  while (!no_room(context, files).empty() && files.points > 2 * kMega) files.points /= 2;
  return files;
}

/// What the run may use of an array, as the paper's machine had 4 GB for one of 10 GB.
std::uint64_t memory_for(const Files& files) {
  return std::max(kLeastMemory, files.array_bytes() * 2 / 5);
}

std::optional<Timing> timing(const std::optional<double>& seconds, const Files& files) {
  return seconds ? std::optional(Timing{*seconds, files.points}) : std::nullopt;
}

std::string within(const How& how) {
  return fmt::format("within {}", format_bytes(how.memory));
}

perm::DiskParameters measure_parameters(Context& context, std::uint64_t bytes) {
  perm::DiskParameters parameters;
  parameters.disk = perm::measure_disk(context.scratch, bytes, true);
  parameters.memory_latency = perm::measure_memory_latency();
  parameters.chunk_bytes = 2 << 20;  // as the paper's buckets
  return parameters;
}

void table_1(Context& context, Report& report) {
  struct Column {
    const char* name;
    double read, write, latency, memory;
  };
  constexpr Column kColumns[] = {
      {"disk", 85e6, 82e6, 10e-3, 233e-9}, {"flash", 200e6, 26e6, 14e-3, 211e-9}, {"cluster disk", 51e6, 51e6, 39e-3, 169e-9}};
  const std::uint64_t bytes = std::uint64_t{context.quick ? 128U : 1024U} << 20;
  if (2 * bytes > context.free_disk()) {
    report.add({"disk", "read bandwidth", "B/s", kColumns[0].read, std::nullopt,
                fmt::format("not run: needs {} in {}", format_bytes(2 * bytes), context.scratch), Better::more});
    return;
  }
  const perm::DiskParameters ours = measure_parameters(context, bytes);
  for (const Column& column : kColumns) {
    const std::string note = fmt::format("ours: the disk of {}", context.scratch);
    report.add({column.name, "read bandwidth", "B/s", column.read, ours.disk.read, note, Better::more});
    report.add({column.name, "write bandwidth", "B/s", column.write, ours.disk.write, note, Better::more});
    report.add(time_row(column.name, "latency", column.latency, ours.disk.latency, "one small read past the page cache"));
    report.add({column.name, "latency of RAM", "ns", 1e9 * column.memory, 1e9 * ours.memory_latency, "", Better::less});
  }
}

/// The two halves of Table 2: measured, and by the formulas.
struct Table2Line {
  const char* store;
  std::uint64_t points;
  double real[3];
  double estimated[3];
};
constexpr Table2Line kTable2[] = {{"disk", 1250 * kMega, {1609, 1002, 1253}, {1388, 1149, 1269}},
                                  {"disk", 2500 * kMega, {3205, 2259, 2736}, {2776, 2298, 2538}},
                                  {"flash", 1250 * kMega, {1584, 1212, 1348}, {1849, 1747, 1798}},
                                  {"flash", 2500 * kMega, {2807, 2604, 2711}, {3698, 3494, 3596}}};
constexpr Operation kOperations[] = {Operation::multiply, Operation::inverse, Operation::divide};
constexpr const char* kShort[] = {"PM", "PI", "PMI"};

void table_2(Context& context, Report& report) {
  const std::uint64_t part = context.quick ? 500 : 10;
  for (const std::uint64_t points : {1250 * kMega, 2500 * kMega}) {
    const Files files = largest_fitting(context, points, part, 8);
    const std::string missing = no_room(context, files);
    std::optional<Timing> real[3];
    std::optional<Timing> estimated[3];
    How how{.threads = context.threads, .memory = memory_for(files)};
    if (missing.empty()) {
      const Workplace place(context, files);
      const perm::DiskParameters parameters = measure_parameters(context, std::max(files.array_bytes() / 4, kLeastMemory));
      for (std::size_t k = 0; k < 3 && !context.run.should_stop(); ++k) {
        how.operation = kOperations[k];
        real[k] = timing(time_files(context, place, how), files);
        estimated[k] =
            Timing{perm::predict_on_disk(kOperations[k], static_cast<double>(files.array_bytes()), 8, parameters), files.points};
        context.run.report({"Table 2", k + 1, 3, "operations"});
      }
    }
    for (const Table2Line& line : kTable2) {
      if (line.points != points) continue;
      const std::string label =
          fmt::format("{} billion ({} GB), {}", static_cast<double>(points) / 1e9, points * 8 / 1000 / kMega, line.store);
      for (std::size_t k = 0; k < 3; ++k) {
        report.add(timing_row(label, fmt::format("{} real", kShort[k]), {line.real[k], points}, real[k],
                              missing.empty() ? within(how) : missing));
        report.add(timing_row(
            label, fmt::format("{} est", kShort[k]), {line.estimated[k], points}, estimated[k],
            missing.empty()
                ? "the paper's formulas with the speed of this disk and the latency of this memory: they do not model read-ahead"
                : missing));
      }
    }
    if (context.run.should_stop()) return;
  }
}

void table_3(Context& context, Report& report) {
  struct Line {
    const char* name;
    perm::FileLoop loop;
    double seconds[2][2];  // disk, flash; sequential, parallel
  };
  constexpr Line kLines[] = {{"traditional", perm::FileLoop::mapped, {{3476, 1802}, {1198, 489}}},
                             {"buffered", perm::FileLoop::buffered, {{150, 142}, {130, 115}}}};
  constexpr std::uint64_t kPoints = 750 * kMega;
  const Files files = largest_fitting(context, kPoints, context.quick ? 100 : 10, 4);
  const std::string missing = no_room(context, files);
  std::optional<Workplace> place;
  if (missing.empty()) place.emplace(context, files);
  for (const Line& line : kLines) {
    for (const bool parallel : {false, true}) {
      if (context.run.should_stop()) return;
      std::optional<Timing> ours;
      if (place)
        ours = timing(
            time_files(
                context, *place,
                {.loop = line.loop, .threads = parallel ? context.threads : 1, .memory = kLeastMemory + 4 * files.array_bytes()}),
            files);
      for (std::size_t store = 0; store < 2; ++store) {
        report.add(timing_row(fmt::format("750 million (3.0 GB), {}", store == 0 ? "disk" : "flash"),
                              fmt::format("{} algorithm, {}", line.name, parallel ? "parallel" : "sequential"),
                              {line.seconds[store][parallel], kPoints}, ours,
                              missing.empty() ? "here the page cache holds all" : missing));
      }
    }
  }
  report.add(time_row("825 million (3.5 GB)", "traditional algorithm", std::nullopt, std::nullopt,
                      "the paper: more than 4 hours, all four; not run: the arrays would have to be larger than memory"));
  if (!place || context.run.should_stop()) return;
  const How how{.threads = context.threads, .memory = memory_for(files)};
  report.add(timing_row("750 million (3.0 GB), disk", "Algorithm 3 in place of it, parallel", {1802, kPoints},
                        timing(time_files(context, *place, how), files), within(how) + "; the paper's: traditional"));
}

struct Algorithm {
  const char* name;
  std::optional<perm::disk::Baseline> baseline;
};
constexpr Algorithm kAlgorithms[] = {
    {"sort", perm::disk::Baseline::sort}, {"bucket", perm::disk::Baseline::buckets}, {"implicit indices", std::nullopt}};

void table_4(Context& context, Report& report) {
  struct Line {
    std::uint64_t points;
    int gigabytes;
    double seconds[3];
    double estimated;  // 0: the paper has none
  };
  constexpr Line kLines[] = {{800 * kMega, 6, {538, 105, 77}, 70},
                             {1600 * kMega, 12, {1151, 202, 100}, 139},
                             {3200 * kMega, 24, {3440, 490, 270}, 279},
                             {6400 * kMega, 48, {7484, 2364, 1571}, 0},
                             {12800 * kMega, 95, {15697, 6838, 3228}, 0}};
  const std::uint64_t part = context.quick ? 2048 : 256;
  std::array<Series, 6> series;
  for (std::size_t k = 0; k < 3; ++k) {
    series[k] = {fmt::format("{}", kAlgorithms[k].name), "points", "", "time", "s", true, true, {}, {}, "paper"};
    series[k + 3] = series[k];
    series[k + 3].source = "wreath";
  }
  for (const Line& line : kLines) {
    const Files files = largest_fitting(context, line.points, part, 8);
    const std::string missing = no_room(context, files);
    const std::string label = fmt::format("{} billion ({} GB)", static_cast<double>(line.points) / 1e9, line.gigabytes);
    std::optional<Workplace> place;
    if (missing.empty()) place.emplace(context, files);
    for (std::size_t k = 0; k < 3; ++k) {
      if (context.run.should_stop()) return;
      const How how{.baseline = kAlgorithms[k].baseline, .threads = context.threads, .memory = memory_for(files)};
      std::optional<Timing> ours;
      if (place) ours = timing(time_files(context, *place, how), files);
      report.add(
          timing_row(label, kAlgorithms[k].name, {line.seconds[k], line.points}, ours, missing.empty() ? within(how) : missing));
      series[k].add(static_cast<double>(line.points), line.seconds[k]);
      if (ours) series[k + 3].add(static_cast<double>(files.points), ours->seconds);
    }
    if (line.estimated != 0)
      report.add(time_row(label, "implicit indices, estimated", line.estimated, std::nullopt, "for the paper's 16 disks"));
    context.run.report({"Table 4", line.points / kMega, 12800, "million points of the paper's"});
  }
  for (Series& line : series) report.add(std::move(line));
}

void table_5(Context& context, Report& report) {
  struct Line {
    unsigned nodes;
    double seconds[3];
  };
  constexpr Line kLines[] = {
      {1, {28952, 7069, 5576}}, {2, {13555, 3627, 2861}}, {4, {6197, 677, 354}}, {8, {2227, 336, 167}}, {16, {1185, 202, 100}}};
  constexpr std::uint64_t kPoints = 1600 * kMega;
  const Files files = largest_fitting(context, kPoints, context.quick ? 2048 : 128, 8);
  const std::string missing = no_room(context, files);
  std::optional<Workplace> place;
  if (missing.empty()) place.emplace(context, files);
  std::array<Series, 6> series;
  for (std::size_t k = 0; k < 6; ++k)
    series[k] = {kAlgorithms[k % 3].name, "nodes", "", "time per point", "ns", true, true, {}, {}, k < 3 ? "paper" : "wreath"};
  for (const Line& line : kLines) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (context.run.should_stop()) return;
      const How how{.baseline = kAlgorithms[k].baseline, .threads = line.nodes, .memory = memory_for(files)};
      std::optional<Timing> ours;
      const bool enough = line.nodes <= context.threads;
      if (place && enough) ours = timing(time_files(context, *place, how), files);
      series[k].add(line.nodes, 1e9 * line.seconds[k] / static_cast<double>(kPoints));
      if (ours) series[k + 3].add(line.nodes, 1e9 * ours->seconds / static_cast<double>(ours->points));
      std::string note = missing;
      if (missing.empty())
        note = enough ? fmt::format("{} thread{} instead of nodes", line.nodes, line.nodes == 1 ? "" : "s")
                      : fmt::format("not run: {} threads here; several machines: mpirun -n {} wreath perm multiply",
                                    context.threads, line.nodes);
      report.add(timing_row(fmt::format("{} node{}", line.nodes, line.nodes == 1 ? "" : "s"), kAlgorithms[k].name,
                            {line.seconds[k], kPoints}, ours, note));
    }
  }
  for (Series& line : series) report.add(std::move(line));
}

}  // namespace

std::vector<Experiment> permutation_disk_experiments() {
  return {
      {"permutations-table-1", kDiskPermutationsPaper, "bandwidth and latency of disks", kDiskPermutationsMachine, table_1},
      {"permutations-table-2", kDiskPermutationsPaper, "multiply, inverse, divide on disk with implicit indices, and the model",
       kDiskPermutationsMachine, table_2},
      {"permutations-table-3", kDiskPermutationsPaper, "the traditional algorithm through mapped files, plain and buffered",
       kDiskPermutationsMachine, table_3},
      {"permutations-table-4", kDiskPermutationsPaper, "sort, buckets, implicit indices on disk, by size", kCluster, table_4},
      {"permutations-table-5", kDiskPermutationsPaper, "sort, buckets, implicit indices on disk, by nodes", kCluster, table_5}};
}

}  // namespace wreath::paper

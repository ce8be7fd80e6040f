// SPDX-License-Identifier: MIT
#include "perm/model.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/parallel/loops.hpp"
#include "perm/bench.hpp"
#include "perm/tuning.hpp"

namespace wreath::perm {

namespace {

using Point = Bench::Point;
constexpr int kRepetitions = 3;
constexpr double kLineBytes = 64;
constexpr std::size_t kProcessPoints = std::size_t{1} << 22;
constexpr std::array kOperations{Operation::gather, Operation::inverse, Operation::scatter};

/// Follows x from point to point: every step waits for the one before.
double measure_latency(std::span<const Point> x) {
  constexpr std::size_t kSteps = std::size_t{1} << 20;
  Point at = 0;
  const double seconds = best_seconds(1, [&] {
    for (std::size_t step = 0; step < kSteps; ++step) at = x[(at + step) % x.size()];  // a short cycle must not stay in cache
  });
  volatile Point sink = at;
  (void)sink;
  return seconds / kSteps;
}

MemoryParameters measure_memory(Bench& bench, unsigned threads) {
  const double bytes = static_cast<double>(bench.points() * sizeof(Point));
  const std::span<Point> z = bench.z();
  const std::span<const Point> y = bench.y();
  MemoryParameters memory{threads};
  std::vector<std::uint64_t> sums(threads);
  memory.read = bytes / best_seconds(kRepetitions, [&] {
                  parallel_ranges(y.size(), threads, 4096, [&](Range range, unsigned thread) {
                    sums[thread] = std::accumulate(y.begin() + range.begin, y.begin() + range.end, Point{0});
                  });
                });
  memory.write = bytes / best_seconds(kRepetitions, [&] {
                   parallel_ranges(z.size(), threads, 4096,
                                   [&](Range range, unsigned) { std::memset(&z[range.begin], 1, range.size() * sizeof(Point)); });
                 });
  memory.copy = 2 * bytes / best_seconds(kRepetitions, [&] {
                  parallel_ranges(z.size(), threads, 4096, [&](Range range, unsigned) {
                    std::memcpy(&z[range.begin], &y[range.begin], range.size() * sizeof(Point));
                  });
                });
  memory.latency = measure_latency(bench.x());
  return memory;
}

ModelRow measure_row(Bench& bench, Operation operation, const MemoryParameters& memory) {
  ModelRow row{operation, bench.points(), memory.threads};
  Plan plan = default_plan(operation, bench.points(), bench.points(), sizeof(Point), memory.threads);
  apply_tuning(plan, operation, bench.points(), sizeof(Point), memory.threads);
  row.traditional = best_seconds(kRepetitions, [&] { bench.traditional(operation, memory.threads); });
  row.implicit = best_seconds(kRepetitions, [&] { bench.implicit(operation, plan); });
  row.traditional_predicted = predict_traditional(operation, bench.points(), sizeof(Point), memory);
  row.implicit_predicted = predict_implicit(operation, bench.points(), sizeof(Point), memory);
  return row;
}

/// One product with a plan, or by the loop where there is none.
void multiply_once(Bench& bench, bool partitioned, unsigned threads) {
  if (partitioned) {
    bench.implicit(Operation::gather, default_plan(Operation::gather, bench.points(), bench.points(), sizeof(Point), threads));
  } else {
    bench.traditional(Operation::gather, threads);
  }
}

/// Starts so many processes, each with arrays of its own, lets them begin together, and takes the time of the slowest.
double measure_processes(bool partitioned, unsigned workers) {
  constexpr int kProducts = 8;
  int start[2];
  int done[2];
  if (pipe(start) != 0 || pipe(done) != 0) throw ResourceError("cannot make pipes for the processes of the model");
  std::vector<pid_t> children;
  for (unsigned worker = 0; worker < workers; ++worker) {
    const pid_t child = fork();
    if (child < 0) throw ResourceError("cannot start the processes of the model");
    if (child == 0) {
      // OpenMP's threads did not come along: everything in here is single-threaded.
      close(start[1]);
      Options serial;
      serial.threads = 1;
      Bench bench(kProcessPoints, serial);
      multiply_once(bench, partitioned, 1);
      char go = 0;
      if (write(done[1], "r", 1) != 1 || read(start[0], &go, 1) != 0) _exit(1);
      const double seconds = best_seconds(kProducts, [&] { multiply_once(bench, partitioned, 1); });
      _exit(write(done[1], &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
    }
    children.push_back(child);
  }
  close(start[0]);
  close(done[1]);
  char ready = 0;
  for (unsigned worker = 0; worker < workers && read(done[0], &ready, 1) == 1; ++worker) continue;
  close(start[1]);  // all wait for the end of this pipe: go
  double slowest = 0;
  double seconds = 0;
  for (unsigned worker = 0; worker < workers && read(done[0], &seconds, sizeof seconds) == sizeof seconds; ++worker) {
    slowest = std::max(slowest, seconds);
  }
  close(done[0]);
  bool failed = slowest == 0;
  for (const pid_t child : children) {
    int status = 0;
    failed = waitpid(child, &status, 0) != child || status != 0 || failed;
  }
  if (failed) throw ResourceError("a process of the model failed");
  return slowest / workers;
}

ProcessRow measure_process_row(bool partitioned, unsigned workers) {
  ProcessRow row{partitioned, workers};
  row.processes_seconds = measure_processes(partitioned, workers);
  Bench bench(kProcessPoints);
  row.threads_seconds = best_seconds(kRepetitions * 3, [&] { multiply_once(bench, partitioned, workers); });
  return row;
}

}  // namespace

double predict_traditional(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory) {
  const double n = static_cast<double>(points * point_bytes);
  const double lines = static_cast<double>(points) * kLineBytes;
  return operation == Operation::gather ? lines / memory.read + n / memory.read + n / memory.write
                                        : lines / memory.write + n / memory.read;
}

double predict_implicit(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory) {
  const double n = static_cast<double>(points * point_bytes);
  const double reads = operation == Operation::gather ? 6 : operation == Operation::inverse ? 4 : 5;
  return n * (reads / memory.read + 3 / memory.write);
}

ModelReport measure_model(std::size_t most_points, unsigned threads, RunControl& run) {
  ModelReport report;
  const unsigned most_threads = resolve_threads(threads);
  // The processes first: a process that has run OpenMP must not fork workers that would.
  for (const bool partitioned : {false, true}) report.processes.push_back(measure_process_row(partitioned, most_threads));
  for (const std::size_t points : {most_points / 4, most_points}) {
    if (run.should_stop()) break;
    Bench bench(points);
    for (unsigned count = 1; count <= most_threads && !run.should_stop(); count *= 2) {
      const MemoryParameters memory = measure_memory(bench, count);
      if (points == most_points) report.parameters.push_back(memory);
      for (const Operation operation : kOperations) report.rows.push_back(measure_row(bench, operation, memory));
      run.report({"model", report.rows.size(), 0, "measurements"});
    }
  }
  return report;
}

Json to_json(const ModelReport& report) {
  Json parameters = Json::array();
  for (const MemoryParameters& memory : report.parameters) {
    parameters.push_back({{"threads", memory.threads},
                          {"read", memory.read},
                          {"write", memory.write},
                          {"copy", memory.copy},
                          {"latency", memory.latency}});
  }
  Json rows = Json::array();
  for (const ModelRow& row : report.rows) {
    rows.push_back({{"operation", to_string(row.operation)},
                    {"points", row.points},
                    {"threads", row.threads},
                    {"traditional", row.traditional},
                    {"implicit", row.implicit},
                    {"traditional_predicted", row.traditional_predicted},
                    {"implicit_predicted", row.implicit_predicted}});
  }
  Json processes = Json::array();
  for (const ProcessRow& row : report.processes) {
    processes.push_back({{"algorithm", row.partitioned ? "implicit" : "traditional"},
                         {"workers", row.workers},
                         {"points", kProcessPoints},
                         {"threads_seconds", row.threads_seconds},
                         {"processes_seconds", row.processes_seconds}});
  }
  return {{"parameters", parameters}, {"rows", rows}, {"processes", processes}};
}

}  // namespace wreath::perm

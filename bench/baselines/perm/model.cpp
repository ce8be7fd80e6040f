// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/model.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <numeric>

#include "core/parallel/loops.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

namespace {

using Point = Bench::Point;
constexpr int kModelRepetitions = 3;
constexpr double kLineBytes = 64;
constexpr std::size_t kProcessPoints = std::size_t{1} << 22;

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

/// One product with a plan, or by the loop where there is none.
void multiply_once(Bench& bench, bool partitioned, unsigned threads) {
  if (partitioned) {
    bench.implicit(Operation::multiply,
                   arrays::default_plan(arrays::Move::gather, bench.points(), bench.points(), sizeof(Point), threads));
  } else {
    bench.traditional(Operation::multiply, threads);
  }
}

/// What a worker process does: gets ready, says so, waits for the end of `start`, and tells its time.
[[noreturn]] void work(bool partitioned, int start, int done) noexcept {
  constexpr int kProducts = 8;
  try {
    Options serial;
    serial.machine.threads = 1;
    Bench bench(kProcessPoints, serial);
    multiply_once(bench, partitioned, 1);
    char go = 0;
    if (write(done, "r", 1) != 1 || read(start, &go, 1) != 0) _exit(1);
    const double seconds = best_seconds(kProducts, [&] { multiply_once(bench, partitioned, 1); });
    _exit(write(done, &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
  } catch (...) {  // nothing may come out into the copy of the caller that this process is
    _exit(1);
  }
}

/// A process with a pipe from it; reaped when it goes out of scope.
class Worker {
 public:
  Worker(bool partitioned, int start, int keep_closed) {
    int done[2];
    if (pipe(done) != 0) throw ResourceError("cannot make pipes for the processes of the model");
    from_ = done[0];
    child_ = fork();
    if (child_ == 0) {
      close(keep_closed);  // only the parent may hold open the pipe that gives the start signal
      work(partitioned, start, done[1]);
    }
    close(done[1]);
    if (child_ < 0) throw ResourceError("cannot start the processes of the model");
  }
  ~Worker() {
    close(from_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool is_ready() const {
    char ready = 0;
    return read(from_, &ready, 1) == 1;
  }
  /// 0 where it failed.
  double seconds() const {
    double seconds = 0;
    return read(from_, &seconds, sizeof seconds) == sizeof seconds ? seconds : 0;
  }

 private:
  pid_t child_ = -1;
  int from_ = -1;
};

/// Starts `workers` processes, each with arrays of its own, lets them begin together, and takes the time of the slowest. To be
/// called before this process has used several threads: they do not come along.
double measure_processes(bool partitioned, unsigned workers) {
  int start[2];
  if (pipe(start) != 0) throw ResourceError("cannot make pipes for the processes of the model");
  std::vector<std::unique_ptr<Worker>> running;
  bool failed = false;
  try {
    for (unsigned worker = 0; worker < workers; ++worker)
      running.push_back(std::make_unique<Worker>(partitioned, start[0], start[1]));
  } catch (const ResourceError&) {
    failed = true;
  }
  close(start[0]);
  for (const auto& worker : running) failed = !worker->is_ready() || failed;
  close(start[1]);  // all wait for the end of this pipe: go
  double slowest = 0;
  for (const auto& worker : running) {
    const double seconds = worker->seconds();
    failed = failed || seconds == 0;
    slowest = std::max(slowest, seconds);
  }
  if (failed) throw ResourceError("a process of the model failed: there may be too little memory for all of them");
  return slowest / workers;
}

double measure_threads(bool partitioned, unsigned workers) {
  Bench bench(kProcessPoints);
  return best_seconds(kModelRepetitions * 3, [&] { multiply_once(bench, partitioned, workers); });
}

}  // namespace

MemoryParameters measure_memory(Bench& bench, unsigned threads) {
  const double bytes = static_cast<double>(bench.points() * sizeof(Point));
  const std::span<Point> z = bench.z();
  const std::span<const Point> y = bench.y();
  MemoryParameters memory{threads};
  std::vector<std::uint64_t> sums(threads);
  memory.read = bytes / best_seconds(kModelRepetitions, [&] {
                  parallel_ranges(y.size(), threads, 4096, [&](Range range, unsigned thread) {
                    sums[thread] = std::accumulate(y.begin() + range.begin, y.begin() + range.end, Point{0});
                  });
                });
  memory.write = bytes / best_seconds(kModelRepetitions, [&] {
                   parallel_ranges(z.size(), threads, 4096,
                                   [&](Range range, unsigned) { std::memset(&z[range.begin], 1, range.size() * sizeof(Point)); });
                 });
  memory.copy = 2 * bytes / best_seconds(kModelRepetitions, [&] {
                  parallel_ranges(z.size(), threads, 4096, [&](Range range, unsigned) {
                    std::memcpy(&z[range.begin], &y[range.begin], range.size() * sizeof(Point));
                  });
                });
  memory.latency = measure_latency(bench.x());
  return memory;
}

double predict_traditional(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory) {
  const double n = static_cast<double>(points * point_bytes);
  const double lines = static_cast<double>(points) * kLineBytes;
  return operation == Operation::multiply ? lines / memory.read + n / memory.read + n / memory.write
                                          : lines / memory.write + n / memory.read;
}

double predict_implicit(Operation operation, std::size_t points, std::size_t point_bytes, const MemoryParameters& memory) {
  const double n = static_cast<double>(points * point_bytes);
  const double reads = operation == Operation::multiply ? 6 : operation == Operation::inverse ? 4 : 5;
  return n * (reads / memory.read + 3 / memory.write);
}

std::vector<ProcessRow> measure_threads_and_processes(unsigned workers) {
  std::vector<ProcessRow> rows;
  for (const bool partitioned : {false, true}) rows.push_back({partitioned, workers, 0, measure_processes(partitioned, workers)});
  for (ProcessRow& row : rows) row.threads_seconds = measure_threads(row.partitioned, workers);
  return rows;
}

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
//
// Multiply, inverse and divide in RAM: the plain loop, the partition and `auto`, side by side at every size, beside the bound
// they cannot pass (the bytes of the partition at the speed of a copy). Sides take turns, so that a busy machine disturbs both
// alike.
//
//   wreath_bench_ram --from 16 --to 29 --threads 1,2 --record bench/results/NAME.json
//
// --only multiply,inverse measures nothing else, --sizes 20,22,31 only these. The phases of the partition are those of its
// fastest run.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/record.hpp"
#include "core/text/units.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using Point = std::uint32_t;
constexpr std::size_t kCacheable = std::size_t{1} << 26;  // points of which a large cache keeps a part from run to run
constexpr std::size_t kRow = std::size_t{1} << 20;        // smaller sizes are timed in rows of as many points

struct Arguments {
  unsigned from = 16;
  unsigned to = 27;
  std::vector<unsigned> sizes;  // in place of the two
  std::vector<unsigned> threads{1, 0};
  int repetitions = 5;
  std::string only;  // empty: all operations
  std::string record;
};

struct Line {
  std::string operation;
  std::size_t points = 0;
  unsigned threads = 1;
  double traditional = 1e99;  // seconds
  double implicit = 1e99;
  double automatic = 1e99;
  std::string chosen;  // what auto took
  std::string why;
  std::vector<Phase> phases = {};  // of the partition
  double copy = 1e99;
};

/// Fewest bytes that a partition moves per 4-byte point: with 16-bit and with wider offsets the multiply differs.
double least_bytes(const std::string& operation) {
  return operation == "multiply" ? 28 : operation == "inverse" ? 16 : 24;
}

double seconds_of(const auto& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Arrays of the largest size; smaller problems use their beginnings.
class Arrays {
 public:
  explicit Arrays(std::size_t most) : x_(most), y_(most), z_(most) {}

  void prepare(std::size_t points) {
    points_ = points;
    random(x_.span().first(points), 1);
    parallel_ranges(points, resolve_threads(0), 4096, [&](Range range, unsigned) {  // what y and z hold makes no difference
      for (std::size_t i = range.begin; i < range.end; ++i) y_[i] = static_cast<Point>(i ^ 1);
      std::fill(z_.begin() + range.begin, z_.begin() + range.end, 0);
    });
  }

  Line measure(const std::string& operation, unsigned threads, int repetitions) {
    Line line;
    line.operation = operation;
    line.points = points_;
    line.threads = threads;
    Options options;
    options.machine.threads = threads;
    options.workspace = &workspace_;
    const std::size_t inner = std::max<std::size_t>(1, kRow / points_);
    const auto time = [&](Method method, double& best) {
      options.method = method;
      RunControl warm;
      if (points_ <= kCacheable) execute(operation, options, warm);  // each finds the caches as it leaves them itself
      RunControl run;
      const double seconds = seconds_of([&] {
        for (std::size_t k = 0; k < inner; ++k) execute(operation, options, run);
      });
      if (method == Method::automatic) {
        for (const Choice& choice : run.choices()) {
          if (choice.what == "method") line.chosen = choice.name, line.why = choice.why;
        }
      }
      if (method == Method::partition && seconds / static_cast<double>(inner) < best) line.phases = run.phases();
      best = std::min(best, seconds / static_cast<double>(inner));
    };
    for (int repetition = 0; repetition <= repetitions; ++repetition) {
      if (repetition == 1) line.traditional = line.implicit = line.automatic = line.copy = 1e99;  // the first was to warm up
      time(Method::loop, line.traditional);
      time(Method::partition, line.implicit);
      time(Method::automatic, line.automatic);
      line.copy = std::min(line.copy, seconds_of([&] { copy(threads); }));
    }
    return line;
  }

 private:
  void execute(const std::string& operation, const Options& options, RunControl& run) {
    const std::span<const Point> x = x_.span().first(points_);
    const std::span<const Point> y = y_.span().first(points_);
    const std::span<Point> z = z_.span().first(points_);
    if (operation == "multiply") multiply(x, y, z, options, &run);
    if (operation == "inverse") inverse(x, z, options, &run);
    if (operation == "divide") divide(x, y, z, options, &run);
  }

  void copy(unsigned threads) {
    parallel_ranges(points_, threads, 4096, [&](Range range, unsigned) {
      std::memcpy(&z_[range.begin], &y_[range.begin], range.size() * sizeof(Point));
    });
  }

  std::size_t points_ = 0;
  HugeArray<Point> x_;
  HugeArray<Point> y_;
  HugeArray<Point> z_;
  Workspace workspace_;
};

Json to_json(const Line& line) {
  const double ns = 1e9 / static_cast<double>(line.points);
  Json phases = Json::object();
  const auto runs = static_cast<double>(std::max<std::size_t>(1, kRow / line.points));
  for (const Phase& phase : line.phases) phases[phase.name] = phase.seconds / runs * ns;
  return {{"operation", line.operation},
          {"points", line.points},
          {"threads", line.threads},
          {"traditional_ns", line.traditional * ns},
          {"implicit_ns", line.implicit * ns},
          {"auto_ns", line.automatic * ns},
          {"auto_took", line.chosen},
          {"auto_why", line.why},
          {"ratio", line.implicit / line.traditional},
          {"auto_ratio", line.automatic / line.traditional},
          {"auto_to_better", line.automatic / std::min(line.traditional, line.implicit)},
          {"copy_bytes_per_second", 8 * static_cast<double>(line.points) / line.copy},
          {"phases_ns", phases},
          {"floor_ns", least_bytes(line.operation) / 8 * line.copy * ns}};
}

std::vector<unsigned> numbers_in(const std::string& text) {
  std::vector<unsigned> numbers;
  std::istringstream list(text);
  for (std::string one; std::getline(list, one, ',');) numbers.push_back(static_cast<unsigned>(std::stoul(one)));
  return numbers;
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const std::string value = argv[i + 1];
    if (name == "--from") arguments.from = static_cast<unsigned>(std::stoul(value));
    if (name == "--to") arguments.to = static_cast<unsigned>(std::stoul(value));
    if (name == "--only") arguments.only = value;
    if (name == "--repetitions") arguments.repetitions = std::stoi(value);
    if (name == "--record") arguments.record = value;
    if (name == "--threads") arguments.threads = numbers_in(value);
    if (name == "--sizes") arguments.sizes = numbers_in(value);
  }
  if (arguments.sizes.empty()) {
    for (unsigned bits = arguments.from; bits <= arguments.to; ++bits) arguments.sizes.push_back(bits);
  }
  return arguments;
}

int run_bench(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv);
  RunControl run;
  run.note_choice("backend", "cpu", "the benchmark is of it");
  Arrays arrays(std::size_t{1} << *std::ranges::max_element(arguments.sizes));
  Json series = Json::array();
  fmt::print("operation  points  threads  traditional  implicit  ratio  auto (took)              floor     copy\n");
  for (const unsigned bits : arguments.sizes) {
    arrays.prepare(std::size_t{1} << bits);
    for (const unsigned threads : arguments.threads) {
      for (const std::string operation : {"multiply", "inverse", "divide"}) {
        if (!arguments.only.empty() && arguments.only.find(operation) == std::string::npos) continue;
        const Json line = to_json(arrays.measure(operation, resolve_threads(threads), arguments.repetitions));
        series.push_back(line);
        fmt::print("{:<10} 2^{:<5} {:>7}  {:>8.3f} ns {:>6.3f} ns {:>6.3f}  {:>6.3f} ns ({:<11})  {:>6.3f} ns {:>5.1f} GB/s\n",
                   operation, bits, line["threads"].get<unsigned>(), line["traditional_ns"].get<double>(),
                   line["implicit_ns"].get<double>(), line["ratio"].get<double>(), line["auto_ns"].get<double>(),
                   line["auto_took"].get<std::string>(), line["floor_ns"].get<double>(),
                   line["copy_bytes_per_second"].get<double>() / 1e9);
        for (const auto& [phase, ns] : line["phases_ns"].items()) fmt::print("    {} {:.3f} ns\n", phase, ns.get<double>());
        std::fflush(stdout);
      }
    }
  }
  if (!arguments.record.empty()) {
    std::string command = "wreath_bench_ram";
    for (int i = 1; i < argc; ++i) command += std::string(" ") + argv[i];
    OutputFile record(arguments.record);
    write_json(record, make_record({command, 1, resolve_threads(0), ""}, run, true, Json::object(), {{"ram", series}}));
  }
  return 0;
}

}  // namespace
}  // namespace wreath::perm

int main(int argc, char** argv) {
  try {
    return wreath::perm::run_bench(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "wreath_bench_ram: {}\n", error.what());
    return 1;
  }
}

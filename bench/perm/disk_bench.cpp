// SPDX-License-Identifier: MIT
//
// Multiply, inverse and divide on disk, within little memory, beside the bound that they cannot pass: the bytes of their passes
// at the speed at which the same disk is read and written past the page cache by as many requests at once, measured right before
// and right after.
//
//   wreath_bench_disk --folder /scratch --points 1250000000 --memory 1G --record bench/results/NAME.json
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/baselines/perm/disk_speed.hpp"
#include "bench/baselines/perm/on_disk.hpp"
#include "core/io/async_io.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/run/record.hpp"
#include "core/text/units.hpp"
#include "perm/files/map_source.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm {
namespace {

struct Arguments {
  std::string folder = ".";
  std::string scratch;
  std::uint64_t points = 100000000;
  std::uint64_t memory = std::uint64_t{1} << 30;
  unsigned point_bytes = 4;
  unsigned threads = 0;
  int repetitions = 3;
  std::vector<std::string> operations{"multiply", "inverse", "divide"};
  std::vector<std::string> algorithms{"implicit"};
  std::string record;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream list(text);
  for (std::string part; std::getline(list, part, ',');) parts.push_back(part);
  return parts;
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const std::string value = argv[i + 1];
    if (name == "--folder") arguments.folder = value;
    if (name == "--scratch") arguments.scratch = value;
    if (name == "--points") arguments.points = parse_count(value);
    if (name == "--memory") arguments.memory = parse_size(value);
    if (name == "--width") arguments.point_bytes = static_cast<unsigned>(std::stoul(value));
    if (name == "--threads") arguments.threads = static_cast<unsigned>(std::stoul(value));
    if (name == "--repetitions") arguments.repetitions = std::stoi(value);
    if (name == "--operations") arguments.operations = split(value);
    if (name == "--algorithms") arguments.algorithms = split(value);
    if (name == "--record") arguments.record = value;
  }
  return arguments;
}

/// Bytes that are read and written for each point.
struct Bytes {
  double read = 0;
  double written = 0;
};

/// Of the paper's passes (Section 6), and of ours, which are fewer: offsets take 4 bytes, and of indices only distances are kept.
Bytes paper_bytes(const std::string& operation, double w) {
  if (operation == "multiply") return {5 * w, 3 * w};
  if (operation == "inverse") return {3 * w, 3 * w};
  return {4 * w, 3 * w};
}
Bytes own_bytes(const std::string& operation, const std::string& algorithm, double w) {
  if (algorithm == "buckets") {
    if (operation == "multiply") return {w + (4 + w) + w + (4 + w), (4 + w) + (4 + w) + w};
    return {(operation == "divide" ? 2 : 1) * w + (4 + w), (4 + w) + w};
  }
  if (algorithm == "sort") {
    if (operation == "multiply") return {w + 2 * w + w + 2 * w, 2 * w + 2 * w + w};
    return {(operation == "divide" ? 2 : 1) * w + 2 * w, 2 * w + w};
  }
  if (operation == "multiply") return {2 * w + w + 4 + w, 4 + w + w};
  if (operation == "inverse") return {w + 4, 4 + w};
  return {2 * w + 4 + w, 4 + w + w};
}

double floor_seconds(const Bytes& bytes, std::uint64_t points, const DiskSpeed& disk) {
  return static_cast<double>(points) * (bytes.read / disk.read + bytes.written / disk.write);
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class DiskBench {
 public:
  explicit DiskBench(const Arguments& arguments) : arguments_(arguments) {
    for (const char* name : {"x", "y"}) {
      if (std::filesystem::exists(file(name))) continue;
      RunControl run;
      run.limit_memory(arguments.memory);
      random_file(arguments.points, arguments.point_bytes, name[0], file(name), {}, &run);
    }
  }
  ~DiskBench() {
    for (const char* name : {"x", "y", "z"}) std::filesystem::remove(file(name));
  }
  DiskBench(const DiskBench&) = delete;
  DiskBench& operator=(const DiskBench&) = delete;

  Json measure(const std::string& operation, const std::string& algorithm) {
    const double w = arguments_.point_bytes;
    Json best;
    Json runs = Json::array();
    DiskSpeed before = speed();
    for (int repetition = 0; repetition < arguments_.repetitions; ++repetition) {
      std::filesystem::remove(file("z"));
      RunControl run;
      run.limit_memory(arguments_.memory);
      const double cpu_before = cpu_seconds();
      const auto start = std::chrono::steady_clock::now();
      execute(operation, algorithm, run);
      const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const double cpu = cpu_seconds() - cpu_before;
      double seconds = whole;  // until the result is there; to give the scratch space back is the file system's affair
      for (const Phase& phase : run.phases()) seconds -= phase.name == "release" ? phase.seconds : 0;
      const DiskSpeed after = speed();
      const DiskSpeed disk{(before.read + after.read) / 2, (before.write + after.write) / 2, 0};
      before = after;
      Json phases = Json::object();
      for (const Phase& phase : run.phases()) phases[phase.name] = phase.seconds;
      Json line{{"seconds", seconds},
                {"with_release_seconds", whole},
                {"cpu_seconds", cpu},
                {"read_bytes_per_second", disk.read},
                {"write_bytes_per_second", disk.write},
                {"floor_paper_seconds", floor_seconds(paper_bytes(operation, w), arguments_.points, disk)},
                {"floor_own_seconds", floor_seconds(own_bytes(operation, algorithm, w), arguments_.points, disk)},
                {"phases", phases}};
      line["ratio_paper"] = seconds / line["floor_paper_seconds"].get<double>();
      line["ratio_own"] = seconds / line["floor_own_seconds"].get<double>();
      fmt::print(
          "{:<9} {:<9} {:>7.2f} s ({:.1f} s of CPU)  read {:>5.2f} write {:>5.2f} GB/s  floor {:>6.2f} s ratio {:.2f}  own floor "
          "{:>6.2f} s "
          "ratio {:.2f}  {}\n",
          operation, algorithm, seconds, cpu, disk.read / 1e9, disk.write / 1e9, line["floor_paper_seconds"].get<double>(),
          line["ratio_paper"].get<double>(), line["floor_own_seconds"].get<double>(), line["ratio_own"].get<double>(),
          phases.dump());
      std::fflush(stdout);
      if (best.is_null() || seconds < best["seconds"].get<double>()) best = line;
      runs.push_back(line);
    }
    return {{"operation", operation},
            {"algorithm", algorithm},
            {"points", arguments_.points},
            {"point_bytes", w},
            {"memory", arguments_.memory},
            {"threads", resolve_threads(arguments_.threads)},
            {"best", best},
            {"runs", runs}};
  }

 private:
  std::string file(const std::string& name) const {
    return fmt::format("{}/bench-{}-{}-{}.npy", arguments_.folder, name, arguments_.points, arguments_.point_bytes);
  }
  DiskSpeed speed() const {
    const std::uint64_t bytes = std::min<std::uint64_t>(arguments_.points * arguments_.point_bytes, std::uint64_t{4} << 30);
    DiskSpeed disk = measure_disk(arguments_.folder, bytes, false);
    disk.read = measure_read(file("x"));  // what was just written some cache may still hold; this array none
    return disk;
  }
  void execute(const std::string& operation, const std::string& algorithm, RunControl& run) {
    FileOptions options;
    options.machine.threads = arguments_.threads;
    options.machine.scratch = {arguments_.scratch.empty() ? arguments_.folder : arguments_.scratch};
    const Map x = Map::from_file(file("x"));
    const Map y = Map::from_file(file("y"));
    if (algorithm == "sort" || algorithm == "buckets") {
      const auto which = operation == "multiply"  ? Operation::multiply
                         : operation == "inverse" ? Operation::inverse
                                                  : Operation::divide;
      const auto baseline = algorithm == "sort" ? disk::Baseline::sort : disk::Baseline::buckets;
      disk::run_baseline(baseline, which, Internals::source(x), operation == "inverse" ? nullptr : &Internals::source(y),
                         file("z"), options, run);
      return;
    }
    if (operation == "multiply") multiply_files(x, y, file("z"), options, &run);
    if (operation == "inverse") inverse_file(x, file("z"), options, &run);
    if (operation == "divide") divide_files(x, y, file("z"), options, &run);
  }

  Arguments arguments_;
};

int run_bench(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv);
  RunControl run;
  run.note_choice("backend", "cpu", "the benchmark is of it");
  Json series = Json::array();
  DiskBench bench(arguments);
  for (const std::string& operation : arguments.operations) {
    for (const std::string& algorithm : arguments.algorithms) series.push_back(bench.measure(operation, algorithm));
  }
  const std::uint64_t peak = peak_resident_memory();
  fmt::print("peak resident memory {} of {}\n", format_bytes(peak), format_bytes(arguments.memory));
  if (!arguments.record.empty()) {
    std::string command = "wreath_bench_disk";
    for (int i = 1; i < argc; ++i) command += std::string(" ") + argv[i];
    OutputFile record(arguments.record);
    write_json(record,
               make_record({command, 1, resolve_threads(arguments.threads), ""}, run, true,
                           {{"peak_resident_memory", peak}, {"page_cache", "passed by with O_DIRECT"}}, {{"disk", series}}));
  }
  return 0;
}

}  // namespace
}  // namespace wreath::perm

int main(int argc, char** argv) {
  try {
    return wreath::perm::run_bench(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "wreath_bench_disk: {}\n", error.what());
    return 1;
  }
}

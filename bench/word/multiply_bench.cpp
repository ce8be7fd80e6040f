// SPDX-License-Identifier: MIT
//
// Right multiplication, where all of the word changes: the plain walk, scans on CPU threads and on a GPU; and the paper's path
// doubling on a GPU by the number of threads in a block, for one product (its Figures 2-5) and for ShortLex (Figures 6-9).
//
//     wreath_bench_word_multiply [--most LETTERS] [--limit SECONDS] [--record FILE]
//
// A time is the least of a few runs; of products on a GPU it is the device's. Every result is compared with the plain walk's.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "bench/baselines/word/scan_multiply.hpp"
#include "bench/inputs/word/adversary.hpp"
#include "core/data/rng.hpp"
#include "core/features.hpp"
#include "core/run/record.hpp"
#include "open/word/group.hpp"
#include "word/automatic/build.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "bench/baselines/word/cuda/paper_multiply.hpp"
#include "bench/baselines/word/cuda/scan_multiply.hpp"
#endif

namespace wreath::word {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRuns = 5;
constexpr std::size_t kPaperSizes[] = {10, 30, 100, 300, 1000, 2000, 3000};

struct Arguments {
  std::size_t most = 100'000'000;
  double limit = 4;  // for one measurement of the paper's ShortLex
  std::string record;
  std::string command = "wreath_bench_word_multiply";
};

template <class Prepare, class Work>
double least_seconds(const Prepare& prepare, const Work& work) {
  double least = 1e30;
  for (int run = 0; run < kRuns; ++run) {
    prepare();
    const auto start = Clock::now();
    work();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

void expect_equal(const Word& here, const Word& there, const char* what) {
  if (here != there) throw InternalError(fmt::format("{} gives another word than the plain walk", what));
}

struct Group {
  explicit Group(std::string text) : name(std::move(text)) {
    RunControl run;
    structure = build_structure(open::read_group(name), {}, run).structure;
    machine.emplace(structure.view());
    scan.emplace(*machine);
  }

  std::string name;
  AutomaticStructure structure;
  std::optional<ReductionMachine> machine;
  std::optional<ScanTables> scan;
};

/// The CPU: the plain walk, and scans by the number of threads.
Json measure_cpu(const Group& group, const WholeWordChange& change, Word& product) {
  const MachineRef& machine = group.machine->ref();
  const Marks u = ScanMultiplier(*group.machine).marks(change.u);
  Marks marks;
  marks.reserve(u.size() + 1);
  std::vector<Set> sets;
  Json line{{"group", group.name}, {"letters", change.u.size()}};
  const auto reset = [&] { marks = u; };
  line["walk_seconds"] = least_seconds(reset, [&] { multiply_serially(machine, marks, change.g, sets); });
  sets = {};
  product = letters_of(machine, marks);
  Json by_threads = Json::object();
  for (unsigned threads = 1; threads <= resolve_threads(0); threads *= 2) {
    ScanMultiplier multiplier(*group.machine, {{.threads = threads}});
    by_threads[std::to_string(threads)] = least_seconds(reset, [&] { multiplier.multiply(marks, change.g); });
    expect_equal(letters_of(machine, marks), product, "the scan on CPU threads");
  }
  line["scan_seconds_by_threads"] = by_threads;
  return line;
}

#if WREATH_HAVE_CUDA
/// To and fro between u and u*g: both products change the whole word.
void measure_gpu(const Group& group, const WholeWordChange& change, const Word& product, Json& line) {
  DeviceScanMultiplier device(*group.scan);
  device.assign(change.u);
  const Letter inverse = group.machine->alphabet().inverses[change.g];
  double least = 1e30;
  double least_wall = 1e30;
  for (int run = 0; run < 2 * kRuns; ++run) {
    const auto start = Clock::now();
    device.multiply(run % 2 == 0 ? change.g : inverse);
    least_wall = std::min(least_wall, std::chrono::duration<double>(Clock::now() - start).count());
    least = std::min(least, device.milliseconds() / 1e3);
    if (run == 0) expect_equal(device.word(), product, "the scan on the GPU");
  }
  expect_equal(device.word(), change.u, "the scan on the GPU, back again,");
  line["gpu_seconds"] = least;
  line["gpu_seconds_with_launches"] = least_wall;
}

/// One product (Figures 2-5), and ShortLex (Figures 6-9), by the threads of a block.
void measure_paper(const Group& group, double limit, Json& products, Json& shortlex) {
  const PaperTables tables(group.structure.view());
  std::vector<Set> sets;
  RandomStream random(7, 0);
  for (const std::size_t size : kPaperSizes) {
    const auto change = whole_word_change(*group.machine, size, 1);
    if (!change) return;
    Word letters(size);
    for (Letter& x : letters) x = static_cast<Letter>(random.below(tables.letters));
    Marks marks = ScanMultiplier(*group.machine).marks(change->u);
    multiply_serially(group.machine->ref(), marks, change->g, sets);
    const Word product = letters_of(group.machine->ref(), marks);
    marks = {0};
    for (const Letter g : letters) multiply_serially(group.machine->ref(), marks, g, sets);
    const Word reduced = letters_of(group.machine->ref(), marks);
    for (unsigned block = 1; block <= 1024; block *= 2) {
      DevicePaperMultiplier device(tables, std::max(change->u.size(), size) + 1, block);
      double least = 1e30;
      for (int run = 0; run < 3; ++run) {
        expect_equal(device.times(change->u, change->g), product, "path doubling");
        least = std::min(least, device.milliseconds() / 1e3);
      }
      products.push_back({{"group", group.name}, {"letters", change->u.size()}, {"block", block}, {"seconds", least}});
      fmt::print("{:<16} {:>6} letters  block {:>4}  product {:10.6f} s", group.name, change->u.size(), block, least);
      if (least * static_cast<double>(size) / 2 < limit) {
        const auto start = Clock::now();
        expect_equal(device.reduce(letters), reduced, "the paper's ShortLex");
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        shortlex.push_back({{"group", group.name}, {"letters", size}, {"block", block}, {"seconds", seconds}});
        fmt::print("  ShortLex {:10.6f} s", seconds);
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
  }
}
#endif

int run(const Arguments& arguments) {
  [[maybe_unused]] const bool has_gpu = !gpu_name().empty();
  Json scans = Json::array();
  Json products = Json::array();
  Json shortlex = Json::array();
  for (const char* name : {"surface:2", "triangle:3,3,4", "coxeter:5,3,5", "fibonacci:2,8"}) {
    const Group group(name);
    const bool is_papers = group.name == "surface:2" || group.name == "triangle:3,3,4";
    for (std::size_t size = 1000; size <= (is_papers ? arguments.most : std::min<std::size_t>(arguments.most, 10'000'000));
         size *= 10) {
      const auto change = whole_word_change(*group.machine, size, 1);
      if (!change) break;
      Word product;
      Json line = measure_cpu(group, *change, product);
#if WREATH_HAVE_CUDA
      if (has_gpu) measure_gpu(group, *change, product, line);
#endif
      fmt::print("{}\n", line.dump());
      std::fflush(stdout);
      scans.push_back(line);
    }
#if WREATH_HAVE_CUDA
    if (has_gpu && is_papers) measure_paper(group, arguments.limit, products, shortlex);
#endif
  }
  if (arguments.record.empty()) return 0;
  OutputFile file(arguments.record);
  write_json(
      file, make_record({.command = arguments.command, .seed = 1, .threads = resolve_threads(0), .gpu = gpu_name()}, RunControl{},
                        true, Json::object(), Json{{"scan", scans}, {"paper_products", products}, {"paper_shortlex", shortlex}}));
  return 0;
}

}  // namespace
}  // namespace wreath::word

int main(int argc, char** argv) {
  wreath::word::Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    arguments.command += " " + name + " " + argv[i + 1];
    if (name == "--most") arguments.most = std::strtoull(argv[i + 1], nullptr, 10);
    if (name == "--limit") arguments.limit = std::atof(argv[i + 1]);
    if (name == "--record") arguments.record = argv[i + 1];
  }
  try {
    return wreath::word::run(arguments);
  } catch (const wreath::Error& error) {
    fmt::print(stderr, "wreath_bench_word_multiply: {}\n", error.what());
    return 1;
  }
}

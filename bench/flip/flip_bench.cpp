// SPDX-License-Identifier: MIT
//
// Flips a second of one core, for shapes from 3x3x3 to 8x8x8.
//
// Every shape is walked from its standard scheme and from a low one, of a walk or a short symmetric search. A time is of the
// thread's own clock, the best of several, so that a busy machine matters less. `--record FILE` writes a run record.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/io/output_file.hpp"
#include "core/run/record.hpp"
#include "core/text/json.hpp"
#include "flip/cpu/walk.hpp"
#include "wreath/flip/search.hpp"

namespace wreath::flip {
namespace {

struct Arguments {
  std::string record;
  std::uint64_t steps = 4'000'000;
  unsigned repeats = 5;
};

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Speed {
  double flips_per_second = 0;
  std::uint32_t least = 0;  // rank
  std::uint32_t most = 0;
};

template <Symmetry kSymmetry>
Speed measure(const Scheme& start, const Arguments& arguments) {
  const Schedule schedule{.plus_after = 5000, .margin = 3};
  const auto walker = make_walker(start.shape, schedule, kSymmetry);
  Walk walk{WalkRandom(1, 1)};
  place(walk, start, kSymmetry, schedule);
  Speed speed{0, walk.status.rank, walk.status.rank};
  for (unsigned repeat = 0; repeat < arguments.repeats; ++repeat) {
    const std::uint64_t before = walk.status.flips;
    const double begin = thread_seconds();
    walker->run(walk, arguments.steps);
    const double seconds = thread_seconds() - begin;
    speed.flips_per_second = std::max(speed.flips_per_second, static_cast<double>(walk.status.flips - before) / seconds);
    speed.least = std::min(speed.least, walk.status.best);
    speed.most = std::max(speed.most, walk.status.rank);
  }
  return speed;
}

/// The best of a walk of `steps` steps.
Scheme walked_down(const Scheme& start, std::uint64_t steps) {
  const Schedule schedule{.plus_after = 20000, .margin = 3};
  Walk walk{WalkRandom(2, 1)};
  place(walk, start, Symmetry::none, schedule);
  make_walker(start.shape, schedule)->run(walk, steps);
  return best_scheme(walk, start.shape, Symmetry::none);
}

/// The best of a symmetric search; at 5x5x5 long enough for a rank below 100.
Scheme searched_down(unsigned n) {
  SearchOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.symmetry = Symmetry::c3;
  options.walks = 64;
  options.target = n == 5 ? 99 : 0;
  options.steps = n == 5 ? 20'000'000 : 400'000;
  RunControl control;
  Search search({n, n, n}, options, &control);
  while (search.advance(&control)) {
  }
  return search.result().bests.back().scheme;
}

Json run(const Arguments& arguments) {
  Json lines = Json::array();
  const auto add = [&](unsigned n, const char* what, const Speed& speed) {
    fmt::print("{0}x{0}x{0}  {1:<40} rank {2:>3} to {3:>3}  {4:6.1f} million flips/s\n", n, what, speed.least, speed.most,
               speed.flips_per_second / 1e6);
    lines.push_back({{"n", n},
                     {"walk", what},
                     {"least_rank", speed.least},
                     {"most_rank", speed.most},
                     {"flips_per_second", speed.flips_per_second}});
  };
  for (unsigned n = 3; n <= 8; ++n) {
    const Scheme standard = standard_scheme({n, n, n});
    const Scheme low = searched_down(n);
    add(n, "from the standard scheme", measure<Symmetry::none>(standard, arguments));
    if (n <= 4) add(n, "from a low one", measure<Symmetry::none>(walked_down(standard, 20'000'000), arguments));
    add(n, "from a low one of a symmetric search", measure<Symmetry::none>(low, arguments));
    add(n, "flips of orbits, from a low one", measure<Symmetry::c3>(low, arguments));
  }
  return lines;
}

}  // namespace
}  // namespace wreath::flip

int main(int argc, char** argv) {
  wreath::flip::Arguments arguments;
  std::string command = "wreath_bench_flip";
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    command += " " + name;
    if (name == "--quick") arguments.steps = 400'000;
    if (name == "--record" && i + 1 < argc) arguments.record = argv[i + 1];
  }
  const wreath::Json lines = wreath::flip::run(arguments);
  if (arguments.record.empty()) return 0;
  wreath::OutputFile file(arguments.record);
  wreath::write_json(file, wreath::make_record({.command = command, .seed = 1, .threads = 1, .gpu = {}}, wreath::RunControl{},
                                               true, wreath::Json{{"measured", lines}}, wreath::Json::object()));
  return 0;
}

// SPDX-License-Identifier: MIT
//
// Enumeration of families of each kind: elements per second, for the forms in which elements can be kept.
#include <benchmark/benchmark.h>

#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

void enumerate(benchmark::State& state, const char* family, Method method, bool graphs) {
  const Generators generators = make_family(family);
  std::uint64_t size = 0;
  for (auto _ : state) {
    Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}, .method = method, .graphs = graphs});
    RunControl run;
    found.run(&run);
    size = found.size();
  }
  state.counters["elements"] = static_cast<double>(size);
  state.counters["elements/s"] = benchmark::Counter(static_cast<double>(size), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK_CAPTURE(enumerate, bihecke5_auto, "bihecke:5", Method::automatic, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(enumerate, bihecke5_rows, "bihecke:5", Method::rows, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(enumerate, bihecke5_graphs, "bihecke:5", Method::automatic, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(enumerate, renner6_base, "renner:6", Method::automatic, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(enumerate, renner6_rows, "renner:6", Method::rows, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(enumerate, full7, "full:7", Method::automatic, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(enumerate, symmetric9, "symmetric:9", Method::automatic, false)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Multiplication and random permutations beside the bound they cannot pass: copying the same bytes in order.
#include <benchmark/benchmark.h>

#include <cstring>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using Point = std::uint32_t;

HugeArray<Point> random_permutation(std::size_t points, std::uint64_t seed) {
  HugeArray<Point> x(points);
  random(x.span(), seed);
  return x;
}

void per_point(benchmark::State& state, std::size_t points) {
  state.counters["ns_per_point"] = benchmark::Counter(
      static_cast<double>(points) * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void copy(benchmark::State& state) {
  const auto points = static_cast<std::size_t>(state.range(0));
  const auto x = random_permutation(points, 1);
  HugeArray<Point> z(points);
  for (auto _ : state) {
    parallel_ranges(points, 0, 4096,
                    [&](Range range, unsigned) { std::memcpy(&z[range.begin], &x[range.begin], range.size() * sizeof(Point)); });
  }
  per_point(state, points);
}

void multiply_by(benchmark::State& state, Method method) {
  const auto points = static_cast<std::size_t>(state.range(0));
  const auto x = random_permutation(points, 1);
  const auto y = random_permutation(points, 2);
  HugeArray<Point> z(points);
  Workspace workspace;
  Options options;
  options.method = method;
  options.workspace = &workspace;
  for (auto _ : state) multiply<Point, Point>(x.span(), y.span(), z.span(), options);
  per_point(state, points);
}

void random_points(benchmark::State& state) {
  const auto points = static_cast<std::size_t>(state.range(0));
  HugeArray<Point> x(points);
  for (auto _ : state) random(x.span(), 1);
  per_point(state, points);
}

constexpr std::int64_t kSmall = std::int64_t{1} << 20;
constexpr std::int64_t kLarge = std::int64_t{1} << 26;
BENCHMARK(copy)->RangeMultiplier(8)->Range(kSmall, kLarge)->UseRealTime();
BENCHMARK_CAPTURE(multiply_by, traditional, Method::loop)->RangeMultiplier(8)->Range(kSmall, kLarge)->UseRealTime();
BENCHMARK_CAPTURE(multiply_by, implicit, Method::partition)->RangeMultiplier(8)->Range(kSmall, kLarge)->UseRealTime();
BENCHMARK(random_points)->RangeMultiplier(8)->Range(kSmall, kLarge)->UseRealTime();

}  // namespace
}  // namespace wreath::perm

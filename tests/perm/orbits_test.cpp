// SPDX-License-Identifier: MIT
#include "wreath/perm/orbits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "perm/schreier_vector.hpp"

namespace wreath::perm {
namespace {

/// Point by point: each is joined with its images, the lesser root stays.
template <class Point>
std::vector<Point> orbits_reference(const Generators<Point>& generators) {
  std::vector<Point> labels(generators.front().size());
  std::iota(labels.begin(), labels.end(), Point{0});
  Point* const above = labels.data();
  const auto root = [above](std::size_t i) {
    while (above[i] != i) i = above[i] = above[above[i]];
    return i;
  };
  for (const auto& x : generators) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t a = root(i), b = root(x[i]);
      above[std::max(a, b)] = static_cast<Point>(std::min(a, b));
    }
  }
  for (std::size_t i = 0; i < labels.size(); ++i) above[i] = above[above[i]];  // in order, so that what is above is a root
  return labels;
}

template <class Point>
void expect_orbits(const Generators<Point>& generators, const std::string& what) {
  const std::vector<Point> expected = orbits_reference(generators);
  const std::set<Point> roots(expected.begin(), expected.end());
  std::vector<std::span<const Point>> spans(generators.begin(), generators.end());
  for (const unsigned threads : {1U, 3U}) {
    std::vector<Point> labels(expected.size());
    EXPECT_EQ(orbits<Point>(spans, labels, {}, {.machine = {.threads = threads}}), roots.size()) << what;
    EXPECT_EQ(labels, expected) << what << ", threads " << threads;
    std::vector<Point> again(expected.size());
    std::vector<std::int8_t> schreier(expected.size());
    orbits<Point>(spans, again, schreier, {.machine = {.threads = threads}});
    EXPECT_EQ(again, expected) << what;
    expect_schreier_vector(generators, expected, schreier);
  }
}

template <class Point>
std::vector<Point> made(std::size_t points, const std::function<std::size_t(std::size_t)>& image) {
  std::vector<Point> x(points);
  for (std::size_t i = 0; i < points; ++i) x[i] = static_cast<Point>(image(i));
  return x;
}
template <class Point>
std::vector<Point> shuffled(std::size_t points, std::uint64_t seed) {
  std::vector<Point> x(points);
  random(x, seed);
  return x;
}
/// One cycle through all points, in a random order.
template <class Point>
std::vector<Point> long_cycle(std::size_t points, std::uint64_t seed) {
  const auto order = shuffled<Point>(points, seed);
  std::vector<Point> x(points);
  for (std::size_t i = 0; i < points; ++i) x[order[i]] = order[(i + 1) % points];
  return x;
}

TEST(PermOrbits, AgreeWithTheReference) {
  for (const std::size_t n : {1UL, 2UL, 3UL, 64UL, 65UL, 1000UL, 70001UL}) {
    using Point = std::uint32_t;
    const auto same = made<Point>(n, [](std::size_t i) { return i; });
    const auto up = made<Point>(n, [n](std::size_t i) { return (i + 1) % n; });
    const auto down = made<Point>(n, [n](std::size_t i) { return (i + n - 1) % n; });
    const auto swapped = made<Point>(n, [n](std::size_t i) { return (i ^ 1) < n ? i ^ 1 : i; });
    const auto steps = made<Point>(n, [n](std::size_t i) { return n % 6 == 0 ? (i + 6) % n : i; });
    expect_orbits<Point>({same}, "identity");
    expect_orbits<Point>({up}, "up");
    expect_orbits<Point>({down}, "down");
    expect_orbits<Point>({long_cycle<Point>(n, 1)}, "a long cycle");
    expect_orbits<Point>({same, long_cycle<Point>(n, 2)}, "the second one has the long cycle");
    expect_orbits<Point>({swapped, steps}, "many cycles");
    expect_orbits<Point>({shuffled<Point>(n, 3)}, "one random permutation");
    expect_orbits<Point>({shuffled<Point>(n, 4), shuffled<Point>(n, 5)}, "two random permutations");
  }
}

TEST(PermOrbits, InvolutionsThatMakeALongCycle) {
  // Neither has a cycle of more than two points, and together they have one orbit: i -> i^1 and i -> ((i-1)^1)+1, in a random
  // order.
  using Point = std::uint32_t;
  const std::size_t n = 70000;
  const auto order = shuffled<Point>(n, 6);
  std::vector<Point> back(n);
  inverse(order, back);
  const auto renamed = [&](const std::function<std::size_t(std::size_t)>& image) {
    return made<Point>(n, [&](std::size_t i) { return order[image(back[i])]; });
  };
  const auto even = renamed([](std::size_t i) { return i ^ 1; });
  const auto odd = renamed([n](std::size_t i) { return i == 0 || i + 1 == n ? i : ((i - 1) ^ 1) + 1; });
  expect_orbits<Point>({even, odd}, "involutions");
}

// So many that walks begin at heads.
TEST(PermOrbits, OfAMillionPoints) {
  using Point = std::uint32_t;
  const std::size_t n = (std::size_t{1} << 20) + 6;
  const auto swapped = made<Point>(n, [](std::size_t i) { return i ^ 1; });
  const auto far = made<Point>(n, [n](std::size_t i) { return (i + 4096) % n; });
  expect_orbits<Point>({long_cycle<Point>(n, 7)}, "a long cycle");
  expect_orbits<Point>({shuffled<Point>(n, 8), shuffled<Point>(n, 9)}, "two random permutations");
  expect_orbits<Point>({swapped, far}, "many cycles");
  expect_orbits<std::uint64_t>({shuffled<std::uint64_t>(n, 10)}, "uint64");
}

TEST(PermOrbits, AllWidths) {
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    expect_orbits<std::uint8_t>({shuffled<std::uint8_t>(256, seed)}, "uint8");
    expect_orbits<std::uint16_t>(
        {shuffled<std::uint16_t>(65536, seed), made<std::uint16_t>(65536, [](std::size_t i) { return i; })}, "uint16");
    expect_orbits<std::uint64_t>({shuffled<std::uint64_t>(5000, seed)}, "uint64");
  }
}

TEST(PermOrbits, BadInput) {
  using Point = std::uint32_t;
  std::vector<Point> labels(4);
  const std::vector<Point> good{1, 0, 3, 2};
  const std::vector<Point> twice{1, 1, 3, 2};
  const std::vector<Point> outside{1, 0, 3, 4};
  const auto find = [&](const std::vector<Point>& second) {
    const std::vector<std::span<const Point>> generators{good, second};
    orbits<Point>(generators, labels, {});
  };
  EXPECT_THROW(find(twice), InputError);
  EXPECT_THROW(find(outside), InputError);
  EXPECT_THROW(find({0, 1, 2}), InputError);
  EXPECT_THROW(orbits<Point>({}, labels, {}), InputError);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  const std::vector<std::span<const Point>> generators{good};
  EXPECT_THROW(orbits<Point>(generators, labels, {}, {}, &stopped), LimitReached);
}

// More points than their type can number: refused before they are copied, for which memory is missing here.
TEST(PermOrbits, TooManyNarrowPoints) {
  using Point = std::uint16_t;
  const auto many = made<Point>(400000, [](std::size_t i) { return i % 65536; });
  std::vector<Point> labels(many.size());
  const std::vector<std::span<const Point>> generators{many};
  RunControl run;
  run.measure_memory([] { return std::uint64_t{0}; });
  run.limit_memory(std::uint64_t{1} << 20);
  EXPECT_THROW(orbits<Point>(generators, labels, {}, {.machine = {.threads = 1}}, &run), InputError);
}

}  // namespace
}  // namespace wreath::perm

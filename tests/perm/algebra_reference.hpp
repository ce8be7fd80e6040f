// SPDX-License-Identifier: MIT
//
// The slow, obvious twins of powers, words, cycles and checks.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "perm/reference.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::test {

template <class Point>
std::vector<Point> random_permutation(std::size_t points, std::uint64_t seed) {
  std::vector<Point> x(points);
  Options options;
  options.machine.threads = 1;
  random(std::span<Point>(x), seed, options);
  return x;
}

template <class Point>
std::vector<Point> identity_reference(std::size_t points) {
  std::vector<Point> x(points);
  std::iota(x.begin(), x.end(), Point{0});
  return x;
}

template <class Point>
std::vector<Point> inverse_reference(const std::vector<Point>& x) {
  std::vector<Point> z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z.at(x[i]) = static_cast<Point>(i);
  return z;
}

/// One multiplication after the other.
template <class Point>
std::vector<Point> power_reference(const std::vector<Point>& x, int exponent) {
  const std::vector<Point> factor = exponent < 0 ? inverse_reference(x) : x;
  auto z = identity_reference<Point>(x.size());
  for (int i = 0; i < std::abs(exponent); ++i) z = multiply_reference(z, factor);
  return z;
}

/// One point after the other, through one letter after the other.
template <class Point>
std::vector<Point> evaluate_reference(const std::vector<Letter<Point>>& word, std::size_t points) {
  std::vector<std::vector<Point>> letters;
  for (const auto& letter : word) {
    const std::vector<Point> x(letter.x.begin(), letter.x.end());
    letters.push_back(letter.inverted ? inverse_reference(x) : x);
  }
  auto z = identity_reference<Point>(points);
  for (Point& point : z) {
    for (const auto& letter : letters) point = letter.at(point);
  }
  return z;
}

template <class Point>
std::vector<CycleCount> cycle_type_reference(const std::vector<Point>& x) {
  std::map<std::uint64_t, std::uint64_t> counts;
  std::vector<bool> seen(x.size(), false);
  for (std::size_t start = 0; start < x.size(); ++start) {
    std::uint64_t length = 0;
    for (std::size_t point = start; !seen[point]; point = x[point]) {
      seen[point] = true;
      ++length;
    }
    if (length != 0) ++counts[length];
  }
  std::vector<CycleCount> cycles;
  for (const auto& [length, count] : counts) cycles.push_back({length, count});
  return cycles;
}

/// By counting the pairs that x puts the other way round.
template <class Point>
int sign_reference(const std::vector<Point>& x) {
  std::size_t inversions = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) inversions += x[i] > x[j];
  }
  return inversions % 2 == 0 ? 1 : -1;
}

/// Where the lcm fits: multiplies until the identity comes.
template <class Point>
std::uint64_t order_reference(const std::vector<Point>& x) {
  const auto identity = identity_reference<Point>(x.size());
  auto z = x;
  std::uint64_t order = 1;
  for (; z != identity; ++order) z = multiply_reference(z, x);
  return order;
}

template <class Point>
Defect find_defect_reference(const std::vector<Point>& x) {
  std::vector<std::optional<std::size_t>> first(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] >= x.size()) return {Defect::Kind::out_of_range, i, x[i], 0};
    if (first[x[i]]) return {Defect::Kind::repeated, i, x[i], *first[x[i]]};
    first[x[i]] = i;
  }
  return {};
}

/// A permutation with cycles of these lengths, on points that are mixed by the seed.
template <class Point>
std::vector<Point> with_cycles(const std::vector<std::size_t>& lengths, std::uint64_t seed) {
  const std::size_t points = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  const auto label = random_permutation<Point>(points, seed);
  std::vector<Point> x(points);
  std::size_t start = 0;
  for (const std::size_t length : lengths) {
    for (std::size_t i = 0; i < length; ++i) x[label[start + i]] = label[start + (i + 1) % length];
    start += length;
  }
  return x;
}

}  // namespace wreath::perm::test

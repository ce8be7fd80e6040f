// SPDX-License-Identifier: MIT
//
// The maps that the GPU's permutation tests run on, and the slow twins they are compared with.
#pragma once

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/data/rng.hpp"
#include "perm/reference.hpp"

namespace wreath::perm::cuda_test {

enum class Kind { random, identity, reversed, stride, neighbours, constant, few, map };
inline constexpr Kind kKinds[] = {Kind::random,     Kind::identity, Kind::reversed, Kind::stride,
                                  Kind::neighbours, Kind::constant, Kind::few,      Kind::map};
inline constexpr Kind kBijections[] = {Kind::random, Kind::identity, Kind::reversed, Kind::stride, Kind::neighbours};
inline constexpr Kind kSkewed[] = {Kind::constant, Kind::few, Kind::map};

inline std::string name_of(Kind kind) {
  constexpr const char* names[] = {"random", "identity", "reversed", "stride", "neighbours", "constant", "few", "map"};
  return names[static_cast<int>(kind)];
}

template <class Point>
std::vector<Point> shuffled(std::size_t n, std::uint64_t seed) {
  std::vector<Point> x(n);
  std::iota(x.begin(), x.end(), Point{0});
  RandomStream random(seed, 1);
  for (std::size_t i = n; i > 1; --i) std::swap(x[i - 1], x[random.below64(i)]);
  return x;
}

/// n points into 0..range-1; the bijections are reduced modulo the range, which leaves them alone where it is n.
template <class Point>
std::vector<Point> make_map(Kind kind, std::size_t n, std::size_t range, std::uint64_t seed) {
  if (kind == Kind::map) return test::random_map<Point>(n, range, seed);
  std::vector<Point> x = kind == Kind::random ? shuffled<Point>(n, seed) : std::vector<Point>(n);
  RandomStream random(seed, 2);
  std::size_t step = 4097;  // coprime to n: stride goes once round
  while (n != 0 && std::gcd(step, n) != 1) ++step;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t value = x[i];
    if (kind == Kind::identity) value = i;
    if (kind == Kind::reversed) value = n - 1 - i;
    if (kind == Kind::stride) value = i * step % n;
    if (kind == Kind::neighbours) value = (i ^ 1) < n ? i ^ 1 : i;
    if (kind == Kind::constant) value = range - 1;
    if (kind == Kind::few) value = random.below(3) * ((range - 1) / 2);
    x[i] = static_cast<Point>(value % range);
  }
  return x;
}

/// z[x[i]] = values[i]; zero where nothing points.
template <class Point, class Value>
std::vector<Value> scatter_twin(const std::vector<Point>& x, const std::vector<Value>& values, std::size_t size) {
  std::vector<Value> z(size);
  for (std::size_t i = 0; i < x.size(); ++i) z.at(x[i]) = values[i];
  return z;
}

template <class Value>
std::vector<Value> counting(std::size_t n) {
  std::vector<Value> values(n);
  std::iota(values.begin(), values.end(), Value{0});
  return values;
}

/// Whether every z[x[i]] is values[j] for some j with x[j] = x[i]; values must be distinct, and below their number.
template <class Point>
bool holds_preimages(const std::vector<Point>& x, const std::vector<Point>& values, const std::vector<Point>& z) {
  std::vector<Point> source(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) source[values[i]] = static_cast<Point>(i);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Point value = z[x[i]];
    if (value >= values.size() || x[source[value]] != x[i]) return false;
  }
  return true;
}

}  // namespace wreath::perm::cuda_test

// SPDX-License-Identifier: MIT
//
// Certified bases: a few points whose images determine every element.
//
// Let b be a point and O its orbit, the points b*w for all words w. Say that b is certified if for each generator g the map
// b -> b*g extends to a map f_g of O that commutes with all generators: f_g(p*h) = f_g(p)*h. Then elements x, y with b*x = b*y
// agree on O. Each f_g maps O to O, so a composition F of them does too and commutes with all generators, hence F(q*x) = F(q)*x
// for every element x. A point of O is p = b*g_1*...*g_k, and p = F(b) for F = f_{g_1} o ... o f_{g_k}: by induction, with F' the
// composition of the first k-1, b*g_1*...*g_k = F'(b)*g_k = F'(b*g_k) = F'(f_{g_k}(b)). So p*x = F(b)*x = F(b*x) = F(b*y) = p*y.
// Certified points whose orbits cover all points therefore determine every element: equal images of the base are equal maps.
//
// Covering needs a point in every source of the graph of strong components of the action; a base takes one in each. Where no
// point of a source is certified there is no such base and rows are kept whole. (Being certified is not enough: (0 1)(2 3 4) is
// certified at 0 alone, yet has six powers.)
//
// Cost: |O| * generators^2 look-ups a point, one at a time in the order of O; a point that fails mostly fails at once.
#include "semigroup/base.hpp"

#include "core/data/bitset.hpp"
#include "semigroup/components.hpp"

namespace wreath::semigroup {

namespace {

constexpr Point kNowhere = ~Point{0};

/// The orbit of b in breadth-first order; for each of its points but b the place in the orbit and the generator it came from.
struct Orbit {
  std::vector<Point> points;
  std::vector<std::uint32_t> parent;
  std::vector<Letter> letter;
};

Orbit orbit_of(const Generators& generators, Point b) {
  Orbit orbit{{b}, {0}, {0}};
  Bitset seen(generators.degree);
  seen.claim<false>(b);
  for (std::size_t at = 0; at < orbit.points.size(); ++at) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const Point image = generators.row(g)[orbit.points[at]];
      if (!seen.claim<false>(image)) continue;
      orbit.points.push_back(image);
      orbit.parent.push_back(static_cast<std::uint32_t>(at));
      orbit.letter.push_back(static_cast<Letter>(g));
    }
  }
  return orbit;
}

/// Whether b -> b*g extends: defines f along the tree of the orbit and checks all edges as soon as both ends have values.
bool extends(const Generators& generators, const Orbit& orbit, std::size_t g, std::vector<Point>& f) {
  std::fill(f.begin(), f.end(), kNowhere);
  f[orbit.points[0]] = generators.row(g)[orbit.points[0]];
  for (std::size_t at = 1; at < orbit.points.size(); ++at) {
    f[orbit.points[at]] = generators.row(orbit.letter[at])[f[orbit.points[orbit.parent[at]]]];
  }
  for (std::size_t h = 0; h < generators.count(); ++h) {
    const Point* row = generators.row(h).data();
    constexpr std::size_t kPiece = 4096;
    for (std::size_t begin = 0; begin < f.size(); begin += kPiece) {
      const std::size_t end = std::min(f.size(), begin + kPiece);
      bool good = true;
      for (std::size_t p = begin; p < end; ++p) good &= f[p] == kNowhere || f[row[p]] == row[f[p]];
      if (!good) return false;
    }
  }
  return true;
}

bool certified(const Generators& generators, Point b, std::vector<Point>& f) {
  const Orbit orbit = orbit_of(generators, b);
  for (std::size_t g = 0; g < generators.count(); ++g) {
    if (!extends(generators, orbit, g, f)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<Point>> certified_base(const Generators& generators, std::size_t most, RunControl& run) {
  const std::vector<std::vector<Point>> sources = source_components(generators);
  if (sources.size() > most) return std::nullopt;
  constexpr std::size_t kTries = 4;
  std::vector<Point> base;
  std::vector<Point> f(generators.degree);
  for (const std::vector<Point>& source : sources) {
    bool found = false;
    for (std::size_t i = 0; i < source.size() && i < kTries && !found; ++i) {
      if (run.should_stop()) return std::nullopt;
      found = certified(generators, source[i], f);
      if (found) base.push_back(source[i]);
    }
    if (!found) return std::nullopt;
  }
  return base;
}

}  // namespace wreath::semigroup

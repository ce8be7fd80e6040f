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
// Cost: |O| * generators^2 comparisons a point. All generators are taken together: the images of a point under all of them stand
// side by side, and so do the values of all f_g at a point, so that a cache line brings eight or more of either.
#include "core/data/bitset.hpp"
#include "core/data/growing_array.hpp"
#include "core/data/huge_array.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/enumerate/plan.hpp"
#include "semigroup/graphs.hpp"

namespace wreath::semigroup {

namespace {

/// Points by generators: the images of each point under all generators, or the values of all f_g.
class PointTable {
 public:
  PointTable(std::uint64_t degree, std::size_t generators) : generators_(generators), entries_(degree * generators) {}
  Point* operator[](std::size_t p) { return entries_.data() + p * generators_; }
  const Point* operator[](std::size_t p) const { return entries_.data() + p * generators_; }
  std::span<const Point> all() const { return entries_.span(); }
  std::size_t generators() const { return generators_; }

 private:
  std::size_t generators_;
  HugeArray<Point> entries_;
};

PointTable side_by_side(const Generators& generators) {
  PointTable images(generators.degree, generators.count());
  constexpr std::size_t kPiece = 1024;
  for (std::size_t begin = 0; begin < generators.degree; begin += kPiece) {
    const std::size_t end = std::min<std::size_t>(generators.degree, begin + kPiece);
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const auto row = generators.row(g);
      for (std::size_t p = begin; p < end; ++p) images[p][g] = row[p];
    }
  }
  return images;
}

/// Whether for every generator b -> b*g extends: defines all f_g along a tree of the orbit, then checks every edge.
bool is_certified(const PointTable& images, Point b, PointTable& f, std::uint64_t degree, StopCheck& check) {
  const std::size_t generators = images.generators();
  GrowingArray<Point> orbit;
  Bitset seen(degree);
  orbit.push_back(b);
  seen.claim<false>(b);
  std::copy_n(images[b], generators, f[b]);
  for (std::size_t at = 0; at < orbit.size(); ++at) {
    check.spend(8 * generators);
    const Point p = orbit[at];
    for (std::size_t h = 0; h < generators; ++h) {
      const Point q = images[p][h];
      if (!seen.claim<false>(q)) continue;
      orbit.push_back(q);
      for (std::size_t g = 0; g < generators; ++g) f[q][g] = images[f[p][g]][h];
    }
  }
  for (std::size_t p = 0; p < degree; ++p) {
    if (!seen.test(p)) continue;
    check.spend(4 * generators * generators);
    bool good = true;
    for (std::size_t g = 0; g < generators; ++g) {
      const Point* moved = images[f[p][g]];
      for (std::size_t h = 0; h < generators; ++h) good &= f[images[p][h]][g] == moved[h];
    }
    if (!good) return false;
  }
  return true;
}

}  // namespace

std::optional<Base> certified_base(const Generators& generators, std::size_t most, RunControl& run) {
  if (2 * generators.images.size() * sizeof(Point) > run.memory_left() / 2) return std::nullopt;
  const PointTable images = side_by_side(generators);
  const Sources sources = source_components(images.all(), generators.count());
  if (sources.components.size() > most) return std::nullopt;
  constexpr std::size_t kTries = 4;
  StopCheck check(run);
  Base base{{}, sources.acyclic};
  PointTable f(generators.degree, generators.count());
  for (const std::vector<Point>& source : sources.components) {
    bool found = false;
    for (std::size_t i = 0; i < source.size() && i < kTries && !found; ++i) {
      check.look();
      found = is_certified(images, source[i], f, generators.degree, check);
      if (found) base.points.push_back(source[i]);
    }
    if (!found) return std::nullopt;
  }
  return base;
}

}  // namespace wreath::semigroup

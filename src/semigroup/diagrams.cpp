// SPDX-License-Identifier: MIT
//
// The Temperley-Lieb monoid as a transformation monoid. A diagram joins some of 2n dots in pairs: dots 0..n-1 on top, n..2n-1
// below; a dot that is its own partner is free. x*y puts y under x, joins the lower dots of x with the upper ones of y and
// follows the lines. A monoid acts faithfully on itself by right multiplication, which makes it a transformation monoid whose
// degree is its size; diagrams are numbered as the breadth-first search from the identity meets them.
#include "semigroup/diagrams.hpp"

#include <map>
#include <numeric>

namespace wreath::semigroup {

namespace {

using Dot = std::uint16_t;
using Diagram = std::vector<Dot>;  // the partner of each dot

constexpr std::uint64_t kDiagramSteps = 1024;  // of a product and its look-up, for the stop check

Diagram identity(unsigned n) {
  Diagram d(2 * n);
  for (unsigned i = 0; i < n; ++i) {
    d[i] = static_cast<Dot>(n + i);
    d[n + i] = static_cast<Dot>(i);
  }
  return d;
}

void join(Diagram& d, unsigned a, unsigned b) {
  d[a] = static_cast<Dot>(b);
  d[b] = static_cast<Dot>(a);
}

/// Where the line from dot `start` of x (upper) or y (lower) ends; `in_x` says where the walk stands.
unsigned follow(const Diagram& x, const Diagram& y, unsigned start, bool in_x, unsigned n) {
  unsigned dot = start;
  while (true) {
    const unsigned partner = in_x ? x[dot] : y[dot];
    if (partner == dot) return start;                       // the line ends in a free dot of the middle row
    if (in_x ? partner < n : partner >= n) return partner;  // it comes out
    dot = in_x ? partner - n : partner + n;                 // it continues in the other diagram
    in_x = !in_x;
  }
}

Diagram multiply(const Diagram& x, const Diagram& y) {
  const auto n = static_cast<unsigned>(x.size() / 2);
  Diagram z(x.size());
  for (unsigned dot = 0; dot < 2 * n; ++dot) z[dot] = static_cast<Dot>(follow(x, y, dot, dot < n, n));
  return z;
}

Generators regular_representation(unsigned n, const std::vector<Diagram>& generators, StopCheck& stop) {
  std::map<Diagram, Point> numbers{{identity(n), 0}};
  std::vector<Diagram> found{identity(n)};
  std::vector<std::vector<Point>> rows(generators.size());
  for (std::size_t at = 0; at < found.size(); ++at) {
    for (std::size_t g = 0; g < generators.size(); ++g) {
      stop.spend(kDiagramSteps);
      Diagram product = multiply(found[at], generators[g]);
      const auto [place, fresh] = numbers.emplace(product, static_cast<Point>(found.size()));
      if (fresh) found.push_back(std::move(product));
      rows[g].push_back(place->second);
    }
  }
  Generators result{.degree = found.size(), .images = {}, .monoid = true};
  for (const auto& row : rows) result.images.insert(result.images.end(), row.begin(), row.end());
  return result;
}

/// Joins dots i and i+1 above, and below.
Diagram hook(unsigned n, unsigned i) {
  Diagram d = identity(n);
  join(d, i, i + 1);
  join(d, n + i, n + i + 1);
  return d;
}

std::vector<Diagram> hooks(unsigned n) {
  std::vector<Diagram> all;
  for (unsigned i = 0; i + 1 < n; ++i) all.push_back(hook(n, i));
  if (all.empty()) all.push_back(identity(n));
  return all;
}

}  // namespace

Generators temperley_lieb(unsigned n, StopCheck& stop) {
  return regular_representation(n, hooks(n), stop);
}

}  // namespace wreath::semigroup

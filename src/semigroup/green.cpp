// SPDX-License-Identifier: MIT
//
// Green's classes from the Cayley graphs: R-classes are the strong components of the right graph, L-classes those of the left
// graph; in a finite semigroup D = J is the join of both, and within a D-class every R-class meets every L-class in an H-class of
// one size.
#include "wreath/semigroup/green.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/run/given_run.hpp"
#include "semigroup/components.hpp"

namespace wreath::semigroup {

namespace {

/// Classes renumbered by their first element; returns how many.
std::uint32_t number_by_first(std::vector<std::uint32_t>& classes) {
  std::vector<std::uint32_t> numbers(classes.size(), ~std::uint32_t{0});
  std::uint32_t count = 0;
  for (std::uint32_t& one : classes) {
    if (numbers[one] == ~std::uint32_t{0}) numbers[one] = count++;
    one = numbers[one];
  }
  return count;
}

std::vector<std::uint32_t> components_of(std::span<const std::uint32_t> graph, std::size_t letters) {
  return strong_components(graph.size() / letters, letters,
                           [&](std::uint32_t x, std::uint32_t g) { return graph[std::size_t{x} * letters + g]; })
      .of;
}

/// The classes of the join: union-find over R-classes, joined through the L-class of each element.
std::vector<std::uint32_t> join(const std::vector<std::uint32_t>& r, std::uint64_t r_count, const std::vector<std::uint32_t>& l,
                                std::uint64_t l_count) {
  std::vector<std::uint32_t> parent(r_count);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto find = [&](std::uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
  };
  std::vector<std::uint32_t> first_r(l_count, ~std::uint32_t{0});
  for (std::size_t e = 0; e < r.size(); ++e) {
    std::uint32_t& first = first_r[l[e]];
    if (first == ~std::uint32_t{0}) first = r[e];
    parent[find(r[e])] = find(first);
  }
  std::vector<std::uint32_t> joined(r.size());
  for (std::size_t e = 0; e < r.size(); ++e) joined[e] = find(r[e]);
  return joined;
}

}  // namespace

std::uint64_t GreenClasses::regular_d_classes() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(d_classes, [](const DClass& each) { return each.idempotents > 0; }));
}

std::uint64_t GreenClasses::idempotents() const {
  return static_cast<std::uint64_t>(std::ranges::count(idempotent, true));
}

GreenClasses green_classes(Enumeration& enumeration, RunControl* given) {
  GivenRun run(given);
  const auto timer = run->phase("green");
  const std::size_t letters = enumeration.generators().count();
  const auto right = enumeration.right_graph();
  GreenClasses green;
  green.r = components_of(right, letters);
  green.r_count = number_by_first(green.r);
  green.l = components_of(enumeration.left_graph(), letters);
  green.l_count = number_by_first(green.l);
  green.d = join(green.r, green.r_count, green.l, green.l_count);
  green.d_classes.resize(number_by_first(green.d));

  std::vector<bool> seen_r(green.r_count);
  std::vector<bool> seen_l(green.l_count);
  green.idempotent = enumeration.idempotents();
  for (std::size_t e = 0; e < green.r.size(); ++e) {
    GreenClasses::DClass& d = green.d_classes[green.d[e]];
    if (d.size++ == 0) {
      const std::vector<Point> images = enumeration.images(e);
      d.representative = e;
      d.rank = std::set<Point>(images.begin(), images.end()).size();
    }
    if (!seen_r[green.r[e]]) ++d.r_classes;
    if (!seen_l[green.l[e]]) ++d.l_classes;
    seen_r[green.r[e]] = true;
    seen_l[green.l[e]] = true;
    d.idempotents += green.idempotent[e];
  }
  for (const GreenClasses::DClass& d : green.d_classes) green.h_count += d.r_classes * d.l_classes;
  return green;
}

}  // namespace wreath::semigroup

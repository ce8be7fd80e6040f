// SPDX-License-Identifier: MIT
//
// Green's structure from the definition: all elements, and who reaches whom by multiplication.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "semigroup/green/green_structure.hpp"

namespace wreath::semigroup::test {

using Row = std::vector<Point>;

inline Row times(const Row& x, const Row& y) {
  Row product(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) product[i] = y[x[i]];
  return product;
}

/// All elements, or nothing where they are more than `most`.
inline std::optional<std::vector<Row>> elements_reference(const Generators& generators, std::size_t most) {
  std::vector<Row> rows;
  for (std::size_t g = 0; g < generators.count(); ++g) rows.emplace_back(generators.row(g).begin(), generators.row(g).end());
  Row identity(generators.degree);
  std::iota(identity.begin(), identity.end(), Point{0});
  std::set<Row> known(rows.begin(), rows.end());
  if (generators.monoid) known.insert(identity);
  std::vector<Row> all(known.begin(), known.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Row& row : rows) {
      Row product = times(all[i], row);
      if (known.insert(product).second) all.push_back(std::move(product));
    }
    if (all.size() > most) return std::nullopt;
  }
  return all;
}

/// Which nodes each node reaches.
inline std::vector<std::vector<bool>> reach_reference(const std::vector<std::vector<std::size_t>>& edges) {
  std::vector<std::vector<bool>> reach(edges.size(), std::vector<bool>(edges.size(), false));
  for (std::size_t start = 0; start < edges.size(); ++start) {
    std::vector<std::size_t> queue{start};
    reach[start][start] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::size_t to : edges[queue[i]]) {
        if (reach[start][to]) continue;
        reach[start][to] = true;
        queue.push_back(to);
      }
    }
  }
  return reach;
}

/// The least node that each node reaches and is reached from.
inline std::vector<std::size_t> classes_reference(const std::vector<std::vector<std::size_t>>& edges) {
  const auto reach = reach_reference(edges);
  std::vector<std::size_t> least(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    while (!reach[i][least[i]] || !reach[least[i]][i]) ++least[i];
  }
  return least;
}

inline std::size_t different(std::vector<std::size_t> values) {
  return std::set<std::size_t>(values.begin(), values.end()).size();
}

inline StructureCount green_reference(const Generators& generators, const std::vector<Row>& elements) {
  std::map<Row, std::size_t> number;
  for (const Row& row : elements) number.emplace(row, number.size());
  std::vector<std::vector<std::size_t>> right(elements.size());
  std::vector<std::vector<std::size_t>> left(elements.size());
  std::vector<std::vector<std::size_t>> both(elements.size());
  for (const auto& [x, i] : number) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const Row row(generators.row(g).begin(), generators.row(g).end());
      right[i].push_back(number.at(times(x, row)));
      left[i].push_back(number.at(times(row, x)));
      both[i].push_back(right[i].back());
      both[i].push_back(left[i].back());
    }
  }
  const auto r = classes_reference(right);
  const auto l = classes_reference(left);
  const auto d = classes_reference(both);  // J = D in a finite semigroup

  StructureCount count;
  count.complete = true;
  count.size = elements.size();
  count.r_classes = different(r);
  count.l_classes = different(l);
  std::map<std::size_t, std::vector<const Row*>> by_class;
  std::map<std::size_t, std::set<std::size_t>> rs;
  std::map<std::size_t, std::set<std::size_t>> ls;
  std::set<std::pair<std::size_t, std::size_t>> hs;
  std::set<Row> kernels;
  std::set<Row> images;
  for (const auto& [x, i] : number) {
    by_class[d[i]].push_back(&x);
    rs[d[i]].insert(r[i]);
    ls[d[i]].insert(l[i]);
    hs.emplace(r[i], l[i]);
    Row image = x;
    std::ranges::sort(image);
    image.erase(std::unique(image.begin(), image.end()), image.end());
    images.insert(image);
    Row kernel = x;
    for (Point& point : kernel) point = static_cast<Point>(std::ranges::find(x, point) - x.begin());
    kernels.insert(kernel);
  }
  count.h_classes = hs.size();
  count.kernels = kernels.size();
  count.images = images.size();
  count.d_classes = by_class.size();
  for (const auto& [least, members] : by_class) {
    StructureCount::DClass found;
    found.rank = std::set<Point>(members[0]->begin(), members[0]->end()).size();
    found.size = members.size();
    found.r_classes = rs[least].size();
    found.l_classes = ls[least].size();
    found.h_size = found.size / (found.r_classes * found.l_classes);
    for (const Row* x : members) found.idempotents += times(*x, *x) == *x ? 1 : 0;
    found.regular = found.idempotents != 0;
    found.settled = true;
    count.regular_d_classes += found.regular ? 1 : 0;
    count.idempotents += found.idempotents;
    count.classes.push_back(found);
  }
  const auto key = [](const StructureCount::DClass& c) {
    return std::tie(c.rank, c.size, c.r_classes, c.l_classes, c.h_size, c.idempotents);
  };
  std::ranges::sort(count.classes,
                    [&](const StructureCount::DClass& a, const StructureCount::DClass& b) { return key(b) < key(a); });
  return count;
}

}  // namespace wreath::semigroup::test

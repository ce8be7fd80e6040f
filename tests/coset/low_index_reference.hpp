// SPDX-License-Identifier: MIT
//
// The subgroups of small index by brute force: all transitive actions on 1, 2, ... points.
#pragma once

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "wreath/coset.hpp"

namespace wreath::coset {

using Rows = std::vector<Coset>;  // of a coset table

inline Coset traced(const Rows& rows, std::size_t letters, const word::Word& word, Coset c) {
  for (const word::Letter x : word) c = rows[c * letters + x];
  return c;
}

/// The table as seen from a row, rows numbered in the order in which they appear; empty if not all are reached.
inline Rows seen_from(const Rows& rows, std::size_t letters, Coset base) {
  const std::size_t index = rows.size() / letters;
  std::vector<Coset> order{base};
  std::vector<Coset> numbers(index, static_cast<Coset>(index));
  numbers[base] = 0;
  Rows seen;
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (std::size_t x = 0; x < letters; ++x) {
      const Coset image = rows[order[k] * letters + x];
      if (numbers[image] == index) {
        numbers[image] = static_cast<Coset>(order.size());
        order.push_back(image);
      }
      seen.push_back(numbers[image]);
    }
  }
  return order.size() == index ? seen : Rows();
}

/// The least of the tables of a class, and how many there are.
inline std::pair<Rows, std::size_t> class_of(const Rows& rows, std::size_t letters) {
  std::set<Rows> conjugates;
  for (Coset base = 0; base < rows.size() / letters; ++base) conjugates.insert(seen_from(rows, letters, base));
  return {*conjugates.begin(), conjugates.size()};
}

/// Tables of all subgroups of this index.
inline std::set<Rows> subgroups_by_force(const Problem& problem, std::size_t index) {
  const auto& inverses = problem.group.alphabet.inverses;
  const std::size_t letters = inverses.size();
  std::vector<std::size_t> generators;
  for (std::size_t x = 0; x < letters; ++x)
    if (inverses[x] >= x) generators.push_back(x);
  std::vector<std::vector<Coset>> permutations(1, std::vector<Coset>(index));
  std::iota(permutations[0].begin(), permutations[0].end(), Coset{0});
  for (auto next = permutations[0]; std::next_permutation(next.begin(), next.end());) permutations.push_back(next);
  std::set<Rows> found;
  Rows rows(index * letters);
  std::vector<std::size_t> chosen(generators.size(), 0);
  for (bool more = true; more;) {
    bool is_action = true;
    for (std::size_t g = 0; g < generators.size(); ++g) {
      const std::size_t x = generators[g];
      const std::vector<Coset>& images = permutations[chosen[g]];
      for (Coset c = 0; c < index; ++c) rows[c * letters + x] = images[c];
      for (Coset c = 0; c < index; ++c) rows[images[c] * letters + inverses[x]] = c;
      for (Coset c = 0; c < index; ++c) is_action = is_action && rows[c * letters + x] == images[c];
    }
    for (const auto& [u, v] : problem.group.equations)
      for (Coset c = 0; is_action && c < index; ++c) is_action = traced(rows, letters, u, c) == traced(rows, letters, v, c);
    if (is_action) {
      Rows standard = seen_from(rows, letters, 0);
      if (!standard.empty()) found.insert(std::move(standard));
    }
    more = false;
    for (std::size_t g = 0; g < generators.size() && !more; ++g) {
      more = ++chosen[g] < permutations.size();
      if (!more) chosen[g] = 0;
    }
  }
  return found;
}

}  // namespace wreath::coset

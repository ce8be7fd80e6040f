// SPDX-License-Identifier: MIT
//
// Presentations of monoids from the literature, and their sizes.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "wreath/coset/monoid.hpp"

namespace wreath::coset {

using Numbers = std::vector<int>;

/// A monoid on letters 0, 1, ... with relations as numbers.
struct Draft {
  std::vector<std::pair<Numbers, Numbers>> relations = {};
  int letters = 0;

  void add(const Numbers& u, const Numbers& v) { relations.emplace_back(u, v); }
  MonoidProblem problem() const {
    MonoidProblem made;
    for (int x = 0; x < letters; ++x) {
      made.monoid.alphabet.names.push_back("x" + std::to_string(x + 1));
      made.monoid.alphabet.inverses.push_back(word::kNoLetter);
    }
    for (const auto& [u, v] : relations)
      made.monoid.equations.emplace_back(word::Word(u.begin(), u.end()), word::Word(v.begin(), v.end()));
    return made;
  }
};

/// Generators of a Coxeter group, from `first` on, with the orders of products of neighbours; the square of each is itself in the
/// 0-Hecke monoid.
inline void add_coxeter(Draft& draft, const Numbers& diagram, bool is_group, int first = 0) {
  const int count = static_cast<int>(diagram.size()) + 1;
  draft.letters = std::max(draft.letters, first + count);
  for (int i = first; i < first + count; ++i) draft.add({i, i}, is_group ? Numbers{} : Numbers{i});
  for (int i = first; i < first + count; ++i) {
    for (int j = i + 1; j < first + count; ++j) {
      const int order = j == i + 1 ? diagram[static_cast<std::size_t>(i - first)] : 2;
      Numbers u;
      Numbers v;
      for (int k = 0; k < order; ++k) {
        u.push_back(k % 2 == 0 ? i : j);
        v.push_back(k % 2 == 0 ? j : i);
      }
      draft.add(u, v);
    }
  }
}

inline Draft coxeter(const Numbers& diagram, bool is_group) {
  Draft draft;
  add_coxeter(draft, diagram, is_group);
  return draft;
}

inline Numbers threes(int points) {
  return Numbers(static_cast<std::size_t>(points - 2), 3);
}

inline void add_jones(Draft& draft, int points, int first) {
  draft.letters = std::max(draft.letters, first + points - 1);
  for (int i = first; i < first + points - 1; ++i) {
    draft.add({i, i}, {i});
    for (int j = first; j < first + points - 1; ++j) {
      if (j == i + 1 || i == j + 1) draft.add({i, j, i}, {i});
      if (j > i + 1) draft.add({i, j}, {j, i});
    }
  }
}

inline Draft jones(int points) {
  Draft draft;
  add_jones(draft, points, 0);
  return draft;
}

/// Kudryavtseva and Mazorchuk 2006.
inline Draft brauer(int points) {
  Draft draft;
  const int p = points - 1;  // the first hook
  add_coxeter(draft, threes(points), true);
  add_jones(draft, points, p);
  for (int i = 0; i < p; ++i) {
    draft.add({i, p + i}, {p + i});
    draft.add({p + i, i}, {p + i});
    for (int j = 0; j < p; ++j) {
      if (j == i + 1 || i == j + 1) {
        draft.add({i, p + j, p + i}, {j, p + i});
        draft.add({p + i, p + j, i}, {p + i, j});
      } else if (i != j) {
        draft.add({i, p + j}, {p + j, i});
      }
    }
  }
  return draft;
}

/// Popova 1961: the symmetric group and the idempotent that leaves out one point.
inline Draft symmetric_inverse(int points) {
  Draft draft;
  add_coxeter(draft, threes(points), true);
  const int e = points - 1;
  draft.letters = points;
  draft.add({e, e}, {e});
  for (int i = 1; i < e; ++i) draft.add({e, i}, {i, e});
  draft.add({e, 0, e, 0}, {e, 0, e});
  draft.add({0, e, 0, e}, {e, 0, e});
  return draft;
}

/// Order-preserving maps that increase no point (Solomon 1996).
inline Draft catalan(int points) {
  Draft draft{.letters = points - 1};
  for (int i = 0; i < points - 1; ++i) {
    draft.add({i, i}, {i});
    for (int j = i + 2; j < points - 1; ++j) draft.add({i, j}, {j, i});
    if (i + 1 == points - 1) continue;
    draft.add({i, i + 1, i}, {i, i + 1});
    draft.add({i + 1, i, i + 1}, {i, i + 1});
  }
  return draft;
}

/// Knuth's relations, with idempotent generators (Abram and Reutenauer 2021).
inline Draft stylic(int letters) {
  Draft draft{.letters = letters};
  for (int x = 0; x < letters; ++x) {
    draft.add({x, x}, {x});
    for (int y = x; y < letters; ++y) {
      for (int z = y; z < letters; ++z) {
        if (x < y) draft.add({y, z, x}, {y, x, z});
        if (y < z) draft.add({x, z, y}, {z, x, y});
      }
    }
  }
  return draft;
}

/// Kudryavtseva and Mazorchuk 2009.
inline Draft kiselman(int letters) {
  Draft draft{.letters = letters};
  for (int i = 0; i < letters; ++i) {
    draft.add({i, i}, {i});
    for (int j = i + 1; j < letters; ++j) {
      draft.add({i, j, i}, {i, j});
      draft.add({j, i, j}, {i, j});
    }
  }
  return draft;
}

inline Draft semilattice(int letters) {
  Draft draft = coxeter(Numbers(static_cast<std::size_t>(letters - 1), 2), false);
  return draft;
}

/// x w x = x w for each word w without x in which no letter is repeated.
inline Draft left_regular_band(int letters) {
  Draft draft{.letters = letters};
  for (int x = 0; x < letters; ++x) {
    const std::function<void(Numbers)> extend = [&](const Numbers& word) {  // which begins with x
      Numbers again = word;
      again.push_back(x);
      draft.add(again, word);
      for (int y = 0; y < letters; ++y) {
        if (std::ranges::find(word, y) != word.end()) continue;
        Numbers longer = word;
        longer.push_back(y);
        extend(longer);
      }
    };
    extend({x});
  }
  return draft;
}

inline Draft cyclic(int index, int period) {
  Draft draft{.letters = 1};
  draft.add(Numbers(static_cast<std::size_t>(index + period), 0), Numbers(static_cast<std::size_t>(index), 0));
  return draft;
}

struct KnownSize {
  const char* name;
  Draft draft;
  std::uint64_t size;
};

inline std::vector<KnownSize> known_sizes() {
  return {{"S3", coxeter(threes(3), true), 6},
          {"S4", coxeter(threes(4), true), 24},
          {"S6", coxeter(threes(6), true), 720},
          {"B3", coxeter({4, 3}, true), 48},
          {"H3", coxeter({5, 3}, true), 120},
          {"F4", coxeter({3, 4, 3}, true), 1152},
          {"0-Hecke S3", coxeter(threes(3), false), 6},
          {"0-Hecke S4", coxeter(threes(4), false), 24},
          {"0-Hecke S5", coxeter(threes(5), false), 120},
          {"0-Hecke S7", coxeter(threes(7), false), 5040},
          {"0-Hecke B3", coxeter({4, 3}, false), 48},
          {"0-Hecke H3", coxeter({5, 3}, false), 120},
          {"0-Hecke F4", coxeter({3, 4, 3}, false), 1152},
          {"0-Hecke I2(9)", coxeter({9}, false), 18},
          {"Jones 3", jones(3), 5},
          {"Jones 4", jones(4), 14},
          {"Jones 5", jones(5), 42},
          {"Jones 6", jones(6), 132},
          {"Jones 8", jones(8), 1430},
          {"Brauer 2", brauer(2), 3},
          {"Brauer 3", brauer(3), 15},
          {"Brauer 4", brauer(4), 105},
          {"Brauer 5", brauer(5), 945},
          {"symmetric inverse 2", symmetric_inverse(2), 7},
          {"symmetric inverse 3", symmetric_inverse(3), 34},
          {"symmetric inverse 4", symmetric_inverse(4), 209},
          {"symmetric inverse 5", symmetric_inverse(5), 1546},
          {"Catalan 3", catalan(3), 5},
          {"Catalan 4", catalan(4), 14},
          {"Catalan 6", catalan(6), 132},
          {"Catalan 8", catalan(8), 1430},
          {"stylic 2", stylic(2), 5},
          {"stylic 3", stylic(3), 15},
          {"stylic 4", stylic(4), 52},
          {"stylic 6", stylic(6), 877},
          {"Kiselman 2", kiselman(2), 5},
          {"Kiselman 3", kiselman(3), 18},
          {"Kiselman 4", kiselman(4), 115},
          {"Kiselman 5", kiselman(5), 1710},
          {"free semilattice 3", semilattice(3), 8},
          {"free semilattice 8", semilattice(8), 256},
          {"free left regular band 2", left_regular_band(2), 5},
          {"free left regular band 3", left_regular_band(3), 16},
          {"free left regular band 4", left_regular_band(4), 65},
          {"cyclic 5, 7", cyclic(5, 7), 12},
          {"cyclic 0, 1000", cyclic(0, 1000), 1000}};
}

}  // namespace wreath::coset

// SPDX-License-Identifier: MIT
//
// The enumeration of a monoid as slow and obvious as it can be, and random problems.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "wreath/coset/monoid.hpp"

namespace wreath::coset {

class ReferenceMonoid {
 public:
  explicit ReferenceMonoid(const MonoidProblem& problem) : letters_(problem.monoid.alphabet.size()) {
    const auto turned = [&](word::Word word) {
      if (problem.kind == CongruenceKind::left) std::ranges::reverse(word);
      return word;
    };
    for (const auto& [u, v] : problem.monoid.equations) everywhere_.emplace_back(turned(u), turned(v));
    for (const auto& [u, v] : problem.pairs) {
      auto& list = problem.kind == CongruenceKind::twosided ? everywhere_ : at_start_;
      list.emplace_back(turned(u), turned(v));
    }
    rows_.emplace_back(letters_, -1);
  }

  /// The table, numbered by breadth-first search; nothing if more than `limit` nodes are needed on the way.
  std::optional<std::vector<std::uint32_t>> run(std::size_t limit) {
    while (true) {
      while (change()) {
      }
      const auto hole = std::ranges::find_if(rows_, [](const Row& row) { return std::ranges::count(row, -1) != 0; });
      if (hole == rows_.end()) return standard();
      if (rows_.size() == limit) return std::nullopt;
      *std::ranges::find(*hole, -1) = static_cast<int>(rows_.size());
      rows_.emplace_back(letters_, -1);
    }
  }

 private:
  using Row = std::vector<int>;

  bool change() {
    for (const auto& relation : at_start_) {
      if (close(0, relation)) return true;
    }
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      for (const auto& relation : everywhere_) {
        if (close(static_cast<int>(c), relation)) return true;
      }
    }
    return false;
  }

  /// The node before the last letter of a word, and the node after it; -1 where there is none.
  std::pair<int, int> ends(int c, const word::Word& word) const {
    int before = -1;
    for (const word::Letter x : word) {
      before = c;
      if (c >= 0) c = rows_[static_cast<std::size_t>(c)][x];
    }
    return {before, c};
  }

  bool close(int c, const word::Equation& relation) {
    const auto [before_u, u] = ends(c, relation.first);
    const auto [before_v, v] = ends(c, relation.second);
    if (u >= 0 && v >= 0) return u != v && (merge(u, v), true);
    if (u >= 0 && before_v >= 0) return rows_[static_cast<std::size_t>(before_v)][relation.second.back()] = u, true;
    if (v >= 0 && before_u >= 0) return rows_[static_cast<std::size_t>(before_u)][relation.first.back()] = v, true;
    return false;
  }

  /// One name for both, as long as there are rows that contradict.
  void merge(int a, int b) {
    std::vector<std::pair<int, int>> equal{{a, b}};
    while (!equal.empty()) {
      const int low = std::min(equal.back().first, equal.back().second);
      const int high = std::max(equal.back().first, equal.back().second);
      equal.pop_back();
      if (low == high) continue;
      const auto renamed = [&](int c) { return c == high ? low : c > high ? c - 1 : c; };
      const Row gone = rows_[static_cast<std::size_t>(high)];
      Row& kept = rows_[static_cast<std::size_t>(low)];
      for (std::size_t x = 0; x < letters_; ++x) {
        if (kept[x] < 0)
          kept[x] = gone[x];
        else if (gone[x] >= 0)
          equal.emplace_back(kept[x], gone[x]);
      }
      rows_.erase(rows_.begin() + high);
      for (Row& row : rows_) std::ranges::transform(row, row.begin(), renamed);
      for (auto& [u, v] : equal) u = renamed(u), v = renamed(v);
    }
  }

  std::vector<std::uint32_t> standard() const {
    std::vector<int> names(rows_.size(), -1);
    std::deque<std::size_t> order{0};
    names[0] = 0;
    std::vector<std::uint32_t> entries;
    for (int count = 1; !order.empty(); order.pop_front()) {
      for (const int to : rows_[order.front()]) {
        int& name = names[static_cast<std::size_t>(to)];
        if (name < 0) {
          name = count++;
          order.push_back(static_cast<std::size_t>(to));
        }
        entries.push_back(static_cast<std::uint32_t>(name));
      }
    }
    return entries;
  }

  std::size_t letters_;
  std::vector<word::Equation> everywhere_;
  std::vector<word::Equation> at_start_;
  std::vector<Row> rows_;
};

/// A power of each letter is a smaller one, and there are some other relations; one in two has pairs.
inline MonoidProblem random_monoid(std::mt19937& draw) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(draw() % n); };
  MonoidProblem problem;
  const std::size_t letters = 1 + below(3);
  problem.monoid.is_semigroup = below(3) == 0;
  for (std::size_t x = 0; x < letters; ++x) {
    problem.monoid.alphabet.names.emplace_back(1, static_cast<char>('a' + x));
    problem.monoid.alphabet.inverses.push_back(word::kNoLetter);
  }
  const auto word = [&](std::size_t least, std::size_t most) {
    word::Word result;
    for (std::size_t k = least + below(most - least + 1); k-- > 0;) result.push_back(static_cast<word::Letter>(below(letters)));
    return result;
  };
  const std::size_t least = problem.monoid.is_semigroup ? 1 : 0;
  for (std::size_t x = 0; x < letters; ++x) {
    const std::size_t low = least + below(2);
    const word::Word power(low + 1 + below(3), static_cast<word::Letter>(x));
    problem.monoid.equations.emplace_back(power, word::Word(low, static_cast<word::Letter>(x)));
  }
  for (std::size_t k = 1 + below(4); k-- > 0;) {
    word::Word left = word(2, 5);
    problem.monoid.equations.emplace_back(std::move(left), word(least, 4));
  }
  if (below(2) == 0) return problem;
  constexpr CongruenceKind kKinds[] = {CongruenceKind::twosided, CongruenceKind::right, CongruenceKind::left};
  problem.kind = kKinds[below(3)];
  for (std::size_t k = 1 + below(2); k-- > 0;) {
    word::Word left = word(least, 4);
    problem.pairs.emplace_back(std::move(left), word(least, 4));
  }
  return problem;
}

}  // namespace wreath::coset

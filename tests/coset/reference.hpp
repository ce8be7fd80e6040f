// SPDX-License-Identifier: MIT
//
// Coset enumeration as slow and obvious as it can be: define, trace everything everywhere, rename whatever turns out to be equal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "wreath/coset.hpp"

namespace wreath::coset {

class ReferenceEnumerator {
 public:
  explicit ReferenceEnumerator(const Problem& problem) : inverses_(problem.group.alphabet.inverses), subgroup_(problem.subgroup) {
    for (const auto& [left, right] : problem.group.equations) {
      std::vector<int> word(left.begin(), left.end());
      for (std::size_t i = right.size(); i-- > 0;) word.push_back(inverses_[right[i]]);
      relators_.push_back(word);
    }
    rows_.push_back(std::vector<int>(inverses_.size(), -1));
  }

  /// The standardised table, row after row; nothing if more than `limit` cosets are needed on the way.
  std::optional<std::vector<std::uint32_t>> run(std::size_t limit) {
    for (;;) {
      while (deduce()) {
      }
      const auto [c, x] = first_hole();
      if (c == rows_.size()) break;
      if (rows_.size() == limit) return std::nullopt;
      const std::size_t fresh = rows_.size();
      rows_.push_back(std::vector<int>(inverses_.size(), -1));
      rows_[c][x] = static_cast<int>(fresh);
      rows_[fresh][inverses_[x]] = static_cast<int>(c);
    }
    return standard();
  }

 private:
  std::pair<std::size_t, std::size_t> first_hole() const {
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      const auto hole = std::ranges::find(rows_[c], -1);
      if (hole != rows_[c].end()) return {c, static_cast<std::size_t>(hole - rows_[c].begin())};
    }
    return {rows_.size(), 0};
  }

  /// Traces all words; makes one change, and says so.
  bool deduce() {
    for (const auto& word : subgroup_) {
      if (close(0, std::vector<int>(word.begin(), word.end()))) return true;
    }
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      for (const auto& word : relators_) {
        if (close(static_cast<int>(c), word)) return true;
      }
    }
    return false;
  }

  bool close(int c, const std::vector<int>& word) {
    int front = c;
    int back = c;
    std::size_t i = 0;
    std::size_t j = word.size();
    while (i < j && at(front, word[i]) >= 0) front = at(front, word[i++]);
    while (j > i && at(back, inverses_[static_cast<std::size_t>(word[j - 1])]) >= 0)
      back = at(back, inverses_[static_cast<std::size_t>(word[--j])]);
    if (j == i && front != back) return merge(front, back), true;
    if (j != i + 1) return false;
    rows_[static_cast<std::size_t>(front)][static_cast<std::size_t>(word[i])] = back;
    rows_[static_cast<std::size_t>(back)][inverses_[static_cast<std::size_t>(word[i])]] = front;
    return true;
  }

  int at(int c, int x) const { return rows_[static_cast<std::size_t>(c)][static_cast<std::size_t>(x)]; }

  /// All names of the two cosets become one, as long as rows or columns contradict.
  void merge(int a, int b) {
    std::vector<int> name(rows_.size());
    for (std::size_t c = 0; c < name.size(); ++c) name[c] = static_cast<int>(c);
    const auto identify = [&](int u, int v) {
      const int from = std::max(name[static_cast<std::size_t>(u)], name[static_cast<std::size_t>(v)]);
      const int to = std::min(name[static_cast<std::size_t>(u)], name[static_cast<std::size_t>(v)]);
      for (int& each : name) each = each == from ? to : each;
      return from != to;
    };
    identify(a, b);
    std::vector<std::vector<int>> merged;
    for (bool changed = true; changed;) {
      changed = false;
      merged.assign(rows_.size(), std::vector<int>(inverses_.size(), -1));
      for (std::size_t c = 0; c < rows_.size(); ++c) {
        for (std::size_t x = 0; x < inverses_.size(); ++x) {
          if (rows_[c][x] < 0) continue;
          const int from = name[c];
          const int to = name[static_cast<std::size_t>(rows_[c][x])];
          int& there = merged[static_cast<std::size_t>(from)][x];
          if (there >= 0 && there != to) changed = identify(there, to) || changed;
          there = to;
          int& back = merged[static_cast<std::size_t>(to)][inverses_[x]];
          if (back >= 0 && back != from) changed = identify(back, from) || changed;
          back = from;
        }
      }
    }
    std::vector<int> number(rows_.size(), -1);
    std::vector<std::vector<int>> kept;
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      if (name[c] != static_cast<int>(c)) continue;
      number[c] = static_cast<int>(kept.size());
      kept.push_back(merged[c]);
    }
    for (auto& row : kept) {
      for (int& d : row) d = d < 0 ? d : number[static_cast<std::size_t>(name[static_cast<std::size_t>(d)])];
    }
    rows_ = kept;
  }

  std::vector<std::uint32_t> standard() const {
    std::vector<int> order{0};
    std::vector<int> number(rows_.size(), -1);
    number[0] = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      for (const int d : rows_[static_cast<std::size_t>(order[k])]) {
        if (number[static_cast<std::size_t>(d)] >= 0) continue;
        number[static_cast<std::size_t>(d)] = static_cast<int>(order.size());
        order.push_back(d);
      }
    }
    std::vector<std::uint32_t> entries;
    for (const int c : order) {
      for (const int d : rows_[static_cast<std::size_t>(c)])
        entries.push_back(static_cast<std::uint32_t>(number[static_cast<std::size_t>(d)]));
    }
    return entries;
  }

  std::vector<word::Letter> inverses_;
  std::vector<std::vector<int>> relators_;
  std::vector<word::Word> subgroup_;
  std::vector<std::vector<int>> rows_;
};

}  // namespace wreath::coset

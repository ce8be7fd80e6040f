// SPDX-License-Identifier: MIT
//
// The order of a finite group by coset enumeration over the trivial subgroup (Todd and Coxeter): slow, obvious, and independent
// of everything else here. Each relator is traced from each coset, with new cosets where there are none; cosets that turn out to
// be the same are merged.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "core/words/words.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::test {

class CosetEnumeration {
 public:
  CosetEnumeration(const word::Presentation& presentation, std::size_t limit) : letters_(presentation.alphabet), limit_(limit) {
    for (const auto& [left, right] : presentation.equations) {
      word::Word relator = left;
      const word::Word inverse = word::inverse_word(right, letters_);
      relator.insert(relator.end(), inverse.begin(), inverse.end());
      relators_.push_back(std::move(relator));
    }
    add_coset();
  }

  /// Nothing where more cosets than the limit were needed.
  std::optional<std::size_t> order() {
    for (int coset = 0; coset < static_cast<int>(table_.size()); ++coset) {
      if (table_.size() > limit_) return std::nullopt;
      for (const word::Word& relator : relators_) {
        if (!is_alive(coset)) break;
        int end = coset;
        for (const word::Letter letter : relator) end = step(find(end), letter);
        merge(end, coset);
      }
      for (std::size_t x = 0; is_alive(coset) && x < letters_.size(); ++x) step(coset, static_cast<word::Letter>(x));
    }
    std::size_t alive = 0;
    for (int coset = 0; coset < static_cast<int>(table_.size()); ++coset) alive += is_alive(coset) ? 1 : 0;
    return alive;
  }

 private:
  bool is_alive(int coset) const { return same_[static_cast<std::size_t>(coset)] == coset; }
  int find(int coset) const {
    while (!is_alive(coset)) coset = same_[static_cast<std::size_t>(coset)];
    return coset;
  }
  int add_coset() {
    same_.push_back(static_cast<int>(table_.size()));
    table_.emplace_back(letters_.size(), -1);
    return same_.back();
  }
  int& entry(int coset, word::Letter letter) { return table_[static_cast<std::size_t>(coset)][letter]; }

  int step(int coset, word::Letter letter) {
    if (entry(coset, letter) < 0) {
      const int fresh = add_coset();
      entry(coset, letter) = fresh;
      entry(fresh, letters_.inverses[letter]) = coset;
    }
    return find(entry(coset, letter));
  }

  void merge(int u, int v) {
    std::deque<std::pair<int, int>> due{{u, v}};
    while (!due.empty()) {
      const auto [first, second] = due.front();
      due.pop_front();
      const int kept = std::min(find(first), find(second));
      const int lost = std::max(find(first), find(second));
      if (kept == lost) continue;
      same_[static_cast<std::size_t>(lost)] = kept;
      for (std::size_t x = 0; x < letters_.size(); ++x) {
        const auto letter = static_cast<word::Letter>(x);
        const int target = entry(lost, letter);
        if (target < 0) continue;
        if (entry(kept, letter) < 0) {
          entry(kept, letter) = target;
        } else {
          due.emplace_back(entry(kept, letter), target);
        }
        // The way back must lead to the coset that is kept.
        const int home = find(target);
        int& back = entry(home, letters_.inverses[letter]);
        if (back < 0) {
          back = kept;
        } else {
          due.emplace_back(back, kept);
        }
      }
    }
  }

  word::Alphabet letters_;
  std::size_t limit_;
  std::vector<word::Word> relators_;
  std::vector<std::vector<int>> table_;
  std::vector<int> same_;
};

}  // namespace wreath::test

// SPDX-License-Identifier: MIT
//
// How a word v stands to the word u that is read beside it, letter by letter: what the states of acceptors remember of each word
// difference (word_acceptor.cpp, subgroup/coset_automata.cpp), and searches for smaller words as well.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace wreath::word {

/// v is smaller so far, the same, greater, or shorter: it has ended. What is open to one of these is open to those before it.
enum Standing : std::uint32_t { kLess, kSame, kGreater, kEnded, kAbsent };

/// The set that a state stands for, as it is being made: entries are difference*4 + standing, the best for each difference.
class StandingSet {
 public:
  explicit StandingSet(std::size_t differences) : best_(differences, kAbsent) {}

  void add(std::uint32_t d, Standing standing) {
    if (best_[d] == kAbsent) members_.push_back(d);
    best_[d] = std::min(best_[d], standing);
  }
  /// Appends the entries in order; the set is empty afterwards.
  void move_to(std::vector<std::uint32_t>& key) {
    std::sort(members_.begin(), members_.end());
    for (const std::uint32_t d : members_) key.push_back(d << 2 | best_[d]);
    clear();
  }
  void clear() {
    for (const std::uint32_t d : members_) best_[d] = kAbsent;
    members_.clear();
  }

 private:
  std::vector<Standing> best_;
  std::vector<std::uint32_t> members_;
};

}  // namespace wreath::word

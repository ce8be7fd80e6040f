// SPDX-License-Identifier: MIT
//
// The relations of an enumeration of a monoid, and the two tries in which words that begin or end alike are followed together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run/stop_check.hpp"
#include "wreath/coset/monoid.hpp"

namespace wreath::coset::monoid {

using word::Equation;
using word::Letter;
using word::Word;

struct Relations {
  unsigned letters = 0;
  std::vector<Equation> everywhere;  // hold at every node
  std::vector<Equation> at_start;    // hold at the first node

  /// The beginnings of all sides, each after the beginning that is one letter shorter; 0 is the empty word.
  struct Trie {
    std::vector<std::uint32_t> parents{0};
    std::vector<Letter> letters{0};
    std::vector<std::uint32_t> left;  // by relation: its sides
    std::vector<std::uint32_t> right;

    std::size_t size() const noexcept { return parents.size(); }
  };
  Trie beginnings;
};

/// Relations that say nothing are left out, and of equal ones all but one. For a left congruence, all words are reversed.
/// Throws Stopped.
Relations prepare(const MonoidProblem& problem, StopCheck& stop);

/// All beginnings of relations read backwards: from an edge with the last letter of a beginning, the nodes at which it begins are
/// found by the edges that lead there.
struct BackwardTrie {
  struct Child {
    Letter letter;
    std::uint32_t state;
  };
  struct State {
    std::vector<Child> children = {};
    std::vector<std::uint32_t> relations = {};  // that begin with this word
  };
  std::vector<State> states;  // 0: the empty word

  /// The letters that the beginnings have together: the most states.
  static std::uint64_t size_for(const Relations& relations) noexcept;
  /// Throws Stopped.
  BackwardTrie(const Relations& relations, StopCheck& stop);
};

}  // namespace wreath::coset::monoid

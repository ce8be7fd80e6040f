// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

/// For each state the states that have an edge to it, as often as they have one.
class Predecessors {
 public:
  explicit Predecessors(const Table& table);
  std::span<const State> operator[](State state) const {
    return {sources_.data() + begin_[state], sources_.data() + begin_[state + 1]};
  }

 private:
  std::vector<std::uint64_t> begin_;
  std::vector<State> sources_;
};

/// Which states lie on a path from a start to a labelled state.
std::vector<bool> useful_states(const Table& table, std::span<const State> starts, std::span<const Label> labels);

}  // namespace wreath::word::automata

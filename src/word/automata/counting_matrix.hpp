// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "word/automata/dfa.hpp"

namespace wreath::word::automata {

/// What counts the words of a language: a matrix M of natural numbers and a vector v of 0 and 1, such that (M^n v)[0] words of
/// length n are accepted. The states of a trim automaton, classes of states from which the same number of words of every length
/// is accepted taken as one.
struct CountingMatrix {
  struct Entry {
    State column;
    std::uint32_t value;
  };
  std::vector<std::uint64_t> row_begin{0};
  std::vector<Entry> entries;
  std::vector<std::uint64_t> accepting;  // v

  std::size_t size() const noexcept { return accepting.size(); }
  /// y = M x modulo a prime below kPrimeBound.
  void multiply(const std::vector<std::uint64_t>& x, std::vector<std::uint64_t>& y, std::uint64_t prime) const;
};

/// A row has at most 2^16 edges, so that its sum of residues stays below 2^64.
inline constexpr std::uint64_t kPrimeBound = std::uint64_t{1} << 48;

CountingMatrix counting_matrix(const Dfa& dfa, const Limits& limits);

}  // namespace wreath::word::automata

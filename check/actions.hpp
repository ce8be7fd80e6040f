// SPDX-License-Identifier: MIT
//
// Whether relators hold for an action of letters on rows 1, 2, ...: each of them leads from every row to itself.
// An Action has rows() and at(row, letter).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "presentation.hpp"

namespace check {

/// The row to which a word leads from a row; 0 if it cannot be read.
template <class Action>
Row end_of(const Word& word, Row row, const Action& table) {
  for (const Letter letter : word)
    if ((row = table.at(row, letter)) == 0) return 0;
  return row;
}

[[noreturn]] inline void reject_relator(const Line& claim, const Relator& relator, Row row) {
  reject(claim,
         "the relator of line " + std::to_string(relator.line) + " does not lead from row " + std::to_string(row) + " to itself");
}

/// A relator u^k leads from every row to itself: u permutes the rows, and the length of each of its cycles divides k.
template <class Action>
void check_power(const Line& claim, const Relator& relator, const Action& table) {
  std::vector<bool> seen(table.rows() + 1, false);
  for (std::uint64_t i = 1; i <= table.rows(); ++i) {
    const Row first = static_cast<Row>(i);
    if (seen[first]) continue;
    Row row = first;
    std::uint64_t length = 0;
    do {
      seen[row] = true;
      row = end_of(relator.period, row, table);
      ++length;
    } while (row != first);
    if (relator.power % length != 0) reject_relator(claim, relator, first);
  }
}

/// The same for relators with small powers, some rows at a time: what one relator reads of them is near when the others need it,
/// and no row waits for another one. A row is left out as soon as a smaller one of its cycle is reached: the relator is traced
/// from that.
template <class Action>
void check_relators(const Line& claim, const std::vector<Relator>& relators, const Action& table) {
  constexpr std::uint64_t kSmallPower = 8;
  constexpr std::uint64_t kTogether = 64;
  for (const Relator& relator : relators)
    if (relator.power > kSmallPower) check_power(claim, relator, table);
  Row firsts[kTogether];  // where they began
  Row at[kTogether];      // where they are
  for (std::uint64_t begin = 1; begin <= table.rows(); begin += kTogether) {
    for (const Relator& relator : relators) {
      if (relator.power > kSmallPower) continue;
      std::size_t open = 0;
      for (Row row = static_cast<Row>(begin); row - begin < kTogether && row <= table.rows(); ++row) {
        firsts[open] = at[open] = row;
        open += relator.is_mirrored && std::min(table.at(row, relator.period[0]), table.at(row, relator.period[1])) < row ? 0 : 1;
      }
      for (std::uint64_t k = 1; k <= relator.power && open != 0; ++k) {
        for (const Letter letter : relator.period)
          for (std::size_t i = 0; i < open; ++i) at[i] = table.at(at[i], letter);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < open; ++i) {
          const Row first = firsts[i];
          const Row row = at[i];
          if (row == first && relator.power % k != 0) reject_relator(claim, relator, first);
          firsts[kept] = first;
          at[kept] = row;
          kept += row > first ? 1 : 0;
        }
        open = kept;
      }
      if (open != 0) reject_relator(claim, relator, firsts[0]);
    }
  }
}

}  // namespace check

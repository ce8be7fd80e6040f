// SPDX-License-Identifier: MIT
//
// Whether relators hold for an action of letters on rows 1, 2, ...: each of them leads from every row to itself.
// An Action has rows() and at(row, letter).
#pragma once

#include <algorithm>
#include <cstdint>
#include <future>
#include <string>
#include <thread>
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

constexpr std::uint64_t kSmallPower = 8;

/// The same for relators with small powers and rows begin..end-1, some at a time: what one relator reads of them is near when the
/// others need it, and no row waits for another one. A row is left out as soon as a smaller one of its cycle is reached: the
/// relator is traced from that.
template <class Action>
void check_small_powers(const Line& claim, const std::vector<Relator>& relators, const Action& table, std::uint64_t begin,
                        std::uint64_t end) {
  constexpr std::uint64_t kTogether = 64;
  Row firsts[kTogether];  // where they began
  Row at[kTogether];      // where they are
  for (; begin < end; begin += kTogether) {
    for (const Relator& relator : relators) {
      if (relator.power > kSmallPower) continue;
      std::size_t open = 0;
      for (Row row = static_cast<Row>(begin); row - begin < kTogether && row < end; ++row) {
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

/// All relators. Each core takes a part of the rows; of several that are wrong the one in the first part is named.
template <class Action>
void check_relators(const Line& claim, const std::vector<Relator>& relators, const Action& table) {
  constexpr std::uint64_t kRowsOfPart = std::uint64_t{1} << 16;
  for (const Relator& relator : relators)
    if (relator.power > kSmallPower) check_power(claim, relator, table);
  const std::uint64_t parts =
      std::clamp<std::uint64_t>(table.rows() / kRowsOfPart, 1, std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::future<void>> checks;
  for (std::uint64_t part = 0; part < parts; ++part)
    checks.push_back(std::async(parts == 1 ? std::launch::deferred : std::launch::async, [&, part] {
      check_small_powers(claim, relators, table, 1 + table.rows() * part / parts, 1 + table.rows() * (part + 1) / parts);
    }));
  for (std::future<void>& check : checks) check.get();
}

}  // namespace check

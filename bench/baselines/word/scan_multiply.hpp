// SPDX-License-Identifier: MIT
//
// Right multiplication with a guarantee: the normal form of u*g, for a normal form u of any length, in parallel.
//
// Mostly a letter changes the last few letters, and the plain walk is all there is to do. But it may change all of u. Beyond
// `serial_depth` letters the way back and the way forward are therefore run in pieces, as prefix scans over functions
// (scan_tables.hpp, piecewise_run.hpp): the sets from the end backwards, in windows that grow until one holds the acceptor's
// state; the letters of v from there on forwards; and their marks. The result is that of the plain walk.
//
// Cost: proportional to the letters that change, divided by the threads. Memory: 8 bytes a letter, with the marks.
#pragma once

#include <span>

#include "bench/baselines/word/piecewise_run.hpp"
#include "bench/baselines/word/scan_tables.hpp"
#include "bench/inputs/word/serial_multiply.hpp"

namespace wreath::word {

struct ScanOptions {
  PieceOptions pieces;
  std::size_t serial_depth = 1U << 14;
};

class ScanMultiplier {
 public:
  /// The machine must live as long.
  explicit ScanMultiplier(const ReductionMachine& machine, const ScanOptions& options = {});

  /// The marks of a normal form. Throws InputError if the word is not a normal form.
  Marks marks(std::span<const Letter> word) const;
  void multiply(Marks& u, Letter g);
  /// Letter after letter.
  void multiply(Marks& u, std::span<const Letter> word);

  const ScanTables& tables() const noexcept { return tables_; }

 private:
  std::size_t walk_back(const Marks& u, std::size_t depth);
  void walk_forward(Marks& u, std::size_t depth, Letter g);

  const MachineRef& machine_;
  ScanTables tables_;
  ScanOptions options_;
  std::vector<Set> sets_;  // sets_[i]: at i letters before the end
};

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// Rows that several ranks search together: each rank makes the rows that it owns, and reads those of others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/parallel/function_ref.hpp"
#include "orbit/cells.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

/// Implemented by mpi/. All functions that are not const are collective.
class RowShare {
 public:
  virtual ~RowShare() = default;

  virtual bool owns(std::uint64_t row) const = 0;
  /// Whether it owns the row or reads it.
  virtual bool holds(std::uint64_t row) const = 0;
  /// Which of the ranks of its machine this one is.
  virtual int rank_here() const = 0;
  /// How many threads this rank should take.
  virtual unsigned threads(unsigned asked) = 0;
  /// Memory that all ranks share, for that many words, zeros at first; nothing if they are on several machines.
  virtual std::span<std::uint64_t> memory(std::uint64_t words, unsigned threads) = 0;
  /// A level is made. `counts` has the new counts of the rows that this rank owns, `before` those that all rows had; afterwards
  /// `counts` has those of all rows, and rows of others that changed and that this rank reads are at row(r).
  virtual void exchange(std::span<std::uint32_t> counts, std::span<const std::uint32_t> before,
                        FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) = 0;
  /// Afterwards the first rank has all rows at row(r); those that it does not own come from their owners.
  virtual void gather(FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) = 0;
  /// Runs body, which does not communicate, on one rank after the other if they share memory.
  virtual void in_turn(FunctionRef<void()> body) = 0;
  virtual bool any(bool mine) = 0;
  /// Whether a rank was asked to stop; then all are.
  virtual bool stops(RunControl& run) = 0;
};

/// Throws ResourceError if wreath was built without MPI.
std::unique_ptr<RowShare> make_row_share(mpi::Communicator& ranks, const CellSpace& space);

}  // namespace wreath::orbit

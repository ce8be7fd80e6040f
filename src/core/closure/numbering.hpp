// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "core/closure/candidates.hpp"
#include "wreath/exactness.hpp"
#include "wreath/run.hpp"

namespace wreath::closure {

/// The elements found so far, numbered from 0 in the order in which they were found, on some machine. Number 0 is there from the
/// start. Whether products can be equal to it is the Numbering's affair: if not, it is never found.
class Numbering {
 public:
  virtual ~Numbering() = default;

  /// The run that the next calls of expand() belong to: one whose calls take long ends them by Stopped when it is to stop.
  virtual void watch(RunControl& /*run*/) {}
  /// Forms the candidates, finds those that are known, appends the others. Throws ResourceError, and leaves the elements as they
  /// were, where memory does not suffice.
  virtual Expansion expand(const Candidates& candidates, bool want_results) = 0;
  /// How many parents (elements of the frontier) one call should get: enough to keep the machine busy, few enough to stop soon.
  virtual std::size_t batch() const = 0;

  /// About the bytes that each product of a call takes until the next, and if it is new.
  virtual std::size_t product_bytes() const { return 64; }
  /// The bytes by which its tables may grow at once in a call with this many products.
  virtual std::uint64_t growth(std::size_t /*products*/) const { return 0; }
  /// Whether a product is formed and looked up in less time than it takes to find out that it cannot be new.
  virtual bool cheap_products() const { return false; }

  /// Elements held, the first included.
  virtual Index size() const = 0;
  /// The rows of elements first..last-1, one after the other.
  virtual void read_rows(Index first, Index last, std::span<Number> rows) const = 0;
  /// The element with that row.
  virtual std::optional<Index> find(std::span<const Number> row) const = 0;
  /// Element order[i] becomes element i, and element e becomes places[e]; the first stays. False if it cannot. Throws
  /// ResourceError if memory does not suffice: then it is of no use.
  virtual bool reorder(std::span<const Index> /*order*/, std::span<const Index> /*places*/) { return false; }

  /// Notes how long the steps of its work took since the last call, where there is more to say than the phase itself, and
  /// what it has chosen.
  virtual void report_steps(RunControl& /*run*/) {}
  /// Bytes held, for the memory budget and the run record.
  virtual std::uint64_t memory() const = 0;
  /// How equality is decided.
  virtual Exactness exactness() const = 0;
  virtual std::string_view name() const = 0;
};

}  // namespace wreath::closure

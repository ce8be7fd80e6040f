// SPDX-License-Identifier: MIT
//
// One rank's share of an enumeration: the elements whose hashes belong to it, and a table that finds them.
//
// A piece of the candidates goes through these steps, in which all ranks take part:
//   deal       rank 0 sends each candidate x*g to the rank that has x
//   form       that rank forms the product; if there are kernels that no rank knew, all ranks number them alike
//   send       the product goes to the rank to which it belongs, by its hash (or, in the compressed form, that of its kernel)
//   claim      which looks it up; of equal ones that are not known the first candidate wins (core/closure/claim_table.hpp)
//   number     each rank sends all others a bitmap of the candidates that are new elements with it. An element's number is the
//              count of all bits before its own: what it would be in one process
//   append     the new elements are kept by the ranks that found them, and rank 0 learns their words
//   collect    if results are wanted, rank 0 gets the number that each candidate is
//
// A rank numbers its elements for itself, in the order of their numbers among all. Number 0 is the empty word on every rank; for
// look-ups it is there on the rank to which it belongs.
//
// What can fail is done together (core/mpi/communicator.hpp): then all ranks throw, and the shares are of no use any more.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/data/growing_array.hpp"
#include "core/mpi/communicator.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// How elements are kept, which all ranks must know.
struct ShareForm {
  Generators generators;
  std::vector<Point> tracked;  // of another kind than transformations: the identity
  Method method = Method::rows;
  bool gpu = false;
};

/// The ranks that have the elements; known to rank 0. The empty word is counted as its own.
using Owners = GrowingArray<std::uint16_t>;

/// Rank 0's part in a piece: the candidates, and what comes of them.
struct Lead {
  const Batch& batch;
  Owners& owners;
  GrowingArray<Index>& prefixes;
  GrowingArray<Letter>& letters;
  Index* results = nullptr;  // of the piece, if they are wanted
};

/// All functions are collective but take_steps() and those below it.
class Share {
 public:
  virtual ~Share() = default;

  /// Adds the new elements among n candidates. `lead` is null but on rank 0.
  virtual void expand(std::size_t n, bool want_results, const Lead* lead) = 0;
  /// Rank 0 gets the rows of elements first..last-1, whose owners it gives; on the others both are empty.
  virtual void read_rows(Index first, Index last, std::span<const std::uint16_t> owners, std::span<Point> rows) = 0;
  virtual std::optional<Index> find(std::span<const Point> row) = 0;
  virtual std::uint64_t count_idempotents(Index first, Index last) = 0;

  /// The steps of all pieces since the last call, as they were on this rank.
  virtual std::vector<Phase> take_steps() = 0;
  /// Where that which GPUs exchange lies, once that is decided.
  virtual std::optional<Choice> exchange_buffers() const { return std::nullopt; }
  /// Bytes that this rank holds.
  virtual std::uint64_t memory() const = 0;
  /// How many candidates this rank should get at once.
  virtual std::size_t piece() const = 0;
  virtual Exactness exactness() const = 0;
};

/// Throws InputError if ranks do not keep elements in that form. `run`, if it is given, limits the memory of this rank.
std::unique_ptr<Share> make_share(mpi::Communicator& ranks, const ShareForm& form, unsigned threads, const RunControl* run);

}  // namespace wreath::semigroup

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
//
// Dealing candidates out, sending products, numbering the new ones and collecting results are the same however a rank keeps its
// elements. What is formed, looked up and kept is left to those that derive (rank_share.hpp, gpu_share.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/data/hash.hpp"
#include "core/mpi/outbox.hpp"
#include "semigroup/backend.hpp"
#include "semigroup/kinds/packing.hpp"

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

/// How long the steps of a piece take, waiting for other ranks included.
class StepClock {
 public:
  void start() { last_ = Clock::now(); }
  /// The time since the last call was for this step.
  void lap(const char* step);
  /// The steps so far; counting restarts from zero.
  std::vector<Phase> take() { return std::exchange(steps_, {}); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  std::vector<Phase> steps_;
};

/// All functions are collective but take_steps() and those below it.
class Share {
 public:
  virtual ~Share() = default;

  /// Adds the new elements among n candidates. `lead` is null but on rank 0.
  void expand(std::size_t n, bool want_results, const Lead* lead);
  /// Rank 0 gets the rows of elements first..last-1, whose owners it gives; on the others both are empty.
  void read_rows(Index first, Index last, std::span<const std::uint16_t> owners, std::span<Point> rows);
  std::optional<Index> find(std::span<const Point> row);
  std::uint64_t count_idempotents(Index first, Index last);

  /// The steps of all pieces since the last call, as they were on this rank.
  std::vector<Phase> take_steps() { return clock_.take(); }
  /// Where that which GPUs exchange lies, once that is decided.
  virtual std::optional<Choice> exchange_buffers() const { return std::nullopt; }
  /// Bytes that this rank holds.
  virtual std::uint64_t memory() const = 0;
  /// How many candidates this rank should get at once.
  virtual std::size_t piece() const = 0;
  virtual Exactness exactness() const = 0;

 protected:
  /// `run`, if it is given, limits the memory of this rank.
  Share(mpi::Communicator& ranks, std::uint64_t degree, std::size_t columns, unsigned threads, const RunControl* run);

  // --- What differs. Those that are collective are called by all ranks together; the others must not communicate.
  /// Collective: unpacks what was dealt, forms products_, and sets hashes_ and fixed_ (the product is its parent, which is not
  /// the empty word).
  virtual void form() = 0;
  /// How products travel, and which rank keeps them.
  virtual void fill_outbox() = 0;
  /// Collective: sends what does not travel in the outbox, whose words have come.
  virtual void exchange_more() {}
  /// Finds where the inbox has each candidate of the piece (sent_at_).
  virtual void receive() = 0;
  /// Looks up what came; marks the candidates that are new elements here in bits_, and lists them in
  /// new_ones_; how many there are.
  virtual std::size_t look_up(bool want_results) = 0;
  /// Keeps them.
  virtual void append(std::size_t fresh) = 0;
  /// Sets found_, this rank's numbers, of the candidates that came.
  virtual void settle() = 0;
  virtual void read_own(Range own, std::span<Point> rows) = 0;
  /// This rank's number, or kNoIndex.
  virtual Index find_own(std::span<const Point> row) = 0;
  virtual std::uint64_t count_own_idempotents(Range own) = 0;

  /// From the inbox: products_, the candidates whose elements this rank has, and places_; and room for what is formed of them.
  void unpack_dealt();
  /// Hashes may have their bits in few places, all of which a table uses; so they are mixed.
  int owner(std::uint64_t hash) const { return static_cast<int>((mix64(hash ^ 0x2545F4914F6CDD1DU) >> 32) * count_ >> 32); }
  const SentWord* sent(std::size_t i) const { return inbox_.words().data() + sent_at_[i]; }
  /// Collective: what all ranks give, in their order.
  std::vector<SentWord> gather(std::span<const SentWord> mine);
  /// Room for `fresh` new elements of this rank, of which none is marked yet.
  void start_bits(std::size_t fresh);

  static constexpr std::size_t kChunk = 4096;

  mpi::Communicator& ranks_;
  std::size_t count_;  // of the ranks
  unsigned threads_;
  GrowingArray<Index> numbers_;  // of this rank's elements among all, ascending
  // of the piece
  std::size_t n_ = 0;
  unsigned few_ = 1;  // threads
  StepClock clock_;
  mpi::Outbox outbox_;
  mpi::Inbox inbox_;
  GrowingArray<Product> products_;      // candidates formed here
  GrowingArray<std::uint32_t> places_;  // which candidates of the piece they are
  GrowingArray<std::uint64_t> hashes_;
  GrowingArray<std::uint8_t> fixed_;
  GrowingArray<std::uint32_t> sent_at_;  // where the inbox has each candidate of the piece; 0: another rank has it
  GrowingArray<Index> found_;
  GrowingArray<std::uint32_t> new_ones_;
  closure::CandidateMarks bits_;  // new elements of this rank, then of all

 private:
  static constexpr std::size_t kWorthThreads = 4096;
  static constexpr std::size_t kDealtWords = 3;  // the candidate's place in the piece, its element, its letter

  void require_memory() const;
  void deal(const Lead* lead);
  Range own(Index first, Index last) const;
  std::size_t count_bits();
  void append_numbers(std::size_t fresh);
  void append_words(const Lead& lead, std::size_t total);
  void collect(const Lead* lead);

  Packing packing_;  // of rows that travel
  std::size_t columns_;
  const RunControl* run_;
  std::uint64_t least_memory_;
  Index known_ = 1;                      // elements of all ranks
  std::vector<std::uint64_t> all_bits_;  // of each rank
};

/// Throws InputError if ranks do not keep elements in that form. `run`, if it is given, limits the memory of this rank.
std::unique_ptr<Share> make_share(mpi::Communicator& ranks, const ShareForm& form, unsigned threads, const RunControl* run);

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// The steps of a piece (share.hpp) that are the same however a rank keeps its elements: dealing candidates out, sending products,
// numbering the new ones, and collecting results. What is formed, looked up and kept is left to those that derive.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/mpi/outbox.hpp"
#include "semigroup/mpi/memory_watch.hpp"
#include "semigroup/mpi/share.hpp"
#include "semigroup/mpi/step_clock.hpp"

namespace wreath::semigroup {

class ShareSteps : public Share {
 public:
  void expand(std::size_t n, bool want_results, const Lead* lead) override;
  void read_rows(Index first, Index last, std::span<const std::uint16_t> owners, std::span<Point> rows) override;
  std::optional<Index> find(std::span<const Point> row) override;
  std::uint64_t count_idempotents(Index first, Index last) override;
  std::vector<Phase> take_steps() override { return clock_.take(); }

  /// Hashes may have their bits in few places, all of which a table uses; so they are mixed.
  static int owner_of(std::uint64_t hash, std::size_t ranks);

 protected:
  ShareSteps(mpi::Communicator& ranks, std::uint64_t degree, std::size_t columns, unsigned threads, const RunControl* run);

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
  /// Looks up what came; sets bits_ for the candidates that are new elements here, and new_ones_ to them; how many there are.
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
  int owner(std::uint64_t hash) const { return owner_of(hash, count_); }
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
  std::vector<std::uint64_t> bits_;  // new elements of this rank, then of all

 private:
  static constexpr std::size_t kWorthThreads = 4096;
  static constexpr std::size_t kDealtWords = 3;  // the candidate's place in the piece, its element, its letter

  void deal(const Lead* lead);
  Range own(Index first, Index last) const;
  std::size_t count_bits();
  std::size_t bits_before(std::size_t i) const;
  void append_numbers(std::size_t fresh);
  void append_words(const Lead& lead, std::size_t total);
  void collect(const Lead* lead);
  void narrow(const Point* points, SentWord* to, std::size_t words) const;
  template <class P>
  void copy_points(const Point* points, SentWord* to, std::size_t words) const;
  void widen(const SentWord* from, Point* points) const;

  std::uint64_t degree_;
  std::size_t columns_;
  MemoryWatch watch_;
  Index known_ = 1;                      // elements of all ranks
  std::vector<std::uint64_t> all_bits_;  // of each rank
  std::vector<std::uint32_t> sums_;
};

}  // namespace wreath::semigroup

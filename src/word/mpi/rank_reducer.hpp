// SPDX-License-Identifier: MIT
//
// Words that several ranks reduce together.
//
// Rank 0 reads the words and writes their normal forms, so that words can come from a pipe and forms are in order. Of each batch
// every rank takes a run of words with about as many letters as the others have. A long word that is a batch of its own is cut
// into as many pieces as there are ranks; each rank reduces one, and then the forms are multiplied in pairs, neighbours first,
// until rank 0 has the form of the whole word.
//
// Cost: a letter travels once to the rank that reduces it, and a letter of a form once back. A form of a long word travels up to
// log2(ranks) times, in all no more letters than twice the word has.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "core/mpi/communicator.hpp"
#include "word/reduction/backend.hpp"

namespace wreath::word {

class RankReducer final : public ClusterBackend {
 public:
  /// A batch that is one word of at least this length is cut.
  static constexpr std::size_t kLongWord = std::size_t{1} << 20;

  RankReducer(const Group& group, const ReduceOptions& options, RunControl& run);

  bool is_first() const override { return ranks_.rank() == 0; }
  std::size_t reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths) override;
  void end(const std::exception_ptr& failure) override;
  void serve() override;

 private:
  enum class Kind : std::uint8_t { words, long_word, end };

  /// Collective: what rank 0 does next.
  Kind next(Kind kind);
  std::size_t share_words(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths);
  std::size_t share_long_word(std::span<const Letter> word, std::span<Letter> out, std::span<std::uint64_t> lengths);
  /// Collective: part r of rank 0's items, which end at ends[r], goes to rank r.
  template <class T>
  std::vector<T> deal(std::span<const T> items, std::span<const std::uint64_t> ends);
  /// Collective: every second rank of those that are left, which are `step` apart, gets the form of its right neighbour.
  std::vector<Letter> pass_on(std::vector<Letter>& form, std::size_t step);

  const Group& group_;
  ReduceOptions options_;
  RunControl& run_;
  mpi::Communicator& ranks_;
  bool in_batch_ = false;  // on rank 0: the others are not waiting for the next batch
};

}  // namespace wreath::word

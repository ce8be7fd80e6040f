// SPDX-License-Identifier: MIT
//
// Records for other ranks, packed by all threads and sent in one exchange.
//
// A record is some 32-bit words, and goes to the rank that a function of its number names. Each thread counts the words of its
// chunks for every rank, the sums are the places where the chunks' records begin, and then the threads write them there. So the
// records of a rank lie together, in the order of their numbers, whatever the number of threads; and what a rank receives is in
// the order of the ranks that sent it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/mpi/exchange.hpp"
#include "core/parallel/loops.hpp"

namespace wreath::mpi {

/// Where a record goes, and how many words it has.
struct Parcel {
  static constexpr int kNowhere = -1;
  int rank = kNowhere;
  std::size_t words = 0;
};

/// What came, rank after rank.
class Inbox {
 public:
  std::span<const std::uint32_t> words() const { return words_.span(); }
  /// Where the words of a rank begin, and end.
  Range from(std::size_t rank) const { return {starts_[rank], starts_[rank + 1]}; }

 private:
  friend class Outbox;
  GrowingArray<std::uint32_t> words_;
  std::vector<std::size_t> starts_;
};

class Outbox {
 public:
  /// place(i) is the Parcel of record i, and write(i, words) writes it, for i = 0..n-1, from all threads.
  template <class Place, class Write>
  void fill(Communicator& ranks, std::size_t n, unsigned threads, const Place& place, const Write& write) {
    const auto count = static_cast<std::size_t>(ranks.size());
    at_.assign((n / kChunk + 1) * count, 0);
    parallel_chunks(n, kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
      std::size_t* sums = at_.data() + chunk * count;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Parcel parcel = place(i);
        if (parcel.rank != Parcel::kNowhere) sums[parcel.rank] += parcel.words;
      }
    });
    lay_out(count);
    parallel_chunks(n, kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
      std::size_t* at = at_.data() + chunk * count;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Parcel parcel = place(i);
        if (parcel.rank == Parcel::kNowhere) continue;
        write(i, words_.data() + at[parcel.rank]);
        at[parcel.rank] += parcel.words;
      }
    });
  }
  /// Nothing for anybody.
  void clear(Communicator& ranks) {
    at_.clear();
    lay_out(static_cast<std::size_t>(ranks.size()));
  }

  /// Collective: sends it all.
  void exchange(Communicator& ranks, Inbox& inbox, unsigned threads);

 private:
  static constexpr std::size_t kChunk = 2048;

  /// Turns the sums of the chunks into the places where they begin.
  void lay_out(std::size_t ranks);

  std::vector<std::size_t> at_;      // [chunk][rank]
  std::vector<std::size_t> starts_;  // where the words of each rank begin
  GrowingArray<std::uint32_t> words_;
};

}  // namespace wreath::mpi

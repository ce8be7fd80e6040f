// SPDX-License-Identifier: MIT
//
// A share (share.hpp) whose elements are in one of the stores of cpu/.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "core/closure/claim_table.hpp"
#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/mpi/share.hpp"

namespace wreath::semigroup {

/// A store whose kernels must have the same numbers on all ranks.
template <class Store>
concept NumbersKernels = requires(Store store, const Batch& batch) {
  store.unknown_kernels(batch, true, 1U);
};

template <class Store>
class RankShare final : public Share {
 public:
  RankShare(mpi::Communicator& ranks, Store store, std::uint64_t degree, std::size_t columns, bool monoid, unsigned threads,
            const RunControl* run)
      : Share(ranks, degree, columns, threads, run), store_(std::move(store)), table_(shard_bits(count_)) {
    if (monoid && owner(store_.hash_of(0)) == ranks_.rank()) table_.put(store_.hash_of(0), 0);
  }

  std::uint64_t memory() const override { return store_.memory() + table_.memory() + numbers_.memory(); }
  std::size_t piece() const override { return store_.piece(threads_); }
  Exactness exactness() const override { return store_.exactness(); }

 private:
  /// What the table asks of the candidates that came to this rank.
  struct Keys {
    bool wanted(std::size_t i) const { return share.sent_at_[i] != 0; }
    std::uint64_t make_hash(std::size_t i) { return share.sent_hashes_[i] = share.store_.hash_of_sent(share.sent(i)); }
    std::uint64_t hash(std::size_t i) const { return share.sent_hashes_[i]; }
    bool same(std::size_t i, Index index) const { return share.store_.is_sent(share.sent(i), index); }
    bool same_new(std::size_t i, std::size_t j) const { return share.store_.same_sent(share.sent(i), share.sent(j)); }
    void prefetch_far(Index index) const { share.store_.prefetch_far(index); }
    void prefetch(Index index) const { share.store_.prefetch(index); }
    void found(std::size_t i, Index index) const {
      if (results != nullptr) results[i] = index;
    }

    RankShare& share;
    Index* results;
  };

  /// As many shards in all as one process has, since short tables do not fill huge pages; but where hashes may hold whole rows,
  /// of which the shard is a part, as many as there.
  static constexpr unsigned shard_bits(std::size_t ranks) {
    using closure::Place;
    constexpr unsigned kLeast = 2;
    if constexpr (requires(Store store) { store.space().whole_in_hash(); }) return Place::kShardBits;
    return std::max(kLeast, Place::kShardBits - std::min(Place::kShardBits, static_cast<unsigned>(std::bit_width(ranks - 1))));
  }

  void form() override {
    const auto batch = [&] { return Batch({0, 0, products_.span()}, 1, 0, products_.size()); };
    if constexpr (!NumbersKernels<Store>) {
      mpi::together(ranks_, [&] {
        unpack_dealt();
        store_.form(batch(), few_, hashes_.span(), fixed_.span());
      });
    } else {
      std::vector<SentWord> unknown;
      mpi::together(ranks_, [&] {
        unpack_dealt();
        store_.form_tuples(batch(), few_, hashes_.span(), fixed_.span());
        unknown = store_.unknown_kernels(batch(), true, few_);
      });
      clock_.lap("form products");
      for (std::vector<SentWord> all = gather(unknown); !all.empty(); all = gather(unknown)) {
        mpi::together(ranks_, [&] {
          store_.add_unknown_kernels(all, few_);
          store_.decide_known(batch(), few_, hashes_.span());
          unknown = store_.unknown_kernels(batch(), false, few_);  // none, but where two kernels have one fingerprint
        });
      }
      clock_.lap("number kernels");
    }
  }

  /// Products go to their owners, after their places in the piece.
  void fill_outbox() override {
    outbox_.fill(
        ranks_, products_.size(), few_,
        [&](std::size_t k) {
          if (fixed_[k] != 0) return mpi::Parcel{};
          return mpi::Parcel{owner(store_.owner_hash(k, hashes_[k])), 1 + store_.sent_words(k)};
        },
        [&](std::size_t k, SentWord* to) {
          to[0] = places_[k];
          store_.write_sent(k, to + 1);
        });
  }
  void receive() override {
    sent_hashes_.resize(n_);
    const SentWord* words = inbox_.words().data();
    parallel_tasks(count_, few_, [&](std::size_t rank) {
      const Range range = inbox_.from(rank);
      for (std::size_t at = range.begin; at < range.end; at += 1 + store_.words_of_sent(words + at + 1))
        sent_at_[words[at]] = static_cast<std::uint32_t>(at + 1);
    });
  }

  std::size_t look_up(bool want_results) override {
    Keys keys{*this, want_results ? found_.data() : nullptr};
    const std::size_t fresh = table_.claim(n_, keys, few_, want_results);
    start_bits(fresh);
    // The chunks of the table are whole words of the bitmap.
    table_.number(static_cast<Index>(store_.count()), few_, [&](std::uint32_t i, std::size_t k) {
      new_ones_[k] = i;
      bits_.set(i, true);
    });
    return fresh;
  }
  void append(std::size_t fresh) override {
    store_.append_sent(fresh, few_, [&](std::size_t k) { return sent(new_ones_[k]); });
  }
  void settle() override {
    table_.settle_repeats(few_, [&](std::size_t i, Index index) { found_[i] = index; });
  }

  void read_own(Range own, std::span<Point> rows) override {
    store_.read(static_cast<Index>(own.begin), static_cast<Index>(own.end), rows);
  }
  Index find_own(std::span<const Point> row) override {
    const auto query = store_.query(row);
    return query ? table_.find(query->hash, [&](Index i) { return store_.matches(*query, i); }) : kNoIndex;
  }
  std::uint64_t count_own_idempotents(Range own) override {
    return count_idempotents_in(store_, static_cast<Index>(own.begin), static_cast<Index>(own.end), threads_);
  }

  Store store_;
  closure::ClaimTable table_;
  GrowingArray<std::uint64_t> sent_hashes_;
};

}  // namespace wreath::semigroup

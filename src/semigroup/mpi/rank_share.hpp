// SPDX-License-Identifier: MIT
//
// A share (share.hpp) whose elements are in one of the stores of cpu/.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/data/hash.hpp"
#include "core/mpi/outbox.hpp"
#include "semigroup/cpu/claim_table.hpp"
#include "semigroup/cpu/packed_store.hpp"
#include "semigroup/mpi/memory_watch.hpp"
#include "semigroup/mpi/share.hpp"
#include "semigroup/mpi/step_clock.hpp"

namespace wreath::semigroup {

/// A store whose kernels must have the same numbers on all ranks.
template <class Store>
concept NumbersKernels = requires(Store store, const Batch& batch) {
  store.unknown_kernels(batch, true);
};

template <class Store>
class RankShare final : public Share {
 public:
  RankShare(mpi::Communicator& ranks, Store store, std::uint64_t degree, std::size_t columns, bool monoid, unsigned threads,
            const RunControl* run)
      : ranks_(ranks),
        count_(static_cast<std::size_t>(ranks.size())),
        store_(std::move(store)),
        degree_(degree),
        columns_(columns),
        threads_(threads),
        watch_(run),
        table_(shard_bits(count_)) {
    numbers_.push_back(0);
    if (monoid && owner(store_.hash_of(0)) == ranks_.rank()) table_.put(store_.hash_of(0), 0);
  }

  void expand(std::size_t n, bool want_results, const Lead* lead) override {
    n_ = n;
    few_ = n < kWorthThreads ? 1 : threads_;
    clock_.start();
    deal(lead);
    clock_.lap("deal candidates");
    form();
    clock_.lap(NumbersKernels<Store> ? "number kernels" : "form products");
    send();
    clock_.lap("send products");
    std::size_t fresh = 0;
    mpi::together(ranks_, [&] { receive(want_results); });
    clock_.lap("receive products");
    mpi::together(ranks_, [&] {
      Keys keys{*this, want_results ? found_.data() : nullptr};
      fresh = table_.claim(n, keys, few_, want_results);
      number(fresh);
    });
    clock_.lap("look up");
    ranks_.allgather(std::as_bytes(std::span(std::as_const(bits_))), std::as_writable_bytes(std::span(all_bits_)));
    mpi::together(ranks_, [&] {
      const std::size_t total = count_bits();
      append(fresh);
      if (lead != nullptr) append_words(*lead, total);
      known_ += static_cast<Index>(total);
    });
    clock_.lap("number and append");
    if (!want_results) return;
    collect(lead);
    clock_.lap("collect results");
  }

  void read_rows(Index first, Index last, std::span<const std::uint16_t> owners, std::span<Point> rows) override {
    const Range mine = own(first, last);
    const std::size_t words = degree_ <= 1U << 8 ? (columns_ + 3) / 4 : degree_ <= 1U << 16 ? (columns_ + 1) / 2 : columns_;
    mpi::together(ranks_, [&] {
      std::vector<Point> points(mine.size() * columns_);
      store_.read(static_cast<Index>(mine.begin), static_cast<Index>(mine.end), points);
      outbox_.fill(
          ranks_, mine.size(), threads_,
          [&](std::size_t) {
            return mpi::Parcel{0, words};
          },
          [&](std::size_t k, SentWord* to) { narrow(points.data() + k * columns_, to, words); });
    });
    outbox_.exchange(ranks_, inbox_, threads_);
    if (rows.empty()) return;
    std::vector<std::size_t> next(count_);
    for (std::size_t rank = 0; rank < count_; ++rank) next[rank] = inbox_.from(rank).begin;
    std::vector<std::size_t> at(owners.size());
    for (std::size_t k = 0; k < owners.size(); ++k) at[k] = std::exchange(next[owners[k]], next[owners[k]] + words);
    parallel_ranges(owners.size(), threads_, 256, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) widen(inbox_.words().data() + at[k], rows.data() + k * columns_);
    });
  }

  std::optional<Index> find(std::span<const Point> row) override {
    Index found = kNoIndex;
    mpi::together(ranks_, [&] {
      const auto query = store_.query(row);
      if (!query) return;
      const Index own = table_.find(query->hash, [&](Index i) { return store_.matches(*query, i); });
      if (own != kNoIndex) found = numbers_[own];
    });
    found = mpi::smallest_of(ranks_, found);
    return found == kNoIndex ? std::nullopt : std::optional(found);
  }

  std::uint64_t count_idempotents(Index first, Index last) override {
    std::uint64_t count = 0;
    mpi::together(ranks_, [&] {
      const Range mine = own(first, last);
      count = count_idempotents_in(store_, static_cast<Index>(mine.begin), static_cast<Index>(mine.end), threads_);
    });
    const std::vector<std::uint64_t> all = mpi::all_of(ranks_, count);
    return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
  }

  std::vector<Phase> take_steps() override { return clock_.take(); }
  std::uint64_t memory() const override { return store_.memory() + table_.memory() + numbers_.memory(); }
  std::size_t piece() const override { return store_.piece(threads_); }
  std::string_view exactness() const override { return store_.exactness(); }

 private:
  static constexpr std::size_t kWorthThreads = 4096;
  static constexpr std::size_t kChunk = 4096;
  static constexpr std::size_t kDealtWords = 3;  // the candidate's place in the piece, its element, its letter

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

  /// As many shards in all as one process has, since short tables do not fill huge pages; but where hashes hold whole rows, of
  /// which the shard is a part, as many as there.
  static constexpr unsigned shard_bits(std::size_t ranks) {
    constexpr unsigned kLeast = 2;
    if (std::is_same_v<Store, PackedStore>) return Place::kShardBits;
    return std::max(kLeast, Place::kShardBits - std::min(Place::kShardBits, static_cast<unsigned>(std::bit_width(ranks - 1))));
  }
  /// Hashes may have their bits in few places, all of which the table uses; so they are mixed.
  int owner(std::uint64_t hash) const { return static_cast<int>((mix64(hash ^ 0x2545F4914F6CDD1DU) >> 32) * count_ >> 32); }
  const SentWord* sent(std::size_t i) const { return inbox_.words().data() + sent_at_[i]; }
  /// This rank's numbers of the elements first..last-1 that it has; the empty word is rank 0's.
  Range own(Index first, Index last) const {
    const auto place = [&](Index e) {
      return static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), e) - numbers_.begin());
    };
    const std::size_t begin = std::max<std::size_t>(place(first), ranks_.rank() == 0 ? 0 : 1);
    return {begin, std::max(begin, place(last))};
  }

  /// Collective: the candidates whose elements this rank has are in products_, and their places in the piece in places_.
  void deal(const Lead* lead) {
    mpi::together(ranks_, [&] {
      watch_.look();
      if (lead == nullptr) return outbox_.clear(ranks_);
      outbox_.fill(
          ranks_, n_, few_,
          [&](std::size_t i) {
            return mpi::Parcel{lead->owners[lead->batch.product(i).element], kDealtWords};
          },
          [&](std::size_t i, SentWord* to) {
            const Product product = lead->batch.product(i);
            to[0] = static_cast<SentWord>(i);
            to[1] = product.element;
            to[2] = product.letter;
          });
    });
    outbox_.exchange(ranks_, inbox_, few_);
    mpi::together(ranks_, [&] {
      const std::span<const SentWord> dealt = inbox_.words();
      products_.resize(dealt.size() / kDealtWords);
      places_.resize(products_.size());
      parallel_chunks(products_.size(), kChunk, few_, [&](Range range, std::size_t, unsigned) {
        const Index* element = nullptr;  // of this rank; candidates are in the order of their elements
        for (std::size_t k = range.begin; k < range.end; ++k) {
          const SentWord* one = dealt.data() + k * kDealtWords;
          if (element == nullptr) element = std::lower_bound(numbers_.begin(), numbers_.end(), one[1]);
          while (*element != one[1]) ++element;
          products_[k] = {static_cast<Index>(element - numbers_.begin()), static_cast<Letter>(one[2])};
          places_[k] = one[0];
        }
      });
    });
  }

  /// Collective.
  void form() {
    const Batch batch({0, 0, products_.span()}, 1, 0, products_.size());
    if constexpr (!NumbersKernels<Store>) {
      mpi::together(ranks_, [&] {
        make_room_to_form();
        store_.form(batch, few_, hashes_.span(), fixed_.span());
      });
    } else {
      std::vector<SentWord> unknown;
      mpi::together(ranks_, [&] {
        make_room_to_form();
        store_.form_tuples(batch, few_, hashes_.span(), fixed_.span());
        unknown = store_.unknown_kernels(batch, true);
      });
      clock_.lap("form products");
      for (std::vector<SentWord> all = gather(unknown); !all.empty(); all = gather(unknown)) {
        mpi::together(ranks_, [&] {
          store_.add_unknown_kernels(all, few_);
          store_.decide_known(batch, few_, hashes_.span());
          unknown = store_.unknown_kernels(batch, false);  // none, but where two kernels have one fingerprint
        });
      }
    }
  }
  void make_room_to_form() {
    hashes_.resize(products_.size());
    fixed_.resize(products_.size());
  }
  /// Collective: what all ranks give, in their order.
  std::vector<SentWord> gather(std::span<const SentWord> mine) {
    const std::vector<std::uint64_t> sizes = mpi::all_of(ranks_, std::uint64_t{mine.size()});
    const std::size_t total = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    std::vector<SentWord> all;
    if (total == 0) return all;
    mpi::together(ranks_, [&] { all.resize(total); });
    const auto bytes = std::as_bytes(mine);
    std::vector<mpi::Slice> send(count_, {const_cast<std::byte*>(bytes.data()), bytes.size()});
    std::vector<mpi::Slice> receive(count_);
    auto* at = reinterpret_cast<std::byte*>(all.data());
    for (std::size_t rank = 0; rank < count_; ++rank) {
      receive[rank] = {at, sizes[rank] * sizeof(SentWord)};
      at += receive[rank].bytes;
    }
    mpi::exchange(ranks_, send, receive);
    return all;
  }

  /// Collective: products go to their owners, after their places in the piece.
  void send() {
    mpi::together(ranks_, [&] {
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
    });
    outbox_.exchange(ranks_, inbox_, few_);
  }
  void receive(bool want_results) {
    sent_at_.resize(n_);
    sent_hashes_.resize(n_);
    if (want_results) found_.resize(n_);
    parallel_ranges(n_, few_, kChunk,
                    [&](Range range, unsigned) { std::fill(sent_at_.data() + range.begin, sent_at_.data() + range.end, 0); });
    const SentWord* words = inbox_.words().data();
    if (inbox_.words().size() >> 32 != 0) throw ResourceError("a rank received more than 16 GiB at once; use more ranks");
    parallel_tasks(count_, few_, [&](std::size_t rank) {
      const Range range = inbox_.from(rank);
      for (std::size_t at = range.begin; at < range.end; at += 1 + store_.words_of_sent(words + at + 1))
        sent_at_[words[at]] = static_cast<std::uint32_t>(at + 1);
    });
  }

  /// Gives the new elements this rank's numbers, and marks their candidates.
  void number(std::size_t fresh) {
    new_ones_.resize(fresh);
    bits_.assign((n_ + 63) / 64, 0);
    all_bits_.resize(bits_.size() * count_);
    // The chunks of the table are whole words of the bitmap.
    table_.number(static_cast<Index>(store_.count()), few_, [&](std::uint32_t i, std::size_t k) {
      new_ones_[k] = i;
      bits_[i / 64] |= std::uint64_t{1} << (i % 64);
    });
  }
  /// The bits of all ranks, and how many come before each word; returns how many there are.
  std::size_t count_bits() {
    sums_.assign(bits_.size(), 0);
    std::uint32_t sum = 0;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      std::uint64_t all = 0;
      for (std::size_t rank = 0; rank < count_; ++rank) all |= all_bits_[rank * bits_.size() + word];
      bits_[word] = all;
      sums_[word] = sum;
      sum += static_cast<std::uint32_t>(std::popcount(all));
    }
    return sum;
  }
  /// How many new elements come before that of candidate i.
  std::size_t bits_before(std::size_t i) const {
    const std::uint64_t lower = bits_[i / 64] & ((std::uint64_t{1} << (i % 64)) - 1);
    return sums_[i / 64] + static_cast<std::size_t>(std::popcount(lower));
  }

  void append(std::size_t fresh) {
    const std::size_t old = numbers_.size();
    numbers_.resize(old + fresh);
    parallel_chunks(fresh, kChunk, few_, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k)
        numbers_[old + k] = static_cast<Index>(known_ + bits_before(new_ones_[k]));
    });
    store_.append_sent(fresh, few_, [&](std::size_t k) { return sent(new_ones_[k]); });
  }
  /// By rank 0.
  void append_words(const Lead& lead, std::size_t total) {
    const std::size_t before = lead.prefixes.size();
    lead.prefixes.resize(before + total);
    lead.letters.resize(before + total);
    lead.owners.resize(known_ + total);
    constexpr std::size_t kWords = 64;
    parallel_chunks(bits_.size(), kWords, few_, [&](Range range, std::size_t, unsigned) {
      for (std::size_t rank = 0; rank < count_; ++rank) {
        for (std::size_t word = range.begin; word < range.end; ++word) {
          for (std::uint64_t left = all_bits_[rank * bits_.size() + word]; left != 0; left &= left - 1) {
            const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t k = bits_before(i);
            const Product product = lead.batch.product(i);
            lead.prefixes[before + k] = product.element;
            lead.letters[before + k] = product.letter;
            lead.owners[known_ + k] = static_cast<std::uint16_t>(rank);
          }
        }
      }
    });
  }

  /// Collective: pairs of a candidate and its number for rank 0. Those that are their own parents were not sent.
  void collect(const Lead* lead) {
    mpi::together(ranks_, [&] {
      table_.settle_repeats(few_, [&](std::size_t i, Index index) { found_[i] = index; });
      const std::size_t formed = products_.size();
      outbox_.fill(
          ranks_, formed + n_, few_,
          [&](std::size_t k) {
            const bool mine = k < formed ? fixed_[k] != 0 : sent_at_[k - formed] != 0;
            return mine ? mpi::Parcel{0, 2} : mpi::Parcel{};
          },
          [&](std::size_t k, SentWord* to) {
            to[0] = k < formed ? places_[k] : static_cast<SentWord>(k - formed);
            to[1] = numbers_[k < formed ? products_[k].element : found_[k - formed]];
          });
    });
    outbox_.exchange(ranks_, inbox_, few_);
    if (lead == nullptr) return;
    const std::span<const SentWord> pairs = inbox_.words();
    parallel_ranges(pairs.size() / 2, few_, kChunk, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) lead->results[pairs[2 * k]] = pairs[2 * k + 1];
    });
  }

  // Rows travel with as many bytes per point as the degree needs.
  void narrow(const Point* points, SentWord* to, std::size_t words) const {
    if (degree_ <= 1U << 8) return copy_points<std::uint8_t>(points, to, words);
    if (degree_ <= 1U << 16) return copy_points<std::uint16_t>(points, to, words);
    std::copy(points, points + columns_, to);
  }
  template <class P>
  void copy_points(const Point* points, SentWord* to, std::size_t words) const {
    to[words - 1] = 0;
    for (std::size_t c = 0; c < columns_; ++c) {
      const auto point = static_cast<P>(points[c]);
      std::memcpy(reinterpret_cast<std::byte*>(to) + c * sizeof(P), &point, sizeof(P));
    }
  }
  void widen(const SentWord* from, Point* points) const {
    const std::size_t bytes = degree_ <= 1U << 8 ? 1 : degree_ <= 1U << 16 ? 2 : 4;
    for (std::size_t c = 0; c < columns_; ++c) {
      points[c] = 0;
      std::memcpy(&points[c], reinterpret_cast<const std::byte*>(from) + c * bytes, bytes);  // little-endian
    }
  }

  mpi::Communicator& ranks_;
  std::size_t count_;  // of the ranks
  Store store_;
  std::uint64_t degree_;
  std::size_t columns_;
  unsigned threads_;
  MemoryWatch watch_;
  ClaimTable table_;
  GrowingArray<Index> numbers_;  // of this rank's elements among all, ascending
  Index known_ = 1;              // elements of all ranks
  // of the piece
  std::size_t n_ = 0;
  unsigned few_ = 1;
  StepClock clock_;
  mpi::Outbox outbox_;
  mpi::Inbox inbox_;
  GrowingArray<Product> products_;      // candidates formed here
  GrowingArray<std::uint32_t> places_;  // which candidates of the piece they are
  GrowingArray<std::uint64_t> hashes_;
  GrowingArray<std::uint8_t> fixed_;
  GrowingArray<std::uint32_t> sent_at_;  // where the inbox has each candidate of the piece; 0: another rank has it
  GrowingArray<std::uint64_t> sent_hashes_;
  GrowingArray<Index> found_;
  GrowingArray<std::uint32_t> new_ones_;
  std::vector<std::uint64_t> bits_;      // new elements of this rank, then of all
  std::vector<std::uint64_t> all_bits_;  // of each rank
  std::vector<std::uint32_t> sums_;
};

}  // namespace wreath::semigroup

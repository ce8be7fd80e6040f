// SPDX-License-Identifier: MIT
#include "semigroup/mpi/share_steps.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "core/data/hash.hpp"

namespace wreath::semigroup {

ShareSteps::ShareSteps(mpi::Communicator& ranks, std::uint64_t degree, std::size_t columns, unsigned threads,
                       const RunControl* run)
    : ranks_(ranks),
      count_(static_cast<std::size_t>(ranks.size())),
      threads_(threads),
      degree_(degree),
      columns_(columns),
      watch_(run) {
  numbers_.push_back(0);
}

int ShareSteps::owner_of(std::uint64_t hash, std::size_t ranks) {
  return static_cast<int>((mix64(hash ^ 0x2545F4914F6CDD1DU) >> 32) * ranks >> 32);
}

void ShareSteps::expand(std::size_t n, bool want_results, const Lead* lead) {
  n_ = n;
  few_ = n < kWorthThreads ? 1 : threads_;
  clock_.start();
  deal(lead);
  clock_.lap("deal candidates");
  form();
  clock_.lap("form products");
  mpi::together(ranks_, [&] { fill_outbox(); });
  outbox_.exchange(ranks_, inbox_, few_);
  exchange_more();
  clock_.lap("send products");
  std::size_t fresh = 0;
  mpi::together(ranks_, [&] {
    if (inbox_.words().size() >> 32 != 0) throw ResourceError("a rank received more than 16 GiB at once; use more ranks");
    sent_at_.resize(n_);
    if (want_results) found_.resize(n_);
    parallel_ranges(n_, few_, kChunk,
                    [&](Range range, unsigned) { std::fill(sent_at_.data() + range.begin, sent_at_.data() + range.end, 0); });
    receive();
    clock_.lap("receive products");
    fresh = look_up(want_results);
  });
  clock_.lap("look up");
  ranks_.allgather(std::as_bytes(std::span(std::as_const(bits_))), std::as_writable_bytes(std::span(all_bits_)));
  mpi::together(ranks_, [&] {
    const std::size_t total = count_bits();
    append_numbers(fresh);
    append(fresh);
    if (lead != nullptr) append_words(*lead, total);
    known_ += static_cast<Index>(total);
  });
  clock_.lap("number and append");
  if (!want_results) return;
  collect(lead);
  clock_.lap("collect results");
}

void ShareSteps::read_rows(Index first, Index last, std::span<const std::uint16_t> owners, std::span<Point> rows) {
  const Range mine = own(first, last);
  const std::size_t words = degree_ <= 1U << 8 ? (columns_ + 3) / 4 : degree_ <= 1U << 16 ? (columns_ + 1) / 2 : columns_;
  mpi::together(ranks_, [&] {
    std::vector<Point> points(mine.size() * columns_);
    read_own(mine, points);
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

std::optional<Index> ShareSteps::find(std::span<const Point> row) {
  Index found = kNoIndex;
  mpi::together(ranks_, [&] {
    const Index own = find_own(row);
    if (own != kNoIndex) found = numbers_[own];
  });
  found = mpi::smallest_of(ranks_, found);
  return found == kNoIndex ? std::nullopt : std::optional(found);
}

std::uint64_t ShareSteps::count_idempotents(Index first, Index last) {
  std::uint64_t count = 0;
  mpi::together(ranks_, [&] { count = count_own_idempotents(own(first, last)); });
  const std::vector<std::uint64_t> all = mpi::all_of(ranks_, count);
  return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
}

/// This rank's numbers of the elements first..last-1 that it has; the empty word is rank 0's.
Range ShareSteps::own(Index first, Index last) const {
  const auto place = [&](Index e) {
    return static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), e) - numbers_.begin());
  };
  const std::size_t begin = std::max<std::size_t>(place(first), ranks_.rank() == 0 ? 0 : 1);
  return {begin, std::max(begin, place(last))};
}

void ShareSteps::start_bits(std::size_t fresh) {
  new_ones_.resize(fresh);
  bits_.assign((n_ + 63) / 64, 0);
  all_bits_.resize(bits_.size() * count_);
}

/// Collective: the candidates whose elements this rank has are in the inbox.
void ShareSteps::deal(const Lead* lead) {
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
}

void ShareSteps::unpack_dealt() {
  const std::span<const SentWord> dealt = inbox_.words();
  products_.resize(dealt.size() / kDealtWords);
  places_.resize(products_.size());
  hashes_.resize(products_.size());
  fixed_.resize(products_.size());
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
}

/// Collective: what all ranks give, in their order.
std::vector<SentWord> ShareSteps::gather(std::span<const SentWord> mine) {
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

/// The bits of all ranks, and how many come before each word; returns how many there are.
std::size_t ShareSteps::count_bits() {
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
std::size_t ShareSteps::bits_before(std::size_t i) const {
  const std::uint64_t lower = bits_[i / 64] & ((std::uint64_t{1} << (i % 64)) - 1);
  return sums_[i / 64] + static_cast<std::size_t>(std::popcount(lower));
}

void ShareSteps::append_numbers(std::size_t fresh) {
  const std::size_t old = numbers_.size();
  numbers_.resize(old + fresh);
  parallel_chunks(fresh, kChunk, few_, [&](Range range, std::size_t, unsigned) {
    for (std::size_t k = range.begin; k < range.end; ++k)
      numbers_[old + k] = static_cast<Index>(known_ + bits_before(new_ones_[k]));
  });
}

/// By rank 0.
void ShareSteps::append_words(const Lead& lead, std::size_t total) {
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
void ShareSteps::collect(const Lead* lead) {
  mpi::together(ranks_, [&] {
    settle();
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
template <class P>
void ShareSteps::copy_points(const Point* points, SentWord* to, std::size_t words) const {
  to[words - 1] = 0;
  for (std::size_t c = 0; c < columns_; ++c) {
    const auto point = static_cast<P>(points[c]);
    std::memcpy(reinterpret_cast<std::byte*>(to) + c * sizeof(P), &point, sizeof(P));
  }
}

void ShareSteps::narrow(const Point* points, SentWord* to, std::size_t words) const {
  if (degree_ <= 1U << 8) return copy_points<std::uint8_t>(points, to, words);
  if (degree_ <= 1U << 16) return copy_points<std::uint16_t>(points, to, words);
  std::copy(points, points + columns_, to);
}

void ShareSteps::widen(const SentWord* from, Point* points) const {
  const std::size_t bytes = degree_ <= 1U << 8 ? 1 : degree_ <= 1U << 16 ? 2 : 4;
  for (std::size_t c = 0; c < columns_; ++c) {
    points[c] = 0;
    std::memcpy(&points[c], reinterpret_cast<const std::byte*>(from) + c * bytes, bytes);  // little-endian
  }
}

}  // namespace wreath::semigroup

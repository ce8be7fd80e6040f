// SPDX-License-Identifier: MIT
#include "semigroup/mpi/share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/cpu/compressed_store.hpp"
#include "semigroup/kinds/kind_space.hpp"
#include "semigroup/kinds/packed_points.hpp"
#include "semigroup/kinds/points.hpp"
#include "semigroup/mpi/gpu_share.hpp"
#include "semigroup/mpi/rank_commands.hpp"
#include "semigroup/mpi/rank_share.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kEnoughMemory = std::uint64_t{64} << 20;
constexpr std::uint64_t kAnyNumber = std::uint64_t{1} << 32;  // a degree whose rows are made of 32-bit numbers

}  // namespace

void StepClock::lap(const char* step) {
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  const auto known = std::ranges::find(steps_, step, &Phase::name);
  known == steps_.end() ? steps_.push_back({step, seconds}) : void(known->seconds += seconds);
}

Share::Share(mpi::Communicator& ranks, std::uint64_t degree, std::size_t columns, unsigned threads, const RunControl* run)
    : ranks_(ranks),
      count_(static_cast<std::size_t>(ranks.size())),
      threads_(threads),
      packing_(degree),
      columns_(columns),
      run_(run),
      least_memory_(run == nullptr ? 0 : std::min(kEnoughMemory, run->memory_left() / 8)) {
  numbers_.push_back(0);
}

/// Throws ResourceError if the memory of this rank runs short, before it is gone.
void Share::require_memory() const {
  if (run_ == nullptr) return;
  const std::uint64_t left = run_->memory_left();
  if (left >= least_memory_) return;
  throw ResourceError(fmt::format("only {} of memory is left, which is too little to continue; start more ranks, or raise {}",
                                  format_bytes(left), option("memory")));
}

void Share::expand(std::size_t n, bool want_results, const Lead* lead) {
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
  ranks_.allgather(std::as_bytes(bits_.words()), std::as_writable_bytes(std::span(all_bits_)));
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

void Share::read_rows(Index first, Index last, std::span<const std::uint16_t> owners, std::span<Point> rows) {
  const Range mine = own(first, last);
  const std::size_t bytes = columns_ * packing_.width();  // as few for each point as the degree needs
  const std::size_t words = (bytes + sizeof(SentWord) - 1) / sizeof(SentWord);
  mpi::together(ranks_, [&] {
    std::vector<Point> points(mine.size() * columns_);
    read_own(mine, points);
    outbox_.fill(
        ranks_, mine.size(), threads_,
        [&](std::size_t) {
          return mpi::Parcel{0, words};
        },
        [&](std::size_t k, SentWord* to) {
          to[words - 1] = 0;  // which may not be filled
          packing_.pack(std::span(points).subspan(k * columns_, columns_), reinterpret_cast<std::byte*>(to));
        });
  });
  outbox_.exchange(ranks_, inbox_, threads_);
  if (rows.empty()) return;
  std::vector<std::size_t> next(count_);
  for (std::size_t rank = 0; rank < count_; ++rank) next[rank] = inbox_.from(rank).begin;
  std::vector<std::size_t> at(owners.size());
  for (std::size_t k = 0; k < owners.size(); ++k) at[k] = std::exchange(next[owners[k]], next[owners[k]] + words);
  parallel_ranges(owners.size(), threads_, 256, [&](Range range, unsigned) {
    for (std::size_t k = range.begin; k < range.end; ++k)
      packing_.unpack(std::as_bytes(inbox_.words().subspan(at[k], words)).first(bytes), rows.data() + k * columns_);
  });
}

std::optional<Index> Share::find(std::span<const Point> row) {
  Index found = kNoIndex;
  mpi::together(ranks_, [&] {
    const Index own = find_own(row);
    if (own != kNoIndex) found = numbers_[own];
  });
  found = mpi::smallest_of(ranks_, found);
  return found == kNoIndex ? std::nullopt : std::optional(found);
}

std::uint64_t Share::count_idempotents(Index first, Index last) {
  std::uint64_t count = 0;
  mpi::together(ranks_, [&] { count = count_own_idempotents(own(first, last)); });
  return ranks::sum_of(ranks_, count);
}

/// This rank's numbers of the elements first..last-1 that it has; the empty word is rank 0's.
Range Share::own(Index first, Index last) const {
  const auto place = [&](Index e) {
    return static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), e) - numbers_.begin());
  };
  const std::size_t begin = std::max<std::size_t>(place(first), ranks_.rank() == 0 ? 0 : 1);
  return {begin, std::max(begin, place(last))};
}

void Share::start_bits(std::size_t fresh) {
  new_ones_.resize(fresh);
  bits_.reset(n_);
  all_bits_.resize(bits_.words().size() * count_);
}

/// Collective: the candidates whose elements this rank has are in the inbox.
void Share::deal(const Lead* lead) {
  mpi::together(ranks_, [&] {
    require_memory();
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

void Share::unpack_dealt() {
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
std::vector<SentWord> Share::gather(std::span<const SentWord> mine) {
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

/// The bits of all ranks; returns how many there are.
std::size_t Share::count_bits() {
  const std::span<std::uint64_t> words = bits_.words();
  for (std::size_t rank = 0; rank < count_; ++rank) {
    for (std::size_t word = 0; word < words.size(); ++word) words[word] |= all_bits_[rank * words.size() + word];
  }
  return bits_.count();
}

void Share::append_numbers(std::size_t fresh) {
  const std::size_t old = numbers_.size();
  numbers_.resize(old + fresh);
  parallel_chunks(fresh, kChunk, few_, [&](Range range, std::size_t, unsigned) {
    for (std::size_t k = range.begin; k < range.end; ++k)
      numbers_[old + k] = static_cast<Index>(known_ + bits_.before(new_ones_[k]));
  });
}

/// By rank 0.
void Share::append_words(const Lead& lead, std::size_t total) {
  const std::size_t before = lead.prefixes.size();
  lead.prefixes.resize(before + total);
  lead.letters.resize(before + total);
  lead.owners.resize(known_ + total);
  constexpr std::size_t kWords = 64;
  const std::size_t words = bits_.words().size();
  parallel_chunks(words, kWords, few_, [&](Range range, std::size_t, unsigned) {
    for (std::size_t rank = 0; rank < count_; ++rank) {
      for (std::size_t word = range.begin; word < range.end; ++word) {
        for (std::uint64_t left = all_bits_[rank * words + word]; left != 0; left &= left - 1) {
          const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
          const std::size_t k = bits_.before(i);
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
void Share::collect(const Lead* lead) {
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

std::unique_ptr<Share> make_share(mpi::Communicator& ranks, const ShareForm& form, unsigned threads, const RunControl* run) {
  if (form.method != Method::rows && form.method != Method::base && form.method != Method::compressed) {
    throw WrongUsage(fmt::format("{} is for a single process: several ranks keep elements as rows, by a base, or compressed",
                                 option("method", std::string(to_string(form.method)))));
  }
  const std::uint64_t degree = form.generators.degree;
  if (form.gpu) {
    return std::make_unique<GpuShare>(ranks, make_device_elements(form.generators, form.tracked, ranks.here()), degree,
                                      form.tracked.size(), form.generators.monoid, threads, run);
  }
  const Generators& generators = form.generators;
  const auto with_store = [&](auto store, std::uint64_t numbers) -> std::unique_ptr<Share> {
    return std::make_unique<RankShare<decltype(store)>>(ranks, std::move(store), numbers, form.tracked.size(), generators.monoid,
                                                        threads, run);
  };
  const auto with_space = [&](auto space, std::uint64_t numbers) {
    return with_store(closure::CellStore<decltype(space)>(std::move(space), form.tracked), numbers);
  };
  if (!generators.kind.is_transformation()) return with_space(KindRowSpace(generators), kAnyNumber);
  const bool compressed = form.method == Method::compressed;
  const std::size_t columns = form.tracked.size();
  if (!compressed && PackedPoints::fits(degree, columns)) return with_space(PackedPoints(generators, columns), degree);
  return with_width_for(degree, [&](auto point) {
    using P = decltype(point);
    return compressed ? with_store(CompressedStore<P>(generators), degree) : with_space(Points<P>(generators, columns), degree);
  });
}

}  // namespace wreath::semigroup
